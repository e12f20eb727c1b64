import type { Metric } from '@comptoir/core/kit/metrics.js';
import type { Site } from './site.js';

/** What there is to watch of the sites of this process. Their number is bounded, and with it that of the labels. */
export function edgeMetrics(sites: readonly (readonly [string, Site])[]): readonly Metric[] {
  return [
    {
      name: 'comptoir_edge_site_generation',
      help: 'The version that answers for a site; 0 without one.',
      type: 'gauge',
      samples: sites.map(([site, { current }]) => ({ labels: { site }, value: current?.generation ?? 0 })),
    },
    {
      name: 'comptoir_edge_builds_total',
      help: 'Builds of a site in this process, by whether they made a site.',
      type: 'counter',
      samples: sites.flatMap(([site, { builds }]) => [
        { labels: { site, outcome: 'built' }, value: builds.built },
        { labels: { site, outcome: 'broken' }, value: builds.broken },
      ]),
    },
  ];
}
