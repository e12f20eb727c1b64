import type { Clock } from '../kit/clock.js';
import { constantTimeEqual } from '../kit/constant-time.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { Transact } from '../kit/transact.js';
import type { Stores } from '../stores.js';
import type { ApiKey, KeyKind, KeyRight } from './api-key.js';
import { keyIdIn, makeKeyText } from './key-text.js';
import type { KnownKeys } from './known-keys.js';
import { isWithin } from './network.js';
import type { UseCounter } from './use-counter.js';

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
  /**
   * A new key with everything of the old one, which goes on working for `overlapHours`, or until it expires by itself. A key is
   * replaced once. Throws `unknown_record`, `key_ended` (revoked, expired or replaced).
   */
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

export interface KeysDeps {
  readonly transact: Transact<Pick<Stores, 'apiKeys'>>;
  readonly known: KnownKeys;
  readonly uses: UseCounter;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly signals: Signals;
}

const HOUR_MS = 3_600_000;

export function makeKeysService(deps: KeysDeps): KeysService {
  const { transact, known, uses, clock, crypto, signals } = deps;

  function draw(scope: Scope, kind: KeyKind, fields: NewKey): ShownKey {
    const { id, text } = makeKeyText(kind, crypto);
    const { tenantId, siteId, actor } = scope;
    const made = { id, kind, tenantId, siteId, hash: crypto.sha256(text), createdAt: clock.now(), createdBy: actorName(actor) };
    return { key: { ...fields, ...made, lastUsedAt: null, revokedAt: null, replacedBy: null }, secret: text };
  }

  async function change(scope: Scope, kind: KeyKind, id: string, decide: (key: ApiKey) => ApiKey): Promise<ApiKey> {
    const key = await transact(scope, ({ apiKeys }) => apiKeys.change(scope, kind, id, decide));
    signals.send({ kind: 'key-changed', keyId: id });
    return key;
  }

  return {
    async create(scope, kind, fields) {
      const shown = draw(scope, kind, fields);
      await transact(scope, ({ apiKeys }) => apiKeys.create(scope, shown.key));
      return shown;
    },

    update: (scope, kind, id, patch) =>
      change(scope, kind, id, (key) => {
        requireWorking(key, clock.now());
        return { ...key, ...named(patch) };
      }),

    async rotate(scope, kind, id, overlapHours) {
      const shown = await transact(scope, async ({ apiKeys }) => {
        // Locks it first: of two who replace a key at once, the second finds it replaced.
        const old = await apiKeys.change(scope, kind, id, (key) => key);
        requireWorking(old, clock.now());
        if (old.replacedBy !== null) throw new DomainError('key_ended', { message: 'This key has been replaced already.' });
        const next = draw(scope, kind, fieldsOf(old));
        await apiKeys.create(scope, next.key);
        const ends = clock.now().getTime() + overlapHours * HOUR_MS;
        const expiresAt = new Date(Math.min(ends, old.expiresAt?.getTime() ?? ends));
        await apiKeys.change(scope, kind, id, (key) => ({ ...key, expiresAt, replacedBy: next.key.id }));
        return next;
      });
      signals.send({ kind: 'key-changed', keyId: id });
      return shown;
    },

    revoke: (scope, kind, id) => change(scope, kind, id, (key) => ({ ...key, revokedAt: key.revokedAt ?? clock.now() })),

    async recognise(kind, text, address) {
      const id = keyIdIn(kind, text);
      const key = id === null ? null : await known.find(kind, id);
      if (key === null || !constantTimeEqual(crypto.sha256(text), key.hash)) return null;
      if (hasEnded(key, clock.now()) || (key.networks.length > 0 && !isWithin(address, key.networks))) return null;
      uses.count(key);
      return { key, scope: { tenantId: key.tenantId, siteId: key.siteId, actor: { kind: 'key', keyId: key.id } } };
    },

    flushUses: () => uses.flush(),
  };
}

function hasEnded({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now);
}

function requireWorking(key: ApiKey, now: Date): void {
  if (hasEnded(key, now)) throw new DomainError('key_ended');
}

/** What a key that takes over has in common with the one before it. */
function fieldsOf({ name, right, permissions, ratePerHour, networks, origins, expiresAt }: ApiKey): NewKey {
  return { name, right, permissions, ratePerHour, networks, origins, expiresAt };
}

/** The fields a patch names; the compiler cannot see that no undefined is left. */
function named(patch: KeyPatch): Partial<NewKey> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<NewKey>;
}
