import type { Invoice, InvoicePayment } from '../invoices/invoice.js';
import { shifted, shiftsTo } from '../invoices/invoice-money.js';
import type { Ids } from '../kit/ids.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import type { Stores } from '../stores.js';
import { meansOf, type OrderMoney } from './recorded-payment.js';

/** One transaction in which the order is locked, its scope and its instant. */
export interface InvoiceSettling {
  readonly scope: Scope;
  readonly at: Date;
  readonly ids: Ids;
  readonly stores: Pick<Stores, 'invoices' | 'settlement'>;
}

/** How money moved. */
export type MoneyFacts = Pick<InvoicePayment, 'at' | 'means' | 'reference'>;

/** The money that an order has: recorded by the staff, or paid by card. */
export function moneyCentsOf({ payment, totalCents, paidCents, refundedCents }: Order): number {
  return (payment.status === 'paid' ? totalCents : 0) + paidCents - refundedCents;
}

/**
 * Gives the invoices of an order the money that the order has (`shiftsTo`), after either has changed; the order is locked by now. Returns
 * the invoices that changed.
 */
export async function settleInvoices(
  work: InvoiceSettling,
  orderId: string,
  moneyCents: number,
  by: MoneyFacts | null = null,
): Promise<readonly Invoice[]> {
  const { scope, stores, ids } = work;
  const invoices = (await stores.invoices.ofOrder(scope, orderId)).filter(({ kind }) => kind === 'invoice');
  const shifts = shiftsTo(invoices, moneyCents);
  if (shifts.length === 0) return [];
  const facts = by ?? (await lastMoneyOf(work, orderId));
  const changed: Invoice[] = [];
  for (const { invoice, amountCents } of shifts) {
    // As it is now: whatever does not touch its money needs no lock of the order.
    changed.push(await stores.invoices.change(scope, invoice.id, (now) => shifted({ invoice: now, amountCents })));
    const at = amountCents > 0 ? facts.at : work.at;
    const actor = actorName(scope.actor);
    await stores.invoices.addPayment(scope, { ...facts, id: ids.uuid(), invoiceId: invoice.id, at, amountCents, actor });
  }
  return changed;
}

/** What came last for the order; by card, where nothing was recorded. */
async function lastMoneyOf({ scope, stores, at }: InvoiceSettling, orderId: string): Promise<MoneyFacts> {
  const last = lastCaptured(await stores.settlement.money(scope, orderId));
  if (last === undefined) return { at, means: 'card', reference: null };
  return { at: last.receivedAt, means: meansOf(last.method), reference: last.reference };
}

function lastCaptured({ payments }: OrderMoney) {
  return payments.filter(({ status }) => status === 'captured').at(-1);
}
