import type { ScheduleViews } from '@comptoir/core/scheduler/schedule-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { runOf, scheduleOf } from './schedule-rows.js';

export function makeKyselyScheduleViews(db: Handle): ScheduleViews {
  return {
    async list(appId) {
      const schedules = await db.selectFrom('schedules').selectAll().where('app_id', '=', appId).orderBy(sql`name collate "C"`).execute();
      const lastRuns = await lastRunsOf(db, appId);
      return schedules.map((row) => ({ schedule: scheduleOf(row), lastRun: lastRuns.get(row.id) ?? null }));
    },

    async runs(appId, name, { before, limit }) {
      const schedule = await db
        .selectFrom('schedules')
        .select('id')
        .where('app_id', '=', appId)
        .where('name', '=', name)
        .executeTakeFirst();
      if (schedule === undefined) return null;
      const runs = db.selectFrom('schedule_runs').selectAll().where('schedule_id', '=', schedule.id).orderBy('due_at', 'desc').limit(limit);
      const rows = await (before === null ? runs : runs.where('due_at', '<', before)).execute();
      return rows.map(runOf);
    },

    async nextDue(after) {
      const due = db.selectFrom('schedules').where('next_run_at', '>', after);
      const row = await due.select('next_run_at').orderBy('next_run_at').limit(1).executeTakeFirst();
      return row?.next_run_at ?? null;
    },

    async figures() {
      return db
        .selectFrom('schedules')
        .select([
          sql<number>`count(*) filter (where enabled)`.as('enabled'),
          sql<number>`count(*) filter (where not enabled)`.as('disabled'),
          sql<Date | null>`min(next_run_at)`.as('earliest'),
        ])
        .executeTakeFirstOrThrow();
    },
  };
}

/** The latest started run of each schedule of the app. */
async function lastRunsOf(db: Handle, appId: string) {
  const rows = await db
    .selectFrom('schedules')
    .innerJoinLateral(
      (outer) =>
        outer
          .selectFrom('schedule_runs')
          .selectAll()
          .whereRef('schedule_runs.schedule_id', '=', 'schedules.id')
          .where('started_at', 'is not', null)
          .orderBy('due_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('last')
    .where('app_id', '=', appId)
    .execute();
  return new Map(rows.map((row) => [row.schedule_id, runOf(row)]));
}
