import { type DomainError, hasCode } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';

/** What visitors get of a site that cannot be built and never could. What is wrong with it is in the log; throws what is no fault of the site. */
export function answerBroken(ctx: Context, error: unknown, showsFaults: boolean): void {
  if (!hasCode(error, 'site_broken')) throw error;
  ctx.status = 500;
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `This site cannot be shown right now.\n${showsFaults ? faultsOf(error) : ''}`;
}

function faultsOf({ issues }: DomainError): string {
  return issues.map(({ path, message }) => `\n${path === '' ? '' : `${path}: `}${message}\n`).join('');
}
