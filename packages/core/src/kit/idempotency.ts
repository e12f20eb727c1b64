import { z } from 'zod';
import type { Crypto } from './crypto.js';
import { canonicalJson } from './digest.js';
import { DomainError, type ErrorCode } from './errors.js';
import type { Scope } from './scope.js';

/** A stored answer is replayed for this long (decisions §2). */
export const IDEMPOTENCY_KEPT_HOURS = 24;

/** `Idempotency-Key`: 1–255 visible ASCII characters, bare or as a quoted structured-field string. */
export const idempotencyKeySchema = z
  .string()
  .transform((text) => (/^".*"$/s.test(text) ? text.slice(1, -1) : text))
  .pipe(z.string().regex(/^[\x21-\x7e]{1,255}$/, '1 to 255 visible characters'));

/** What makes two calls the same call: same owner (establishment, key or user), same route, same key the caller chose. */
export interface IdempotencyClaim {
  /** `site:<id>`, `key:<id>` or `user:<id>`. */
  readonly owner: string;
  /** `POST /api/order`. */
  readonly route: string;
  /** What the caller sent as `Idempotency-Key`, 1–255 visible characters. */
  readonly key: string;
  /** SHA-256 of the canonical body. */
  readonly fingerprint: string;
}

/** An outcome that can be answered again: what was done, or the refusal of something that was tried. */
export type RememberedOutcome =
  | { readonly kind: 'done'; readonly result: unknown }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly facts: Readonly<Record<string, unknown>>;
    };

export interface RememberedCall {
  readonly fingerprint: string;
  readonly outcome: RememberedOutcome;
}

export interface IdempotencyStore {
  /**
   * Claims the key for this transaction and returns what is remembered under it, or null for a first call.
   * MUST throw `idempotency_in_flight` (retry after 1 s) when another open transaction holds the same claim, where the store can
   * see that; a store that runs one transaction at a time may let the second wait and see the first one's outcome.
   * An outcome older than `now` − 24 h counts as absent.
   */
  claim(scope: Scope, claim: IdempotencyClaim, now: Date): Promise<RememberedCall | null>;
  /** Remembers the outcome under a claim of this transaction. Throws `idempotency_in_flight` when another call got there first. */
  remember(scope: Scope, claim: IdempotencyClaim, outcome: RememberedOutcome, now: Date): Promise<void>;
  /** Forgets outcomes older than `before`; returns how many. Works across tenants: it is housekeeping, not a use-case. */
  forgetBefore(before: Date): Promise<number>;
}

/**
 * Refusals that say something about the state of the establishment when the call was tried. They are remembered: the same call
 * gets the same answer. Refusals of the input, of the caller or of their pace are not: mended, the same key may be used again.
 */
const REMEMBERED_REFUSALS: ReadonlySet<ErrorCode> = new Set(['ordering_off', 'closed', 'slot_full', 'sold_out']);

export function isRememberedRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && REMEMBERED_REFUSALS.has(error.code);
}

export function fingerprintOf(crypto: Crypto, body: unknown): string {
  return crypto.sha256(canonicalJson(body));
}

/** The answer of an idempotent call, and whether it is an earlier one. */
export interface Answer<Result> {
  readonly result: Result;
  readonly replayed: boolean;
}

/**
 * What a remembered call answers now: its result, or its refusal thrown again.
 * Throws `idempotency_key_reused` when the body is another one. `revive` turns the stored JSON back into a result.
 */
export function replay<Result>(remembered: RememberedCall, claim: IdempotencyClaim, revive: (result: unknown) => Result): Answer<Result> {
  if (remembered.fingerprint !== claim.fingerprint) throw new DomainError('idempotency_key_reused');
  const { outcome } = remembered;
  if (outcome.kind === 'done') return { result: revive(outcome.result), replayed: true };
  throw new ReplayedRefusal(outcome.code, outcome.message, outcome.facts);
}

/** A remembered refusal, thrown again; hosts mark the answer as replayed. */
export class ReplayedRefusal extends DomainError {
  constructor(code: ErrorCode, message: string, facts: Readonly<Record<string, unknown>>) {
    super(code, { message, facts });
  }
}

/** The outcome to remember for a refusal. */
export function refusedOutcome(refusal: DomainError): RememberedOutcome {
  return { kind: 'refused', code: refusal.code, message: refusal.message, facts: refusal.facts };
}

/** `idempotency_in_flight`, telling when to ask again. */
export function inFlight(cause?: unknown): DomainError {
  return new DomainError('idempotency_in_flight', { retryAfterSecs: 1, ...(cause === undefined ? {} : { cause }) });
}

/** A value as JSON that `fromStored` turns back: dates and bigints survive, which plain JSON would flatten to text. */
export function toStored(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.toISOString() };
  if (typeof value === 'bigint') return { $bigint: value.toString() };
  if (Array.isArray(value)) return value.map(toStored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toStored(member)]));
}

export function fromStored(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.map(fromStored);
  if (typeof stored !== 'object' || stored === null) return stored;
  if ('$date' in stored && typeof stored.$date === 'string') return new Date(stored.$date);
  if ('$bigint' in stored && typeof stored.$bigint === 'string') return BigInt(stored.$bigint);
  return Object.fromEntries(Object.entries(stored).map(([key, member]) => [key, fromStored(member)]));
}
