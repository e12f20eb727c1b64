import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context, Middleware } from 'koa';
import { requestHost } from '../kit/host-header.js';
import type { HostState } from '../kit/koa-app.js';
import { isLoopbackName } from '../kit/loopback-name.js';

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * For the calls of the edge itself. The web server in front of the sites is on this machine too, so being called from here is not enough: what it
 * passes on, or what is meant for another name, comes from outside. Throws `loopback_only`.
 */
export const refuseVisitors: Middleware<HostState> = async function refuseVisitors(ctx: Context, next) {
  const isForwarded = FORWARDED.some((name) => ctx.req.headers[name] !== undefined);
  if (isForwarded || !isLoopbackName(requestHost(ctx).name)) throw new DomainError('loopback_only');
  await next();
};
