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
