import { buyerOfClient } from '@comptoir/core/invoices/buyer-book.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import { MAIN_SERIES } from '@comptoir/core/invoices/number-series.js';
import { contentsToInvoice } from '@comptoir/core/invoices/order-book.js';
import type { PastInvoice } from '@comptoir/core/invoices/past-invoice.js';
import { shortNumber } from '@comptoir/core/kit/ids.js';
import { actorName } from '@comptoir/core/kit/scope.js';
import type { NewOrder, OrderStatus } from '@comptoir/core/orders/order.js';
import { orderEvent } from '@comptoir/core/orders/order-event.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import { isGoods } from '@comptoir/core/settlement/goods.js';
import type { GoodsReturn } from '@comptoir/core/settlement/goods-return.js';
import type { RecordedPayment, RecordedRefund } from '@comptoir/core/settlement/recorded-payment.js';
import { minutesAfter } from './calendar.js';
import { type Account, aDraft, type Books, closed, credited, issuedAt, settledAt } from './past-books.js';
import type { Place } from './past-order.js';

/** An order with what was paid for it. */
export interface PaidOrder {
  readonly past: PastOrder;
  readonly payments: readonly RecordedPayment[];
}

/** The same with its invoice, and what went back. */
export interface BookedOrder extends PaidOrder {
  readonly invoices: readonly PastInvoice[];
  readonly returns: readonly GoodsReturn[];
  readonly refunds: readonly RecordedRefund[];
}

/** How many of a hundred orders were invoiced, of those that could be. */
const INVOICED = { shop: 88, backoffice: 97 };
const LEFT: readonly OrderStatus[] = ['shipped', 'delivered', 'returned'];

/** Most of what was sent, invoiced that day; what came back, credited and paid back. */
export function bookedOrders(books: Books, paid: readonly PaidOrder[]): readonly BookedOrder[] {
  const numbers = numbersOf(paid.map(({ past }) => past.order));
  return paid.map((one) => {
    const returned = broughtBack(books.place, one);
    const invoices = invoicesOf(books, one, numbers.get(one.past.order.id) ?? '');
    return { ...one, ...returned, past: withBooks(one.past, invoices, returned.refunds), invoices };
  });
}

/** What the staff calls an order: the nth of its day. */
function numbersOf(orders: readonly PastOrder['order'][]): ReadonlyMap<string, string> {
  const days = new Map<string, number>();
  const inTurn = orders.toSorted((one, other) => one.placedAt.getTime() - other.placedAt.getTime() || (one.id < other.id ? -1 : 1));
  const numbered = inTurn.map(({ id, serviceDay }) => {
    const count = (days.get(serviceDay) ?? 0) + 1;
    days.set(serviceDay, count);
    return [id, `${serviceDay} ${shortNumber(count)}`] as const;
  });
  return new Map(numbered);
}

function invoicesOf(books: Books, { past, payments }: PaidOrder, dayNumber: string): readonly PastInvoice[] {
  const { place } = books;
  const at = invoicedAt(past, place);
  if (at === null || past.order.channel === 'takeaway' || past.order.channel === 'boutique') return [];
  if (!place.dice.chance(past.order.channel === 'shop' ? INVOICED.shop : INVOICED.backoffice)) return [];
  const draft = draftOf(books, past.order, dayNumber, at);
  const issued = issuedAt(books, draft, at);
  const account = payments.reduce<{ readonly account: Account; readonly cents: number }>(
    ({ account: before, cents }, payment) => ({
      account: settledAt(books, before, cents + payment.amountCents, payment),
      cents: cents + payment.amountCents,
    }),
    { account: { invoice: issued, payments: [] }, cents: 0 },
  );
  return afterReturn(books, past, account.account, account.cents);
}

/** A while after the goods left; company orders are invoiced when they have come. Null: not yet. */
function invoicedAt({ order, events }: PastOrder, { now }: Place): Date | null {
  const statuses: readonly OrderStatus[] = order.channel === 'shop' ? LEFT : ['delivered'];
  const left = LEFT.includes(order.status) ? events.find(({ status }) => statuses.includes(status)) : undefined;
  const at = left === undefined ? null : minutesAfter(left.at, 25);
  return at !== null && at < now ? at : null;
}

