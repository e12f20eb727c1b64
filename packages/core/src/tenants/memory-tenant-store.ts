import type { ApiKey } from '../api-keys/api-key.js';
import type { Product } from '../catalogue/item.js';
import type { Member } from '../identity/user.js';
import { DomainError } from '../kit/errors.js';
import type { CrudRows } from '../kit/memory-crud-store.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Order } from '../orders/order.js';
import type { Site } from '../sites/site.js';
import type { Tenant } from './tenant.js';
import type { TenantSettingsStore, TenantStore, TenantViews } from './tenant-store.js';

/** Organisations without a database; `counted` is what their use is counted from. */
export function makeMemoryTenants(
  tenants: MemoryTable<Tenant>,
  counted: {
    readonly sites: MemoryTable<Site>;
    readonly members: MemoryTable<Member>;
    readonly items: CrudRows<Product> & { readonly committed: CrudRows<Product> };
    readonly orders: MemoryTable<Order>;
    readonly apiKeys: MemoryTable<ApiKey>;
  },
): { store: TenantStore; views: TenantViews } {
  return {
    store: {
      async create(tenant) {
        if (tenants.get(tenant.id) !== undefined) throw new DomainError('duplicate');
        tenants.set(tenant.id, tenant);
      },
      async change(scope, decide) {
        const before = tenants.get(scope.tenantId);
        if (before === undefined || before.status === 'deleted') throw new DomainError('unknown_record');
        const after = { ...decide(before), id: before.id };
        tenants.set(after.id, after);
        return after;
      },
    },
    views: {
      async get({ tenantId }) {
        const tenant = tenants.committed.get(tenantId);
        return tenant === undefined || tenant.status === 'deleted' ? null : tenant;
      },
      async list(filter) {
        const search = filter.search?.toLowerCase() ?? '';
        const matching = [...tenants.committed.values()]
          .filter(({ status }) => status !== 'deleted' && (filter.status === undefined || status === filter.status))
          .filter(({ name }) => name.toLowerCase().includes(search))
          .sort(byName);
        return pageRows(matching, filter);
      },
      async usage({ tenantId }, since) {
        const own = <Row extends { readonly tenantId: string }>(rows: MemoryRows<Row>) =>
          [...rows.values()].filter((row) => row.tenantId === tenantId);
        return {
          sites: own(counted.sites.committed).length,
          members: own(counted.members.committed).length,
          items: own(counted.items.committed).filter(({ row }) => row.deletedAt === null).length,
          orders: own(counted.orders.committed).filter(({ placedAt }) => placedAt >= since).length,
          apiKeys: own(counted.apiKeys.committed).filter(({ revokedAt }) => revokedAt === null).length,
        };
      },
    },
  };
}

/** Settings of organisations without a database. */
export function makeMemoryTenantSettings(
  table: MemoryTable<ReadonlyMap<string, unknown>>,
  tenants: MemoryRows<Tenant>,
): TenantSettingsStore {
  const all = (tenantId: string) => table.get(tenantId) ?? new Map<string, unknown>();
  return {
    get: async ({ tenantId }, key) => all(tenantId).get(key),
    async set({ tenantId }, key, value) {
      if (tenants.get(tenantId) === undefined) throw new DomainError('unknown_record');
      const others = [...all(tenantId)].filter(([name]) => name !== key);
      table.set(tenantId, new Map(value === undefined ? others : [...others, [key, value]]));
    },
    list: async ({ tenantId }) => new Map([...all(tenantId)].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

function byName(left: Tenant, right: Tenant): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}
