import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SyncFigures, SyncJob, SyncOutcome, SyncRun, SyncRunStore, SyncRunViews } from '@comptoir/core/shop-sync/sync-run.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { json } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { runOf, runRowOf } from './shop-sync-tables.js';

export function makeKyselySyncRuns(db: Handle): SyncRunStore {
  return {
    async begin(scope, run) {
      if (run.dryRun) return insert(db, scope, run);
      // One after the other, or two that find nothing under way would both begin.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sync-runs\n${scope.tenantId}\n${scope.siteId}`}, 0))`.execute(db);
      const rows = await ofSite(db, scope).where(sql<boolean>`outcome is null and not dry_run`).forUpdate().execute();
      if (rows.some((row) => row.lease_until > run.startedAt)) return null;
      const cut = rows.find(({ job }) => job === run.job);
      return cut === undefined
        ? insert(db, scope, run)
        : takeOver(db, scope, {
            ...runOf(cut),
            leaseUntil: run.leaseUntil,
            holder: run.holder,
            accepted: run.accepted ?? runOf(cut).accepted,
          });
    },

    async save({ tenantId, siteId }, run) {
      const { numUpdatedRows } = await db
        .updateTable('sync_runs')
        .set(runRowOf(run))
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', uuidOf(run.id))
        .where('holder', '=', uuidOf(run.holder))
        .where('outcome', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async forgetBefore(before) {
      const { numAffectedRows } = await sql`
        delete from sync_runs run where finished_at < ${before} and (dry_run or (
          started_at > (select min(started_at) from sync_runs other where ${IS_BESIDE})
          and (outcome not in ('completed', 'completed_with_quarantine') or opened_at < (select max(opened_at) from sync_runs other
            where ${IS_BESIDE} and other.job = run.job and other.outcome in ('completed', 'completed_with_quarantine')))))`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

const IS_BESIDE = sql`other.tenant_id = run.tenant_id and other.site_id = run.site_id and not other.dry_run`;

async function insert(db: Handle, { tenantId, siteId }: Scope, run: SyncRun): Promise<SyncRun> {
  await db
    .insertInto('sync_runs')
    .values({ ...runRowOf(run), tenant_id: tenantId, site_id: siteId })
    .execute();
  return run;
}

/** The row is locked, so nobody has it. */
async function takeOver(db: Handle, { tenantId, siteId }: Scope, run: SyncRun): Promise<SyncRun> {
  await db
    .updateTable('sync_runs')
    .set({ lease_until: run.leaseUntil, holder: run.holder, accepted: run.accepted === null ? null : json(run.accepted) })
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('id', '=', run.id)
    .execute();
  return run;
}

export function makeKyselySyncRunViews(db: Handle): SyncRunViews {
  return {
    async get(scope, id) {
      const row = await ofSite(db, scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : runOf(row);
    },

    async list(scope, filter) {
      const { job, outcome } = filter;
      const matching = ofSite(db, scope)
        .$if(job !== undefined, (query) => query.where('job', '=', job ?? 'orders'))
        .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'completed'));
      const { items, ...page } = await readPage(matching.orderBy('started_at', 'desc').orderBy('id', 'desc'), filter);
      return { ...page, items: items.map(runOf) };
    },

    async lastGood(scope, job) {
      const row = await ofSite(db, scope)
        .where('job', '=', job)
        .where('dry_run', '=', false)
        .where('outcome', 'in', ['completed', 'completed_with_quarantine'])
        .orderBy('opened_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : runOf(row);
    },

    async lastStopped(scope) {
      const stopped = ofSite(db, scope).where('vanished', 'is not', null).orderBy('started_at', 'desc').orderBy('id', 'desc');
      const row = await stopped.limit(1).executeTakeFirst();
      return row === undefined ? null : runOf(row);
    },

    async firstStart(scope) {
      const first = ofSite(db, scope).where('dry_run', '=', false).orderBy('started_at').limit(1);
      return (await first.executeTakeFirst())?.started_at ?? null;
    },

    async figures(since) {
      const { rows } = await sql<FiguresRow>`
        select tenant_id, site_id, job, min(started_at) as first_at,
          max(opened_at) filter (where outcome in ('completed', 'completed_with_quarantine')) as good_at,
          coalesce(sum(extract(epoch from finished_at - started_at)) filter (where finished_at >= ${since}), 0)::float8 as seconds,
          coalesce(sum(requests) filter (where finished_at >= ${since}), 0)::bigint as requests,
          array_remove(array_agg(case when finished_at >= ${since} then outcome end), null) as ended
        from sync_runs where not dry_run group by tenant_id, site_id, job`.execute(db);
      return rows.map(figuresOf);
    },
  };
}

interface FiguresRow {
  readonly tenant_id: string;
  readonly site_id: string;
  readonly job: SyncJob;
  readonly first_at: Date;
  readonly good_at: Date | null;
  readonly seconds: number;
  readonly requests: number;
  /** One for each run. */
  readonly ended: readonly SyncOutcome[];
}

function figuresOf({ tenant_id: tenantId, site_id: siteId, job, seconds, requests, ...row }: FiguresRow): SyncFigures {
  const ended: Partial<Record<SyncOutcome, number>> = {};
  for (const outcome of row.ended) ended[outcome] = (ended[outcome] ?? 0) + 1;
  return { tenantId, siteId, job, seconds, requests: Number(requests), ended, goodAt: row.good_at, firstAt: row.first_at };
}

function ofSite(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('sync_runs').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}
