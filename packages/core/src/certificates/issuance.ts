import { CLOCK_SKEW_MAX_MS } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import {
  type CertificateKey,
  type CertificateOrder,
  type CertificateRecord,
  type IssuanceFailure,
  type IssuedCertificate,
  nameSetOf,
  serves,
} from './certificate.js';
import { type Fault, faultOf } from './renewal.js';

/** What somebody wants: an order, and where the files go. */
export interface Wanted extends CertificateKey {
  readonly appId: string;
  readonly order: CertificateOrder;
  /** A further directory for the files; null: none. */
  readonly copy: string | null;
  /** The issue whose files were looked at; null: there was none. One whose files are not whole is as good as none. */
  readonly found: { readonly serial: string; readonly whole: boolean } | null;
  /** What is to be replaced, although it still serves; null: it may be used again. */
  readonly replaces: Replaced | null;
}

export interface Replaced {
  readonly serial: string;
  /** As the directory knows it, where it offers renewal information. */
  readonly renewalId: string | null;
}

/** What is to be done about it. */
export type Step =
  | { readonly kind: 'reuse'; readonly record: CertificateRecord; readonly issued: IssuedCertificate }
  /** There is a new one since its files were looked at. */
  | { readonly kind: 'again' }
  /** Somebody else is at it, with this fence. */
  | { readonly kind: 'wait'; readonly fence: number }
  | { readonly kind: 'defer'; readonly failure: IssuanceFailure }
  | { readonly kind: 'order'; readonly record: CertificateRecord };

/** A holder that gave no sign of life for this long has died. A single request to a directory may take 10 s. */
export const LEASE_MS = 30_000;

/** Every one of them is written with every renewal. */
const COPIES_MAX = 8;

/**
 * The next step, decided under the lock of the record, and the record after it. Pure. One that is used again is renewed again, also
 * when nobody needed it for a while.
 */
export function stepOf(
  before: CertificateRecord | null,
  wanted: Wanted,
  holder: string,
  now: Date,
): { record: CertificateRecord; step: Step } {
  const record = withWishes(before === null || isForgotten(before, now) ? fresh(wanted, before) : before, wanted);
  const { issued, failure } = record;
  if (issued !== null && issued.serial !== wanted.replaces?.serial && serves(issued, wanted.order.names, now)) {
    if (issued.serial !== wanted.found?.serial) return { record, step: { kind: 'again' } };
    if (wanted.found.whole) {
      const needed = { ...record, lookAt: record.staging ? null : (record.lookAt ?? now) };
      return { record: needed, step: { kind: 'reuse', record: needed, issued } };
    }
  }
  if (isLeased(record, now)) return { record, step: { kind: 'wait', fence: record.fence } };
  if (failure !== null && isTooSoon(failure, now) && nameSetOf(failure.names) === nameSetOf(wanted.order.names)) {
    return { record, step: { kind: 'defer', failure } };
  }
  const leased = { ...record, order: wanted.order, fence: record.fence + 1, lease: { holder, until: leaseEnd(now) } };
  return { record: leased, step: { kind: 'order', record: leased } };
}

/** Throws `unknown_record` where it was removed since somebody saw that it was to be renewed. */
function fresh({ domain, staging, appId, order, replaces }: Wanted, removed: CertificateRecord | null): CertificateRecord {
  if (replaces !== null) throw new DomainError('unknown_record');
  const fence = removed?.fence ?? 0;
  return { domain, staging, appId, order, issued: null, copies: [], lease: null, fence, failure: null, lookAt: null };
}

/** What is left of a record when its certificate is removed: its fence, so that whoever held an earlier lease stays replaced. */
export function forgotten(record: CertificateRecord): CertificateRecord {
  return { ...record, issued: null, failure: null, copies: [], lookAt: null };
}

/** Nothing was issued, nothing failed and nobody is at it: it is nobody's. */
export function isForgotten(record: CertificateRecord, now: Date): boolean {
  return record.issued === null && record.failure === null && !isLeased(record, now);
}

/** Files in a directory of an app's choice are keys in its hands: those of another app's certificate are none of its business. */
function withWishes(record: CertificateRecord, { copy, appId }: Wanted): CertificateRecord {
  if (copy === null) return record;
  if (record.appId !== appId) throw new DomainError('forbidden', { message: 'Another app has this certificate: leave out pem_dir.' });
  if (record.copies.includes(copy)) return record;
  if (record.copies.length < COPIES_MAX) return { ...record, copies: [...record.copies, copy] };
  const message = `The certificate is published in ${COPIES_MAX} directories already.`;
  throw new DomainError('invalid_request', { issues: [{ path: 'pem_dir', message }] });
}

/** Whether somebody is at it who gave a sign of life lately. */
export function isLeased({ lease }: CertificateRecord, now: Date): boolean {
  return lease !== null && lease.until > now && lease.until.getTime() <= leaseEnd(now).getTime() + CLOCK_SKEW_MAX_MS;
}

/** A failure of a clock that was ahead says nothing of when to try again. */
function isTooSoon({ at, retryAt }: IssuanceFailure, now: Date): boolean {
  return retryAt > now && at.getTime() <= now.getTime() + CLOCK_SKEW_MAX_MS;
}

export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** The record of whoever holds this fence; null for one that was replaced. */
export function heldBy(record: CertificateRecord | null, fence: number): CertificateRecord | null {
  return record !== null && record.fence === fence && record.lease !== null ? record : null;
}

export function afterIssue(record: CertificateRecord, issued: IssuedCertificate, lookAt: Date | null): CertificateRecord {
  return { ...record, issued, lookAt, lease: null, failure: null };
}

/** A renewal that failed is looked at again when it may be tried again; a first issue is left to whoever wants it. */
export function afterFailure(record: CertificateRecord, failure: IssuanceFailure): CertificateRecord {
  const lookAt = record.issued === null || record.lookAt === null ? null : failure.retryAt;
  return { ...record, failure, lookAt, lease: null };
}

/** How many tries for these names had failed in a row before, by a fault of the same side. */
export function failuresBefore({ failure, order }: CertificateRecord, fault: Fault): number {
  const isOfThese = failure !== null && nameSetOf(failure.names) === nameSetOf(order.names) && faultOf(failure) === fault;
  return isOfThese ? failure.count : 0;
}
