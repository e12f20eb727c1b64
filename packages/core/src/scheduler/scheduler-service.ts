import type { Clock } from '../kit/clock.js';
import { DomainError, type Issue } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Metric } from '../kit/metrics.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import { type CursorInput, type CursorPage, cursorPage, decodeCursor } from '../kit/page.js';
import { hostScope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import { instantInput } from '../kit/validate.js';
import type { Persistence } from '../stores.js';
import type { CronTimes } from './cron-times.js';
import type { RunCounts } from './run-counts.js';
import { hasTimesOf, isAsDefined, type Schedule, type ScheduleDefinition } from './schedule.js';
import { newRun, type ScheduleRun } from './schedule-run.js';
import type { ScheduleEntry } from './schedule-store.js';
import type { Commands, HostTasks } from './scheduled-work.js';
import { SCHEDULES_MAX } from './scheduler-contract.js';
import { schedulerMetrics } from './scheduler-metrics.js';

/** Schedules of apps (interfaces C). Starting what is due is the ticker's. */
export interface SchedulerService {
  /**
   * Creates the app's schedule of this name, or makes it as asked for. What is so already stays untouched, its next tick too; that is
   * worked out anew only when the times change. Throws `invalid_request`, `commands_disabled`, `too_many_schedules`.
   */
  register(appId: string, wanted: ScheduleDefinition): Promise<Schedule>;
  /** All of the app's schedules, by name. */
  list(appId: string): Promise<readonly ScheduleEntry[]>;
  /** Forgets the schedule and its runs; one that is running goes on to its end. False when the app has none of this name. */
  cancel(appId: string, name: string): Promise<boolean>;
  /** Has a worker run it, also while it is disabled. Throws `unknown_schedule`, and `already_running` unless runs may overlap. */
  runNow(appId: string, name: string): Promise<ScheduleRun>;
  /** The runs of a schedule, latest first. Throws `unknown_schedule`. */
  runs(appId: string, name: string, page: CursorInput): Promise<CursorPage<ScheduleRun>>;
  metrics(): Promise<readonly Metric[]>;
}

export interface SchedulerDeps extends Persistence {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signals: Signals;
  readonly cronTimes: CronTimes;
  readonly outgoing: OutgoingHttp;
  /** Null: this host starts no programs. */
  readonly commands: Commands | null;
  readonly tasks: HostTasks;
  readonly counts: RunCounts;
}

const SCOPE = hostScope('scheduler');

export function makeSchedulerService(deps: SchedulerDeps): SchedulerService {
  const { transact, views, clock, ids, signals, cronTimes, counts } = deps;

  function nextVersion(appId: string, known: Schedule | null, wanted: ScheduleDefinition): Schedule {
    if (known !== null && isAsDefined(known, wanted)) return known;
    const now = clock.now();
    const origin = known ?? { id: ids.uuid(), appId, createdAt: now };
    if (known !== null && hasTimesOf(known, wanted)) return { ...known, ...wanted };
    return { ...origin, ...wanted, nextRunAt: wanted.enabled ? cronTimes.next(wanted.cron, wanted.timezone, now) : null };
  }

  return {
    async register(appId, wanted) {
      await refuseFaults(deps, wanted);
      const schedule = await transact(SCOPE, ({ schedules }) =>
        schedules.change(appId, wanted.name, (known, count) => {
          if (known === null && count >= SCHEDULES_MAX) throw new DomainError('too_many_schedules');
          return nextVersion(appId, known, wanted);
        }),
      );
      signals.send({ kind: 'schedule-due' });
      return schedule;
    },

    list: (appId) => views.schedules.list(appId),

    cancel: (appId, name) => transact(SCOPE, ({ schedules }) => schedules.remove(appId, name)),

    async runNow(appId, name) {
      const run = await transact(SCOPE, async ({ schedules, scheduleRuns }) => {
        const locked = await schedules.lock(appId, name);
        if (locked === null) throw new DomainError('unknown_schedule');
        if (locked.busy && !locked.schedule.overlap) throw new DomainError('already_running');
        const now = clock.now();
        // Off the whole seconds, which belong to ticks.
        const dueAt = now.getTime() % 1000 === 0 ? new Date(now.getTime() + 1) : now;
        const queued = {
          id: ids.uuid(),
          scheduleId: locked.schedule.id,
          dueAt,
          trigger: 'now',
          status: 'queued',
          leaseUntil: now,
        } as const;
        const [added] = await scheduleRuns.add([newRun(queued)]);
        if (added === undefined) throw new DomainError('already_running');
        return added;
      });
      signals.send({ kind: 'schedule-due' });
      return run;
    },

    async runs(appId, name, { cursor, limit }) {
      const runs = await views.schedules.runs(appId, name, { before: readCursor(cursor), limit: limit + 1 });
      if (runs === null) throw new DomainError('unknown_schedule');
      return cursorPage(runs, limit, ({ dueAt }) => [dueAt.toISOString()]);
    },

    async metrics() {
      return schedulerMetrics(await views.schedules.figures(), counts, clock.now());
    },
  };
}

/** What is wrong with a schedule beyond its shape, which only the host can tell. */
async function refuseFaults(deps: SchedulerDeps, { cron, timezone, work }: ScheduleDefinition): Promise<void> {
  if (work.kind === 'command' && deps.commands === null) throw new DomainError('commands_disabled');
  const times = deps.cronTimes.faultOf(cron, timezone);
  const issues = [times === null ? null : { path: times.field, message: times.message }, await workFault(deps, work)];
  const faults = issues.filter((issue) => issue !== null);
  if (faults.length > 0) throw new DomainError('invalid_request', { issues: faults });
}

async function workFault({ outgoing, commands, tasks }: SchedulerDeps, work: ScheduleDefinition['work']): Promise<Issue | null> {
  const at = (path: string, message: string | null) => (message === null ? null : { path, message });
  switch (work.kind) {
    case 'handler_url':
      return at('handler_url', outgoing.faultOf(work.url));
    case 'task':
      return at('task', tasks.names.includes(work.task) ? null : `There is no such task: choose from ${tasks.names.join(', ')}.`);
    case 'command':
      return at('cwd', work.cwd === null ? null : ((await commands?.directoryFault(work.cwd)) ?? null));
  }
}

function readCursor(cursor: string | undefined): Date | null {
  if (cursor === undefined) return null;
  const before = instantInput.safeParse(decodeCursor(cursor, 1)[0]);
  if (before.success) return before.data;
  throw new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
}
