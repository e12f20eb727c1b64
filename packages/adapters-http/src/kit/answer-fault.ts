import { DomainError } from '@comptoir/core/kit/errors.js';
import { ReplayedRefusal } from '@comptoir/core/kit/idempotency.js';
import { RateLimited } from '@comptoir/core/kit/rate-limit.js';
import type { Context } from 'koa';
import { ERROR_STATUS } from './error-status.js';
import type { HostState } from './koa-app.js';
import { setRateHeaders } from './rate-headers.js';
import { targetPath } from './request-target.js';

/** `PublicError` (decisions §2). Facts of the refusal stand beside the code; `details` lists the faults of an input. */
export interface PublicError {
  readonly ok: false;
  readonly error: string;
  readonly message: string;
  readonly requestId: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

/** Answers whatever was thrown. What is not a refusal is a fault of ours: told to the log, not to the caller. */
export function answerFault(ctx: Context & { state: HostState }, thrown: unknown): void {
  const { requestId } = ctx.state;
  const refusal = refusalOf(thrown);
  const status = ERROR_STATUS[refusal.code];
  if (status >= 500) logFault(ctx, refusal);
  if (ctx.headerSent) return;
  setRefusalHeaders(ctx, refusal);
  ctx.set('Cache-Control', 'no-store');
  ctx.remove('ETag');
  ctx.status = status;
  ctx.body = {
    ...refusal.facts,
    ok: false,
    error: refusal.code,
    message: refusal.message,
    requestId,
    ...(refusal.issues.length > 0 && { details: refusal.issues }),
  } satisfies PublicError;
}

/** What was thrown, as a refusal: anything but one is a fault of ours. */
export function refusalOf(thrown: unknown): DomainError {
  return thrown instanceof DomainError ? thrown : new DomainError('internal', { cause: thrown });
}

/** Tells the log what went wrong on our side, which the caller is not told. */
export function logFault(ctx: Context & { state: HostState }, refusal: DomainError): void {
  const { requestId, log } = ctx.state;
  log.error(
    { requestId, method: ctx.method, path: targetPath(ctx.req), err: refusal.cause ?? refusal, code: refusal.code },
    'request failed',
  );
}

/** The headers that go with a refusal: rate limit, when to try again, and that it is an earlier one. */
export function setRefusalHeaders(ctx: Context, refusal: DomainError): void {
  if (refusal instanceof RateLimited) setRateHeaders(ctx, refusal.state);
  if (refusal instanceof ReplayedRefusal) ctx.set('Idempotent-Replayed', 'true');
  if (refusal.retryAfterSecs !== undefined) ctx.set('Retry-After', String(refusal.retryAfterSecs));
}
