import { DomainError } from '@comptoir/core/kit/errors.js';
import { slugSchema } from '@comptoir/core/kit/validate.js';
import type { Context } from 'koa';

/** The one slug of the query, as the contracts want it. Throws `invalid_request`. */
export function oneSlug(ctx: Context): string {
  const parsed = slugSchema.safeParse(ctx.query.slug);
  if (parsed.success) return parsed.data;
  throw new DomainError('invalid_request', { issues: [{ path: 'slug', message: 'One slug of 1 to 64 characters.' }] });
}
