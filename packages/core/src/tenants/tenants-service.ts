import type { Membership } from '../identity/user.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Page } from '../kit/page.js';
import type { Identity } from '../kit/procedure.js';
import { RateLimited } from '../kit/rate-limit.js';
import { NOBODYS_ID, type TenantScope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { Transact } from '../kit/transact.js';
import type { Stores, Views } from '../stores.js';
import type { Tenant } from './tenant.js';
import type { TenantFilter } from './tenant-store.js';

/** Organisations, for those who belong to them and for super-admins. */
export interface TenantsService {
  /** Every organisation for a super-admin; their own for everybody else. By name. */
  list(by: Identity, filter: TenantFilter): Promise<Page<Tenant>>;
  /** An organisation of the caller's own, or any for a super-admin. Throws `unknown_record`. */
  get(by: Identity, tenantId: string): Promise<Tenant>;
  /**
   * A new organisation that the caller owns. Throws `forbidden` (their address is not proved), `rate_limited` (5 a day; a
   * super-admin makes as many as they like).
   */
  create(by: Identity, name: string): Promise<Tenant>;
  /** Throws `unknown_record`. */
  rename(scope: TenantScope, name: string): Promise<Tenant>;
  /** Ends it for everybody at once; its records are kept. Throws `unknown_record`. */
  delete(scope: TenantScope): Promise<Tenant>;
  /** From now on only a super-admin may act for it. Throws `unknown_record`. */
  suspend(scope: TenantScope, reason: string): Promise<Tenant>;
  resume(scope: TenantScope): Promise<Tenant>;
  /**
   * Throws unless the caller may act for it: `unknown_record` (not theirs, or no establishment of it), `tenant_suspended`.
   * A super-admin may act for any.
   */
  requireMayActFor(by: Identity, tenantId: string, siteId: string | null): Promise<void>;
}

export interface TenantsDeps {
  readonly transact: Transact<Pick<Stores, 'members' | 'rateLimits' | 'tenants' | 'users'>>;
  readonly views: Pick<Views, 'members' | 'sites' | 'tenants'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signals: Signals;
}

/** New organisations per person. */
const NEW_PER_DAY = { limit: 5, windowSecs: 86_400 };

export function makeTenantsService({ transact, views, clock, ids, signals }: TenantsDeps): TenantsService {
  async function change(scope: TenantScope, decide: (tenant: Tenant) => Tenant): Promise<Tenant> {
    const tenant = await transact(scope, ({ tenants }) => tenants.change(scope, decide));
    signals.send({ kind: 'identity-changed', userId: null });
    return tenant;
  }

  async function existing({ userId }: Identity, tenantId: string): Promise<Tenant> {
    const tenant = await views.tenants.get({ tenantId, actor: { kind: 'user', userId } });
    if (tenant === null) throw new DomainError('unknown_record');
    return tenant;
  }

  async function membershipOf({ userId }: Identity, tenantId: string): Promise<Membership> {
    const membership = (await views.members.ofUser(userId)).find((own) => own.tenantId === tenantId && own.active);
    if (membership === undefined) throw new DomainError('unknown_record');
    return membership;
  }

  return {
    async list(by, filter) {
      if (isSuperAdmin(by)) return views.tenants.list(filter);
      const search = filter.search?.toLowerCase() ?? '';
      const own = (await views.members.ofUser(by.userId))
        .filter(({ active, tenantName }) => active && tenantName.toLowerCase().includes(search))
        .filter(({ tenantActive }) => filter.status === undefined || (filter.status === 'active') === tenantActive);
      const start = (filter.page - 1) * filter.pageSize;
      const items = await Promise.all(own.slice(start, start + filter.pageSize).map(({ tenantId }) => existing(by, tenantId)));
      return { items, total: own.length, page: filter.page, pageSize: filter.pageSize };
    },

    async get(by, tenantId) {
      if (!isSuperAdmin(by)) await membershipOf(by, tenantId);
      return existing(by, tenantId);
    },

    async create(by, name) {
      const { userId } = by;
      const actor = { kind: 'user', userId } as const;
      const tenant: Tenant = { id: ids.uuid(), name, status: 'active', suspendedReason: null, createdAt: clock.now() };
      const scope = { tenantId: tenant.id, actor };
      await transact(scope, async ({ members, rateLimits, tenants, users }) => {
        const user = await users.byId(userId);
        if (user?.emailVerifiedAt == null) throw new DomainError('forbidden', { message: 'Prove your address first.' });
        const nowhere = { tenantId: NOBODYS_ID, siteId: NOBODYS_ID, actor };
        const rate = isSuperAdmin(by) ? null : await rateLimits.take(nowhere, `new tenants ${userId}`, NEW_PER_DAY, clock.now());
        if (rate?.taken === false) throw new RateLimited(rate);
        await tenants.create(tenant);
        const assignments = [{ role: 'owner', siteId: null }] as const;
        await members.add(scope, { tenantId: tenant.id, userId, active: true, assignments, joinedAt: clock.now() });
      });
      signals.send({ kind: 'identity-changed', userId });
      return tenant;
    },

    rename: (scope, name) => change(scope, (tenant) => ({ ...tenant, name })),
    delete: (scope) => change(scope, (tenant) => ({ ...tenant, status: 'deleted' })),
    suspend: (scope, reason) => change(scope, (tenant) => ({ ...tenant, status: 'suspended', suspendedReason: reason })),
    resume: (scope) => change(scope, (tenant) => ({ ...tenant, status: 'active', suspendedReason: null })),

    async requireMayActFor(by, tenantId, siteId) {
      const tenant = await existing(by, tenantId);
      const held = isSuperAdmin(by) ? [{ siteId: null }] : (await membershipOf(by, tenantId)).assignments;
      if (tenant.status === 'suspended' && !isSuperAdmin(by)) throw new DomainError('tenant_suspended');
      const site = siteId === null ? null : await views.sites.get({ tenantId, siteId, actor: { kind: 'user', userId: by.userId } });
      const known = siteId === null || (site !== null && held.some((own) => own.siteId === null || own.siteId === siteId));
      if (!known) throw new DomainError('unknown_record');
    },
  };
}

function isSuperAdmin({ roles }: Identity): boolean {
  return roles.includes('super-admin');
}
