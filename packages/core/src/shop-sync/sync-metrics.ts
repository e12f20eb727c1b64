import type { Clock } from '../kit/clock.js';
import type { Metric, Sample } from '../kit/metrics.js';
import type { Views } from '../stores.js';
import { URL_SETTING } from './connection.js';
import { SHOP_ENTITIES } from './shop-records.js';
import { SYNC_JOBS, SYNC_OUTCOMES, type SyncFigures, type SyncJob } from './sync-run.js';

const DAY_MS = 86_400_000;

export interface SyncMetricsDeps {
  readonly views: Pick<Views, 'quarantine' | 'settings' | 'syncRuns'>;
  readonly clock: Clock;
}

/** How the establishments that are connected to an online shop keep in step with it, all of them together. */
export async function syncMetrics({ views, clock }: SyncMetricsDeps): Promise<readonly Metric[]> {
  const now = clock.now();
  const [connected, runs, waiting] = await Promise.all([
    views.settings.sitesWith(URL_SETTING),
    views.syncRuns.figures(new Date(now.getTime() - DAY_MS)),
    views.quarantine.waiting(),
  ]);
  const ours = new Set(connected.map(({ tenantId, siteId }) => `${tenantId} ${siteId}`));
  const isOurs = ({ tenantId, siteId }: { readonly tenantId: string; readonly siteId: string }) => ours.has(`${tenantId} ${siteId}`);
  const figures = runs.filter(isOurs);
  const quarantined = waiting.filter(isOurs);
  return [
    gauge('runs', 'Synchronizations with online shops that ended within a day.', outcomes(figures)),
    gauge(
      'run_seconds',
      'How long those took together.',
      perJob(figures, (ofJob) => sum(ofJob.map(({ seconds }) => seconds))),
    ),
    gauge(
      'requests',
      'Requests that those made to shops.',
      perJob(figures, (ofJob) => sum(ofJob.map(({ requests }) => requests))),
    ),
    gauge(
      'success_age_seconds',
      'How long ago the last good synchronization began, of the establishment that waits longest.',
      perJob(figures, (ofJob) =>
        Math.max(0, ...ofJob.map(({ goodAt, firstAt }) => (now.getTime() - (goodAt ?? firstAt).getTime()) / 1000)),
      ),
    ),
    gauge(
      'quarantined',
      'Records of shops that cannot be imported and are tried again.',
      SHOP_ENTITIES.map((entity) => ({
        labels: { entity },
        value: sum(quarantined.filter((one) => one.entity === entity).map(({ count }) => count)),
      })),
    ),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name: `comptoir_shop_sync_${name}`, help, type: 'gauge', samples };
}

function outcomes(figures: readonly SyncFigures[]): readonly Sample[] {
  return SYNC_JOBS.flatMap((job) =>
    SYNC_OUTCOMES.map((outcome) => ({
      labels: { job, outcome },
      value: sum(figures.filter((one) => one.job === job).map(({ ended }) => ended[outcome] ?? 0)),
    })),
  );
}

function perJob(figures: readonly SyncFigures[], value: (ofJob: readonly SyncFigures[]) => number): readonly Sample[] {
  return SYNC_JOBS.map((job: SyncJob) => ({ labels: { job }, value: value(figures.filter((one) => one.job === job)) }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
