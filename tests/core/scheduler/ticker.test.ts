import { DomainError } from '@comptoir/core/kit/errors.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { RUNS_OF_APP_MAX } from '@comptoir/core/scheduler/busy-apps.js';
import type { Command, Commands, HostTasks, TaskCall } from '@comptoir/core/scheduler/scheduled-work.js';
import { LEASE_MS } from '@comptoir/core/scheduler/ticker.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aScheduler, HANDLER, type SchedulerBench, settled } from './schedules.js';

const LEASE_SECS = LEASE_MS / 1000;
const secsAfterNoon = (secs: number) => new Date(NOON.getTime() + secs * 1000);
const statusesOf = async (bench: SchedulerBench, name?: string) => (await bench.runs(name)).map(({ status }) => status);

describe('a tick', () => {
  it('calls the handler with its name, due time and payload, and an id', async () => {
    const bench = aScheduler();
    await bench.register({ payload: { b: 1, a: [null, 'é'] }, timeout_secs: 7 });
    await bench.pass(60.4);
    const [run] = await bench.runs();
    expect(bench.handlers.calls).to.deep.equal([
      {
        url: HANDLER,
        body: '{"name":"news","due_at":"2026-06-16T10:01:00.000Z","payload":{"b":1,"a":[null,"é"]}}',
        headers: { 'Content-Type': 'application/json', 'X-Request-Id': run?.id },
        timeoutMs: 7000,
      },
    ]);
  });

  it('is recorded with how it ended', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.pass(60.4);
    expect((await bench.runs())[0]).to.deep.include({
      dueAt: secsAfterNoon(60),
      trigger: 'schedule',
      status: 'succeeded',
      attempts: 1,
      startedAt: secsAfterNoon(60.4),
      endedAt: secsAfterNoon(60.4),
      httpStatus: 200,
      error: null,
    });
  });

  const OUTCOMES = [
    [
      { kind: 'answered', status: 204, retryAfterSecs: null },
      { status: 'succeeded', httpStatus: 204, error: null },
    ],
    [
      { kind: 'answered', status: 302, retryAfterSecs: null },
      { status: 'failed', httpStatus: 302, error: 'The handler answered 302.' },
    ],
    [
      { kind: 'answered', status: 503, retryAfterSecs: 9 },
      { status: 'failed', httpStatus: 503, error: 'The handler answered 503.' },
    ],
    [{ kind: 'timed-out' }, { status: 'timed_out', httpStatus: null, error: 'It took longer than its time limit.' }],
    [
      { kind: 'unreachable', reason: 'ECONNREFUSED' },
      { status: 'failed', httpStatus: null, error: 'ECONNREFUSED' },
    ],
    [
      { kind: 'forbidden', reason: 'loopback' },
      { status: 'failed', httpStatus: null, error: 'loopback' },
    ],
  ] as const;
  for (const [answer, recorded] of OUTCOMES) {
    it(`${recorded.status} when the handler is ${answer.kind}${'status' in answer ? ` ${answer.status}` : ''}, and is not tried again`, async () => {
      const bench = aScheduler();
      bench.handlers.answer(answer);
      await bench.register();
      await bench.pass(60);
      await bench.pass(30);
      expect((await bench.runs()).map(({ status, httpStatus, error }) => ({ status, httpStatus, error }))).to.deep.equal([recorded]);
    });
  }

  it('does not come before its time, nor while its schedule is disabled', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.register({ name: 'off', enabled: false });
    await bench.pass(59.999);
    expect(bench.handlers.calls).to.deep.equal([]);
    await bench.pass(0.001);
    expect(bench.handlers.calls).to.have.length(1);
  });

  it('that was missed is started once when it is in time, and the others are recorded as one', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.pass(600);
    expect((await bench.runs()).map(({ dueAt, status, skipped }) => ({ dueAt, status, skipped }))).to.deep.equal([
      { dueAt: secsAfterNoon(60), status: 'skipped_missed', skipped: 9 },
      { dueAt: secsAfterNoon(600), status: 'succeeded', skipped: 0 },
    ]);
  });

  it('that runs late is recorded under its own time, and the next comes at its own', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.pass(95);
    await bench.pass(25);
    expect((await bench.runs()).map(({ dueAt }) => dueAt)).to.deep.equal([secsAfterNoon(60), secsAfterNoon(120)]);
  });

  it('is left out while an earlier one runs, and said to be', async () => {
    const bench = aScheduler();
    const answer = bench.handlers.hold();
    await bench.register();
    await bench.pass(60);
    await bench.pass(60);
    expect(await statusesOf(bench)).to.deep.equal(['running', 'skipped_overlap']);
    answer();
    await bench.pass(60);
    expect(await statusesOf(bench)).to.deep.equal(['succeeded', 'skipped_overlap', 'succeeded']);
  });

  it('starts beside an earlier one where that is asked for', async () => {
    const bench = aScheduler();
    bench.handlers.hold();
    await bench.register({ overlap: true });
    await bench.pass(60);
    await bench.pass(60);
    expect(await statusesOf(bench)).to.deep.equal(['running', 'running']);
  });

  it('does not come twice when the clock goes back', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.pass(60);
    await bench.pass(-45);
    await bench.pass(20);
    await bench.pass(30);
    expect(bench.handlers.calls).to.have.length(1);
    await bench.pass(55);
    expect(await statusesOf(bench)).to.deep.equal(['succeeded', 'succeeded']);
  });

  it('does not come twice when its schedule is registered again at that very time', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.pass(60);
    bench.clock.advance(-30_000);
    await bench.register({ enabled: false });
    await bench.register();
    await bench.pass(30);
    expect(await statusesOf(bench)).to.deep.equal(['succeeded']);
    expect(bench.handlers.calls).to.have.length(1);
  });

  it('says when the next one is', async () => {
    const bench = aScheduler();
    expect(await bench.services.ticker.turn()).to.deep.equal({ more: false, nextDueAt: null });
    await bench.register();
    expect(await bench.services.ticker.turn()).to.deep.equal({ more: false, nextDueAt: secsAfterNoon(60) });
  });

  it('of an app that has enough running waits, and those of others do not', async () => {
    const bench = aScheduler();
    const answer = bench.handlers.hold();
    for (let index = 0; index < RUNS_OF_APP_MAX; index += 1) await bench.register({ name: `n${index}` });
    await bench.pass(60);
    await bench.register({ name: 'waits', cron: '1 1 * * * *' });
    const heard = bench.heard.length;
    const other = aScheduler(bench.persistence);
    await other.register({ name: 'goes' });
    await bench.pass(1);
    expect(await bench.runs('waits')).to.deep.equal([]);
    expect(await statusesOf(other, 'goes')).to.deep.equal(['running']);
    answer();
    await settled();
    expect(bench.heard.length).to.be.greaterThan(heard);
  });
});

