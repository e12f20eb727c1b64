import { divideHalfUp, sumCents } from '@comptoir/core/kit/money.js';
import type { PaymentMethod } from '@comptoir/core/sales/sale.js';

/** How what is due is paid, in parts. */

export interface Payment {
  readonly method: PaymentMethod;
  readonly amountCents: number;
  /** Of cash: what was handed over, where change comes back. */
  readonly tenderedCents?: number;
}

export type PaymentFault = 'not_an_amount' | 'too_much' | 'odd_cash';

/** What is due of a total by now. Cash pays it in steps, halves up, where there are no smaller coins. */
export function dueIn(method: PaymentMethod, totalCents: number, paid: readonly Payment[], cashStepCents: number | null): number {
  const restCents = totalCents - sumCents(paid.map(({ amountCents }) => amountCents));
  return method === 'cash' && cashStepCents !== null ? divideHalfUp(restCents, cashStepCents) * cashStepCents : restCents;
}

/** The payment that somebody makes by handing over so much: change is given for cash alone. */
export function paymentOf(
  method: PaymentMethod,
  handedCents: number,
  dueCents: number,
  cashStepCents: number | null,
): Payment | PaymentFault {
  if (handedCents === 0 && dueCents > 0) return 'not_an_amount';
  if (handedCents > dueCents) return method === 'cash' ? { method, amountCents: dueCents, tenderedCents: handedCents } : 'too_much';
  if (method === 'cash' && cashStepCents !== null && handedCents % cashStepCents !== 0) return 'odd_cash';
  return { method, amountCents: handedCents };
}
