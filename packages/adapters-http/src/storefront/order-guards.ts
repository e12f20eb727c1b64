import { DomainError } from '@comptoir/core/kit/errors.js';
import { idempotencyKeySchema } from '@comptoir/core/orders/order-contract.js';
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

/** The caller's `Idempotency-Key`, or null without one. Throws `invalid_request` for one that is not a key. */
export function idempotencyKeyOf(ctx: Context): string | null {
  const header = ctx.req.headersDistinct['idempotency-key'];
  if (header === undefined) return null;
  const key = idempotencyKeySchema.safeParse(header[0]);
  if (header.length === 1 && key.success) return key.data;
  throw new DomainError('invalid_request', {
    issues: [{ path: 'Idempotency-Key', message: 'One key of 1 to 255 visible characters.' }],
  });
}