describe('a run that is asked for', () => {
  it('runs at once, also while its schedule is disabled, and leaves the next tick alone', async () => {
    const bench = aScheduler();
    await bench.register({ enabled: false });
    const { dueAt } = await bench.services.scheduler.runNow(bench.appId, 'news');
    expect(dueAt).to.deep.equal(new Date(NOON.getTime() + 1));
    await bench.pass(0.5);
    expect((await bench.runs()).map(({ status, trigger }) => ({ status, trigger }))).to.deep.equal([
      { status: 'succeeded', trigger: 'now' },
    ]);
    expect(bench.handlers.bodies).to.deep.equal([{ name: 'news', due_at: dueAt.toISOString(), payload: null }]);
  });

  it('is refused while another one has not ended, unless runs may overlap', async () => {
    const bench = aScheduler();
    await bench.register();
    const { scheduler } = bench.services;
    await scheduler.runNow(bench.appId, 'news');
    expect((await refusalOf(scheduler.runNow(bench.appId, 'news'))).code).to.equal('already_running');
    await bench.register({ overlap: true });
    bench.clock.advance(5);
    await scheduler.runNow(bench.appId, 'news');
    await bench.pass(1);
    expect(await statusesOf(bench)).to.deep.equal(['succeeded', 'succeeded']);
  });

  it('never takes the place of a tick', async () => {
    const bench = aScheduler();
    await bench.register();
    bench.clock.set(secsAfterNoon(60));
    await bench.services.scheduler.runNow(bench.appId, 'news');
    await bench.register({ overlap: true });
    await bench.pass(0.001);
    expect((await bench.runs()).map(({ trigger }) => trigger)).to.deep.equal(['schedule', 'now']);
  });
});

