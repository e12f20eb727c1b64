import type { Ids } from '../kit/ids.js';
import type { Stores } from '../stores.js';
import type { CronTimes } from './cron-times.js';
import { mayStartAgain, planTicks, type TickPlan } from './plan-ticks.js';
import type { Schedule } from './schedule.js';
import { newRun, type ScheduleRun } from './schedule-run.js';
import type { LockedSchedule } from './schedule-store.js';

/** Whoever takes runs, and when. */
export interface Claim {
  readonly worker: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  /** Leases that last for longer are from a clock that was ahead; null: all of them are believed. */
  readonly believedUntil: Date | null;
  /** At most this many runs. */
  readonly limit: number;
  /** Apps that have enough running already. */
  readonly spared: readonly string[];
}

/** A run that its worker has, and has to start. */
export interface StartedRun {
  readonly run: ScheduleRun;
  readonly schedule: Schedule;
}

export interface Claimed {
  readonly started: readonly StartedRun[];
  /** Recorded instead of started. */
  readonly skipped: readonly ScheduleRun[];
  /** There may be more to take at once. */
  readonly full: boolean;
}

type ClaimStores = Pick<Stores, 'schedules' | 'scheduleRuns'>;

/**
 * Takes what is to run now, within one transaction: what was asked for or lost first, so that a tick knows of it, then the ticks
 * that are due. A tick is taken with its schedule's row locked, recorded under its due time and the schedule moved on: it can be
 * taken once, whoever tries and whenever one dies.
 */
export async function claimRuns(stores: ClaimStores, claim: Claim, times: CronTimes, ids: Ids): Promise<Claimed> {
  const open = await claimOpen(stores, claim);
  const left = { ...claim, limit: claim.limit - open.started.length };
  const due = left.limit > 0 ? await claimDue(stores, left, times, ids) : NOTHING;
  return { started: [...open.started, ...due.started], skipped: [...open.skipped, ...due.skipped], full: open.full || due.full };
}

const NOTHING: Claimed = { started: [], skipped: [], full: true };

/** Runs that were asked for, and runs whose worker has died: those are started again while it is not too late. */
async function claimOpen({ scheduleRuns }: ClaimStores, claim: Claim): Promise<Claimed> {
  const open = await scheduleRuns.lockOpen(claim.now, claim.limit, claim.spared, claim.believedUntil);
  const isLost = ({ run, schedule }: StartedRun) => run.status === 'running' && !mayStartAgain(run.dueAt, schedule.catchupSecs, claim.now);
  const skipped = open.filter(isLost).map(({ run }) => lostRun(run, claim.now));
  const started = open.filter((one) => !isLost(one)).map(({ run, schedule }) => ({ run: takenRun(run, claim), schedule }));
  await scheduleRuns.save([...skipped, ...started.map(({ run }) => run)]);
  return { started, skipped, full: open.length === claim.limit };
}

async function claimDue({ schedules, scheduleRuns }: ClaimStores, claim: Claim, times: CronTimes, ids: Ids): Promise<Claimed> {
  const due = await schedules.lockDue(claim.now, claim.limit, claim.spared);
  const planned = due.map((locked) => ({ ...locked, plan: planOf(locked.schedule, claim.now, times) }));
  const runs = planned.flatMap(({ plan, ...locked }) => runsOf(plan, locked, claim, ids));
  const added = await scheduleRuns.add(runs);
  await schedules.advance(planned.map(({ schedule: { id }, plan: { nextRunAt } }) => ({ id, nextRunAt })));
  const byId = new Map(due.map(({ schedule }) => [schedule.id, schedule]));
  const started = added.flatMap((run) => {
    const schedule = byId.get(run.scheduleId);
    return run.status === 'running' && schedule !== undefined ? [{ run, schedule }] : [];
  });
  return { started, skipped: added.filter(({ status }) => status !== 'running'), full: due.length === claim.limit };
}

function planOf(schedule: Schedule, now: Date, times: CronTimes): TickPlan {
  return schedule.nextRunAt === null ? { due: null, missed: null, nextRunAt: null } : planTicks(schedule, schedule.nextRunAt, now, times);
}

/** What is recorded of a plan: the ticks that were missed as one, and the one that is due. */
function runsOf({ due, missed }: TickPlan, { schedule, busy }: LockedSchedule, claim: Claim, ids: Ids): readonly ScheduleRun[] {
  const runs: ScheduleRun[] = [];
  const given = (dueAt: Date) => ({ scheduleId: schedule.id, dueAt, id: ids.uuid() });
  if (missed !== null) runs.push(newRun({ ...given(missed.from), status: 'skipped_missed', skipped: missed.count, endedAt: claim.now }));
  if (due === null) return runs;
  if (busy && !schedule.overlap) runs.push(newRun({ ...given(due), status: 'skipped_overlap', skipped: 1, endedAt: claim.now }));
  else runs.push(takenRun(newRun({ ...given(due), status: 'running' }), claim));
  return runs;
}

function takenRun(run: ScheduleRun, { worker, now, leaseUntil }: Claim): ScheduleRun {
  return { ...run, status: 'running', attempts: run.attempts + 1, worker, leaseUntil, startedAt: now };
}

function lostRun(run: ScheduleRun, now: Date): ScheduleRun {
  return { ...run, status: 'lost', worker: null, leaseUntil: null, endedAt: now, error: 'Its worker has died.' };
}
