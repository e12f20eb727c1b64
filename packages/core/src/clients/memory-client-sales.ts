import { type Invoice, openCents } from '../invoices/invoice.js';
import { compareText } from '../kit/compare-text.js';
import { rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryRows } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import { sumCents } from '../kit/money.js';
import type { Scope } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import { wallTimeAt } from '../sites/wall-time.js';
import type { Client } from './client.js';
import { type ClientFigures, countsAsOwed, figuresOf, openBalanceCents } from './client-figures.js';
import type { ClientViews } from './client-store.js';
import type { ClientTables } from './memory-client-store.js';

/** What was sold to clients. */
export interface SoldRows {
  readonly orders: MemoryRows<Order>;
  readonly invoices: MemoryRows<Invoice>;
}

/** A client with what it ordered. */
export interface KnownClient {
  readonly client: Client;
  readonly figures: ClientFigures;
}

type ClientSalesViews = Pick<ClientViews, 'figures' | 'totals' | 'newPerMonth' | 'orders' | 'openBalanceCents' | 'orderIds'>;

/** What clients bought, without a database. */
export function makeMemoryClientSales({ clients }: Pick<ClientTables, 'clients'>, { orders, invoices }: SoldRows): ClientSalesViews {
  /** Issued to the client or to one that was merged into it, and not of an order that counts itself. */
  function owedByInvoice(scope: Scope, id: string): number {
    const merged = rowsOfSite(clients.committed, scope).filter(({ mergedInto }) => mergedInto === id);
    const ids = [id, ...merged.map((client) => client.id)];
    const isCounted = ({ orderId }: Invoice) => ordersOfSite(orders, scope).some((order) => order.id === orderId && countsAsOwed(order));
    const owed = [...invoices.values()].filter(
      (invoice) =>
        isOfSite(invoice, scope) &&
        isOwed(invoice) &&
        invoice.buyer.clientId !== null &&
        ids.includes(invoice.buyer.clientId) &&
        !isCounted(invoice),
    );
    return sumCents(owed.map(openCents));
  }

  return {
    async figures(scope, ids) {
      const found = rowsOfSite(clients.committed, scope).filter(({ id }) => ids.includes(id));
      return new Map(found.map((client) => knownClient(client, orders, scope)).map(({ client, figures }) => [client.id, figures]));
    },
    async totals(scope) {
      const known = listedClients(clients, scope).map((client) => knownClient(client, orders, scope));
      const count = (isCounted: (one: KnownClient) => boolean) => known.filter(isCounted).length;
      return {
        clients: known.length,
        companies: count(({ client }) => client.kind === 'company'),
        withConsent: count(({ client }) => client.emailConsent?.granted === true),
        withOrders: count(({ figures }) => figures.orders > 0),
        spentCents: known.reduce((sum, { figures }) => sum + figures.spentCents, 0),
      };
    },
    async newPerMonth(scope, since, timezone) {
      const counts = new Map<string, number>();
      for (const { createdAt } of listedClients(clients, scope).filter((client) => client.createdAt >= since)) {
        const month = wallTimeAt(createdAt, timezone).date.slice(0, 7);
        counts.set(month, (counts.get(month) ?? 0) + 1);
      }
      return [...counts].map(([month, count]) => ({ month, clients: count })).sort((left, right) => compareText(left.month, right.month));
    },
    async orders(scope, id, page) {
      const found = ordersOf(orders, scope, id);
      return pageRows(
        found.sort((left, right) => right.placedAt.getTime() - left.placedAt.getTime() || compareText(right.id, left.id)),
        page,
      );
    },
    openBalanceCents: async (scope, id) => openBalanceCents(ordersOf(orders, scope, id)) + owedByInvoice(scope, id),
    async orderIds(scope, id, email) {
      const isTheirs = ({ clientId, customer }: Order) =>
        clientId === id || (clientId === null && email !== null && customer.email?.toLowerCase() === email);
      return ordersOfSite(orders, scope)
        .filter(isTheirs)
        .map((order) => order.id)
        .sort(compareText);
    },
  };
}

/** Those that are neither merged nor anonymous. */
export function listedClients(clients: ClientTables['clients'], scope: Scope): Client[] {
  return rowsOfSite(clients.committed, scope).filter(({ mergedInto, anonymizedAt }) => mergedInto === null && anonymizedAt === null);
}

export function knownClient(client: Client, orders: MemoryRows<Order>, scope: Scope): KnownClient {
  return { client, figures: figuresOf(ordersOf(orders, scope, client.id)) };
}

function ordersOf(orders: MemoryRows<Order>, scope: Scope, id: string): Order[] {
  return ordersOfSite(orders, scope).filter(({ clientId }) => clientId === id);
}

function ordersOfSite(orders: MemoryRows<Order>, scope: Scope): Order[] {
  return [...orders.values()].filter((order) => isOfSite(order, scope));
}

function isOfSite(row: Pick<Scope, 'tenantId' | 'siteId'>, { tenantId, siteId }: Scope): boolean {
  return row.tenantId === tenantId && row.siteId === siteId;
}

function isOwed({ status }: Invoice): boolean {
  return status === 'issued' || status === 'partially_paid' || status === 'overdue';
}
