import { DomainError } from '@comptoir/core/kit/errors.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import type { Tenant } from '@comptoir/core/tenants/tenant.js';
import type { TenantStore, TenantUsage, TenantViews } from '@comptoir/core/tenants/tenant-store.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import type { TenantTable } from './tenant-tables.js';

export function makeKyselyTenants(db: Handle): TenantStore {
  return {
    async create(tenant) {
      await db.insertInto('tenants').values(rowOf(tenant)).execute();
    },

    async change({ tenantId }, decide) {
      const row = await kept(db).where('id', '=', uuidOf(tenantId)).forNoKeyUpdate().executeTakeFirst();
      if (row === undefined) throw new DomainError('unknown_record');
      const before = tenantOf(row);
      const after = { ...decide(before), id: before.id };
      await db.updateTable('tenants').set(rowOf(after)).where('id', '=', before.id).execute();
      return after;
    },
  };
}

export function makeKyselyTenantViews(db: Handle): TenantViews {
  return {
    async get({ tenantId }) {
      const row = await kept(db).where('id', '=', uuidOf(tenantId)).executeTakeFirst();
      return row === undefined ? null : tenantOf(row);
    },

    async list(filter) {
      const found = kept(db).where(matches([sql.ref('name')], filter.search).$castTo<boolean>());
      const matching = filter.status === undefined ? found : found.where('status', '=', filter.status);
      const { items, ...page } = await readPage(matching.orderBy(sql`name collate "C"`).orderBy('id'), filter);
      return { items: items.map(tenantOf), ...page };
    },

    async usage(scope, since) {
      const { rows } = await usageQuery(scope, since).execute(db);
      return rows[0] ?? { sites: 0, members: 0, items: 0, orders: 0, apiKeys: 0 };
    },
  };
}

/** The tenants that were not deleted. */
function kept(db: Handle) {
  return db.selectFrom('tenants').selectAll().where('status', '<>', 'deleted');
}

function usageQuery({ tenantId }: TenantScope, since: Date): RawBuilder<TenantUsage> {
  const own = sql`tenant_id = ${uuidOf(tenantId)}`;
  return sql`
    select
      (select count(*) from sites where ${own}) as sites,
      (select count(*) from members where ${own}) as members,
      (select count(*) from items where ${own} and deleted_at is null) as items,
      (select count(*) from orders where ${own} and placed_at >= ${since}) as orders,
      (select count(*) from api_keys where ${own} and revoked_at is null) as "apiKeys"`;
}

function rowOf({ id, name, status, suspendedReason, createdAt }: Tenant): TenantTable {
  return { id, name, status, suspended_reason: suspendedReason, created_at: createdAt };
}

function tenantOf(row: Selectable<TenantTable>): Tenant {
  const { id, name, status } = row;
  return { id, name, status, suspendedReason: row.suspended_reason, createdAt: row.created_at };
}
