import type { AnySdkCall } from '@comptoir/core/sdk/sdk-call.js';
import { SDK_CALLS } from '@comptoir/core/sdk-calls.js';
import type { Services } from '@comptoir/core/services.js';
import type Koa from 'koa';
import { addChallengeRoutes } from '../kit/challenge-routes.js';
import { addHealthRoutes } from '../kit/health-routes.js';
import type { HostOptions } from '../kit/host-options.js';
import { type HostState, makeHostApp } from '../kit/koa-app.js';
import { makeRouter, mountRoutes } from '../kit/mount-routes.js';
import { addDocsRoutes } from '../openapi/docs-routes.js';
import { makeSdkDocument, SDK_VERSION } from '../openapi/sdk-document.js';
import { addMetricsRoutes } from './metrics-routes.js';
import { refuseOtherMachines } from './sdk-gate.js';
import { addSdkRoutes } from './sdk-routes.js';

/**
 * The host for apps on this machine (interfaces C): whoever is on another one is refused. Bind it to loopback all the same.
 * `calls` is what it offers, by default everything.
 */
export function makeSdk(services: Services, options: HostOptions, calls: readonly AnySdkCall[] = SDK_CALLS): Koa<HostState> {
  const app = makeHostApp('sdk', options);
  app.use(refuseOtherMachines);
  const router = makeRouter();
  addHealthRoutes(router, options);
  addChallengeRoutes(router, services.certificates);
  addMetricsRoutes(router, services);
  addSdkRoutes(router, services, calls);
  addDocsRoutes(router, {
    document: () => makeSdkDocument(calls, { publicUrl: options.publicUrl, version: SDK_VERSION }),
    title: 'Comptoir SDK',
  });
  mountRoutes(app, router);
  return app;
}
