import type { Metric, Sample } from '@comptoir/core/kit/metrics.js';
import type { Site } from './site.js';

type Sites = readonly (readonly [string, Site])[];

/** What there is to watch of the sites of this process. Their number is bounded, and with it that of the labels: what visitors send is none. */
export function edgeMetrics(sites: Sites): readonly Metric[] {
  return [
    {
      name: 'comptoir_edge_site_generation',
      help: 'The version that answers for a site; 0 without one.',
      type: 'gauge',
      samples: sites.map(([site, { current }]) => ({ labels: { site }, value: current?.generation ?? 0 })),
    },
    {
      name: 'comptoir_edge_requests_total',
      help: 'Requests for a site, by the class of the status that they were answered with.',
      type: 'counter',
      samples: counted(sites, 'status', ({ figures }) => figures.answers),
    },
    {
      name: 'comptoir_edge_builds_total',
      help: 'Builds of a site in this process, by whether they made a site.',
      type: 'counter',
      samples: counted(sites, 'outcome', ({ figures }) => figures.builds),
    },
    {
      name: 'comptoir_edge_build_seconds_total',
      help: 'How long those builds took together.',
      type: 'counter',
      samples: sites.map(([site, { figures }]) => ({ labels: { site }, value: figures.buildMs / 1_000 })),
    },
    {
      name: 'comptoir_edge_threads_lost_total',
      help: 'Threads of a site that had to be replaced: they hung, or died of an error or for want of memory.',
      type: 'counter',
      samples: counted(sites, 'reason', ({ figures }) => figures.threadsLost),
    },
  ];
}

/** A sample for each site and each value of the label. */
function counted(sites: Sites, label: string, countsOf: (site: Site) => Readonly<Record<string, number>>): readonly Sample[] {
  return sites.flatMap(([host, site]) =>
    Object.entries(countsOf(site)).map(([name, value]) => ({ labels: { site: host, [label]: name }, value })),
  );
}
