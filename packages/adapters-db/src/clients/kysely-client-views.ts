import { LIKENESSES, reasonOf } from '@comptoir/core/clients/client-likeness.js';
import type { ClientViews } from '@comptoir/core/clients/client-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { hasKey } from '../kit/has-key.js';
import { jsonText } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { clientsById, isListed, ofSite, texts } from './client-conditions.js';
import { type ClientRow, clientOf } from './client-rows.js';
import { makeKyselyClientSales } from './kysely-client-sales.js';
import { listClients } from './list-clients.js';

export function makeKyselyClientViews(db: Handle): ClientViews {
  const clients = (scope: Scope) => db.selectFrom('clients').selectAll().where(ofSite(scope));

  async function clientsOf(scope: Scope, ids: readonly string[]) {
    const { rows } = await sql<ClientRow>`select client.* from ${clientsById(scope, ids)}`.execute(db);
    return rows.map(clientOf);
  }

  return {
    ...makeKyselyClientSales(db),

    async get(scope, id) {
      const row = await clients(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : clientOf(row);
    },

    byIds: (scope, ids) => clientsOf(scope, ids),

    async byEmail(scope, email) {
      const row = await clients(scope).where('merged_into', 'is', null).where('email', '=', email.toLowerCase()).executeTakeFirst();
      return row === undefined ? null : clientOf(row);
    },

    async byKeys(scope, emails, externalIds) {
      const keyed = (column: 'email' | 'external_id', keys: readonly string[]) => sql`
        select found.id from jsonb_array_elements_text(${jsonText(keys)}::jsonb) as wanted (key)
        cross join lateral (
          select id from clients where merged_into is null
            and ${hasKey([column, 'site_id', 'tenant_id'], [sql`wanted.key`, sql`${scope.siteId}::uuid`, sql`${scope.tenantId}::uuid`])} offset 0
        ) as found`;
      const { rows } = await sql<{ readonly id: string }>`${keyed('email', emails)} union ${keyed('external_id', externalIds)}`.execute(db);
      const ids = rows.map(({ id }) => id);
      return ids.length === 0 ? [] : clientsOf(scope, ids);
    },

    list: (scope, filter) => listClients(db, scope, filter),

    async mergedInto(scope, id) {
      const rows = await db
        .selectFrom('clients')
        .select('id')
        .where(ofSite(scope))
        .where('merged_into', '=', uuidOf(id))
        .orderBy('updated_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    },

    async history(scope, id, { onlyConsents = false, ...page }) {
      const events = db
        .selectFrom('client_events')
        .select(['kind', 'at', 'actor', 'facts', 'client_id as clientId'])
        .where(ofSite(scope))
        .where(
          sql<boolean>`client_id = any (array(
            select ${uuidOf(id)}::uuid union all
            select merged.id from clients merged
            where merged.merged_into = ${uuidOf(id)} and merged.tenant_id = ${scope.tenantId} and merged.site_id = ${scope.siteId}))`,
        )
        .where(onlyConsents ? sql<boolean>`facts ? 'granted'` : sql<boolean>`true`);
      return readPage(events.orderBy('at', 'desc').orderBy('sequence', 'desc'), page);
    },

    async notes(scope, id, filter) {
      const notes = db
        .selectFrom('client_notes')
        .select(['id', 'client_id as clientId', 'text', 'author', 'at'])
        .where(ofSite(scope))
        .where('client_id', '=', uuidOf(id));
      return readPage(notes.orderBy('at', 'desc').orderBy('id', 'desc'), filter);
    },

    async tags(scope) {
      const { rows } = await sql<{ readonly tag: string; readonly clients: number }>`
        select tag, count(*) as clients from clients, unnest(tags) as tag
        where ${ofSite(scope)} and ${isListed} group by tag order by tag collate "C"`.execute(db);
      return rows;
    },

    async duplicates(scope, limit) {
      const { rows: groups } = await sql<{ readonly key: string; readonly ids: readonly string[] }>`
        select key, array_agg(id order by created_at, id) as ids from clients, unnest(likeness) as key
        where ${ofSite(scope)} and ${isListed} group by key having count(*) > 1
        order by array_position(${texts(LIKENESSES)}, split_part(key, ' ', 1)), key collate "C" limit ${limit}`.execute(db);
      const found = await this.byIds(
        scope,
        groups.flatMap(({ ids }) => ids),
      );
      const byId = new Map(found.map((client) => [client.id, client]));
      return groups.map(({ key, ids }) => ({ reason: reasonOf(key), clients: ids.flatMap((id) => byId.get(id) ?? []) }));
    },
  };
}