describe('a run whose process dies', () => {
  /** The process has gone: it never hears an answer, and never renews. */
  async function afterDeath(fields: Record<string, unknown>, persistence: Persistence = makeMemoryPersistence()) {
    const dead = aScheduler(persistence);
    const answer = dead.handlers.hold();
    await dead.register(fields);
    await dead.pass(60);
    const heir = aScheduler(persistence);
    heir.clock.set(dead.clock.now());
    return { dead, heir, answer };
  }

  it('is left alone while its lease lasts', async () => {
    const { heir } = await afterDeath({ cron: '0 * * * *' });
    await heir.pass(LEASE_SECS - 1);
    expect(heir.handlers.calls).to.deep.equal([]);
  });

  it('is started again within its window, with the same id and due time', async () => {
    const { dead, heir } = await afterDeath({ schedule: '1 * * * *', catchup_secs: 60 });
    await heir.pass(LEASE_SECS);
    expect(heir.handlers.calls).to.deep.equal(dead.handlers.calls);
    expect((await dead.runs()).map(({ status, attempts }) => ({ status, attempts }))).to.deep.equal([{ status: 'succeeded', attempts: 2 }]);
  });

  it('is lost when its window has closed, and was not started again', async () => {
    for (const catchup of [0, LEASE_SECS - 1]) {
      const { dead, heir } = await afterDeath({ schedule: '1 * * * *', catchup_secs: catchup });
      await heir.pass(LEASE_SECS);
      expect(heir.handlers.calls).to.deep.equal([]);
      expect(await statusesOf(dead)).to.deep.equal(['lost']);
    }
  });

  it('gets its outcome after all when the process was only slow, unless it was started again', async () => {
    const slow = await afterDeath({ schedule: '1 * * * *', catchup_secs: 0 });
    await slow.heir.pass(LEASE_SECS);
    slow.answer();
    await settled();
    expect(await statusesOf(slow.dead)).to.deep.equal(['succeeded']);

    const late = await afterDeath({ schedule: '1 * * * *' });
    late.heir.handlers.answer({ kind: 'answered', status: 500, retryAfterSecs: null });
    await late.heir.pass(LEASE_SECS);
    late.answer();
    await settled();
    expect(await statusesOf(late.dead)).to.deep.equal(['failed']);
  });

  it('is no run of a dead process as long as that one makes itself heard', async () => {
    const { dead, heir } = await afterDeath({ schedule: '1 * * * *', catchup_secs: 3600 });
    for (let turn = 0; turn < 10; turn += 1) {
      dead.clock.advance(10_000);
      await dead.services.ticker.turn();
      await heir.pass(10);
    }
    expect(heir.handlers.calls).to.deep.equal([]);
  });

  it('is taken over at once when its process says that it stops', async () => {
    const { dead, heir } = await afterDeath({ schedule: '1 * * * *' });
    await dead.services.ticker.abandon();
    await heir.pass(0);
    expect(heir.handlers.calls).to.have.length(1);
    expect(await dead.services.ticker.turn()).to.deep.equal({ more: false, nextDueAt: null });
  });

  it('does not last for as long as a clock was ahead that has been set back since', async () => {
    const { dead, heir } = await afterDeath({ schedule: '1 * * * *', catchup_secs: 60 });
    heir.clock.set(secsAfterNoon(-86_400));
    await heir.pass(0);
    expect(heir.handlers.calls, 'it may only be late to write its lease anew').to.deep.equal([]);
    await heir.pass(LEASE_SECS);
    expect(heir.handlers.calls).to.have.length(1);
    expect(await statusesOf(dead)).to.include('succeeded');
  });
});

describe('a process that slept, or whose clock was moved', () => {
  it('does not take what it runs itself for lost', async () => {
    const bench = aScheduler();
    const answer = bench.handlers.hold();
    await bench.register({ schedule: '1 * * * *', catchup_secs: 3600 });
    await bench.pass(60);
    await bench.pass(LEASE_SECS + 1);
    await bench.pass(-600);
    expect(bench.handlers.calls).to.have.length(1);
    answer();
    await settled();
    expect((await bench.runs()).map(({ status, attempts }) => ({ status, attempts }))).to.deep.equal([
      { status: 'succeeded', attempts: 1 },
    ]);
  });
});

describe('a clock that was ahead and is set back', () => {
  const DAY_SECS = 86_400;

  it('does not keep schedules waiting until the time that it showed', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.pass(60);
    await bench.pass(DAY_SECS);
    await bench.pass(-DAY_SECS);
    const calls = bench.handlers.calls.length;
    await bench.pass(60);
    expect(bench.handlers.calls).to.have.length(calls + 1);
  });

  it('is noticed by a process that starts afterwards, and when the clock was another machine’s', async () => {
    for (const before of ['start', 'look'] as const) {
      const memory = makeMemoryPersistence();
      const ahead = aScheduler(memory);
      const right = aScheduler(memory);
      await ahead.register({ schedule: '30 10 * * *', catchup_secs: 0 });
      if (before === 'look') await right.pass(1);
      await ahead.pass(DAY_SECS * 30);
      await right.pass(600);
      expect((await ahead.services.scheduler.list(ahead.appId))[0]?.schedule.nextRunAt).to.deep.equal(secsAfterNoon(1800));
      // It was recorded as missed, and had not come yet.
      await right.pass(1200);
      expect(right.handlers.calls).to.have.length(1);
    }
  });

  it('starts nothing again that was started', async () => {
    const bench = aScheduler();
    await bench.register({ schedule: '0 11 * * *', catchup_secs: 600 });
    await bench.pass(3660);
    await bench.pass(-3660);
    await bench.pass(3660);
    expect(bench.handlers.calls).to.have.length(1);
    await bench.pass(DAY_SECS);
    expect(bench.handlers.calls).to.have.length(2);
  });

  it('leaves alone what is planned as it should be', async () => {
    const bench = aScheduler();
    const { nextRunAt } = await bench.register({ schedule: '0 0 29 2 *' });
    await bench.pass(3600);
    await bench.pass(-3600);
    expect((await bench.services.scheduler.list(bench.appId))[0]?.schedule.nextRunAt).to.deep.equal(nextRunAt);
  });
});

