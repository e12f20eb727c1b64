import { compareText } from '../catalogue/item.js';
import { rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import type { Client } from './client.js';
import type { ClientFilter, ClientSort, ClientViews, ConsentState } from './client-store.js';
import { clientSearch, clientWords, sortName } from './client-words.js';
import type { ClientTables } from './memory-client-store.js';

/** Reads of clients without a database. */
export function makeMemoryClientViews({ clients, events, notes }: ClientTables): ClientViews {
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
      const found = listed(scope).filter((client) => isAskedFor(client, filter) && hasWords(clientWords(client), wanted));
      return pageRows(found.sort(SORTED[filter.sort ?? 'name']), filter);
    },
    mergedInto: async (scope, id) => mergedInto(scope, id),
    async history(scope, id, page) {
      const ids = [id, ...mergedInto(scope, id)];
      const found = rowsOfSite(events.committed, scope).filter(({ clientId }) => ids.includes(clientId));
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

type Compare = (left: Client, right: Client) => number;

const byName: Compare = (left, right) => compareText(sortName(left), sortName(right)) || compareText(left.id, right.id);
const byAge: Compare = (left, right) => left.createdAt.getTime() - right.createdAt.getTime() || compareText(left.id, right.id);

const SORTED: Readonly<Record<ClientSort, Compare>> = {
  name: byName,
  '-name': (left, right) => byName(right, left),
  createdAt: byAge,
  '-createdAt': (left, right) => byAge(right, left),
};
