import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context, Middleware, Next } from 'koa';
import type { HostState } from '../kit/koa-app.js';

/**
 * Refuses calls from the pages of other sites (interfaces A, rule 2). A browser names the page's origin; a tool names none.
 * The origin is ours when its host is the one this request was sent to, which a page cannot forge, or the public address.
 */
export function refuseForeignOrigin(publicUrl: string): Middleware<HostState> {
  const own = new URL(publicUrl).origin;
  return function refuseForeignOrigin(ctx: Context, next: Next) {
    const { origin, host } = ctx.req.headers;
    if (origin === undefined || origin === own || hostOf(origin) === host?.toLowerCase()) return next();
    throw new DomainError('cross_origin');
  };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
