import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { ApiKey, KeyKind } from './api-key.js';

/** Calls made with a key on one UTC day. */
export interface KeyUse {
  readonly tenantId: string;
  readonly keyId: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly calls: number;
  readonly lastUsedAt: Date;
}

export interface ApiKeyStore {
  /** Throws `duplicate` when the id is taken, `unknown_shop` when the establishment is not the tenant's. */
  create(scope: Scope, key: ApiKey): Promise<void>;
  /** Locks the key of this kind, stores what `decide` makes of it and returns it. Throws `unknown_record`. */
  change(scope: Scope, kind: KeyKind, id: string, decide: (key: ApiKey) => ApiKey): Promise<ApiKey>;
  /** Adds uses to what was counted, and moves `lastUsedAt` forward. Of any tenants at once: hosts collect uses and write them together. */
  countUses(uses: readonly KeyUse[]): Promise<void>;
}

export interface ApiKeyFilter extends PageInput {
  /** False: neither revoked nor expired ones. */
  readonly ended?: boolean | undefined;
}

export interface ApiKeyViews {
  /** The key with this public id, of any tenant: how a call with a key is recognised. Null when there is none. */
  byId(kind: KeyKind, id: string): Promise<ApiKey | null>;
  get(scope: Scope, kind: KeyKind, id: string): Promise<ApiKey | null>;
  /** The establishment's keys, newest first; `search` looks in names. `now` decides which have ended. */
  list(scope: Scope, kind: KeyKind, filter: ApiKeyFilter, now: Date): Promise<Page<ApiKey>>;
  /** Uses per day since the day, oldest first; days without calls are absent. */
  uses(scope: Scope, id: string, sinceDay: string): Promise<readonly { readonly day: string; readonly calls: number }[]>;
}
