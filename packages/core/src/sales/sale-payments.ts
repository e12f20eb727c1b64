import { DomainError } from '../kit/errors.js';
import { divideHalfUp, sumCents } from '../kit/money.js';
import type { SalePayment } from './sale.js';

/**
 * What the payments are beyond the total: 0, unless cash is rounded to `cashStepCents`. Then what is left to be paid in cash is rounded to it, halves up.
 * Throws `invalid_request` for payments below zero, for change of anything but cash, and when they are not what is due.
 */
export function cashRoundingOf(payments: readonly SalePayment[], totalCents: number, cashStepCents: number | null): number {
  const amounts = payments.map(({ amountCents }) => amountCents);
  refuse(
    amounts.some((amount) => !Number.isSafeInteger(amount) || amount < 0),
    'Payments are whole cents, none below zero.',
  );
  refuse(payments.some(hasOddChange), 'Change is given for cash alone, of what was handed over beyond the payment.');
  const dueCents = dueOf(payments, totalCents, cashStepCents);
  refuse(sumCents(amounts) !== dueCents, 'The payments are not the total.', { dueCents });
  return dueCents - totalCents;
}

/** What is to be paid in all: the total, its part in cash rounded where cash is. */
function dueOf(payments: readonly SalePayment[], totalCents: number, step: number | null): number {
  if (step === null || !payments.some(isCash)) return totalCents;
  const otherwise = sumCents(payments.filter((payment) => !isCash(payment)).map(({ amountCents }) => amountCents));
  return otherwise + divideHalfUp(totalCents - otherwise, step) * step;
}

function hasOddChange({ method, amountCents, tenderedCents }: SalePayment): boolean {
  if (tenderedCents === undefined) return false;
  return method !== 'cash' || !Number.isSafeInteger(tenderedCents) || tenderedCents < amountCents;
}

function isCash({ method }: SalePayment): boolean {
  return method === 'cash';
}

function refuse(isWrong: boolean, message: string, facts: Readonly<Record<string, number>> = {}): void {
  if (isWrong) throw new DomainError('invalid_request', { issues: [{ path: 'payments', message }], facts });
}
