import { DomainError } from '../kit/errors.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { AccessDeps, GateSite } from './access-deps.js';
import { annulScan } from './annul-scan.js';
import { type DayAttendance, daysOf, hourAt, type ManualCount } from './attendance.js';
import { type KeptScan, keepScan, type ReadCode } from './keep-scan.js';
import { type Occupancy, occupancyOf } from './occupancy.js';
import { makeOfflineList, type OfflineList } from './offline-list.js';
import type { Entry, Scan, ScanReason } from './scan.js';

/** A device whose clock is a little ahead is believed. */
const AHEAD_MS = 5 * 60_000;

export type NewScan = Omit<ReadCode, 'at'> & { readonly at: Date | null };

/** A scan and its answer. `scan.holder` is null for an unknown code: kept all the same. */
export type AnsweredScan = Omit<KeptScan, 'counts'> & { readonly occupancy: Occupancy };

/** A scan that a device decided while it was offline. */
export interface DecidedScan extends Omit<ReadCode, 'gate'> {
  /** Null: it let somebody through. */
  readonly reason: ScanReason | null;
}

/** Somebody was let in offline who should not have been. */
export interface UploadConflict {
  readonly nonce: string;
  readonly at: Date;
  /** The gate that let them in offline. */
  readonly gate: string;
  readonly reason: ScanReason;
  /** Where else somebody had been let in with the code. */
  readonly elsewhere: Entry | null;
  readonly scan: Scan;
}

export interface UploadReport {
  /** Scans that are kept now, those that were already included. */
  readonly kept: number;
  readonly repeated: number;
  /** In the order they happened. */
  readonly conflicts: readonly UploadConflict[];
  readonly occupancy: Occupancy;
}

export interface NewCount {
  readonly count: number;
  readonly at: Date | null;
  readonly note: string | null;
}

/** Who is let in at the gates of an establishment, and how many came. */
export interface AccessService {
  /**
   * Decides about a code at a gate, once per nonce. Of many gates that scan a ticket at once, one admits. What is refused is kept too.
   * Throws `invalid_request` for an instant to come.
   */
  scan(scope: Scope, site: GateSite, scan: NewScan): Promise<AnsweredScan>;
  /**
   * Takes what a gate decided while it was offline: it has happened, so whoever was let in is counted, and what should have refused them is
   * reported. Each scan stands by itself, so an upload that broke off is sent again as it was. Never within a transaction of somebody else.
   */
  upload(scope: Scope, site: GateSite, gate: string, scans: readonly DecidedScan[]): Promise<UploadReport>;
  /** Throws `unknown_scan`, `scan_settled`. */
  annul(scope: Scope, site: GateSite, scan: Pick<Scan, 'gate' | 'nonce'>): Promise<Scan>;
  /** Of today. */
  occupancy(scope: Scope, site: GateSite): Promise<Occupancy>;
  /** Adds to what was counted, or takes back. Throws `invalid_request` for an instant to come. */
  count(scope: Scope, site: GateSite, count: NewCount): Promise<ManualCount>;
  /** Days from the first to the last on which anything was counted. */
  attendance(scope: Scope, days: { readonly first: string; readonly last: string }): Promise<readonly DayAttendance[]>;
  readonly offline: OfflineList;
}

export function makeAccessService(deps: AccessDeps): AccessService {
  const { transact, views, clock, ids } = deps;

  const occupancyAt = async (scope: Scope, day: string) => occupancyOf(day, await views.scans.gateCounts(scope, day));
  const today = ({ timezone }: GateSite) => hourAt(clock.now(), timezone).day;

  return {
    async scan(scope, site, { at, ...read }) {
      const happened = pastOf(at, clock.now());
      const { counts, ...kept } = await transact(scope, (work) => keepScan(deps, work, scope, site, { ...read, at: happened }));
      const { day } = hourAt(kept.scan.at, site.timezone);
      return { ...kept, occupancy: counts === null ? await occupancyAt(scope, day) : occupancyOf(day, counts) };
    },

    async upload(scope, site, gate, scans) {
      const inOrder = [...scans].sort((left, right) => left.at.getTime() - right.at.getTime());
      const kept: KeptScan[] = [];
      for (const { reason, ...read } of inOrder) {
        // The clock of a device may be ahead; what it tells has happened.
        const at = new Date(Math.min(read.at.getTime(), clock.now().getTime()));
        kept.push(await transact(scope, (work) => keepScan(deps, work, scope, site, { ...read, gate, at }, reason)));
      }
      const decided = new Map(scans.map((scan) => [scan.nonce, scan.reason]));
      return {
        kept: kept.length,
        repeated: kept.filter(({ counts }) => counts === null).length,
        conflicts: kept.flatMap(({ scan }) => (decided.get(scan.nonce) === null ? conflictOf(scan) : [])),
        occupancy: await occupancyAt(scope, today(site)),
      };
    },

    annul: (scope, site, scan) => transact(scope, (work) => annulScan(work, scope, site, scan, clock.now())),

    occupancy: (scope, site) => occupancyAt(scope, today(site)),

    async count(scope, { timezone }, { at, ...fields }) {
      const { tenantId, siteId, actor } = scope;
      const counted = pastOf(at, clock.now());
      const count = { ...fields, ...hourAt(counted, timezone), tenantId, siteId, id: ids.uuid(), at: counted, actor: actorName(actor) };
      await transact(scope, ({ scans }) => scans.count(scope, count));
      return count;
    },

    attendance: async (scope, days) => daysOf(await views.scans.hours(scope, days)),

    offline: makeOfflineList(deps),
  };
}

function conflictOf(scan: Scan): readonly UploadConflict[] {
  const reason = scan.forced ?? scan.reason;
  const { nonce, at, gate, elsewhere } = scan;
  return reason === null ? [] : [{ nonce, at, gate, reason, elsewhere, scan }];
}

function pastOf(at: Date | null, now: Date): Date {
  if (at === null) return now;
  if (at.getTime() <= now.getTime() + AHEAD_MS) return at;
  throw new DomainError('invalid_request', { issues: [{ path: 'at', message: 'It has not happened yet.' }] });
}
