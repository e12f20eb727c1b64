import type { Scope } from '../kit/scope.js';

/** Settings of an establishment: a key such as `webhook.secret` and any JSON value. */
export interface SettingsStore {
  /** Undefined when the key was never set. */
  get(scope: Scope, key: string): Promise<unknown>;
  /** Sets or replaces. A value of undefined is not JSON and removes the key. */
  set(scope: Scope, key: string, value: unknown): Promise<void>;
  /** Every key with its value, by key. */
  list(scope: Scope): Promise<ReadonlyMap<string, unknown>>;
}

/** What hosts and screens read of settings. */
export interface SettingsViews extends Pick<SettingsStore, 'list'> {
  /** The establishments that have set the key, of all tenants: for work of the host itself. */
  sitesWith(key: string): Promise<readonly Pick<Scope, 'tenantId' | 'siteId'>[]>;
}
