import { z } from 'zod';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import type { Scope } from '../kit/scope.js';
import type { Services } from '../services.js';
import { standingStop } from './begin-run.js';
import { connectionIn } from './connection.js';
import { lastTestIn } from './connection-test.js';
import { nextNight } from './nightly.js';
import { isNightlyDue } from './run-everywhere.js';
import { connectionRecord, connectionTestRecord, presentRun, runRecord } from './shop-sync-contract.js';
import { SYNC_JOBS, type SyncJob, type SyncRun } from './sync-run.js';
import { SYNC_APP_ID, syncTaskName } from './sync-schedules.js';

const statusRecord = z.object({
  now: z.date(),
  connection: connectionRecord.extend({ lastTest: connectionTestRecord.nullable() }),
  jobs: z.array(
    z.object({
      job: z.enum(SYNC_JOBS),
      /** The last run that has seen everything. */
      lastGood: runRecord.nullable(),
      /** The last run that ended, however; dry ones are none. */
      last: runRecord.nullable(),
      /** Null: no schedule will begin it. */
      nextAt: z.date().nullable(),
    }),
  ),
  /** What runs now, dry runs among it. */
  running: z.array(runRecord),
  /** A full run took nothing away because so much was gone at once, by kind; null: none did, or one was good since. */
  stopped: z.object({ at: z.date(), vanished: z.record(z.string(), z.int()) }).nullable(),
  /** Until then nothing is sent to the shop, because it has failed too often or asked for it, as far as this server knows. */
  pausedUntil: z.date().nullable(),
  /** Records that are set apart and tried again. */
  quarantined: z.int(),
});

/** Whether an establishment is in step with its online shop, at a glance: part of the `shopSync` router. */
export function statusProcedures() {
  return {
    getStatus: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['shopSync:read'] },
      summary: 'The connection with its last test, the last good run and the next one of each job, and what stands in their way.',
      input: z.object({}).default({}),
      output: statusRecord,
      run: (context) => statusOf(context, siteScopeOf(context)),
    }),
  };
}

async function statusOf({ services }: CallContext, scope: Scope): Promise<z.input<typeof statusRecord>> {
  const { clock, shopSync, views } = services;
  const now = clock.now();
  const settings = await views.settings.list(scope);
  const connection = connectionIn(settings);
  const [jobs, stopped, pausedUntil, { total }] = await Promise.all([
    Promise.all(SYNC_JOBS.map((job) => jobStatus(services, scope, job, connection.connected, now))),
    standingStop(views.syncRuns, scope),
    shopSync.pausedUntil(scope),
    views.quarantine.list(scope, { page: 1, pageSize: 1, dismissed: false }),
  ]);
  return {
    now,
    connection: { ...connection, lastTest: lastTestIn(settings) },
    jobs: jobs.map(({ open: _open, ...job }) => job),
    running: jobs.flatMap(({ open }) => open),
    stopped: stopped === null ? null : { at: stopped.startedAt, vanished: { ...stopped.vanished } },
    pausedUntil,
    quarantined: total,
  };
}

/** So many runs are looked through for those that have not ended, and for one that was not dry. */
const LOOKED_THROUGH = 20;

async function jobStatus(services: Services, scope: Scope, job: SyncJob, isConnected: boolean, now: Date) {
  const { syncRuns } = services.views;
  const [lastGood, { items }, nextAt] = await Promise.all([
    syncRuns.lastGood(scope, job),
    syncRuns.list(scope, { job, page: 1, pageSize: LOOKED_THROUGH }),
    isConnected ? nextAtOf(services, scope, job, now) : null,
  ]);
  const shown = (run: SyncRun | null) => (run === null ? null : presentRun(run, now));
  const last = items.find(({ dryRun, outcome }) => !dryRun && outcome !== null) ?? null;
  return {
    job,
    lastGood: shown(lastGood),
    last: shown(last),
    nextAt,
    open: items.map((run) => presentRun(run, now)).filter(({ state }) => state === 'running'),
  };
}

/** The schedule of the full run looks often, and each establishment has its minute of the night. */
async function nextAtOf(services: Services, scope: Scope, job: SyncJob, now: Date): Promise<Date | null> {
  const { crypto, views } = services;
  const schedules = await views.schedules.list(SYNC_APP_ID);
  const tick = schedules.find(({ schedule }) => schedule.name === syncTaskName(job))?.schedule.nextRunAt ?? null;
  if (job !== 'full' || tick === null || (await isNightlyDue(services, scope))) return tick;
  const site = await views.sites.get(scope);
  return site === null ? null : nextNight(crypto, site, now);
}
