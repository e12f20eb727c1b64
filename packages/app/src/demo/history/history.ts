import type { Client } from '@comptoir/core/clients/client.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import type { PastInvoice } from '@comptoir/core/invoices/past-invoice.js';
import { actorName } from '@comptoir/core/kit/scope.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import type { GoodsReturn } from '@comptoir/core/settlement/goods-return.js';
import type { RecordedPayment, RecordedRefund } from '@comptoir/core/settlement/recorded-payment.js';
import type { NewStockAction } from '@comptoir/core/stock/stock-action.js';
import type { Stores } from '@comptoir/core/stores.js';
import { withDocuments } from './order-books.js';
import type { Subscription } from './past-deals.js';
import type { Place } from './past-order.js';

/** What happened at an establishment before it was loaded. */
export interface History {
  readonly clients: readonly Client[];
  readonly orders: readonly PastOrder[];
  /** Of those orders. */
  readonly payments: readonly RecordedPayment[];
  readonly refunds: readonly RecordedRefund[];
  readonly returns: readonly GoodsReturn[];
  /** What was issued, of those orders and else. */
  readonly invoices: readonly PastInvoice[];
  /** What is not issued yet. */
  readonly drafts: readonly Invoice[];
  readonly subscriptions: readonly Subscription[];
  /** In parts that follow each other, each written at once. */
  readonly stock: readonly (readonly NewStockAction[])[];
}

/** A past that was not written down but for its orders. */
export const NO_BOOKS = { payments: [], refunds: [], returns: [], invoices: [], drafts: [], subscriptions: [] } as const;

/** Orders are written this many at a time. */
const CHUNK = 300;

/** Writes the history with a few dozen statements: it is there before the first boot is noticed. */
export async function writeHistory(stores: Stores, place: Place, history: History): Promise<void> {
  const { orders, settlement, stock } = stores;
  const { scope } = place;
  for (const { known, at } of byMonth(history.clients)) {
    await stores.clients.create(scope, known, { kind: 'created', at, actor: actorName(scope.actor), facts: {} });
  }
  const past = await writeBooks(stores, place, history);
  for (let start = 0; start < past.length; start += CHUNK) await orders.placeAll(scope, past.slice(start, start + CHUNK));
  await settlement.addPayments(scope, history.payments);
  for (const goodsReturn of history.returns) await settlement.addReturn(scope, goodsReturn);
  await settlement.addRefunds(scope, history.refunds);
  for (const actions of history.stock) await stock.post(scope, actions, 'fact');
}

/** Writes what was invoiced, and returns the orders, whose own history has the numbers of their invoices. */
async function writeBooks({ invoices, recurringInvoices }: Stores, place: Place, history: History): Promise<readonly PastOrder[]> {
  const { scope } = place;
  const issued = new Map<string, Invoice[]>();
  for (const invoice of history.invoices.length === 0 ? [] : await invoices.issueAll(scope, history.invoices)) {
    if (invoice.orderId !== null) issued.set(invoice.orderId, [...(issued.get(invoice.orderId) ?? []), invoice]);
  }
  for (const draft of history.drafts) await invoices.create(scope, draft);
  for (const { recurring, runs } of history.subscriptions) {
    await recurringInvoices.create(scope, recurring);
    for (const run of runs) await recurringInvoices.addRun(scope, run);
  }
  return history.orders.map((past) => withDocuments(past, issued.get(past.order.id) ?? [], place));
}

/** The clients that came in one month, and when the last of them did. */
function byMonth(clients: readonly Client[]): readonly { readonly known: readonly Client[]; readonly at: Date }[] {
  const months = new Map<string, Client[]>();
  for (const client of clients.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())) {
    const month = client.createdAt.toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), client]);
  }
  return [...months.values()].map((known) => ({ known, at: known.at(-1)?.createdAt ?? new Date(0) }));
}
