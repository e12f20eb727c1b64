import type { AuditEntry, AuditFilter } from '@comptoir/core/audit/audit-entry.js';
import type { AuditStore, AuditViews } from '@comptoir/core/audit/audit-store.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { json } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import type { AuditEntryTable } from './audit-tables.js';

export function makeKyselyAudit(db: Handle): AuditStore {
  return {
    async append(entry) {
      const { id, at, actor, action, address } = entry;
      await db
        .insertInto('audit_entries')
        .values({
          id,
          at,
          actor,
          action,
          address,
          tenant_id: entry.tenantId,
          site_id: entry.siteId,
          session_id: entry.sessionId,
          subject_id: entry.subjectId,
          input: json(entry.input),
          request_id: entry.requestId,
        })
        .execute();
    },
  };
}

export function makeKyselyAuditViews(db: Handle): AuditViews {
  return {
    async list(scope, filter) {
      const chosen = db.selectFrom('audit_entries').selectAll().where(chosenBy(scope, filter));
      const { items, ...page } = await readPage(chosen.orderBy('at', 'desc').orderBy('id', 'desc'), filter);
      return { items: items.map(entryOf), ...page };
    },
  };
}

function chosenBy({ tenantId }: TenantScope, { search, action, actor, subjectId, from, to }: AuditFilter): RawBuilder<boolean> {
  const conditions = [
    sql`tenant_id = ${uuidOf(tenantId)}`,
    matches([sql.ref('action'), sql.ref('actor'), sql.ref('subject_id')], search),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
    ...(subjectId === undefined ? [] : [sql`subject_id = ${subjectId}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(to === undefined ? [] : [sql`at < ${to}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function entryOf(row: Selectable<AuditEntryTable>): AuditEntry {
  const { id, at, actor, action, input, address } = row;
  return {
    id,
    at,
    actor,
    action,
    input,
    address,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    sessionId: row.session_id,
    subjectId: row.subject_id,
    requestId: row.request_id,
  };
}
