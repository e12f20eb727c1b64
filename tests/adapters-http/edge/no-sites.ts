import type { EdgeSites } from '@comptoir/adapters-http/edge/edge-sites.js';

/** An edge on which nobody has a site. */
export const NO_SITES: EdgeSites = {
  find: async () => null,
  purge: async (host) => ({ host, evicted: false, generation: 0 }),
  showsFaults: false,
  files: { find: async () => null },
  metrics: () => [],
  stop: async () => undefined,
};
