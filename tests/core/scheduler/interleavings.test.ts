import { makeCronerCronTimes } from '@comptoir/adapters-sdk/cron/croner-cron-times.js';
import { CLOCK_SKEW_MAX_MS, fixedClock } from '@comptoir/core/kit/clock.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { SKIPPED_COUNTED_MAX } from '@comptoir/core/scheduler/plan-ticks.js';
import type { Schedule } from '@comptoir/core/scheduler/schedule.js';
import type { ScheduleRun } from '@comptoir/core/scheduler/schedule-run.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { type Handlers, someHandlers } from '../../support/handlers.js';
import { testDeps } from '../../support/service-deps.js';
import { repeatableCrypto } from '../support.js';
import { definition, settled } from './schedules.js';

const times = makeCronerCronTimes();
const WORKERS = 3;
const ON_TIME_SECS = 5;

/** How a transaction of a worker ends. */
type Ending = 'well' | 'dies before the commit' | 'dies after the commit';

type Step =
  | { readonly kind: 'time passes'; readonly secs: number }
  | { readonly kind: 'turn'; readonly worker: number; readonly ending: Ending }
  | { readonly kind: 'runs end'; readonly worker: number }
  | { readonly kind: 'stops'; readonly worker: number }
  | { readonly kind: 'dies'; readonly worker: number };

const worker = fc.integer({ min: 0, max: WORKERS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('time passes' as const), secs: fc.integer({ min: -50, max: 90 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time passes' as const), secs: fc.constantFrom(-4000, 200, 4000, 90_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      worker,
      ending: fc.constantFrom<Ending>('well', 'well', 'well', 'dies before the commit', 'dies after the commit'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('runs end' as const), worker }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stops' as const), worker }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dies' as const), worker }) },
);

interface Process {
  readonly services: Services;
  readonly handlers: Handlers;
  endRuns: () => void;
  ending: Ending;
}

/** Processes on one database, which take turns, die and come back, while the clock does what it likes. */
function aWorld() {
  const clock = fixedClock(NOON);
  const memory = makeMemoryPersistence();
  let seed = 0;
  /** `id attempt` of every run that a handler was called for. */
  const started: string[] = [];

  function start(): Process {
    const handlers = someHandlers();
    const persistence: Persistence = {
      ...memory,
      async transact(scope, work) {
        const { ending } = process;
        if (ending === 'well') return memory.transact(scope, work);
        const result = memory.transact(scope, async (stores, views) => {
          const done = await work(stores, views);
          if (ending === 'dies before the commit') throw new Error(ending);
          return done;
        });
        await result;
        throw new Error(ending);
      },
    };
    seed += 1;
    const outgoing = {
      ...handlers,
      post: (call: Parameters<typeof handlers.post>[0]) => {
        started.push(call.headers['X-Request-Id'] ?? '');
        return handlers.post(call);
      },
    };
    const services = makeServices(testDeps({ persistence, clock, crypto: repeatableCrypto(seed), outgoing }));
    const process: Process = { services, handlers, endRuns: handlers.hold(), ending: 'well' };
    return process;
  }

  return { clock, memory, started, start, processes: Array.from({ length: WORKERS }, start) };
}

type World = ReturnType<typeof aWorld>;

async function take(world: World, done: Step): Promise<void> {
  if (done.kind === 'time passes') return world.clock.advance(done.secs * 1000);
  const process = world.processes[done.worker];
  if (process !== undefined) await takeWith(world, process, done);
}

async function takeWith(world: World, process: Process, done: Exclude<Step, { kind: 'time passes' }>): Promise<void> {
  const replace = () => world.processes.splice(done.worker, 1, world.start());
  switch (done.kind) {
    case 'turn':
      process.ending = done.ending;
      await process.services.ticker.turn().catch(() => replace());
      process.ending = 'well';
      break;
    case 'runs end':
      process.endRuns();
      await settled();
      process.endRuns = process.handlers.hold();
      break;
    case 'stops':
      await process.services.ticker.abandon();
      replace();
      break;
    case 'dies':
      replace();
  }
}

