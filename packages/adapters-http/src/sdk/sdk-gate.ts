import { DomainError } from '@comptoir/core/kit/errors.js';
import { appIdSchema, OWN_APP } from '@comptoir/core/sdk/app-id.js';
import type { Context, Middleware } from 'koa';
import { isOnThisMachine } from '../kit/client-of.js';
import { requestHost } from '../kit/host-header.js';
import type { HostState } from '../kit/koa-app.js';
import { isLoopbackName } from '../kit/loopback-name.js';

/** Refuses whoever is on another machine, wherever the host was bound to. */
export const refuseOtherMachines: Middleware<HostState> = async function refuseOtherMachines(ctx, next) {
  if (!isOnThisMachine(ctx)) throw new DomainError('loopback_only');
  await next();
};

/** Refuses requests that are meant for another name than this machine's: a page of another site can have made its own name lead here (DNS rebinding). */
export const refuseOtherNames: Middleware<HostState> = async function refuseOtherNames(ctx, next) {
  refuseOtherName(ctx);
  await next();
};

function refuseOtherName(ctx: Context): void {
  if (!isLoopbackName(requestHost(ctx).name)) throw new DomainError('loopback_only');
}

/**
 * The app that calls. Throws `loopback_only` when the request is meant for another name than this machine's, `missing_app_id`
 * without exactly one well-formed `X-Sdk-App-Id`.
 */
export function appIdOf(ctx: Context): string {
  refuseOtherName(ctx);
  const [given, ...others] = ctx.req.headersDistinct['x-sdk-app-id'] ?? [];
  if (given === undefined || given === '') throw new DomainError('missing_app_id');
  const appId = appIdSchema.safeParse(given);
  if (appId.success && others.length === 0) return appId.data;
  const message = `X-Sdk-App-Id is sent once: a lower-case letter or digit, then at most 63 of those and . _ -, but not ${OWN_APP}.`;
  throw new DomainError('missing_app_id', { message });
}
