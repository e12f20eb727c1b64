import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { Scope } from '../kit/scope.js';
import type { Client } from './client.js';
import type { ClientEvent, ClientHistoryEntry, ClientNote } from './client-event.js';
import type { ClientDecision, ClientStore } from './client-store.js';

/** An event and its place among all of them. */
export interface KeptClientEvent extends ClientHistoryEntry {
  readonly id: string;
  readonly sequence: number;
}

export interface ClientTables {
  readonly clients: CrudTable<Client>;
  readonly events: CrudTable<KeptClientEvent>;
  readonly notes: CrudTable<ClientNote>;
}

/** Clients without a database. */
export function makeMemoryClientStore(
  { clients, events, notes }: ClientTables,
  { inUse, gone }: { readonly inUse: (id: string) => boolean; readonly gone: (scope: Scope, id: string) => void },
): ClientStore {
  const put = (scope: Scope, client: Client) => clients.set(crudKey(scope, client.id), owned(scope, client));
  const find = (scope: Scope, id: string) => clients.get(crudKey(scope, id))?.row;
  const notesOf = (scope: Scope, clientId: string) => rowsOfSite(notes, scope).filter((note) => note.clientId === clientId);

  let sequence = 0;

  function append(scope: Scope, clientId: string, event: ClientEvent): void {
    sequence += 1;
    const id = String(sequence);
    events.set(crudKey(scope, id), owned(scope, { ...event, id, clientId, sequence }));
  }

  function mustBeAlone(scope: Scope, client: Client): void {
    if (client.mergedInto !== null) return;
    const others = rowsOfSite(clients, scope).filter(({ id, mergedInto }) => id !== client.id && mergedInto === null);
    const taken = others.some((other) => sameKey(other.email, client.email) || sameKey(other.externalId, client.externalId));
    if (taken) throw new DomainError('duplicate');
  }

  function keep(scope: Scope, { client, event }: ClientDecision): Client {
    mustBeAlone(scope, client);
    put(scope, client);
    append(scope, client.id, event);
    return client;
  }

  return {
    async create(scope, fresh, event) {
      for (const client of fresh) {
        if (find(scope, client.id) !== undefined) throw new DomainError('duplicate');
        keep(scope, { client, event });
      }
    },
    lock: async (scope, ids) => ids.flatMap((id) => find(scope, id) ?? []),
    async change(scope, id, decide) {
      const before = find(scope, id);
      if (before === undefined) throw new DomainError('unknown_record');
      const decision = decide(before);
      return decision === null ? before : keep(scope, decision);
    },
    async changeAll(scope, ids, decide) {
      const befores = ids.flatMap((id) => find(scope, id) ?? []).toSorted((left, right) => compareText(left.id, right.id));
      const decisions = decide(new Map(befores.map((client) => [client.id, client])));
      for (const decision of mergedFirst(decisions)) keep(scope, decision);
      return decisions.map(({ client }) => client);
    },
    async delete(scope, id) {
      if (find(scope, id) === undefined) throw new DomainError('unknown_record');
      const merged = rowsOfSite(clients, scope).some(({ mergedInto }) => mergedInto === id);
      if (merged || inUse(id)) throw new DomainError('in_use');
      clients.delete(crudKey(scope, id));
      gone(scope, id);
      for (const note of notesOf(scope, id)) notes.delete(crudKey(scope, note.id));
      for (const event of rowsOfSite(events, scope)) if (event.clientId === id) events.delete(crudKey(scope, event.id));
    },
    async addNote(scope, note) {
      if (find(scope, note.clientId) === undefined) throw new DomainError('unknown_record');
      notes.set(crudKey(scope, note.id), owned(scope, note));
    },
    async removeNote(scope, clientId, noteId) {
      const mine = notesOf(scope, clientId).some(({ id }) => id === noteId);
      return mine && notes.delete(crudKey(scope, noteId));
    },
    async moveNotes(scope, fromId, intoId) {
      for (const note of notesOf(scope, fromId)) notes.set(crudKey(scope, note.id), owned(scope, { ...note, clientId: intoId }));
    },
    async dropNotes(scope, clientId) {
      for (const note of notesOf(scope, clientId)) notes.delete(crudKey(scope, note.id));
    },
  };
}

/** Merged clients before the others. */
export function mergedFirst(decisions: readonly ClientDecision[]): readonly ClientDecision[] {
  const isMerged = ({ client }: ClientDecision) => client.mergedInto !== null;
  return [...decisions.filter(isMerged), ...decisions.filter((decision) => !isMerged(decision))];
}

function owned<Row>({ tenantId, siteId }: Scope, row: Row) {
  return { tenantId, siteId, row };
}

function sameKey(left: string | null, right: string | null): boolean {
  return left !== null && left === right;
}
