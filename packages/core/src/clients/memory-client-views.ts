import { compareText } from '../kit/compare-text.js';
import { rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import type { Client } from './client.js';
import { LIKENESSES, likenessOf, reasonOf } from './client-likeness.js';
import type { ClientFilter, ClientSort, ClientViews, ConsentState } from './client-store.js';
import { clientSearch, clientWords, sortName } from './client-words.js';
import { type KnownClient, knownClient, listedClients, makeMemoryClientSales, type SoldRows } from './memory-client-sales.js';
import type { ClientTables } from './memory-client-store.js';

/** Reads of clients without a database. */
export function makeMemoryClientViews({ clients, events, notes }: ClientTables, sold: SoldRows): ClientViews {
  const { orders } = sold;
  const all = (scope: Scope) => rowsOfSite(clients.committed, scope);
  const own = (scope: Scope) => all(scope).filter(({ mergedInto }) => mergedInto === null);
  const listed = (scope: Scope) => listedClients(clients, scope);
  const mergedInto = (scope: Scope, id: string) =>
    all(scope)
      .filter((client) => client.mergedInto === id)
      .sort((left, right) => left.updatedAt.getTime() - right.updatedAt.getTime() || compareText(left.id, right.id))
      .map((client) => client.id);

  return {
    ...makeMemoryClientSales({ clients }, sold),
    get: async (scope, id) => all(scope).find((client) => client.id === id) ?? null,
    byIds: async (scope, ids) => all(scope).filter(({ id }) => ids.includes(id)),
    byEmail: async (scope, email) => own(scope).find((client) => client.email === email.toLowerCase()) ?? null,
    byKeys: async (scope, emails, externalIds) =>
      own(scope).filter(({ email, externalId }) => isIn(emails, email) || isIn(externalIds, externalId)),
    list: async (scope, filter) => {
      const wanted = wantedWords(clientSearch(filter.search));
      const found = listed(scope)
        .filter((client) => isAskedFor(client, filter) && hasWords(clientWords(client), wanted))
        .map((client) => knownClient(client, orders, scope))
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

type Compare<Row> = (left: Row, right: Row) => number;

const byName: Compare<KnownClient> = (left, right) =>
  compareText(sortName(left.client), sortName(right.client)) || compareText(left.client.id, right.client.id);
const byAge: Compare<Client> = (left, right) => left.createdAt.getTime() - right.createdAt.getTime() || compareText(left.id, right.id);
const byLastOrder: Compare<KnownClient> = (left, right) =>
  lastOrderMs(left) - lastOrderMs(right) || compareText(left.client.id, right.client.id);
const bySpending: Compare<KnownClient> = (left, right) =>
  left.figures.spentCents - right.figures.spentCents || compareText(left.client.id, right.client.id);

/** Before every order, for who has none. */
function lastOrderMs({ figures }: KnownClient): number {
  return figures.lastOrderAt?.getTime() ?? Number.MIN_SAFE_INTEGER;
}

const SORTED: Readonly<Record<ClientSort, Compare<KnownClient>>> = {
  name: byName,
  '-name': (left, right) => byName(right, left),
  createdAt: (left, right) => byAge(left.client, right.client),
  '-createdAt': (left, right) => byAge(right.client, left.client),
  lastOrderAt: byLastOrder,
  '-lastOrderAt': (left, right) => byLastOrder(right, left),
  totalSpent: bySpending,
  '-totalSpent': (left, right) => bySpending(right, left),
};
