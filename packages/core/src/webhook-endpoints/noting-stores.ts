import type { Product } from '../catalogue/item.js';
import type { ProductStore } from '../catalogue/product-store.js';
import type { Client } from '../clients/client.js';
import type { ClientEvent } from '../clients/client-event.js';
import type { ClientStore } from '../clients/client-store.js';
import type { Invoice } from '../invoices/invoice.js';
import type { InvoiceStore } from '../invoices/invoice-store.js';
import { lazilyOver } from '../kit/lazily.js';
import type { Scope } from '../kit/scope.js';
import type { NewOrder, Order } from '../orders/order.js';
import type { OrderStore } from '../orders/order-store.js';
import type { SaleStore } from '../sales/sale-store.js';
import type { SyncRunStore } from '../shop-sync/sync-run.js';
import type { StockStore } from '../stock/stock-store.js';
import type { Stores } from '../stores.js';
import { type EventBook, orderEventOf } from './event-book.js';
import { notingMoney } from './noting-money.js';
import type { EventData } from './webhook-event.js';

/**
 * The stores, with what is written through them noted in the book. Here, and nowhere else, it is decided which change is told as what: whoever makes a
 * change need not think of it, and what does not commit is told to nobody, as the book goes with the transaction.
 */
export function notingStores(stores: Stores, book: EventBook): Stores {
  return lazilyOver(stores, {
    clients: () => notingClients(stores.clients, book),
    invoices: () => notingInvoices(stores.invoices, book),
    orders: () => notingOrders(stores.orders, book),
    products: () => notingProducts(stores.products, book),
    sales: () => notingSales(stores.sales, book),
    stock: () => notingStock(stores.stock, book),
    syncRuns: () => notingSyncRuns(stores.syncRuns, book),
    ...notingMoney(stores, book),
  });
}

function notingOrders(store: OrderStore, book: EventBook): OrderStore {
  return {
    ...store,
    async place(scope, order, event, claims) {
      const placed = await store.place(scope, order, event, claims);
      if (placed === null) return null;
      if (!placed.isHeard) book.nobodyListens(scope);
      book.order(scope, 'order.created', orderData(placed.order, placed.order.sequence));
      return placed;
    },
    async placeAll(scope, past) {
      await store.placeAll(scope, past);
      for (const { order } of past) book.order(scope, 'order.created', orderData(order, null));
    },
    async change(scope, orderId, decide) {
      const seen: { before?: Order } = {};
      const after = await store.change(scope, orderId, async (before, isHeard) => {
        if (!isHeard) book.nobodyListens(scope);
        const decision = await decide(before, isHeard);
        if (decision !== null) seen.before = before;
        return decision;
      });
      if (seen.before !== undefined) book.order(scope, orderEventOf(seen.before, after), orderData(after, after.sequence));
      return after;
    },
    async changeAll(scope, revisions) {
      await store.changeAll(scope, revisions);
      for (const { before, order } of revisions) book.order(scope, orderEventOf(before, order), orderData(order, before.sequence));
    },
    async remove(scope, orderId, check) {
      const removed = await store.remove(scope, orderId, check);
      book.order(scope, 'order.deleted', orderData(removed, removed.sequence));
      return removed;
    },
  };
}

function orderData(order: Order | NewOrder, sequence: number | null): EventData<'order.created'> {
  return {
    order_id: order.id,
    number: sequence,
    service_day: order.serviceDay,
    channel: order.channel,
    status: order.status,
    total_cents: order.totalCents,
    currency: order.currency,
    client_id: order.clientId,
    external_number: order.invoiceNumber,
    version: order.version,
  };
}

function notingStock(store: StockStore, book: EventBook): StockStore {
  return {
    ...store,
    async open(scope, units, at) {
      await store.open(scope, units, at);
      book.units(scope, units);
    },
    async post(scope, actions, guard) {
      const posted = await store.post(scope, actions, guard);
      if (posted.kind === 'posted') book.units(scope, actions);
      return posted;
    },
    async settle(scope, reason, reference, as, at) {
      const settled = await store.settle(scope, reason, reference, as, at);
      book.units(scope, settled);
      return settled;
    },
    async settleAll(scope, reason, references, as, at) {
      const settled = await store.settleAll(scope, reason, references, as, at);
      book.units(scope, settled);
      return settled;
    },
    async postApart(scope, actions) {
      const fault = await store.postApart(scope, actions);
      if (fault === null) book.units(scope, actions);
      return fault;
    },
  };
}

