import { randomUUID } from 'node:crypto';
import type { Schedule } from '@comptoir/core/scheduler/schedule.js';
import { expect } from 'chai';
import { freshName, minutesAfter, NOON } from './builders.js';
import { NO_TENANT } from './identity-builders.js';
import { aRun, aRunningRun, aSchedule } from './schedule-builders.js';
import { atOnce, describePort, errorOf, type Open, signal } from './suite.js';

export function exerciseScheduleStore(name: string, open: Open): void {
  describePort('ScheduleStore', name, open, (persistence) => {
    const { transact } = persistence;
    /** Due long before those of other tests, and gone after the test: what is due is looked for in all apps. */
    const LONG_AGO = new Date('2001-01-01T00:00:00Z');
    const made: Schedule[] = [];

    const store = async (schedule: Schedule): Promise<Schedule> => {
      made.push(schedule);
      return transact(NO_TENANT, ({ schedules }) => schedules.change(schedule.appId, schedule.name, () => schedule));
    };
    const list = async (appId: string) => (await persistence.views.schedules.list(appId)).map((entry) => entry.schedule);
    const lockDue = (now: Date, limit = 100, spared: readonly string[] = []) =>
      transact(NO_TENANT, ({ schedules }) => schedules.lockDue(now, limit, spared));

    afterEach(async () => {
      const old = made.splice(0);
      await transact(NO_TENANT, async ({ schedules }) => {
        for (const one of old) await schedules.remove(one.appId, one.name);
      });
    });

    it('gives back what was stored, to the last field', async () => {
      const schedule = await store(aSchedule());
      const command = await store(
        aSchedule({
          appId: schedule.appId,
          name: 'a é "',
          work: { kind: 'command', argv: ['a', 'b c'], cwd: null },
          enabled: false,
          nextRunAt: null,
        }),
      );

      expect(await list(schedule.appId)).to.deep.equal([command, schedule]);
    });

    it('lists by name, by code unit', async () => {
      const appId = freshName('app');
      for (const each of ['b', 'B', 'a', 'é', 'z']) await store(aSchedule({ appId, name: each }));

      expect((await list(appId)).map((schedule) => schedule.name)).to.deep.equal(['B', 'a', 'b', 'z', 'é']);
    });

    it('hands over what is there and how many the app has, and stores what is made of it', async () => {
      const schedule = await store(aSchedule());
      const seen: [Schedule | null, number][] = [];
      const changed = await transact(NO_TENANT, ({ schedules }) =>
        schedules.change(schedule.appId, schedule.name, (known, count) => {
          seen.push([known, count]);
          return { ...(known ?? schedule), payload: '1', nextRunAt: null, enabled: false };
        }),
      );

      expect(seen).to.deep.equal([[schedule, 1]]);
      expect(await list(schedule.appId)).to.deep.equal([changed]);
    });

    it('changes nothing when the decision throws', async () => {
      const schedule = await store(aSchedule());
      const fault = new Error('no');

      const thrown = await errorOf(
        transact(NO_TENANT, ({ schedules }) =>
          schedules.change(schedule.appId, 'other', () => {
            throw fault;
          }),
        ),
      );

      expect(thrown).to.equal(fault);
      expect(await list(schedule.appId)).to.deep.equal([schedule]);
    });

    it('creates one schedule of a name, whoever comes at once, and counts them exactly', async () => {
      const appId = freshName('app');
      const counts = await atOnce(12, (index) =>
        transact(NO_TENANT, async ({ schedules }) => {
          let counted = -1;
          await schedules.change(appId, `n${index % 6}`, (known, count) => {
            counted = count;
            return known ?? aSchedule({ appId, name: `n${index % 6}` });
          });
          return counted;
        }),
      );
      made.push(...(await list(appId)));

      expect(await list(appId)).to.have.length(6);
      expect(counts.filter((count) => count < 6).sort()).to.include.members([0, 1, 2, 3, 4, 5]);
    });

    it('forgets a schedule with its runs, of its own app only', async () => {
      const schedule = await store(aSchedule());
      await transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.add([aRun(schedule)]));
      const remove = (appId: string) => transact(NO_TENANT, ({ schedules }) => schedules.remove(appId, schedule.name));

      expect(await remove(freshName('app'))).to.equal(false);
      expect(await remove(schedule.appId)).to.equal(true);
      expect(await remove(schedule.appId)).to.equal(false);
      await store(schedule);
      expect(await persistence.views.schedules.runs(schedule.appId, schedule.name, { before: null, limit: 9 })).to.deep.equal([]);
    });

    it('locks what is due, the longest due first, and says what has a run that has not ended', async () => {
      const late = await store(aSchedule({ nextRunAt: minutesAfter(LONG_AGO, 2) }));
      const later = await store(aSchedule({ nextRunAt: minutesAfter(LONG_AGO, 1) }));
      await store(aSchedule({ nextRunAt: minutesAfter(LONG_AGO, 3) }));
      await store(aSchedule({ enabled: false, nextRunAt: null }));
      await transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.add([aRun(late), aRunningRun(late, { dueAt: LONG_AGO })]));
      const now = minutesAfter(LONG_AGO, 2);

      expect(await lockDue(now)).to.deep.equal([
        { schedule: later, busy: false },
        { schedule: late, busy: true },
      ]);
      expect(await lockDue(now, 1)).to.deep.equal([{ schedule: later, busy: false }]);
      expect(await lockDue(now, 9, [later.appId])).to.deep.equal([{ schedule: late, busy: true }]);
      expect(await transact(NO_TENANT, ({ schedules }) => schedules.lock(late.appId, late.name))).to.deep.equal({
        schedule: late,
        busy: true,
      });
      expect(await transact(NO_TENANT, ({ schedules }) => schedules.lock(later.appId, 'other'))).to.equal(null);
    });

    it('locks those whose next tick is after an instant, by id and some at a time', async () => {
      const farAhead = minutesAfter(NOON, 1_000_000);
      const ids = ['ffffffff-0000-4000-8000-000000000001', 'ffffffff-0000-4000-8000-000000000002', 'ffffffff-0000-4000-8000-000000000003'];
      const ahead: Schedule[] = [];
      for (const id of ids) ahead.push(await store(aSchedule({ id, nextRunAt: minutesAfter(farAhead, 1) })));
      await store(aSchedule({ nextRunAt: farAhead }));
      await store(aSchedule({ enabled: false, nextRunAt: null }));
      const lockAhead = (afterId: string | null, limit: number) =>
        transact(NO_TENANT, ({ schedules }) => schedules.lockAhead(farAhead, afterId, limit));

      expect(await lockAhead(null, 2)).to.deep.equal(ahead.slice(0, 2));
      expect(await lockAhead(ids[1] ?? null, 2)).to.deep.equal(ahead.slice(2));
      expect(await lockAhead(ids[2] ?? null, 2)).to.deep.equal([]);
    });

    it('moves schedules on', async () => {
      const [one, other] = [await store(aSchedule({ nextRunAt: LONG_AGO })), await store(aSchedule({ nextRunAt: LONG_AGO }))];
      await transact(NO_TENANT, ({ schedules }) =>
        schedules.advance([
          { id: one.id, nextRunAt: NOON },
          { id: other.id, nextRunAt: null },
        ]),
      );

      expect((await list(one.appId))[0]?.nextRunAt).to.deep.equal(NOON);
      expect((await list(other.appId))[0]?.nextRunAt).to.equal(null);
      expect(await lockDue(LONG_AGO)).to.deep.equal([]);
    });

    it('gives each due schedule to one of many that come at once', async () => {
      const dueAt = minutesAfter(LONG_AGO, -1);
      for (let index = 0; index < 20; index += 1) await store(aSchedule({ nextRunAt: dueAt }));
      const taken = await atOnce(8, () =>
        transact(NO_TENANT, async ({ schedules, scheduleRuns }) => {
          const due = await schedules.lockDue(dueAt, 5, []);
          const added = await scheduleRuns.add(due.map(({ schedule }) => aRunningRun(schedule, { dueAt })));
          await schedules.advance(due.map(({ schedule: { id } }) => ({ id, nextRunAt: NOON })));
          return added.length;
        }),
      );

      expect(taken.reduce((sum, count) => sum + count, 0)).to.equal(20 - (await lockDue(dueAt)).length);
    });

    // Elsewhere transactions come one after the other.
    if (name === 'PostgreSQL') {
      it('does not wait for a schedule that is locked', async () => {
        const schedule = await store(aSchedule({ nextRunAt: LONG_AGO }));
        const [locked, done] = [signal(), signal()];
        const holder = transact(NO_TENANT, async ({ schedules }) => {
          await schedules.lock(schedule.appId, schedule.name);
          locked.reach();
          await done.reached;
        });
        await locked.reached;

        expect(await lockDue(LONG_AGO)).to.deep.equal([]);

        done.reach();
        await holder;
        expect(await lockDue(LONG_AGO)).to.have.length(1);
      });
    }

    it('knows the first tick after an instant, and counts', async () => {
      const before = await persistence.views.schedules.figures();
      await store(aSchedule({ nextRunAt: LONG_AGO }));
      await store(aSchedule({ nextRunAt: minutesAfter(LONG_AGO, 5) }));
      await store(aSchedule({ enabled: false, nextRunAt: null }));

      expect(await persistence.views.schedules.nextDue(LONG_AGO)).to.deep.equal(minutesAfter(LONG_AGO, 5));
      expect(await persistence.views.schedules.figures()).to.deep.equal({
        enabled: before.enabled + 2,
        disabled: before.disabled + 1,
        earliest: LONG_AGO,
      });
    });

    it('shows the latest run that was started beside its schedule', async () => {
      const schedule = await store(aSchedule());
      const last = aRun(schedule, { dueAt: minutesAfter(NOON, 1), startedAt: minutesAfter(NOON, 1) });
      const skipped = aRun(schedule, { dueAt: minutesAfter(NOON, 2), status: 'skipped_overlap', startedAt: null, skipped: 1 });
      await transact(NO_TENANT, ({ scheduleRuns }) => scheduleRuns.add([aRun(schedule), last, skipped]));

      expect(await persistence.views.schedules.list(schedule.appId)).to.deep.equal([{ schedule, lastRun: last }]);
      expect(await persistence.views.schedules.list(randomUUID())).to.deep.equal([]);
    });
  });
}
