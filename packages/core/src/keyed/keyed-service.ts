import type { z } from 'zod';
import type { ApiKey, KeyKind, KeyRight } from '../api-keys/api-key.js';
import type { KeyCaller, KeysService } from '../api-keys/keys-service.js';
import { makeAuditEntry } from '../audit/make-audit-entry.js';
import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import { type Answer, fingerprintOf, type IdempotencyClaim, replay, toStored } from '../kit/idempotency.js';
import type { Ids } from '../kit/ids.js';
import type { Client } from '../kit/procedure.js';
import type { RateState } from '../kit/rate-limit.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { parse } from '../kit/validate.js';
import type { Services } from '../services.js';
import type { Site } from '../sites/site.js';
import type { KeyPace } from './key-pace.js';

/** A call by a key that is known, counted in its pace. */
export interface KeyedCall {
  readonly key: ApiKey;
  readonly scope: Scope;
  /** The establishment of the key, as it stands now. */
  readonly site: Site;
  readonly rate: RateState;
  readonly client: Client;
  readonly requestId: string;
}

/** Where a call came from, and what came with it. */
export interface KeyedRequest {
  /** What was presented as the key. */
  readonly keyText: string;
  readonly client: Client;
  readonly requestId: string;
}

/** A change that a key asks for. */
export interface KeyedChange<Input extends z.ZodType, Result extends z.ZodType> {
  /** As the audit log names it: `keyed.createItem`. Null: what it writes says itself who did what and is never changed, as scans are. */
  readonly action: string | null;
  /** What makes an idempotency key that of this call: `POST /api/v1/catalogue/items`. */
  readonly route: string;
  readonly input: Input;
  /** What it answers: JSON alone, because it is stored for a repeated call. */
  readonly result: Result;
  /** The record it was about. */
  subjectOf(result: z.output<Result>): string;
  /** `services` are those of the one transaction of the call. */
  run(services: Services, input: z.output<Input>): Promise<z.input<Result>>;
}

/** Calls of the keyed API (interfaces A, decisions §4). */
export interface KeyedService {
  /**
   * Who calls, counted in the pace of the key: 120 a minute, exact over all processes. What it may do is asked afterwards.
   * Throws `invalid_key`, `rate_limited` (`RateLimited`).
   */
  admit(request: KeyedRequest): Promise<KeyedCall>;
  /** As `admit`; the reader of a gate is let in too, in a pace of its own. */
  admitDevice(request: KeyedRequest): Promise<KeyedCall>;
  /**
   * Makes the change: its effects, its entry in the audit log and its answer for a repeated `idempotencyKey` (of this key, this
   * route) commit together or not at all. Throws `invalid_request`, `idempotency_key_reused`, `idempotency_in_flight`, or what
   * the change is refused with.
   */
  change<Input extends z.ZodType, Result extends z.ZodType>(
    call: KeyedCall,
    change: KeyedChange<Input, Result>,
    body: unknown,
    idempotencyKey: string | null,
  ): Promise<Answer<z.output<Result>>>;
}

export interface KeyedDeps {
  readonly keys: Pick<KeysService, 'recognise'>;
  readonly pace: KeyPace;
  readonly devicePace: KeyPace;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

export function makeKeyedService({ keys, pace, devicePace, unitOfWork, clock, crypto, ids }: KeyedDeps): KeyedService {
  async function admitted(caller: KeyCaller | null, taken: KeyPace, { client, requestId }: KeyedRequest): Promise<KeyedCall> {
    if (caller === null) throw new DomainError('invalid_key');
    const { rate, site } = await taken.take(caller);
    if (site === null) throw new DomainError('invalid_key');
    return { ...caller, site, rate, client, requestId };
  }

  const recognised = (kind: KeyKind, { keyText, client }: KeyedRequest) => keys.recognise(kind, keyText, client.address);

  return {
    admit: async (request) => admitted(await recognised('keyed', request), pace, request),

    async admitDevice(request) {
      const device = await recognised('device', request);
      return device === null ? admitted(await recognised('keyed', request), pace, request) : admitted(device, devicePace, request);
    },

    change(call, change, body, idempotencyKey) {
      const input = parse(change.input, body);
      const { scope } = call;
      const claim = idempotencyKey === null ? null : claimOf(crypto, call, change.route, idempotencyKey, input);
      return unitOfWork(scope, async (services, stores) => {
        const now = clock.now();
        const remembered = claim === null ? null : await stores.idempotency.claim(scope, claim, now);
        if (claim !== null && remembered !== null) return replay(remembered, claim, (stored) => change.result.parse(stored));

        const result = change.result.parse(await change.run(services, input));
        if (change.action !== null) {
          const entry = { ...whoAsks(call), action: change.action, subjectId: change.subjectOf(result), input: body };
          await stores.audit.append(makeAuditEntry({ clock, ids }, entry, change.input));
        }
        if (claim !== null) await stores.idempotency.remember(scope, claim, { kind: 'done', result }, now);
        return { result, replayed: false };
      });
    },
  };
}

function claimOf(crypto: Crypto, { key }: KeyedCall, route: string, idempotencyKey: string, input: unknown): IdempotencyClaim {
  return { owner: `key:${key.id}`, route, key: idempotencyKey, fingerprint: fingerprintOf(crypto, toStored(input)) };
}

function whoAsks({ scope: { tenantId, siteId, actor }, requestId, client }: KeyedCall) {
  return { tenantId, siteId, actor: actorName(actor), sessionId: null, requestId, address: client.address };
}

/** Which rights cover what is asked: `write` and `export` include `read`, and not each other. */
const COVERED_BY: Readonly<Record<KeyRight, readonly KeyRight[]>> = {
  read: ['read', 'write', 'export'],
  write: ['write'],
  export: ['export'],
};

/** Throws `insufficient_scope` unless the right of the key covers `right`. */
export function requireRight({ key }: KeyedCall, right: KeyRight): void {
  if (COVERED_BY[right].some((covering) => covering === key.right)) return;
  throw new DomainError('insufficient_scope', { message: `This call needs a key with the right "${right}".` });
}
