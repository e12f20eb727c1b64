import { CLOCK_SKEW_MAX_MS, type Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import { hostScope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { Persistence } from '../stores.js';
import { busyApps } from './busy-apps.js';
import { type Claimed, claimRuns, type StartedRun } from './claim-runs.js';
import type { CronTimes } from './cron-times.js';
import { type Performers, perform } from './perform.js';
import { makeReplanning } from './replanning.js';
import type { RunCounts } from './run-counts.js';
import { makeRunRecorder } from './run-recorder.js';
import type { ScheduleRun } from './schedule-run.js';

/** Runs of one process at a time. */
const RUNS_MAX = 256;
const CLAIMED_MAX = 100;

/** A worker that has not been heard of for so long is believed dead. */
export const LEASE_MS = 30_000;
/** How often a worker makes itself heard. */
const RENEWED_EVERY_MS = 10_000;

export interface Turn {
  /** There may be more to start at once. */
  readonly more: boolean;
  /** The next tick of all; null when there is none, or when there is more to start before. */
  readonly nextDueAt: Date | null;
}

/** Starts what is due: a worker of which any number may work on one database. One for the process; whoever owns it gives it turns. */
export interface Ticker {
  /**
   * Takes what is due and starts it, without waiting for its end. To be called every second at least: a worker that takes no turn is
   * believed dead in the end, and what it runs is lost.
   */
  turn(): Promise<Turn>;
  /** Settles when nothing is running any more and all of it is written. */
  idle(): Promise<void>;
  /** Ends what is still running and hands it over: another worker may start it again at once. */
  abandon(): Promise<void>;
}

export interface TickerDeps extends Persistence, Performers {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly signals: Signals;
  readonly cronTimes: CronTimes;
  readonly counts: RunCounts;
}

const SCOPE = hostScope('scheduler');

const NOTHING_DUE: Turn = { more: false, nextDueAt: null };

export function makeTicker(deps: TickerDeps): Ticker {
  const { transact, views, clock, ids, logger, signals, cronTimes, counts } = deps;
  const worker = ids.uuid();
  const recorder = makeRunRecorder(deps);
  const replanning = makeReplanning(deps);
  const running = new Map<string, { readonly appId: string; readonly ended: Promise<void> }>();
  /** Something that is due had to wait for room. */
  let crowded = false;
  let abandoned = false;
  let renewedAt = clock.now().getTime();
  /** Since when the clock has only gone forward, as far as is known here. */
  let steadySince = renewedAt;
  let turnAt = renewedAt;

  /** Before anything is taken: a process that slept, or whose clock was moved, would take what it runs itself for lost. */
  async function renewInTime(): Promise<void> {
    const now = clock.now().getTime();
    if (Math.abs(now - renewedAt) < RENEWED_EVERY_MS) return;
    renewedAt = now;
    await recorder.flush();
    await moveLeases(new Date(now + LEASE_MS));
  }

  async function moveLeases(until: Date): Promise<void> {
    await transact(SCOPE, ({ scheduleRuns }) => scheduleRuns.renew(worker, [...running.keys()], until));
  }

  /** Workers of this machine whose clock was set back need a moment to write their leases anew: they are believed for that long. */
  function believedUntil(now: Date): Date | null {
    if (now.getTime() < turnAt) steadySince = now.getTime();
    turnAt = now.getTime();
    return turnAt - steadySince < LEASE_MS ? null : new Date(turnAt + LEASE_MS + CLOCK_SKEW_MAX_MS);
  }

  function claim(): Promise<Claimed> {
    const now = clock.now();
    const limit = Math.min(CLAIMED_MAX, RUNS_MAX - running.size);
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const spared = busyApps([...running.values()].map(({ appId }) => appId));
    crowded = spared.length > 0;
    const claimed = { worker, now, leaseUntil, believedUntil: believedUntil(now), limit, spared };
    return transact(SCOPE, (stores) => claimRuns(stores, claimed, cronTimes, ids));
  }

  function start(started: StartedRun): void {
    const { run, schedule } = started;
    counts.started(clock.now().getTime() - run.dueAt.getTime());
    running.set(run.id, { appId: schedule.appId, ended: runToItsEnd(started) });
  }

  async function runToItsEnd(started: StartedRun): Promise<void> {
    const { run, schedule } = started;
    const outcome = await perform(deps, started);
    if (!abandoned) {
      counts.ended(outcome.status);
      logger.debug({ app: schedule.appId, schedule: schedule.name, runId: run.id, status: outcome.status }, 'scheduled run ended');
      await recorder.record({ run, outcome, endedAt: clock.now() });
    }
    running.delete(run.id);
    if (crowded) signals.send({ kind: 'schedule-due' });
    crowded = false;
  }

  function countSkipped({ status, skipped }: ScheduleRun): void {
    if (status === 'lost') counts.skipped('lost', 1);
    else counts.skipped(status === 'skipped_overlap' ? 'overlap' : 'missed', skipped);
  }

  return {
    async turn() {
      if (abandoned) return NOTHING_DUE;
      await renewInTime();
      crowded = running.size >= RUNS_MAX;
      if (crowded) return NOTHING_DUE;
      const claimed = await claim();
      for (const started of claimed.started) start(started);
      for (const run of claimed.skipped) countSkipped(run);
      await replanning.turn();
      return { more: claimed.full, nextDueAt: claimed.full ? null : await views.schedules.nextDue(clock.now()) };
    },

    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended));
      await recorder.flush();
    },

    async abandon() {
      abandoned = true;
      deps.commands?.endAll();
      deps.tasks.endAll();
      await moveLeases(clock.now());
    },
  };
}
