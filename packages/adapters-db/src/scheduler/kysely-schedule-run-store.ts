import { type ScheduleRun, SKIPPED } from '@comptoir/core/scheduler/schedule-run.js';
import { type EndedRun, RUNS_KEPT_MAX, type ScheduleRunStore } from '@comptoir/core/scheduler/schedule-store.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { runOf, runRowOf, scheduleOf } from './schedule-rows.js';
import type { ScheduleRunTable } from './schedule-tables.js';

export function makeKyselyScheduleRuns(db: Handle): ScheduleRunStore {
  return {
    async add(runs) {
      if (runs.length === 0) return [];
      const rows = await db
        .insertInto('schedule_runs')
        .values(runs.map(runRowOf))
        .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
        .returningAll()
        .execute();
      return rows.map(runOf);
    },

    async lockOpen(now, limit, spared, believedUntil) {
      const rows = await lockOpenRows(db, now, limit, spared, believedUntil);
      if (rows.length === 0) return [];
      const ids = [...new Set(rows.map((row) => row.schedule_id))];
      const schedules = await db.selectFrom('schedules').selectAll().where('id', 'in', ids).execute();
      const byId = new Map(schedules.map((row) => [row.id, scheduleOf(row)]));
      return rows.map(runOf).flatMap((run) => {
        const schedule = byId.get(run.scheduleId);
        return schedule === undefined ? [] : [{ run, schedule }];
      });
    },

    async save(runs) {
      for (const run of runs) await saveOne(db, run);
    },

    async finish(ended) {
      const column = <Value>(read: (one: EndedRun) => Value): Value[] => ended.map(read);
      await sql`
        update schedule_runs as run
        set status = done.status, http_status = done.http_status, error = done.error, output = done.output, ended_at = done.ended_at,
            worker = null, lease_until = null
        from unnest(
          ${column(({ run }) => run.scheduleId)}::uuid[],
          ${column(({ run }) => run.dueAt)}::timestamptz[],
          ${column(({ run }) => run.attempts)}::int[],
          ${column(({ outcome }) => outcome.status)}::text[],
          ${column(({ outcome }) => outcome.httpStatus)}::int[],
          ${column(({ outcome }) => plainText(outcome.error))}::text[],
          ${column(({ outcome }) => plainText(outcome.output))}::text[],
          ${column(({ endedAt }) => endedAt)}::timestamptz[]
        ) as done (schedule_id, due_at, attempts, status, http_status, error, output, ended_at)
        where run.schedule_id = done.schedule_id and run.due_at = done.due_at and run.attempts = done.attempts`.execute(db);
    },

    async renew(worker, runIds, leaseUntil) {
      if (runIds.length === 0) return;
      await db
        .updateTable('schedule_runs')
        .set({ lease_until: leaseUntil })
        .where('lease_until', 'is not', null)
        .where('worker', '=', worker)
        .where(sql<boolean>`id = any(${[...runIds]}::uuid[])`)
        .execute();
    },

    async forgetSkippedAfter(scheduleIds, instant) {
      if (scheduleIds.length === 0) return;
      await db
        .deleteFrom('schedule_runs')
        .where(sql<boolean>`schedule_id = any(${[...scheduleIds]}::uuid[])`)
        .where('due_at', '>', instant)
        .where('status', 'in', [...SKIPPED])
        .execute();
    },

    /** Some schedules at a time: no statement takes long, however many runs there are. */
    async forgetBefore(before) {
      let forgotten = 0;
      let ids = await scheduleIdsAfter(db, null);
      while (ids.length > 0) {
        forgotten += await forgetOf(db, ids, before);
        ids = await scheduleIdsAfter(db, ids.at(-1) ?? null);
      }
      return forgotten;
    },
  };
}

const SCHEDULES_SWEPT = 100;

async function scheduleIdsAfter(db: Handle, last: string | null): Promise<readonly string[]> {
  const ordered = db.selectFrom('schedules').select('id').orderBy('id').limit(SCHEDULES_SWEPT);
  const rows = await (last === null ? ordered : ordered.where('id', '>', last)).execute();
  return rows.map(({ id }) => id);
}

/**
 * Looks for the first run too many of each schedule on the primary key, so a schedule with few costs next to nothing. Materialized, or
 * it would be looked for again with every run.
 */
async function forgetOf(db: Handle, ids: readonly string[], before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with cut as materialized (
      select schedule_id, greatest(${before}::timestamptz, (
        select kept.due_at + interval '1 microsecond' from schedule_runs as kept
        where kept.schedule_id = swept.schedule_id and kept.lease_until is null
        order by kept.due_at desc offset ${RUNS_KEPT_MAX} limit 1)) as due_at
      from unnest(${[...ids]}::uuid[]) as swept (schedule_id)
    )
    delete from schedule_runs as run using cut
    where run.schedule_id = cut.schedule_id and run.due_at < cut.due_at and run.lease_until is null`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function lockOpenRows(
  db: Handle,
  now: Date,
  limit: number,
  spared: readonly string[],
  believedUntil: Date | null,
): Promise<Selectable<ScheduleRunTable>[]> {
  return db
    .selectFrom('schedule_runs')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .selectAll('schedule_runs')
    .where(({ eb, or }) => or([eb('lease_until', '<=', now), ...(believedUntil === null ? [] : [eb('lease_until', '>', believedUntil)])]))
    .where(sql<boolean>`app_id <> all(${[...spared]}::text[])`)
    .orderBy('lease_until')
    .limit(limit)
    .forUpdate('schedule_runs')
    .skipLocked()
    .execute();
}

async function saveOne(db: Handle, run: ScheduleRun): Promise<void> {
  await db
    .updateTable('schedule_runs')
    .set(runRowOf(run))
    .where('schedule_id', '=', run.scheduleId)
    .where('due_at', '=', run.dueAt)
    .execute();
}

/** No text column takes NUL. */
function plainText(text: string | null): string | null {
  return text?.replaceAll('\u0000', '\ufffd') ?? null;
}
