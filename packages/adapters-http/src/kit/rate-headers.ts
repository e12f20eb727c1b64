import type { RateState } from '@comptoir/core/kit/rate-limit.js';
import type { Context } from 'koa';

/** `RateLimit-Policy` and `RateLimit` (IETF draft, structured fields). */
export function setRateHeaders(ctx: Context, { policy, remaining, resetSecs }: RateState): void {
  ctx.set('RateLimit-Policy', `"default";q=${policy.limit};w=${policy.windowSecs}`);
  ctx.set('RateLimit', `"default";r=${remaining};t=${resetSecs}`);
}
