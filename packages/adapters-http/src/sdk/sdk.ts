import type Koa from 'koa';
import { addHealthRoutes } from '../kit/health-routes.js';
import type { HostOptions } from '../kit/host-options.js';
import { type HostState, makeHostApp } from '../kit/koa-app.js';
import { makeRouter, mountRoutes } from '../kit/mount-routes.js';

/** The host for apps on this machine (interfaces C). Bind it to loopback only. Says how it is; its features come with their own route files. */
export function makeSdk(options: HostOptions): Koa<HostState> {
  const app = makeHostApp('sdk', options);
  const router = makeRouter();
  addHealthRoutes(router, options);
  mountRoutes(app, router);
  return app;
}