describe('any number of workers, whatever happens to them and to the clock', () => {
  const schedule = fc.record({
    cron: fc.constantFrom('* * * * *', '*/20 * * * * *', '0 * * * *', '*/7 * * * *'),
    catchup_secs: fc.constantFrom(0, 60, 600),
    overlap: fc.boolean(),
  });

  it('account for every due time once, start none twice but what died in time, and leave out none that could be started', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(schedule, { minLength: 1, maxLength: 3 }), fc.array(step, { maxLength: 60 }), async (wanted, steps) => {
        const world = aWorld();
        const [first] = world.processes;
        if (first === undefined) return;
        for (const [index, fields] of wanted.entries()) {
          await first.services.scheduler.register('app', definition({ name: `n${index}`, ...fields }));
        }
        const before = await schedulesOf(world);
        let latest = NOON;
        let wasSetBack = false;
        for (const done of steps) {
          await take(world, done);
          const now = world.clock.now();
          if (now > latest) latest = now;
          wasSetBack ||= latest.getTime() - now.getTime() > CLOCK_SKEW_MAX_MS;
        }
        await world.start().services.ticker.turn();
        for (const [index, now] of (await schedulesOf(world)).entries()) {
          const runs = await runsOf(world, now.name);
          // What was recorded of times that a clock ahead had made up is forgotten.
          if (!wasSetBack) expectEveryTimeOnce(runs, before[index]?.nextRunAt ?? null, now);
          if (!wasSetBack) expectNoneLeftOut(runs, now);
          expectStartsAreCounted(runs, world.started);
          expectNoneKeptWaiting(now, world.clock.now());
        }
      }),
      { numRuns: 150 },
    );
  }).timeout(60_000);
});

async function schedulesOf({ memory }: World): Promise<readonly Schedule[]> {
  return (await memory.views.schedules.list('app')).map((entry) => entry.schedule);
}

async function runsOf({ memory }: World, name: string): Promise<readonly ScheduleRun[]> {
  return [...((await memory.views.schedules.runs('app', name, { before: null, limit: 1000 })) ?? [])].reverse();
}

/** The recorded runs, one after the other, are all the times there were, up to the next one. */
function expectEveryTimeOnce(runs: readonly ScheduleRun[], firstDue: Date | null, { cron, timezone, nextRunAt }: Schedule): void {
  let expected = firstDue;
  for (const { dueAt, skipped, status } of runs) {
    expect(dueAt).to.deep.equal(expected);
    const stoodFor = status === 'skipped_missed' ? skipped : 1;
    for (let index = 0; index < stoodFor && expected !== null; index += 1) expected = times.next(cron, timezone, expected);
    // Beyond that it stands for any number.
    if (stoodFor === SKIPPED_COUNTED_MAX) expected = runs[runs.findIndex((run) => run.dueAt === dueAt) + 1]?.dueAt ?? nextRunAt;
  }
  expect(nextRunAt).to.deep.equal(expected);
}

/** When ticks were given up, the last of them was too old, or a later one was started instead. */
function expectNoneLeftOut(runs: readonly ScheduleRun[], { cron, timezone, catchupSecs, nextRunAt }: Schedule): void {
  for (const [index, { dueAt, status, skipped, endedAt }] of runs.entries()) {
    if (status !== 'skipped_missed' || skipped === SKIPPED_COUNTED_MAX || endedAt === null) continue;
    let last = dueAt;
    for (let count = 1; count < skipped; count += 1) last = times.next(cron, timezone, last) ?? last;
    const follower = runs[index + 1]?.dueAt ?? nextRunAt;
    const tooOld = endedAt.getTime() - last.getTime() > Math.max(catchupSecs, ON_TIME_SECS) * 1000;
    expect(tooOld || (follower !== null && follower <= endedAt), `given up at ${endedAt.toISOString()}`).to.equal(true);
  }
}

/** Whatever clock has moved the schedule on, by the one that there is now it does not wait beyond its times. */
function expectNoneKeptWaiting({ cron, timezone, nextRunAt }: Schedule, now: Date): void {
  const first = times.next(cron, timezone, new Date(now.getTime() + CLOCK_SKEW_MAX_MS));
  expect(nextRunAt?.getTime()).to.be.at.most(first?.getTime() ?? 0);
}

/** A handler is called at most once for each time that the record says it was started. */
function expectStartsAreCounted(runs: readonly ScheduleRun[], started: readonly string[]): void {
  for (const { id, attempts } of runs) {
    expect(started.filter((one) => one === id).length).to.be.at.most(attempts);
  }
}
