import type { GroupFilter, GroupStore, GroupViews } from '@comptoir/core/groups/group-store.js';
import type { VisitorGroup } from '@comptoir/core/groups/visitor-group.js';
import { idCursorPage, readIdCursor } from '@comptoir/core/kit/id-cursor.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { makeKyselyVersionedStore, makeKyselyVersionedViews, type VersionedTable, versionedRows } from '../kit/versioned-store.js';

const GROUPS: VersionedTable<VisitorGroup> = {
  name: 'visitor_groups',
  columns: {
    id: 'id',
    status: 'status',
    kind: 'kind',
    name: 'name',
    contact: 'contact',
    size: 'size',
    guided: 'guided',
    guide: 'guide',
    language: 'language',
    wishedOn: 'wished_on',
    sessionId: 'session_id',
    quote: 'quote',
    invoiceId: 'invoice_id',
    notes: 'notes',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: ['contact', 'quote'],
  derived: ({ name, contact }) => ({ searched: `${name}\n${contact.name}\n${contact.email ?? ''}` }),
  counters: [],
  orderBy: [sql`id collate "C" desc`],
  searched: ['searched'],
};

export function makeKyselyGroups(db: Handle): GroupStore {
  const { create, change } = makeKyselyVersionedStore(db, GROUPS);
  return { create, change };
}

export function makeKyselyGroupViews(db: Handle): GroupViews {
  const { get } = makeKyselyVersionedViews(db, GROUPS);
  const { tableName, ofSite, selected, read } = versionedRows<VisitorGroup>(db, GROUPS);
  const asked = (scope: Scope, { status, sessionId }: GroupFilter): RawBuilder<unknown> =>
    sql.join(
      [
        ofSite(scope),
        ...(status === undefined ? [] : [sql`status = ${status}`]),
        ...(sessionId === undefined ? [] : [sql`session_id = ${sessionId}`]),
      ],
      sql` and `,
    );
  return {
    get,
    async list(scope, { page, pageSize, search, ...filter }) {
      const matching = sql`${asked(scope, filter)} and ${matches([sql.ref('searched')], search)}`;
      const { rows } = await sql<{ total: number }>`select count(*) as total from ${tableName} where ${matching}`.execute(db);
      const items = await read(sql`
        select ${selected} from ${tableName} where ${matching}
        order by id collate "C" desc limit ${pageSize} offset ${(page - 1) * pageSize}`);
      return { items, total: rows[0]?.total ?? 0, page, pageSize };
    },
    ofEmail: (scope, email) =>
      read(sql`
        select ${selected} from ${tableName} where ${ofSite(scope)} and contact ->> 'email' = ${email} order by id collate "C" desc`),
    async listAfter(scope, { cursor, limit, ...filter }) {
      const last = readIdCursor(cursor);
      const after = last === null ? sql`true` : sql`id collate "C" < ${last}`;
      const rows = await read(sql`
        select ${selected} from ${tableName} where ${asked(scope, filter)} and ${after}
        order by id collate "C" desc limit ${limit + 1}`);
      return idCursorPage(rows, limit);
    },
  };
}
