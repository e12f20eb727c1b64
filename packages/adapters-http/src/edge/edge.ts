import type Koa from 'koa';
import { addHealthRoutes } from '../kit/health-routes.js';
import type { HostOptions } from '../kit/host-options.js';
import { type HostState, makeHostApp } from '../kit/koa-app.js';
import { addMetricsRoutes } from '../kit/metrics-routes.js';
import { makeRouter, mountRoutes } from '../kit/mount-routes.js';
import { addDocsRoutes } from '../openapi/docs-routes.js';
import { EDGE_VERSION, makeEdgeDocument } from '../openapi/edge-document.js';
import { refuseOtherMachines } from '../sdk/sdk-gate.js';
import { answerSites } from './answer/answer-site.js';
import type { EdgeSites } from './edge-sites.js';
import { addPurgeRoutes } from './purge-routes.js';
import { refuseVisitors } from './refuse-visitors.js';

/**
 * The host of the sites on this machine, for the web server in front of them (interfaces, "Edge route-table eviction"): whoever is on another machine is
 * refused. Bind it to loopback all the same. The host of a request decides: a site's is answered by the site, every other one by the edge itself.
 */
export function makeEdge(sites: EdgeSites, options: HostOptions): Koa<HostState> {
  const app = makeHostApp('edge', options);
  app.use(refuseOtherMachines);
  app.use(answerSites(sites));
  const router = makeRouter();
  addHealthRoutes(router, options);
  router.use('/metrics', refuseVisitors);
  addMetricsRoutes(router, async () => sites.metrics());
  addPurgeRoutes(router, sites);
  addDocsRoutes(router, {
    document: () => makeEdgeDocument({ publicUrl: options.publicUrl, version: EDGE_VERSION }),
    title: 'Comptoir edge',
  });
  mountRoutes(app, router);
  return app;
}
