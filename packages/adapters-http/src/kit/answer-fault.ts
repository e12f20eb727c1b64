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
  const { requestId, log } = ctx.state;
  const refusal = thrown instanceof DomainError ? thrown : new DomainError('internal', { cause: thrown });
  const status = ERROR_STATUS[refusal.code];
  if (status >= 500) {
    log.error(
      { requestId, method: ctx.method, path: targetPath(ctx.req), err: refusal.cause ?? refusal, code: refusal.code },
      'request failed',
    );
  }
  if (ctx.headerSent) return;
  if (refusal instanceof RateLimited) setRateHeaders(ctx, refusal.state);
  if (refusal instanceof ReplayedRefusal) ctx.set('Idempotent-Replayed', 'true');
  if (refusal.retryAfterSecs !== undefined) ctx.set('Retry-After', String(refusal.retryAfterSecs));
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
