import type { Client } from '@comptoir/core/clients/client.js';
import type { ClientDecision, ClientStore } from '@comptoir/core/clients/client-store.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asInUse, asUnknownRecord } from '../kit/db-errors.js';
import { jsonText } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';
import { clientsById, ofSite } from './client-conditions.js';
import { type ClientRow, clientOf, clientRowOf } from './client-rows.js';

export function makeKyselyClientStore(db: Handle): ClientStore {
  return {
    async create(scope, clients, event) {
      await insertClients(db, scope, clients);
      await appendEvents(
        db,
        scope,
        clients.map((client) => ({ client, event })),
      );
    },

    lock: (scope, ids) => lock(db, scope, ids),

    async change(scope, id, decide) {
      const [before] = await lock(db, scope, [id]);
      if (before === undefined) throw new DomainError('unknown_record');
      const decision = decide(before);
      if (decision === null) return before;
      await keep(db, scope, [decision]);
      return decision.client;
    },

    async changeAll(scope, ids, decide) {
      const befores = await lock(db, scope, ids);
      const decisions = decide(new Map(befores.map((client) => [client.id, client])));
      await keep(db, scope, decisions);
      return decisions.map(({ client }) => client);
    },

    async delete(scope, id) {
      const { numDeletedRows } = await db
        .deleteFrom('clients')
        .where(ofSite(scope))
        .where('id', '=', uuidOf(id))
        .executeTakeFirstOrThrow()
        .catch(asInUse);
      if (numDeletedRows === 0n) throw new DomainError('unknown_record');
    },

    async addNote({ tenantId, siteId }, { id, clientId, text, author, at }) {
      const owner = { tenant_id: tenantId, site_id: siteId, client_id: uuidOf(clientId) };
      await db
        .insertInto('client_notes')
        .values({ ...owner, id, text, author, at })
        .execute()
        .catch(asUnknownRecord);
    },

    async removeNote(scope, clientId, noteId) {
      const { numDeletedRows } = await db
        .deleteFrom('client_notes')
        .where(ofSite(scope))
        .where('client_id', '=', uuidOf(clientId))
        .where('id', '=', uuidOf(noteId))
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async moveNotes(scope, fromId, intoId) {
      await db
        .updateTable('client_notes')
        .set({ client_id: intoId })
        .where(ofSite(scope))
        .where('client_id', '=', uuidOf(fromId))
        .execute();
    },

    async dropNotes(scope, clientId) {
      await db.deleteFrom('client_notes').where(ofSite(scope)).where('client_id', '=', uuidOf(clientId)).execute();
    },
  };
}

/** Merged or not; in the order of their ids, so that nobody waits in a circle. */
async function lock(db: Handle, scope: Scope, ids: readonly string[]): Promise<readonly Client[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ClientRow>`select client.* from ${clientsById(scope, ids, true)}`.execute(db);
  return rows.map(clientOf);
}

/** Merged ones first, so that their mail address and external id are free for the others. */
async function keep(db: Handle, scope: Scope, decisions: readonly ClientDecision[]): Promise<void> {
  const clients = decisions.map(({ client }) => client);
  await updateClients(
    db,
    scope,
    clients.filter(({ mergedInto }) => mergedInto !== null),
  );
  await updateClients(
    db,
    scope,
    clients.filter(({ mergedInto }) => mergedInto === null),
  );
  await appendEvents(db, scope, decisions);
}

/** One statement with one parameter, however many there are. */
async function insertClients(db: Handle, scope: Scope, clients: readonly Client[]): Promise<void> {
  const rows = clients.map((client) => clientRowOf(scope, client));
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`
    insert into clients (${columns})
    select ${columns} from jsonb_populate_recordset(null::clients, ${jsonText(rows)}::jsonb)`.execute(db);
}

async function updateClients(db: Handle, scope: Scope, clients: readonly Client[]): Promise<void> {
  const rows = clients.map((client) => clientRowOf(scope, client));
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql.ref(`changed.${column}`)));
  await sql`
    update clients set (${names}) = row (${values})
    from jsonb_populate_recordset(null::clients, ${jsonText(rows)}::jsonb) changed
    where clients.tenant_id = changed.tenant_id and clients.site_id = changed.site_id and clients.id = changed.id`.execute(db);
}

async function appendEvents(db: Handle, { tenantId, siteId }: Scope, happenings: readonly ClientDecision[]): Promise<void> {
  const rows = happenings.map(({ client, event }) => ({ ...event, client_id: client.id }));
  if (rows.length === 0) return;
  await sql`
    insert into client_events (tenant_id, site_id, client_id, kind, at, actor, facts)
    select ${tenantId}::uuid, ${siteId}::uuid, event.client_id, event.kind, event.at, event.actor, event.facts
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as event (client_id uuid, kind text, at timestamptz, actor text, facts jsonb)`.execute(
    db,
  );
}
