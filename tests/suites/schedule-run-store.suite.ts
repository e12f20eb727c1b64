import { randomUUID } from 'node:crypto';
import type { Schedule } from '@comptoir/core/scheduler/schedule.js';
import type { RunOutcome, ScheduleRun } from '@comptoir/core/scheduler/schedule-run.js';
import { RUNS_KEPT_MAX } from '@comptoir/core/scheduler/schedule-store.js';
import { expect } from 'chai';
import { minutesAfter, NOON } from './builders.js';
import { NO_TENANT } from './identity-builders.js';
import { aRun, aRunningRun, aSchedule } from './schedule-builders.js';
import { atOnce, describePort, type Open } from './suite.js';

export function exerciseScheduleRunStore(name: string, open: Open): void {
  describePort('ScheduleRunStore', name, open, (persistence) => {
    const { transact } = persistence;
    const LONG_AGO = new Date('2001-01-01T00:00:00Z');
    let schedule: Schedule;

    beforeEach(async () => {
      schedule = aSchedule();
      await transact(NO_TENANT, ({ schedules }) => schedules.change(schedule.appId, schedule.name, () => schedule));
    });
    afterEach(() => transact(NO_TENANT, ({ schedules }) => schedules.remove(schedule.appId, schedule.name)));

    const add = (...runs: ScheduleRun[]) => transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.add(runs));
    const runs = async (before: Date | null = null, limit = 200) =>
      persistence.views.schedules.runs(schedule.appId, schedule.name, { before, limit });
    const lockOpen = (now: Date, limit = 9, spared: readonly string[] = [], believedUntil: Date | null = null) =>
      transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.lockOpen(now, limit, spared, believedUntil));
    const finish = (run: ScheduleRun, outcome: RunOutcome, endedAt = NOON) =>
      transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.finish([{ run, outcome, endedAt }]));
    const FAILED: RunOutcome = { status: 'failed', httpStatus: 503, error: 'é\u0000', output: 'x'.repeat(8192) };

    it('gives back what was added, latest due first, in pages', async () => {
      const first = aRun(schedule, { error: 'e', output: 'o', attempts: 2 });
      const second = aRunningRun(schedule, { dueAt: minutesAfter(NOON, 1), leaseUntil: minutesAfter(NOON, 9) });

      expect(await add(first, second)).to.deep.equal([first, second]);
      expect(await runs()).to.deep.equal([second, first]);
      expect(await runs(null, 1)).to.deep.equal([second]);
      expect(await runs(second.dueAt)).to.deep.equal([first]);
      expect(await persistence.views.schedules.runs(schedule.appId, 'other', { before: null, limit: 1 })).to.equal(null);
    });

    it('adds one run for a due time, whoever comes at once', async () => {
      const added = await atOnce(10, () => add(aRun(schedule), aRun(schedule, { dueAt: minutesAfter(NOON, 1) })));

      expect(added.flat()).to.have.length(2);
      expect(await runs()).to.have.length(2);
      expect(await add(aRun(schedule))).to.deep.equal([]);
      expect(await add()).to.deep.equal([]);
    });

    it('finds runs whose lease has ended, the oldest first', async () => {
      const dead = aRunningRun(schedule, { leaseUntil: minutesAfter(LONG_AGO, 2) });
      const queued = aRun(schedule, { dueAt: minutesAfter(NOON, 1), status: 'queued', leaseUntil: minutesAfter(LONG_AGO, 1) });
      const alive = aRunningRun(schedule, { dueAt: minutesAfter(NOON, 2), leaseUntil: minutesAfter(LONG_AGO, 3) });
      await add(dead, queued, alive, aRun(schedule, { dueAt: minutesAfter(NOON, 3) }));
      const now = minutesAfter(LONG_AGO, 2);

      expect(await lockOpen(now)).to.deep.equal([
        { run: queued, schedule },
        { run: dead, schedule },
      ]);
      expect(await lockOpen(now, 1)).to.deep.equal([{ run: queued, schedule }]);
      expect(await lockOpen(now, 9, [schedule.appId])).to.deep.equal([]);
    });

    it('finds runs whose lease lasts for longer than is believed', async () => {
      const ahead = aRunningRun(schedule, { leaseUntil: minutesAfter(NOON, 1_000_000) });
      await add(ahead, aRunningRun(schedule, { dueAt: minutesAfter(NOON, 1), leaseUntil: minutesAfter(NOON, 1) }));

      expect(await lockOpen(LONG_AGO, 9, [], minutesAfter(NOON, 1))).to.deep.equal([{ run: ahead, schedule }]);
      expect(await lockOpen(LONG_AGO, 9, [], ahead.leaseUntil)).to.deep.equal([]);
      expect(await lockOpen(LONG_AGO)).to.deep.equal([]);
    });

    it('gives each of them to one of many that come at once', async () => {
      await add(
        ...Array.from({ length: 10 }, (_, index) => aRunningRun(schedule, { dueAt: minutesAfter(NOON, index), leaseUntil: LONG_AGO })),
      );
      const taken = await atOnce(5, () =>
        transact(NO_TENANT, async ({ scheduleRuns }) => {
          const open = await scheduleRuns.lockOpen(LONG_AGO, 4, [], null);
          await scheduleRuns.save(open.map(({ run }) => ({ ...run, leaseUntil: NOON, attempts: 2 })));
          return open.map(({ run }) => run.id);
        }),
      );

      expect(new Set(taken.flat()).size).to.equal(taken.flat().length);
    });

    it('replaces a run', async () => {
      const run = aRunningRun(schedule);
      await add(run);
      const lost = { ...run, status: 'lost', worker: null, leaseUntil: null, endedAt: NOON, error: 'gone' } as const;
      await transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.save([lost]));

      expect(await runs()).to.deep.equal([lost]);
    });

    it('writes how runs ended, together', async () => {
      const [one, other] = [aRunningRun(schedule), aRunningRun(schedule, { dueAt: minutesAfter(NOON, 1) })];
      await add(one, other);
      const succeeded = { status: 'succeeded', httpStatus: null, error: null, output: null } as const;
      await transact(NO_TENANT, ({ scheduleRuns }) =>
        scheduleRuns.finish([
          { run: one, outcome: succeeded, endedAt: NOON },
          { run: other, outcome: { ...FAILED, error: 'é' }, endedAt: NOON },
        ]),
      );

      const ended = { worker: null, leaseUntil: null, endedAt: NOON };
      expect(await runs()).to.deep.equal([
        { ...other, ...FAILED, error: 'é', ...ended },
        { ...one, ...succeeded, ...ended },
      ]);
    });

    it('takes any text for what a program wrote', async () => {
      const run = aRunningRun(schedule);
      await add(run);
      await finish(run, { ...FAILED, output: 'a\u0000\ud800b' });

      expect((await runs())?.[0]?.output).to.match(/^a.+b$/su);
    });

    it('keeps what a later start of the run has, and takes the outcome of one that was lost', async () => {
      const run = aRunningRun(schedule);
      await add({ ...run, attempts: 2 });
      await finish(run, FAILED);
      expect((await runs())?.[0]?.status).to.equal('running');

      const lost = aRun(schedule, { dueAt: minutesAfter(NOON, 1), status: 'lost' });
      await add(lost);
      await finish(lost, FAILED);
      expect((await runs())?.[0]?.status).to.equal('failed');
    });

    it('moves the leases of the runs that a worker has, and of no others', async () => {
      const worker = randomUUID();
      const mine = aRunningRun(schedule, { worker });
      const unnamed = aRunningRun(schedule, { worker, dueAt: minutesAfter(NOON, 1) });
      const others = aRunningRun(schedule, { dueAt: minutesAfter(NOON, 2) });
      await add(mine, unnamed, others);
      const leaseUntil = minutesAfter(NOON, 30);
      await transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.renew(worker, [mine.id, others.id, randomUUID()], leaseUntil));
      await transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.renew(worker, [], NOON));

      expect(await runs()).to.deep.equal([others, unnamed, { ...mine, leaseUntil }]);
    });

    it('forgets what was recorded of ticks after an instant that were not started', async () => {
      const other = aSchedule();
      await transact(NO_TENANT, ({ schedules }) => schedules.change(other.appId, other.name, () => other));
      const skipped = (minute: number, changes: Partial<ScheduleRun> = {}) =>
        aRun(schedule, { dueAt: minutesAfter(NOON, minute), status: 'skipped_missed', startedAt: null, skipped: 1, ...changes });
      const [before, started] = [skipped(0), aRun(schedule, { dueAt: minutesAfter(NOON, 3) })];
      const others = skipped(1, { scheduleId: other.id });
      await add(before, skipped(1), skipped(2, { status: 'skipped_overlap' }), started, others);
      await transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.forgetSkippedAfter([schedule.id], NOON));
      await transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.forgetSkippedAfter([], NOON));

      expect(await runs()).to.deep.equal([started, before]);
      expect(await persistence.views.schedules.runs(other.appId, other.name, { before: null, limit: 9 })).to.deep.equal([others]);
    });

    it('forgets ended runs due before an instant, and those beyond the latest thousand', async () => {
      const old = aRun(schedule, { dueAt: LONG_AGO });
      const oldButOpen = aRunningRun(schedule, { dueAt: minutesAfter(LONG_AGO, 1) });
      await add(
        old,
        oldButOpen,
        ...Array.from({ length: RUNS_KEPT_MAX + 2 }, (_, index) => aRun(schedule, { dueAt: minutesAfter(NOON, index) })),
      );
      const forget = () => transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.forgetBefore(minutesAfter(LONG_AGO, 1)));

      expect(await forget()).to.equal(3);
      expect(await forget()).to.equal(0);
      const kept = (await runs(null, 2000)) ?? [];
      expect(kept).to.have.length(RUNS_KEPT_MAX + 1);
      expect(kept.at(-1)).to.deep.equal(oldButOpen);
      expect(kept.at(-2)?.dueAt).to.deep.equal(minutesAfter(NOON, 2));
    });
  });
}
