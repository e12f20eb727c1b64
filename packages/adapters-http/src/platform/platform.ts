import type Koa from 'koa';
import { addHealthRoutes } from '../kit/health-routes.js';
import type { HostOptions } from '../kit/host-options.js';
import { type HostState, makeHostApp } from '../kit/koa-app.js';
import { makeRouter, mountRoutes } from '../kit/mount-routes.js';

/** The multi-tenant back-office host (interfaces B). Says how it is; its features come with their own route files. */
export function makePlatform(options: HostOptions): Koa<HostState> {
  const app = makeHostApp('platform', options);
  const router = makeRouter();
  addHealthRoutes(router, options);
  mountRoutes(app, router);
  return app;
}
