import type Koa from 'koa';
import { addHealthRoutes } from '../kit/health-routes.js';
import type { HostOptions } from '../kit/host-options.js';
import { type HostState, makeHostApp } from '../kit/koa-app.js';
import { makeRouter, mountRoutes } from '../kit/mount-routes.js';
import { refuseOtherMachines } from '../sdk/sdk-gate.js';
import { answerSites } from './answer/answer-site.js';
import type { EdgeSites } from './edge-sites.js';
import { addPurgeRoutes } from './purge-routes.js';

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
  addPurgeRoutes(router, sites);
  mountRoutes(app, router);
  return app;
}
