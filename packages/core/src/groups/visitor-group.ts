import { DomainError } from '../kit/errors.js';
import type { VersionedRecord } from '../kit/versioned.js';
import type { TicketLanguage } from '../ticketing/offer.js';

/** People who come together, by appointment. Its states are drawn in STATES.md. */

export const GROUP_KINDS = ['school', 'tour', 'company', 'other'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export const GROUP_STATUSES = ['requested', 'quoted', 'confirmed', 'visited', 'cancelled', 'declined'] as const;
export type GroupStatus = (typeof GROUP_STATUSES)[number];

export interface GroupContact {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface QuoteLine {
  readonly name: string;
  readonly quantity: number;
  /** Including tax. */
  readonly unitPriceCents: number;
  readonly taxBasisPoints: number;
}

export interface VisitorGroup extends VersionedRecord {
  readonly status: GroupStatus;
  readonly kind: GroupKind;
  /** What it is called: a school and its class, an agency and its tour. */
  readonly name: string;
  readonly contact: GroupContact;
  /** Who come, those who accompany them included. */
  readonly size: number;
  readonly guided: boolean;
  /** Who guides it, once that is known. */
  readonly guide: string | null;
  readonly language: TicketLanguage;
  /** The day it would like, `YYYY-MM-DD`. */
  readonly wishedOn: string | null;
  readonly sessionId: string | null;
  /** Null: none was made. */
  readonly quote: readonly QuoteLine[] | null;
  /** The invoice that was made of the quote. */
  readonly invoiceId: string | null;
  readonly notes: string | null;
}

/** From which states each state is reached. */
export const GROUP_STEPS: Readonly<Record<GroupStatus, readonly GroupStatus[]>> = {
  requested: [],
  quoted: ['requested', 'quoted'],
  confirmed: ['quoted'],
  visited: ['confirmed'],
  cancelled: ['requested', 'quoted', 'confirmed'],
  declined: ['requested', 'quoted'],
};

/** The group in the state; throws `invalid_transition`, naming the state it is in, unless a step leads there. */
export function takeGroupStepTo(group: VisitorGroup, to: GroupStatus): VisitorGroup {
  if (!GROUP_STEPS[to].includes(group.status)) throw refusedGroupStep(group);
  return { ...group, status: to, quote: to === 'quoted' ? (group.quote ?? []) : group.quote };
}

export function refusedGroupStep({ status }: VisitorGroup): DomainError {
  return new DomainError('invalid_transition', { message: `The group is ${status}.`, facts: { status } });
}

/** True once nothing but its notes can change. */
export function isOver({ status }: VisitorGroup): boolean {
  return status === 'visited' || status === 'cancelled' || status === 'declined';
}

/** The seats of a session that the group has; null: none. */
export function seatsOf({ status, sessionId, size }: VisitorGroup): { readonly sessionId: string; readonly seats: number } | null {
  return sessionId !== null && (status === 'confirmed' || status === 'visited') ? { sessionId, seats: size } : null;
}

/** What changes of the seats of sessions, by session and in the order of their ids, so that nobody waits in a circle. */
export function seatChanges(before: VisitorGroup | null, after: VisitorGroup): readonly { sessionId: string; seats: number }[] {
  const changes = new Map<string, number>();
  const add = (held: ReturnType<typeof seatsOf>, sign: 1 | -1) => {
    if (held !== null) changes.set(held.sessionId, (changes.get(held.sessionId) ?? 0) + sign * held.seats);
  };
  add(before === null ? null : seatsOf(before), -1);
  add(seatsOf(after), 1);
  return [...changes]
    .filter(([, seats]) => seats !== 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([sessionId, seats]) => ({ sessionId, seats }));
}

export function lineCents({ quantity, unitPriceCents }: QuoteLine): number {
  return quantity * unitPriceCents;
}

export function quoteCents(quote: readonly QuoteLine[]): number {
  return quote.reduce((sum, line) => sum + lineCents(line), 0);
}
