import type { Metric } from './kit/metrics.js';
import type { Services } from './services.js';
import { syncMetrics } from './shop-sync/sync-metrics.js';

/** The figures of the parts that work on the database: one line per part. */
export async function metricsOf(services: Services): Promise<readonly Metric[]> {
  const parts = await Promise.all([
    services.certificates.metrics(),
    services.pushQueue.metrics(),
    services.scheduler.metrics(),
    services.vhosts.metrics(),
    syncMetrics(services),
  ]);
  return parts.flat();
}
