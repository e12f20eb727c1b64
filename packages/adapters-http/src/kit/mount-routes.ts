import { DomainError } from '@comptoir/core/kit/errors.js';
import Router from '@koa/router';
import type Koa from 'koa';
import type { Context } from 'koa';
import type { HostState } from './koa-app.js';

/** Serves the routes; what none of them answers is 404, or 405 with `Allow` where only the method is wrong. */
export function mountRoutes(app: Koa<HostState>, router: Router<HostState>): void {
  app.use(router.routes()).use(function refuseUnrouted(ctx: Context) {
    const methods = new Set(router.stack.filter((layer) => layer.match(ctx.path)).flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new DomainError('not_found');
    ctx.set('Allow', [...methods].sort().join(', '));
    throw new DomainError('method_not_allowed');
  });
}

export function makeRouter(): Router<HostState> {
  return new Router<HostState>({ sensitive: true });
}
