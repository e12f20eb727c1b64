import type { CursorInput, CursorPage } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { TicketSession } from '../ticketing/ticket-session.js';
import type { Hour, HourSums, ManualCount } from './attendance.js';
import type { GateFields } from './gate.js';
import type { GateCount } from './occupancy.js';
import type { Presence, Scan } from './scan.js';

/** Whom a decision is about, and where it is made. */
export interface SceneQuery {
  readonly gate: string;
  readonly nonce: string;
  /** Null: the code is unknown. */
  readonly holderId: string | null;
  /** Of a ticket. */
  readonly sessionId: string | null;
  /** Scans before it say nothing about who is inside; null: all do. */
  readonly since: Date | null;
}

/** What of a session decides who is let in. */
export type SessionTimes = Pick<TicketSession, 'startsAt' | 'endsAt' | 'cancelledAt'>;

/** What is known where a scan is decided. */
export interface Scene {
  /** The scan that the nonce already is. */
  readonly earlier: Scan | null;
  /** What is said of the gate; null: nothing. */
  readonly gate: GateFields | null;
  /** What the establishment has set for all its gates, by key (`RULE_SETTINGS`). */
  readonly settings: ReadonlyMap<string, unknown>;
  readonly session: SessionTimes | null;
  readonly presence: Presence;
}

/** Scans and counts. Whoever decides about a ticket or a pass has locked it first. */
export interface ScanStore {
  /** In one step. */
  scene(scope: Scope, query: SceneQuery): Promise<Scene>;
  /** The scan; null when there is none. */
  byNonce(scope: Scope, gate: string, nonce: string): Promise<Scan | null>;
  /**
   * Keeps the scan, counts it in its hour, and marks the ticket it uses, which is locked, as used from then on, in one step: gates wait for the count.
   * Answers what the gates have counted on that day, this scan included. Null, and nothing is kept, when the nonce is another scan's meanwhile.
   */
  add(scope: Scope, scan: Scan, hour: Hour): Promise<readonly GateCount[] | null>;
  /** Annuls a scan that stands and takes it out of its hour. False when it was annulled before. */
  annul(scope: Scope, scan: Scan, hour: Hour, at: Date): Promise<boolean>;
  /** The presence of one holder, as `scene` has it. */
  presence(scope: Scope, holderId: string): Promise<Presence>;
  count(scope: Scope, count: ManualCount): Promise<void>;
}

export interface ScanFilter {
  readonly gate?: string | undefined;
  /** Happened at or after … */
  readonly from?: Date | undefined;
  /** … and before. */
  readonly to?: Date | undefined;
}

export interface ScanViews {
  /** Scans, the latest first. Throws `invalid_request` for a cursor of something else. */
  list(scope: Scope, filter: ScanFilter & CursorInput): Promise<CursorPage<Scan>>;
  /** What the gates have counted on the day, by name. */
  gateCounts(scope: Scope, day: string): Promise<readonly GateCount[]>;
  /** Hours from the first to the last day in which anything was counted, by day and hour. */
  hours(scope: Scope, days: { readonly first: string; readonly last: string }): Promise<readonly HourSums[]>;
  /** Which of the tickets somebody is inside with, and was let in with last where. */
  presences(scope: Scope, holderIds: readonly string[]): Promise<ReadonlyMap<string, Presence>>;
}
