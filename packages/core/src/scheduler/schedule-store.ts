import type { CursorInput } from '../kit/page.js';
import type { Schedule } from './schedule.js';
import type { RunOutcome, ScheduleRun } from './schedule-run.js';

/** A schedule whose row is locked, and whether a run of it has not ended. */
export interface LockedSchedule {
  readonly schedule: Schedule;
  readonly busy: boolean;
}

/** What came of a run, as its worker tells it. */
export interface EndedRun {
  readonly run: ScheduleRun;
  readonly endedAt: Date;
  readonly outcome: RunOutcome;
}

/** Writes of schedules. They belong to apps, not to tenants, so no method takes a scope. */
export interface ScheduleStore {
  /**
   * Locks the schedule, stores what `decide` makes of it and returns that. `decide` gets null when the app has none of this name,
   * and how many the app has; one app's schedules are created one after the other, so the number holds. What it throws comes out
   * and changes nothing; what it returns unchanged is not written.
   */
  change(appId: string, name: string, decide: (known: Schedule | null, count: number) => Schedule): Promise<Schedule>;
  /** Deletes the schedule and its runs; false when the app has none of this name. */
  remove(appId: string, name: string): Promise<boolean>;
  /** Locks the schedule until the transaction ends; null when the app has none of this name. */
  lock(appId: string, name: string): Promise<LockedSchedule | null>;
  /** Locks up to `limit` schedules due at `now`, the longest due first: none that is locked already, none of the `spared` apps. */
  lockDue(now: Date, limit: number, spared: readonly string[]): Promise<readonly LockedSchedule[]>;
  /** Locks up to `limit` schedules whose next tick is after an instant, by id from above `afterId`; null: from the first. None that is locked already. */
  lockAhead(instant: Date, afterId: string | null, limit: number): Promise<readonly Schedule[]>;
  /** Sets the next ticks of locked schedules. */
  advance(ticks: readonly Pick<Schedule, 'id' | 'nextRunAt'>[]): Promise<void>;
}

/** Writes of runs. A run is known by its schedule and due time. */
export interface ScheduleRunStore {
  /** Adds those runs whose key is free, and returns them. */
  add(runs: readonly ScheduleRun[]): Promise<readonly ScheduleRun[]>;
  /**
   * Locks up to `limit` queued runs and runs whose lease has ended, the oldest first; as `lockDue`. A lease that lasts for longer than
   * until `believedUntil` is taken for ended: a clock that was ahead has written it. Null: all of them are believed.
   */
  lockOpen(now: Date, limit: number, spared: readonly string[], believedUntil: Date | null): Promise<readonly OpenRun[]>;
  /** Replaces locked runs. */
  save(runs: readonly ScheduleRun[]): Promise<void>;
  /**
   * Writes how runs ended. A run that was started again since (its `attempts` differ) keeps what it has: its worker came too late.
   * One that was given up as lost gets its outcome after all.
   */
  finish(ended: readonly EndedRun[]): Promise<void>;
  /** Moves the leases of the runs that the worker has, of those ids. Into the past: it gives them back. */
  renew(worker: string, runIds: readonly string[], leaseUntil: Date): Promise<void>;
  /** Drops what was recorded of ticks of the schedules that were due after an instant and not started. */
  forgetSkippedAfter(scheduleIds: readonly string[], instant: Date): Promise<void>;
  /** Drops ended runs due before an instant, and of each schedule those beyond the latest `RUNS_KEPT_MAX`; returns how many. */
  forgetBefore(before: Date): Promise<number>;
}

/** A run that has not ended, and its schedule. */
export interface OpenRun {
  readonly run: ScheduleRun;
  readonly schedule: Schedule;
}

/** Runs of one schedule that are kept at most. */
export const RUNS_KEPT_MAX = 1000;

export interface ScheduleEntry {
  readonly schedule: Schedule;
  /** The latest run that was started; skipped ticks are none. */
  readonly lastRun: ScheduleRun | null;
}

/** How things stand, over all apps. */
export interface ScheduleFigures {
  readonly enabled: number;
  readonly disabled: number;
  /** The earliest tick that nobody has taken yet; null without schedules. */
  readonly earliest: Date | null;
}

/** Reads of schedules; as the stores, by app. */
export interface ScheduleViews {
  /** All of the app's, by name. */
  list(appId: string): Promise<readonly ScheduleEntry[]>;
  /** The runs of one schedule, latest due first, from below `before`; null when the app has none of this name. */
  runs(appId: string, name: string, page: RunsPage): Promise<readonly ScheduleRun[] | null>;
  /** The first tick of all after an instant. */
  nextDue(after: Date): Promise<Date | null>;
  figures(): Promise<ScheduleFigures>;
}

/** `limit` runs due before an instant; null: from the latest. */
export interface RunsPage extends Pick<CursorInput, 'limit'> {
  readonly before: Date | null;
}
