import type { Client } from '@comptoir/core/clients/client.js';
import { actorName, type Scope } from '@comptoir/core/kit/scope.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import type { RecordedPayment } from '@comptoir/core/settlement/recorded-payment.js';
import type { NewStockAction } from '@comptoir/core/stock/stock-action.js';
import type { Stores } from '@comptoir/core/stores.js';

/** What happened at an establishment before it was loaded. */
export interface History {
  readonly clients: readonly Client[];
  readonly orders: readonly PastOrder[];
  /** Of those orders. */
  readonly payments: readonly RecordedPayment[];
  /** In parts that follow each other, each written at once. */
  readonly stock: readonly (readonly NewStockAction[])[];
}

/** Orders are written this many at a time. */
const CHUNK = 300;

/** Writes the history with a few dozen statements: it is there before the first boot is noticed. */
export async function writeHistory({ clients, orders, settlement, stock }: Stores, scope: Scope, history: History): Promise<void> {
  for (const { known, at } of byMonth(history.clients)) {
    await clients.create(scope, known, { kind: 'created', at, actor: actorName(scope.actor), facts: {} });
  }
  for (let start = 0; start < history.orders.length; start += CHUNK)
    await orders.placeAll(scope, history.orders.slice(start, start + CHUNK));
  await settlement.addPayments(scope, history.payments);
  for (const actions of history.stock) await stock.post(scope, actions, 'fact');
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
