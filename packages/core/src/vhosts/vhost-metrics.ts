import type { Metric } from '../kit/metrics.js';
import type { ReloadCounts } from './counted-reloads.js';
import type { VhostViews } from './vhost-store.js';

/** Sites per state (of the database), reloads (of this process). */
export function vhostMetrics(sites: Awaited<ReturnType<VhostViews['count']>>, reloads: ReloadCounts): readonly Metric[] {
  return [
    {
      name: 'comptoir_vhosts',
      help: 'Virtual hosts by state; a quarantined one is not served.',
      type: 'gauge',
      samples: Object.entries(sites).map(([state, value]) => ({ labels: { state }, value })),
    },
    {
      name: 'comptoir_nginx_reloads_total',
      help: 'Reloads of nginx by this process, by what became of them.',
      type: 'counter',
      samples: [
        { labels: { outcome: 'done' }, value: reloads.done },
        { labels: { outcome: 'failed' }, value: reloads.failed },
      ],
    },
    {
      name: 'comptoir_nginx_last_reload_failure_timestamp_seconds',
      help: 'When a reload of nginx by this process last failed; 0 when none did.',
      type: 'gauge',
      samples: [{ labels: {}, value: (reloads.lastFailureAt?.getTime() ?? 0) / 1000 }],
    },
  ];
}
