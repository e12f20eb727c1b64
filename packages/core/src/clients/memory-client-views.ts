import { compareText } from '../catalogue/item.js';
import { rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryRows } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import type { Order } from '../orders/order.js';
import { wallTimeAt } from '../sites/wall-time.js';
import type { Client } from './client.js';
import { type ClientFigures, figuresOf, openBalanceCents } from './client-figures.js';
import { LIKENESSES, likenessOf, reasonOf } from './client-likeness.js';
import type { ClientFilter, ClientSort, ClientViews, ConsentState } from './client-store.js';
import { clientSearch, clientWords, sortName } from './client-words.js';
import type { ClientTables } from './memory-client-store.js';

/** Reads of clients without a database. */
export function makeMemoryClientViews({ clients, events, notes }: ClientTables, orders: MemoryRows<Order>): ClientViews {
  const ordersOf = ({ tenantId, siteId }: Scope) =>
    [...orders.values()].filter((order) => order.tenantId === tenantId && order.siteId === siteId);
  const ownOrders = (scope: Scope, id: string) => ordersOf(scope).filter(({ clientId }) => clientId === id);
  const withFigures = (scope: Scope) => (client: Client) => ({ client, figures: figuresOf(ownOrders(scope, client.id)) });
  const all = (scope: Scope) => rowsOfSite(clients.committed, scope);
  const own = (scope: Scope) => all(scope).filter(({ mergedInto }) => mergedInto === null);
  const listed = (scope: Scope) => own(scope).filter(({ anonymizedAt }) => anonymizedAt === null);
  const mergedInto = (scope: Scope, id: string) =>
    all(scope)
      .filter((client) => client.mergedInto === id)
      .sort((left, right) => left.updatedAt.getTime() - right.updatedAt.getTime() || compareText(left.id, right.id))
      .map((client) => client.id);

  return {
    get: async (scope, id) => all(scope).find((client) => client.id === id) ?? null,
    byIds: async (scope, ids) => all(scope).filter(({ id }) => ids.includes(id)),
    byEmail: async (scope, email) => own(scope).find((client) => client.email === email.toLowerCase()) ?? null,
    byKeys: async (scope, emails, externalIds) =>
      own(scope).filter(({ email, externalId }) => isIn(emails, email) || isIn(externalIds, externalId)),
    list: async (scope, filter) => {
      const wanted = wantedWords(clientSearch(filter.search));
      const found = listed(scope)
        .filter((client) => isAskedFor(client, filter) && hasWords(clientWords(client), wanted))
        .map(withFigures(scope))
        .filter(({ figures }) => filter.hasOrders === undefined || figures.orders > 0 === filter.hasOrders)
        .sort(SORTED[filter.sort ?? 'name']);
      return pageRows(
        found.map(({ client }) => client),
        filter,
      );
    },
    mergedInto: async (scope, id) => mergedInto(scope, id),
    async history(scope, id, { onlyConsents = false, ...page }) {
      const ids = [id, ...mergedInto(scope, id)];
      const found = rowsOfSite(events.committed, scope).filter(
        ({ clientId, facts }) => ids.includes(clientId) && (!onlyConsents || 'granted' in facts),
      );
      const sorted = found.sort((left, right) => right.at.getTime() - left.at.getTime() || right.sequence - left.sequence);
      return pageRows(
        sorted.map(({ kind, at, actor, facts, clientId }) => ({ kind, at, actor, facts, clientId })),
        page,
      );
    },
    async notes(scope, id, page) {
      const found = rowsOfSite(notes.committed, scope).filter(({ clientId }) => clientId === id);
      return pageRows(
        found.sort((left, right) => right.at.getTime() - left.at.getTime() || compareText(right.id, left.id)),
        page,
      );
    },
    async tags(scope) {
      const counts = new Map<string, number>();
      for (const tag of listed(scope).flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      return [...counts].map(([tag, count]) => ({ tag, clients: count })).sort((left, right) => compareText(left.tag, right.tag));
    },
    async figures(scope, ids) {
      const found = all(scope).filter(({ id }) => ids.includes(id));
      return new Map(found.map(withFigures(scope)).map(({ client, figures }) => [client.id, figures]));
    },
    async totals(scope) {
      const known = listed(scope).map(withFigures(scope));
      const count = (isCounted: (one: Known) => boolean) => known.filter(isCounted).length;
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
      for (const { createdAt } of listed(scope).filter((client) => client.createdAt >= since)) {
        const month = wallTimeAt(createdAt, timezone).date.slice(0, 7);
        counts.set(month, (counts.get(month) ?? 0) + 1);
      }
      return [...counts].map(([month, count]) => ({ month, clients: count })).sort((left, right) => compareText(left.month, right.month));
    },
    async orders(scope, id, page) {
      const found = ownOrders(scope, id);
      return pageRows(
        found.sort((left, right) => right.placedAt.getTime() - left.placedAt.getTime() || compareText(right.id, left.id)),
        page,
      );
    },
    openBalanceCents: async (scope, id) => openBalanceCents(ownOrders(scope, id)),
    async orderIds(scope, id, email) {
      const isTheirs = ({ clientId, customer }: Order) =>
        clientId === id || (clientId === null && email !== null && customer.email?.toLowerCase() === email);
      return ordersOf(scope)
        .filter(isTheirs)
        .map((order) => order.id)
        .sort(compareText);
    },
    async duplicates(scope, limit) {
      const groups = new Map<string, Client[]>();
      for (const client of listed(scope).sort(byAge)) {
        for (const key of likenessOf(client)) groups.set(key, [...(groups.get(key) ?? []), client]);
      }
      return [...groups]
        .filter(([, clients]) => clients.length > 1)
        .map(([key, clients]) => ({ key, reason: reasonOf(key), clients }))
        .sort((left, right) => LIKENESSES.indexOf(left.reason) - LIKENESSES.indexOf(right.reason) || compareText(left.key, right.key))
        .slice(0, limit)
        .map(({ reason, clients }) => ({ reason, clients }));
    },
  };
}

function isIn(keys: readonly string[], key: string | null): boolean {
  return key !== null && keys.includes(key);
}

function isAskedFor(client: Client, { kind, tag, consent, createdFrom, createdTo }: ClientFilter): boolean {
  return (
    (kind === undefined || client.kind === kind) &&
    (tag === undefined || client.tags.includes(tag)) &&
    (consent === undefined || consentState(client) === consent) &&
    (createdFrom === undefined || client.createdAt >= createdFrom) &&
    (createdTo === undefined || client.createdAt < createdTo)
  );
}

function consentState({ emailConsent }: Client): ConsentState {
  if (emailConsent === null) return 'unasked';
  return emailConsent.granted ? 'granted' : 'withdrawn';
}

interface Known {
  readonly client: Client;
  readonly figures: ClientFigures;
}

type Compare<Row> = (left: Row, right: Row) => number;

const byName: Compare<Known> = (left, right) =>
  compareText(sortName(left.client), sortName(right.client)) || compareText(left.client.id, right.client.id);
const byAge: Compare<Client> = (left, right) => left.createdAt.getTime() - right.createdAt.getTime() || compareText(left.id, right.id);
const byLastOrder: Compare<Known> = (left, right) => lastOrderMs(left) - lastOrderMs(right) || compareText(left.client.id, right.client.id);
const bySpending: Compare<Known> = (left, right) =>
  left.figures.spentCents - right.figures.spentCents || compareText(left.client.id, right.client.id);

/** Before every order, for who has none. */
function lastOrderMs({ figures }: Known): number {
  return figures.lastOrderAt?.getTime() ?? Number.MIN_SAFE_INTEGER;
}

const SORTED: Readonly<Record<ClientSort, Compare<Known>>> = {
  name: byName,
  '-name': (left, right) => byName(right, left),
  createdAt: (left, right) => byAge(left.client, right.client),
  '-createdAt': (left, right) => byAge(right.client, left.client),
  lastOrderAt: byLastOrder,
  '-lastOrderAt': (left, right) => byLastOrder(right, left),
  totalSpent: bySpending,
  '-totalSpent': (left, right) => bySpending(right, left),
};
