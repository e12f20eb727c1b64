import type { VersionedRecord } from '../kit/versioned.js';

/** What lets its owner in again and again: for a time, for a number of entries, or both. */

export const PASS_KINDS = ['season', 'entries', 'member', 'other'] as const;
export type PassKind = (typeof PASS_KINDS)[number];

export interface PassOwner {
  readonly name: string;
  readonly email: string | null;
}

export interface Pass extends VersionedRecord {
  readonly kind: PassKind;
  /** As it was sold: "Abonnement annuel". */
  readonly name: string;
  readonly owner: PassOwner;
  /** The secret on the card, made by `ticketCode`, unique over all establishments. Whoever knows it is let in. */
  readonly code: string;
  /** First and last day it lets somebody in, `YYYY-MM-DD` by the clocks of the establishment; null: no such day. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** How often it lets somebody in, in all; null: any number of times. */
  readonly entries: number | null;
  /** How often it has; a projection of the uses, kept by the store. */
  readonly used: number;
  readonly oncePerDay: boolean;
  /** Null: it is not blocked. */
  readonly blockedAt: Date | null;
  readonly blockedReason: string | null;
}

/** One entry with a pass. Never changed, never deleted. */
export interface PassUse {
  readonly id: string;
  readonly passId: string;
  readonly at: Date;
  /** The day of the establishment it fell on; what takes an entry back falls on the day of that entry. */
  readonly day: string;
  /** Where: a gate or a desk, as the caller calls it. */
  readonly gate: string | null;
  /** 1; −1 takes back the entry `annuls`, which was no entry. */
  readonly entries: 1 | -1;
  readonly annuls: string | null;
  readonly actor: string;
}

/** Why a pass does not let anybody in, the first that holds. */
export const PASS_REFUSALS = ['blocked', 'not_yet', 'expired', 'used_up', 'used_today'] as const;
export type PassRefusal = (typeof PASS_REFUSALS)[number];

/** Null: it lets its owner in on `day`, on which it was used `usedToday` times. */
export function passRefusal(pass: Pass, day: string, usedToday: number): PassRefusal | null {
  if (pass.blockedAt !== null) return 'blocked';
  if (pass.validFrom !== null && day < pass.validFrom) return 'not_yet';
  if (pass.validUntil !== null && day > pass.validUntil) return 'expired';
  if (pass.entries !== null && pass.used >= pass.entries) return 'used_up';
  return pass.oncePerDay && usedToday > 0 ? 'used_today' : null;
}
