import { SYNC_JOBS, type SyncJob } from '@comptoir/core/shop-sync/sync-run.js';
import type { AnswerOf } from '../wire.js';

/** Whether an establishment is in step with its online shop, and what is to be looked into. */

export type ShopStatus = AnswerOf<'shopSync.getStatus'>;

export type Concern =
  | { readonly kind: 'notConnected' | 'notBegun' }
  | { readonly kind: 'testFailed'; readonly fault: string }
  | { readonly kind: 'unreadable'; readonly resources: readonly string[] }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'paused'; readonly until: string }
  | { readonly kind: 'failed' | 'late' | 'never'; readonly job: SyncJob }
  | { readonly kind: 'quarantined'; readonly count: number };

/** The last good run of a job may be so long ago: as operators are told to watch (docs/shop-sync.md). */
const LATE_MS: Readonly<Record<SyncJob, number>> = { orders: 6 * 3_600_000, products: 6 * 3_600_000, full: 30 * 3_600_000 };

/** How a job stands: `failed` when its last run did, and none was good since. */
export type Standing = 'good' | 'failed' | 'late' | 'never';

export function standingOf({ now, jobs }: Jobs, job: SyncJob): Standing {
  const { last = null, lastGood = null } = jobs.find((one) => one.job === job) ?? {};
  if ((last?.outcome === 'failed' || last?.outcome === 'timed_out') && beginOf(last) > beginOf(lastGood)) return 'failed';
  const brought = broughtBy({ now, jobs }, job);
  if (brought === null) return 'never';
  return Date.parse(now) - beginOf(brought) > LATE_MS[job] ? 'late' : 'good';
}

/** The last good run that brought what the job brings: its own, or a full one, which brings what the others do. */
export function broughtBy({ jobs }: Jobs, job: SyncJob): GoodRun | null {
  const good = jobs.flatMap(({ job: other, lastGood }) => ((other === job || other === 'full') && lastGood !== null ? [lastGood] : []));
  return good.reduce<GoodRun | null>((latest, run) => (beginOf(run) > beginOf(latest) ? run : latest), null);
}

type Jobs = Pick<ShopStatus, 'now' | 'jobs'>;
type GoodRun = NonNullable<ShopStatus['jobs'][number]['lastGood']>;

function beginOf(run: Pick<GoodRun, 'startedAt'> | null): number {
  return run === null ? Number.NEGATIVE_INFINITY : Date.parse(run.startedAt);
}

/** What keeps somebody from saying that the shop is in step, gravest first; none: it is. */
export function concernsOf(status: ShopStatus): readonly Concern[] {
  const { connection, stopped, pausedUntil, quarantined } = status;
  if (!connection.connected) return [{ kind: 'notConnected' }];
  const fault = connection.lastTest?.fault ?? null;
  const resources = connection.lastTest?.probe?.unreadable ?? [];
  return [
    ...(fault === null ? [] : [{ kind: 'testFailed', fault } as const]),
    ...(resources.length === 0 ? [] : [{ kind: 'unreadable', resources } as const]),
    ...(stopped === null ? [] : [{ kind: 'stopped' } as const]),
    ...(pausedUntil === null ? [] : [{ kind: 'paused', until: pausedUntil } as const]),
    ...jobConcerns(status),
    ...(quarantined === 0 ? [] : [{ kind: 'quarantined', count: quarantined } as const]),
  ];
}

function jobConcerns(status: ShopStatus): readonly Concern[] {
  const standings = SYNC_JOBS.map((job) => ({ job, kind: standingOf(status, job) }));
  if (standings.every(({ kind }) => kind === 'never')) return [{ kind: 'notBegun' }];
  return standings.flatMap(({ job, kind }) => {
    // Of a full run that was stopped is told already.
    return kind === 'good' || (job === 'full' && status.stopped !== null) ? [] : [{ kind, job }];
  });
}