function notingProducts(store: ProductStore, book: EventBook): ProductStore {
  return {
    ...store,
    async create(scope, products) {
      await store.create(scope, products);
      for (const { id, version } of products) book.product(scope, { product_id: id, change: 'created', version });
    },
    async change(scope, ids, decide) {
      const before = new Map<string, Product>();
      const after = await store.change(scope, ids, (product) => {
        before.set(product.id, product);
        return decide(product);
      });
      for (const { id, deletedAt, version } of after) {
        const known = before.get(id);
        if (known === undefined || known.version === version) continue;
        const change = deletedAt !== null && known.deletedAt === null ? 'deleted' : 'updated';
        book.product(scope, { product_id: id, change, version });
      }
      return after;
    },
  };
}

function notingInvoices(store: InvoiceStore, book: EventBook): InvoiceStore {
  return {
    ...store,
    async create(scope, invoice) {
      await store.create(scope, invoice);
      noteInvoice(book, scope, null, invoice);
    },
    async change(scope, id, decide) {
      const seen: { before?: Invoice } = {};
      const after = await store.change(scope, id, (before) => {
        seen.before = before;
        return decide(before);
      });
      noteInvoice(book, scope, seen.before ?? null, after);
      return after;
    },
  };
}

function noteInvoice(book: EventBook, scope: Scope, before: Invoice | null, after: Invoice): void {
  const { id, kind } = after;
  if (kind === 'quote' || after.number === null) return;
  const data = {
    invoice_id: id,
    kind,
    number: after.number,
    status: after.status,
    order_id: after.orderId,
    client_id: after.buyer.clientId,
    gross_cents: after.grossCents,
    paid_cents: after.paidCents,
    credited_cents: after.creditedCents,
    currency: after.currency,
    version: after.version,
  };
  if (before === null || before.number === null) book.note(scope, 'invoice.issued', id, data);
  if (after.status === 'paid' && before?.status !== 'paid') book.note(scope, 'invoice.paid', id, data);
  if (before !== null && after.creditedCents > before.creditedCents) book.note(scope, 'invoice.credited', id, data);
}

const CLIENT_EVENTS = {
  created: 'client.created',
  imported: 'client.created',
  updated: 'client.updated',
  consent: 'client.updated',
  merged: 'client.merged',
  absorbed: 'client.updated',
  anonymized: 'client.anonymized',
} as const satisfies Record<ClientEvent['kind'], string>;

function notingClients(store: ClientStore, book: EventBook): ClientStore {
  const note = (scope: Scope, client: Client, { kind }: ClientEvent) =>
    book.note(scope, CLIENT_EVENTS[kind], client.id, clientData(client));

  return {
    ...store,
    async create(scope, clients, event) {
      await store.create(scope, clients, event);
      for (const client of clients) note(scope, client, event);
    },
    async change(scope, id, decide) {
      const seen: { event?: ClientEvent } = {};
      const after = await store.change(scope, id, (before) => {
        const decided = decide(before);
        if (decided !== null) seen.event = decided.event;
        return decided;
      });
      if (seen.event !== undefined) note(scope, after, seen.event);
      return after;
    },
    async changeAll(scope, ids, decide) {
      const events = new Map<string, ClientEvent>();
      const after = await store.changeAll(scope, ids, (before) => {
        const decided = decide(before);
        for (const { client, event } of decided) events.set(client.id, event);
        return decided;
      });
      for (const client of after) {
        const event = events.get(client.id);
        if (event !== undefined) note(scope, client, event);
      }
      return after;
    },
    async delete(scope, id) {
      await store.delete(scope, id);
      book.note(scope, 'client.deleted', id, { client_id: id });
    },
  };
}

function clientData({ id, kind, mergedInto, version }: Client): EventData<'client.created'> {
  return { client_id: id, kind, merged_into: mergedInto, version };
}

function notingSales(store: SaleStore, book: EventBook): SaleStore {
  return {
    ...store,
    async record(scope, draft) {
      const sale = await store.record(scope, draft);
      book.note(scope, sale.refundOf === null ? 'sale.recorded' : 'sale.refunded', sale.id, {
        sale_id: sale.id,
        refund_of: sale.refundOf,
        order_id: sale.orderId,
        number: sale.number,
        total_cents: sale.totalCents,
        currency: sale.currency,
        at: sale.at.toISOString(),
      });
      return sale;
    },
  };
}

function notingSyncRuns(store: SyncRunStore, book: EventBook): SyncRunStore {
  return {
    ...store,
    async save(scope, run) {
      const isSaved = await store.save(scope, run);
      const { outcome, counts } = run;
      if (isSaved && outcome !== null && !run.dryRun) {
        const { read, unchanged, quarantined } = counts;
        book.note(scope, 'sync_run.ended', run.id, { run_id: run.id, job: run.job, outcome, read, unchanged, quarantined });
      }
      return isSaved;
    },
  };
}
