import type { ClientFilter, ClientSort, ClientViews, ConsentState } from '@comptoir/core/clients/client-store.js';
import { clientSearch } from '@comptoir/core/clients/client-words.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { hasWantedWords } from '../kit/search-words.js';
import { uuidOf } from '../kit/uuids.js';
import { clientOf } from './client-rows.js';

export function makeKyselyClientViews(db: Handle): ClientViews {
  const clients = (scope: Scope) => db.selectFrom('clients').selectAll().where(ofSite(scope));

  return {
    async get(scope, id) {
      const row = await clients(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : clientOf(row);
    },

    async byIds(scope, ids) {
      const rows = await clients(scope)
        .where(sql<boolean>`id = any (${texts(ids.map(uuidOf))}::uuid[])`)
        .execute();
      return rows.map(clientOf);
    },

    async byEmail(scope, email) {
      const row = await clients(scope).where('merged_into', 'is', null).where('email', '=', email.toLowerCase()).executeTakeFirst();
      return row === undefined ? null : clientOf(row);
    },

    async byKeys(scope, emails, externalIds) {
      const rows = await clients(scope)
        .where('merged_into', 'is', null)
        .where(sql<boolean>`(email = any (${texts(emails)}) or external_id = any (${texts(externalIds)}))`)
        .execute();
      return rows.map(clientOf);
    },

    async list(scope, filter) {
      const found = clients(scope).where(isListed).where(isAskedFor(filter));
      const { items, ...page } = await readPage(found.orderBy(ORDER[filter.sort ?? 'name']), filter);
      return { items: items.map(clientOf), ...page };
    },

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

    async history(scope, id, filter) {
      const events = db
        .selectFrom('client_events')
        .select(['kind', 'at', 'actor', 'facts', 'client_id as clientId'])
        .where(ofSite(scope))
        .where(
          sql<boolean>`client_id = any (array(
            select ${uuidOf(id)}::uuid union all
            select merged.id from clients merged
            where merged.merged_into = ${uuidOf(id)} and merged.tenant_id = ${scope.tenantId} and merged.site_id = ${scope.siteId}))`,
        );
      return readPage(events.orderBy('at', 'desc').orderBy('sequence', 'desc'), filter);
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
  };
}

function ofSite({ tenantId, siteId }: Scope): RawBuilder<boolean> {
  return sql`tenant_id = ${tenantId} and site_id = ${siteId}`;
}

/** As the indexes of the lists say it. */
const isListed = sql<boolean>`merged_into is null and anonymized_at is null`;

/** One parameter, however many texts there are; an array, so that they are looked up in the index. */
function texts(values: readonly string[]): RawBuilder<unknown> {
  return sql`array(select jsonb_array_elements_text(${jsonText(values)}::jsonb))`;
}

function isAskedFor({ search, kind, tag, consent, createdFrom, createdTo }: ClientFilter): RawBuilder<boolean> {
  const conditions = [
    hasWantedWords(sql.ref('search_words'), clientSearch(search)),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(tag === undefined ? [] : [sql`tags @> array[${tag}]`]),
    ...(consent === undefined ? [] : [CONSENTS[consent]]),
    ...(createdFrom === undefined ? [] : [sql`created_at >= ${createdFrom}`]),
    ...(createdTo === undefined ? [] : [sql`created_at < ${createdTo}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const CONSENTS: Readonly<Record<ConsentState, RawBuilder<unknown>>> = {
  granted: sql`(email_consent ->> 'granted')::boolean`,
  withdrawn: sql`not (email_consent ->> 'granted')::boolean`,
  unasked: sql`email_consent is null`,
};

const ORDER: Readonly<Record<ClientSort, RawBuilder<unknown>>> = {
  name: sql`sort_name collate "C", id`,
  '-name': sql`sort_name collate "C" desc, id desc`,
  createdAt: sql`created_at, id`,
  '-createdAt': sql`created_at desc, id desc`,
};
