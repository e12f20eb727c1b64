import type { Product } from '../catalogue/item.js';
import type { Client } from '../clients/client.js';
import { type Invoice, openCents } from '../invoices/invoice.js';
import { isIssued } from '../invoices/invoice-states.js';
import { type CrudRows, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryRows } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { type Suppression, subscriberOf } from '../newsletter/memory-subscriber-store.js';
import type { Subscriber } from '../newsletter/subscriber.js';
import type { Order } from '../orders/order.js';
import { countsAsTurnover } from '../orders/order-figures.js';
import { type ClientFacts, holdsFor } from './evaluate-rule.js';
import type { Rule } from './rule.js';
import type { SegmentMemberViews } from './segment.js';

/** Whatever rules and campaigns ask about people, as rows. */
export interface AudienceRows {
  readonly clients: CrudRows<Client>;
  readonly subscribers: CrudRows<Subscriber>;
  readonly suppressions: CrudRows<Suppression>;
  readonly orders: MemoryRows<Order>;
  readonly items: CrudRows<Product>;
  readonly invoices: MemoryRows<Invoice>;
}

/** The clients that the rule holds for; null: all. Of those that are neither merged nor anonymous. */
export function clientsFor(rows: AudienceRows, scope: Scope, rule: Rule | null): readonly Client[] {
  const listed = rowsOfSite(rows.clients, scope).filter((client) => client.mergedInto === null && client.anonymizedAt === null);
  return rule === null ? listed : listed.filter((client) => holdsFor(rule, factsOf(rows, scope, client)));
}

/** Why nothing may be sent to the address now; null: it may. The consent of a client counts before that of a subscriber. */
export function obstacleOf(rows: AudienceRows, scope: Scope, address: string): 'suppressed' | 'consent' | null {
  if (rows.suppressions.get(crudKey(scope, address)) !== undefined) return 'suppressed';
  const client = rowsOfSite(rows.clients, scope).find(({ email, mergedInto }) => email === address && mergedInto === null);
  const isConfirmed = subscriberOf(rows.subscribers, scope, address)?.state === 'confirmed';
  const agreed = client === undefined ? isConfirmed : client.anonymizedAt === null && client.emailConsent?.granted;
  return agreed === true ? null : 'consent';
}

function factsOf(rows: AudienceRows, scope: Scope, client: Client): ClientFacts {
  const { subscribers, orders, items } = rows;
  const categoryOf = (itemId: string) => items.get(crudKey(scope, itemId))?.row.categoryId ?? [];
  const counted = [...orders.values()].filter((order) => isOf(scope, client, order) && isCounted(order));
  return {
    client,
    isSubscriber: client.email !== null && subscriberOf(subscribers, scope, client.email)?.state === 'confirmed',
    orders: counted.map(({ placedAt, totalCents, lines }) => {
      const itemIds = lines.flatMap(({ itemId }) => itemId ?? []);
      return { placedAt, totalCents, itemIds, categoryIds: itemIds.flatMap(categoryOf) };
    }),
    openInvoices: openInvoicesOf(rows, scope, client),
  };
}

/** What was invoiced to whoever was merged into the client is still made out to them. */
function openInvoicesOf({ clients, invoices }: AudienceRows, scope: Scope, { id }: Client): readonly Invoice[] {
  const merged = rowsOfSite(clients, scope).filter(({ mergedInto }) => mergedInto === id);
  const ids = [id, ...merged.map((client) => client.id)];
  return [...invoices.values()].filter(({ tenantId, siteId, buyer, ...invoice }) => {
    const isTheirs = tenantId === scope.tenantId && siteId === scope.siteId && buyer.clientId !== null && ids.includes(buyer.clientId);
    return isTheirs && isIssued(invoice) && openCents(invoice) > 0;
  });
}

function isOf({ tenantId, siteId }: Scope, client: Client, order: Order): boolean {
  return order.tenantId === tenantId && order.siteId === siteId && order.clientId === client.id;
}

function isCounted({ status }: Order): boolean {
  return countsAsTurnover(status);
}

export function makeMemorySegmentMembers(rows: AudienceRows): SegmentMemberViews {
  return {
    async size(scope, rule) {
      const clients = clientsFor(rows, scope, rule);
      const reachable = clients.filter(({ email }) => email !== null && obstacleOf(rows, scope, email) === null);
      return { clients: clients.length, reachable: reachable.length };
    },
    async members(scope, rule, page) {
      const newest = [...clientsFor(rows, scope, rule)].sort(
        (left, right) => right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : -1),
      );
      return pageRows(newest, page);
    },
  };
}
