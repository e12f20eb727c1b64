import type { LockedSchedule, ScheduleStore } from '@comptoir/core/scheduler/schedule-store.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { scheduleOf, scheduleRowOf } from './schedule-rows.js';
import type { ScheduleTable } from './schedule-tables.js';

export function makeKyselySchedules(db: Handle): ScheduleStore {
  const named = (appId: string, name: string) =>
    db.selectFrom('schedules').selectAll().where('app_id', '=', appId).where('name', '=', name);
  const countOf = async (appId: string): Promise<number> => {
    const counted = db.selectFrom('schedules').where('app_id', '=', appId);
    const { count } = await counted.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  };
  /** Read once the rows are locked, by a statement of its own: the one that locks sees runs as they were before it got the lock. */
  const withBusy = async (rows: readonly Selectable<ScheduleTable>[]): Promise<readonly LockedSchedule[]> => {
    const ids = rows.map(({ id }) => id);
    const open = db.selectFrom('schedule_runs').select('schedule_id').distinct().where('lease_until', 'is not', null);
    const busy = ids.length === 0 ? [] : await open.where(sql<boolean>`schedule_id = any(${ids}::uuid[])`).execute();
    const busyIds = new Set(busy.map((row) => row.schedule_id));
    return rows.map((row) => ({ schedule: scheduleOf(row), busy: busyIds.has(row.id) }));
  };

  return {
    /** Locks the app, not the row, because a first registration finds no row to lock; and the row, which a tick may be moving on. */
    async change(appId, name, decide) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`schedules\n${appId}`}, 0))`.execute(db);
      const row = await named(appId, name).forUpdate().executeTakeFirst();
      const known = row === undefined ? null : scheduleOf(row);
      const schedule = decide(known, await countOf(appId));
      if (schedule === known) return schedule;
      const written = scheduleRowOf(schedule);
      await db
        .insertInto('schedules')
        .values(written)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(written))
        .execute();
      return schedule;
    },

    async remove(appId, name) {
      const { numDeletedRows } = await db.deleteFrom('schedules').where('app_id', '=', appId).where('name', '=', name).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async lock(appId, name) {
      const [locked] = await withBusy(await named(appId, name).forUpdate().execute());
      return locked ?? null;
    },

    async lockDue(now, limit, spared) {
      const due = db.selectFrom('schedules').selectAll().where('next_run_at', '<=', now);
      const allowed = due.where(sql<boolean>`app_id <> all(${[...spared]}::text[])`);
      return withBusy(await allowed.orderBy('next_run_at').limit(limit).forUpdate().skipLocked().execute());
    },

    async lockAhead(instant, afterId, limit) {
      const ahead = db.selectFrom('schedules').selectAll().where('next_run_at', '>', instant);
      const left = afterId === null ? ahead : ahead.where('id', '>', afterId);
      return (await left.orderBy('id').limit(limit).forUpdate().skipLocked().execute()).map(scheduleOf);
    },

    async advance(ticks) {
      if (ticks.length === 0) return;
      const ids = ticks.map(({ id }) => id);
      const times = ticks.map(({ nextRunAt }) => nextRunAt);
      await sql`
        update schedules set next_run_at = tick.next_run_at
        from unnest(${ids}::uuid[], ${times}::timestamptz[]) as tick (id, next_run_at)
        where schedules.id = tick.id`.execute(db);
    },
  };
}
