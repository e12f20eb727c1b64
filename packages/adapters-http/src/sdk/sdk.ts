import type { Metric } from '@comptoir/core/kit/metrics.js';
import { metricsOf } from '@comptoir/core/metrics.js';
import type { AnySdkCall } from '@comptoir/core/sdk/sdk-call.js';
import { SDK_CALLS } from '@comptoir/core/sdk-calls.js';
import type { Services } from '@comptoir/core/services.js';
import type Koa from 'koa';
import { addChallengeRoutes } from '../kit/challenge-routes.js';
import { addHealthRoutes } from '../kit/health-routes.js';
import type { HostOptions } from '../kit/host-options.js';
import { type HostState, makeHostApp } from '../kit/koa-app.js';
import { addMetricsRoutes } from '../kit/metrics-routes.js';
import { makeRouter, mountRoutes } from '../kit/mount-routes.js';
import { addDocsRoutes } from '../openapi/docs-routes.js';
import { makeSdkDocument, SDK_VERSION } from '../openapi/sdk-document.js';
import { refuseOtherMachines, refuseOtherNames } from './sdk-gate.js';
import { addSdkRoutes } from './sdk-routes.js';

export interface SdkOptions extends HostOptions {
  /** Figures of parts of this process that work without the services. */
  readonly otherMetrics?: () => readonly Metric[];
}

/**
 * The host for apps on this machine (interfaces C): whoever is on another one is refused. Bind it to loopback all the same.
 * `calls` is what it offers, by default everything.
 */
export function makeSdk(services: Services, options: SdkOptions, calls: readonly AnySdkCall[] = SDK_CALLS): Koa<HostState> {
  const app = makeHostApp('sdk', options);
  app.use(refuseOtherMachines);
  const router = makeRouter();
  addHealthRoutes(router, options);
  addChallengeRoutes(router, services.certificates);
  router.use('/metrics', refuseOtherNames);
  addMetricsRoutes(router, async () => [...(await metricsOf(services)), ...(options.otherMetrics?.() ?? [])]);
  addSdkRoutes(router, services, calls);
  addDocsRoutes(router, {
    document: () => makeSdkDocument(calls, { publicUrl: options.publicUrl, version: SDK_VERSION }),
    title: 'Comptoir SDK',
  });
  mountRoutes(app, router);
  return app;
}
