import { DomainError } from '@comptoir/core/kit/errors.js';
import { idempotencyKeySchema } from '@comptoir/core/kit/idempotency.js';
import type { Context } from 'koa';

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
