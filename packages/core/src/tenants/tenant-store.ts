import type { Page, PageInput } from '../kit/page.js';
import type { TenantScope } from '../kit/scope.js';
import type { Tenant } from './tenant.js';

/** Organisations. Those who reach them across tenants are super-admins, so `create` and the lists take no scope. */
export interface TenantStore {
  /** Throws `duplicate` when the id exists. */
  create(tenant: Tenant): Promise<void>;
  /** Locks the tenant of the scope, stores what `decide` makes of it and returns it. Throws `unknown_record`. */
  change(scope: TenantScope, decide: (tenant: Tenant) => Tenant): Promise<Tenant>;
}

export interface TenantFilter extends PageInput {
  readonly status?: Tenant['status'] | undefined;
}

/** How much of the product an organisation uses. */
export interface TenantUsage {
  readonly sites: number;
  readonly members: number;
  readonly items: number;
  /** Orders placed since the instant that was asked about. */
  readonly orders: number;
  /** Keys of any kind that nobody has revoked. */
  readonly apiKeys: number;
}

export interface TenantViews {
  /** The tenant of the scope; null when there is none, or it was deleted. */
  get(scope: TenantScope): Promise<Tenant | null>;
  /** Every organisation that was not deleted, by name; takes no scope. */
  list(filter: TenantFilter): Promise<Page<Tenant>>;
  usage(scope: TenantScope, since: Date): Promise<TenantUsage>;
}

/** Settings of an organisation: a key and any JSON value. */
export interface TenantSettingsStore {
  /** Undefined when the key was never set. */
  get(scope: TenantScope, key: string): Promise<unknown>;
  /** Sets or replaces. A value of undefined removes the key. Throws `unknown_record` when there is no such organisation. */
  set(scope: TenantScope, key: string, value: unknown): Promise<void>;
  /** Every key with its value, by key. */
  list(scope: TenantScope): Promise<ReadonlyMap<string, unknown>>;
}
