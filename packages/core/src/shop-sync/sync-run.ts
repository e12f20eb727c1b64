import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { ShopEntity } from './shop-records.js';

/** A run of a synchronization with the online shop. */

/** `orders`: changes of 40 days; `products`: changes of a day; `full`: everything the shop has, by content, and what it has no more. */
export const SYNC_JOBS = ['orders', 'products', 'full'] as const;
export type SyncJob = (typeof SYNC_JOBS)[number];

export const SYNC_OUTCOMES = ['completed', 'completed_with_quarantine', 'failed', 'timed_out'] as const;
export type SyncOutcome = (typeof SYNC_OUTCOMES)[number];

/** Rows inserted or changed, by table; tables without any are left out. Bookkeeping of the synchronization itself does not count. */
export type WriteCounts = Readonly<Record<string, number>>;

export interface SyncCounts {
  /** Records that were read from the shop. */
  readonly read: number;
  /** Of these, those that are as they were imported last. */
  readonly unchanged: number;
  readonly quarantined: number;
  /** Records that were there and are gone. */
  readonly gone: number;
  /** Requests to the shop. */
  readonly requests: number;
  readonly writes: WriteCounts;
}

/** Of kinds of records, how many are not in the shop any more. */
export type VanishedCounts = Readonly<Partial<Record<ShopEntity, number>>>;

/** How far a run is, so that another one goes on where it was cut. */
export interface SyncCursor {
  readonly entity: ShopEntity;
  /** The last record that is committed, in the order of the ids; null: none yet. */
  readonly after: string | null;
}

export interface SyncRun {
  readonly id: string;
  readonly job: SyncJob;
  readonly dryRun: boolean;
  /** When its first records were asked for, by our clock: the next run has to look from here, less an overlap. */
  readonly openedAt: Date;
  /** What changed since was asked for; null: everything. */
  readonly since: Date | null;
  readonly cursor: SyncCursor | null;
  /** Null: it runs, or was cut. */
  readonly outcome: SyncOutcome | null;
  /** Why it failed, for people; names no personal data. */
  readonly reason: string | null;
  readonly counts: SyncCounts;
  /** What was gone at once, when the run took nothing away because it was too much; null: it was not. */
  readonly vanished: VanishedCounts | null;
  /** So much may be gone at once, because somebody was shown it and has said so; null: nobody has. */
  readonly accepted: VanishedCounts | null;
  /** Records the run is to read in all, as far as that is known. */
  readonly expected: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Until then whoever runs it is believed to be alive. */
  readonly leaseUntil: Date;
  /** Who runs it, a name of one execution: whoever was believed dead and is not finds another one here. */
  readonly holder: string;
}

export interface SyncRunStore {
  /**
   * Begins a run, or takes over the one of this job that was cut (by `startedAt` of the given run its lease is over, and it has no outcome): then
   * that is returned, with the lease and the holder of the given one, and what that accepts, if anything. Null when a run of the establishment is under way that is not dry; dry ones
   * stand in nobody's way, and are taken over by nobody.
   */
  begin(scope: Scope, run: SyncRun): Promise<SyncRun | null>;
  /** Stores the run; false when its holder is somebody else by now, or it has ended: then it is to stop at once. */
  save(scope: Scope, run: SyncRun): Promise<boolean>;
  /**
   * Drops runs that ended before; returns how many. The first of each establishment stays, and the last good one of each job: what is history and how
   * far the next run looks back are told by them. Housekeeping across tenants.
   */
  forgetBefore(before: Date): Promise<number>;
}

/** The runs of one job of an establishment, dry ones left out. */
export interface SyncFigures extends Pick<Scope, 'tenantId' | 'siteId'> {
  readonly job: SyncJob;
  /** How many ended since, by outcome; outcomes without any are left out. */
  readonly ended: Readonly<Partial<Record<SyncOutcome, number>>>;
  /** How long those took together, and how many requests they made. */
  readonly seconds: number;
  readonly requests: number;
  /** When the last good one began; null: none was ever good. */
  readonly goodAt: Date | null;
  /** When the first one began. */
  readonly firstAt: Date;
}

export interface SyncRunFilter extends PageInput {
  readonly job?: SyncJob | undefined;
  readonly outcome?: SyncOutcome | undefined;
}

export interface SyncRunViews {
  get(scope: Scope, id: string): Promise<SyncRun | null>;
  /** Newest first. */
  list(scope: Scope, filter: SyncRunFilter): Promise<Page<SyncRun>>;
  /** The last run of the job, by `openedAt`, that was not dry and has seen everything: it ended, with or without quarantine. */
  lastGood(scope: Scope, job: SyncJob): Promise<SyncRun | null>;
  /** The last full run, dry or not, that took nothing away because too much was gone. */
  lastStopped(scope: Scope): Promise<SyncRun | null>;
  /** When the first run of the establishment began that was not dry: what the shop handed over before is not for us to send. Null: never yet. */
  firstStart(scope: Scope): Promise<Date | null>;
  /** Of what ended since, and of all that is kept; for operators, across tenants. */
  figures(since: Date): Promise<readonly SyncFigures[]>;
}
