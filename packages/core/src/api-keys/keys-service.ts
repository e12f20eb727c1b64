import type { Scope } from '../kit/scope.js';
import type { ApiKey, KeyKind, KeyRight } from './api-key.js';

export interface NewKey {
  readonly name: string;
  readonly right: KeyRight | null;
  readonly permissions: readonly string[];
  readonly ratePerHour: number | null;
  readonly networks: readonly string[];
  readonly origins: readonly string[];
  readonly expiresAt: Date | null;
}

/** What may change later: undefined leaves, null clears. */
export type KeyPatch = { readonly [Field in Exclude<keyof NewKey, 'right'>]?: NewKey[Field] | undefined };

/** A key together with its secret text, which is shown this once and never again. */
export interface ShownKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** A key that was recognised, and the scope a call with it acts in. */
export interface KeyCaller {
  readonly key: ApiKey;
  readonly scope: Scope;
}

/** Keys of establishments: the keyed API's, the feeds' and the widget's. */
export interface KeysService {
  create(scope: Scope, kind: KeyKind, key: NewKey): Promise<ShownKey>;
  /** Throws `unknown_record`, `key_ended` (revoked or expired). */
  update(scope: Scope, kind: KeyKind, id: string, patch: KeyPatch): Promise<ApiKey>;
  /** A new key with everything of the old one, which goes on working for `overlapHours`. Throws `unknown_record`, `key_ended`. */
  rotate(scope: Scope, kind: KeyKind, id: string, overlapHours: number): Promise<ShownKey>;
  /** Ends the key at once (within `KEY_TTL_MS` on other nodes). Revoking again changes nothing. Throws `unknown_record`. */
  revoke(scope: Scope, kind: KeyKind, id: string): Promise<ApiKey>;
  /**
   * Who calls with this text, or null: wrong form or checksum (tested before anything is read), unknown, another kind, revoked,
   * expired, or from a network the key is not for. Compares in constant time. What was read is believed for at most
   * `KEY_TTL_MS`; every recognised call is counted, written together with others.
   */
  recognise(kind: KeyKind, text: string, address: string): Promise<KeyCaller | null>;
  /** Writes the uses that are still in memory; when the process stops. */
  flushUses(): Promise<void>;
}

export const KEY_TTL_MS = 4000;