describe('what a worker cannot write', () => {
  it('is kept and written later', async () => {
    const memory = makeMemoryPersistence();
    let down = false;
    const persistence: Persistence = {
      ...memory,
      transact: (scope, work) => (down ? Promise.reject(new DomainError('store_unavailable')) : memory.transact(scope, work)),
    };
    const bench = aScheduler(persistence);
    const answer = bench.handlers.hold();
    await bench.register();
    await bench.pass(60);
    down = true;
    answer();
    await settled();
    down = false;
    expect(await statusesOf(bench)).to.deep.equal(['running']);
    await bench.pass(10);
    expect(await statusesOf(bench)).to.deep.equal(['succeeded']);
  });
});

describe('a task of the host', () => {
  function hostTasks(): HostTasks & { readonly calls: [string, TaskCall][] } {
    const calls: [string, TaskCall][] = [];
    return {
      calls,
      names: ['report'],
      run: async (task, call) => {
        calls.push([task, call]);
        return calls.length === 1 ? { kind: 'done' } : calls.length === 2 ? { kind: 'timed-out' } : { kind: 'failed', reason: 'Broken.' };
      },
      endAll: () => undefined,
    };
  }

  it('is run by its name, with what it was registered with', async () => {
    const tasks = hostTasks();
    const bench = aScheduler(makeMemoryPersistence(), { tasks });
    await bench.register({ task: 'report', payload: { days: 3 }, timeout_secs: 2 });
    for (let minute = 0; minute < 3; minute += 1) await bench.pass(60);
    expect(tasks.calls[0]).to.deep.equal(['report', { dueAt: secsAfterNoon(60), payload: { days: 3 }, timeoutMs: 2000 }]);
    expect(await statusesOf(bench)).to.deep.equal(['succeeded', 'timed_out', 'failed']);
    expect((await bench.runs())[2]?.error).to.equal('Broken.');
  });
});

describe('a command', () => {
  function programs(): Commands & { readonly started: Command[] } {
    const started: Command[] = [];
    const outcomes = [
      { kind: 'exited', code: 0, output: 'fine' },
      { kind: 'exited', code: 3, output: 'bad' },
      { kind: 'killed', signal: 'SIGSEGV', output: '' },
      { kind: 'timed-out', output: 'so far' },
      { kind: 'not-started', reason: 'ENOENT' },
    ] as const;
    return {
      started,
      directoryFault: async (cwd) => (cwd === '/srv/app' ? null : 'There is no such directory.'),
      run: async (command) => {
        started.push(command);
        return outcomes[started.length - 1] ?? outcomes[0];
      },
      endAll: () => undefined,
    };
  }

  it('is run with its arguments, and recorded with what it said', async () => {
    const commands = programs();
    const bench = aScheduler(makeMemoryPersistence(), { commands });
    await bench.register({ command: "php artisan 'a b'", cwd: '/srv/app', payload: 1, timeout_secs: 2 });
    for (let minute = 0; minute < 5; minute += 1) await bench.pass(60);
    expect(commands.started[0]).to.deep.equal({
      argv: ['php', 'artisan', 'a b'],
      cwd: '/srv/app',
      input: '{"name":"news","due_at":"2026-06-16T10:01:00.000Z","payload":1}',
      timeoutMs: 2000,
    });
    expect((await bench.runs()).map(({ status, error, output }) => [status, error, output])).to.deep.equal([
      ['succeeded', null, 'fine'],
      ['failed', 'The command ended with 3.', 'bad'],
      ['failed', 'The command was ended by SIGSEGV.', ''],
      ['timed_out', 'It took longer than its time limit.', 'so far'],
      ['failed', 'ENOENT', null],
    ]);
  });

  it('may also be given as a list', async () => {
    const commands = programs();
    const bench = aScheduler(makeMemoryPersistence(), { commands });
    await bench.register({ command: ['php', '-r', 'echo 1 | 2;'] });
    await bench.pass(60);
    expect(commands.started[0]?.argv).to.deep.equal(['php', '-r', 'echo 1 | 2;']);
  });

  it('is refused where it cannot work', async () => {
    const bench = aScheduler(makeMemoryPersistence(), { commands: programs() });
    const { issues } = await refusalOf(bench.register({ command: 'php', cwd: '/etc' }));
    expect(issues).to.deep.equal([{ path: 'cwd', message: 'There is no such directory.' }]);
  });
});
