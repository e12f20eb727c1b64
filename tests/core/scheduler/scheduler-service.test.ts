import { SCHEDULES_MAX } from '@comptoir/core/scheduler/scheduler-contract.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aScheduler } from './schedules.js';

const secsAfterNoon = (secs: number) => new Date(NOON.getTime() + secs * 1000);

describe('registering schedules', () => {
  it('gives a new one its next time, strictly after now', async () => {
    const { register } = aScheduler();
    expect(await register()).to.include({ name: 'news', cron: '* * * * *', timezone: 'UTC', enabled: true });
    expect((await register()).nextRunAt).to.deep.equal(secsAfterNoon(60));
  });

  it('reads the expression in its zone', async () => {
    const { register } = aScheduler();
    expect((await register({ cron: '0 9 * * *', timezone: 'Europe/Paris' })).nextRunAt).to.deep.equal(new Date('2026-06-17T07:00:00Z'));
  });

  it('changes nothing when it is so already, also after a while', async () => {
    const bench = aScheduler();
    const first = await bench.register({ payload: { a: [1, 'x'] } });
    bench.clock.advance(30_000);
    expect(await bench.register({ payload: { a: [1, 'x'] } })).to.deep.equal(first);
    expect(await bench.register({ payload: { a: [1, 'x'] }, schedule: ' *  * * * * ' })).to.deep.equal(first);
  });

  it('works out the next time anew when the times change, and only then', async () => {
    const bench = aScheduler();
    const first = await bench.register();
    bench.clock.advance(90_000);
    const changed = await bench.register({ payload: 'other', timeout_secs: 9 });
    expect(changed).to.deep.include({ id: first.id, payload: '"other"', timeoutSecs: 9, nextRunAt: first.nextRunAt });
    expect((await bench.register({ schedule: '*/5 * * * *' })).nextRunAt).to.deep.equal(secsAfterNoon(300));
    expect((await bench.register({ schedule: '*/5 * * * *', enabled: false })).nextRunAt).to.equal(null);
    expect((await bench.register({ schedule: '*/5 * * * *' })).nextRunAt).to.deep.equal(secsAfterNoon(300));
  });

  it('keeps the schedules of one app from another', async () => {
    const bench = aScheduler();
    await bench.register();
    const { scheduler } = bench.services;
    expect(await scheduler.list('other')).to.deep.equal([]);
    expect(await scheduler.cancel('other', 'news')).to.equal(false);
    expect((await refusalOf(scheduler.runNow('other', 'news'))).code).to.equal('unknown_schedule');
    expect((await refusalOf(scheduler.runs('other', 'news', { limit: 1 }))).code).to.equal('unknown_schedule');
    expect(await scheduler.list(bench.appId)).to.have.length(1);
  });

  it('forgets a cancelled one with its runs', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.pass(60);
    expect(await bench.services.scheduler.cancel(bench.appId, 'news')).to.equal(true);
    expect(await bench.services.scheduler.cancel(bench.appId, 'news')).to.equal(false);
    await bench.register();
    expect(await bench.runs()).to.deep.equal([]);
  });

  it('tells the workers of this process', async () => {
    const bench = aScheduler();
    await bench.register();
    expect(bench.heard).to.deep.equal([{ kind: 'schedule-due' }]);
  });

  it('refuses one more than an app may have, but not a change of one it has', async () => {
    const bench = aScheduler();
    const { transact } = bench.persistence;
    const first = await bench.register({ name: 'first' });
    await transact({ tenantId: '', actor: { kind: 'system', name: 'tests' } }, async ({ schedules }) => {
      for (let index = 1; index < SCHEDULES_MAX; index += 1) {
        await schedules.change(bench.appId, `n${index}`, () => ({ ...first, id: `id${index}`, name: `n${index}` }));
      }
    });
    expect((await refusalOf(bench.register({ name: 'one-more' }))).code).to.equal('too_many_schedules');
    expect(await bench.register({ name: 'first', overlap: true })).to.include({ overlap: true });
  });

  const REFUSED: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ schedule: '0 0 31 2 *' }, 'schedule'],
    [{ schedule: 'often' }, 'schedule'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ handler_url: 'http://127.0.0.1/tick' }, 'handler_url'],
    [{ task: 'unknown' }, 'task'],
  ];
  for (const [fields, path] of REFUSED) {
    it(`refuses ${JSON.stringify(fields)}, and names the field`, async () => {
      const { issues } = await refusalOf(aScheduler().register(fields));
      expect(issues.map((issue) => issue.path)).to.deep.equal([path]);
    });
  }

  const SHAPES: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ schedule: '* * * * *', cron: '* * * * *' }, /one of schedule and cron/],
    [{ task: 'a', handler_url: 'https://app.example/' }, /exactly one of/],
    [{ kind: 'task' }, /agree/],
    [{ cwd: '/srv' }, /Only a command/],
    [{ command: 'a', cwd: 'srv' }, /absolute/],
    [{ name: ' news' }, /space/],
    [{ name: 'a\u0000b' }, /control/],
    [{ name: 'n'.repeat(101) }, /100/],
    [{ payload: 'x'.repeat(70_000) }, /65536/],
    [{ timeout_secs: 0 }, />=1|1/],
    [{ timeout_secs: 7201 }, /7200/],
    [{ catchup_secs: -1 }, /0/],
    [{ every: 'day' }, /every/],
  ];
  for (const [fields, words] of SHAPES) {
    it(`refuses ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const { register } = aScheduler();
      expect(() => register(fields)).to.throw(words);
    });
  }

  it('refuses a payload that is nested too deeply to be written', () => {
    expect(() => aScheduler().register({ payload: JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) })).to.throw(/65536/);
  });

  it('refuses commands where the host starts none', async () => {
    expect((await refusalOf(aScheduler().register({ command: 'true' }))).code).to.equal('commands_disabled');
  });

  it('refuses a command that a shell would have to read, and one without a program', () => {
    for (const command of ['a | b', '   ', "'"]) expect(() => aScheduler().register({ command })).to.throw();
  });
});

describe('the list of schedules', () => {
  it('is in order of names, each with its latest run', async () => {
    const bench = aScheduler();
    await bench.register({ name: 'b' });
    await bench.register({ name: 'a', enabled: false });
    await bench.pass(60);
    const entries = await bench.services.scheduler.list(bench.appId);
    expect(entries.map(({ schedule }) => schedule.name)).to.deep.equal(['a', 'b']);
    expect(entries.map(({ lastRun }) => lastRun?.status)).to.deep.equal([undefined, 'succeeded']);
  });
});

describe('the runs of a schedule', () => {
  it('come in pages, latest first', async () => {
    const bench = aScheduler();
    await bench.register();
    for (let minute = 0; minute < 5; minute += 1) await bench.pass(60);
    const { scheduler } = bench.services;
    const first = await scheduler.runs(bench.appId, 'news', { limit: 3 });
    const second = await scheduler.runs(bench.appId, 'news', { limit: 3, cursor: first.nextCursor ?? '' });
    const minutes = [...first.items, ...second.items].map(({ dueAt }) => (dueAt.getTime() - NOON.getTime()) / 60_000);
    expect(minutes).to.deep.equal([5, 4, 3, 2, 1]);
    expect(second.nextCursor).to.equal(null);
    expect((await refusalOf(scheduler.runs(bench.appId, 'news', { limit: 3, cursor: 'zz' }))).code).to.equal('invalid_request');
  });

  it('are forgotten after 30 days, except what still runs', async () => {
    const bench = aScheduler();
    await bench.register({ cron: '0 0 1 * *', timeout_secs: 7200 });
    await bench.pass(31 * 86_400);
    await bench.pass(31 * 86_400);
    expect(await bench.runs()).to.have.length(2);
    await bench.services.housekeeping.sweep();
    expect(await bench.runs()).to.have.length(1);
  });
});

describe('the figures of the scheduler', () => {
  it('say how many schedules there are, how late it is and how runs ended', async () => {
    const bench = aScheduler();
    await bench.register();
    await bench.register({ name: 'off', enabled: false });
    bench.handlers.answer({ kind: 'answered', status: 500, retryAfterSecs: null });
    bench.clock.advance(500);
    await bench.pass(60);
    bench.clock.advance(62_500);
    const figures = new Map(
      (await bench.services.scheduler.metrics()).flatMap(({ name, samples }) =>
        samples.map(({ labels, value }) => [[name, ...Object.values(labels)].join(' '), value]),
      ),
    );
    expect(figures.get('comptoir_schedules true')).to.equal(1);
    expect(figures.get('comptoir_schedules false')).to.equal(1);
    expect(figures.get('comptoir_schedule_overdue_seconds')).to.equal(3);
    expect(figures.get('comptoir_schedule_runs_started_total')).to.equal(1);
    expect(figures.get('comptoir_schedule_lateness_seconds_total')).to.equal(0.5);
    expect(figures.get('comptoir_schedule_runs_ended_total failed')).to.equal(1);
    expect(figures.get('comptoir_schedule_ticks_skipped_total missed')).to.equal(0);
  });
});