function draftOf(books: Books, order: PastOrder['order'], dayNumber: string, at: Date): Invoice {
  const client = order.clientId === null ? undefined : books.clients.get(order.clientId);
  const { lines, buyer } = contentsToInvoice(order);
  const content = {
    ...({ lines, prices: 'gross', discountCents: 0, language: client?.language ?? null, series: MAIN_SERIES } as const),
    ...{ dueDate: null, reference: null, note: null, terms: null, exemption: null },
    buyer: client === undefined ? buyer : buyerOfClient(client),
    deliveryDate: order.serviceDay,
  };
  return aDraft(books, 'invoice', content, at, { orderId: order.id, orderNumber: order.invoiceNumber ?? dayNumber });
}

/** What came back as a whole is credited as a whole, and its money is nobody's any more. */
function afterReturn(books: Books, { order, events }: PastOrder, account: Account, cents: number): readonly PastInvoice[] {
  const back = order.status === 'returned' ? events.at(-1) : undefined;
  const at = back === undefined ? null : minutesAfter(back.at, 45);
  if (at === null || at >= books.place.now) return [closed(books, account)];
  const { invoice, note } = credited(books, account.invoice, at, back?.reason ?? 'Retour');
  const paid = account.payments.at(-1);
  const by = { method: paid?.means === 'transfer' ? 'transfer' : 'online', reference: null, receivedAt: at } as const;
  const emptied = settledAt(books, { ...account, invoice }, cents, by);
  return [closed(books, emptied), closed(books, { invoice: note, payments: [] })];
}

/** The goods that came back, and the money that went back for them a day later. */
function broughtBack({ ids, now, scope }: Place, { past: { order, events }, payments }: PaidOrder) {
  const back = events.at(-1);
  if (order.status !== 'returned' || back === undefined) return { returns: [], refunds: [] };
  const lines = order.lines.filter(isGoods).map(({ id, quantity }) => ({ lineId: id, quantity, condition: 'sellable' as const }));
  const { at, reason } = back;
  const goods: GoodsReturn = {
    id: ids.uuid(),
    orderId: order.id,
    state: 'received',
    lines,
    reason,
    createdAt: at,
    receivedAt: at,
    version: 2,
  };
  const recordedAt = minutesAfter(at, 26 * 60);
  const facts = { orderId: order.id, returnId: goods.id, reason, reference: null, recordedAt, recordedBy: actorName(scope.actor) };
  const refunds = payments.map(({ id, amountCents, method }) => ({ ...facts, id: ids.uuid(), paymentId: id, amountCents, method }));
  return { returns: [goods], refunds: recordedAt < now ? refunds : [] };
}

function withBooks(past: PastOrder, invoices: readonly PastInvoice[], refunds: readonly RecordedRefund[]): PastOrder {
  const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...past, order: withLines({ ...past.order, refundedCents }, invoices.length === 1) };
}

function withLines<Kind extends NewOrder>(order: Kind, isInvoiced: boolean): Kind {
  return { ...order, lines: order.lines.map((line) => ({ ...line, invoiced: isInvoiced ? line.quantity : 0 })) };
}

/** The order with what its history says of the documents on it, once they have their numbers. */
export function withDocuments({ order, events }: PastOrder, issued: readonly Invoice[], { scope }: Place): PastOrder {
  let [all, version] = [events, order.version];
  for (const { id, kind, number, grossCents, createdAt } of issued) {
    const index = all.findLastIndex(({ at }) => at < createdAt);
    const status = all[index]?.status ?? order.status;
    const event = { ...orderEvent(order, scope, createdAt, { kind, data: { invoiceId: id, number, grossCents } }), status };
    const [first, ...rest] = all;
    all = [first, ...rest.slice(0, index), event, ...rest.slice(index)];
    version += 1;
  }
  return { order: { ...order, version }, events: all };
}
