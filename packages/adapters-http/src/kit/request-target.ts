import type { IncomingMessage } from 'node:http';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';

/** The path as it was sent, for the log. Not Koa's `path`, which fails for an address that cannot be read. */
export function targetPath(req: IncomingMessage): string {
  return (req.url ?? '').split('?', 1)[0] ?? '';
}

/**
 * A target in absolute form (`GET http://till.example/healthz`, RFC 9112 §3.2.2) is answered by its path. One that is no address
 * is refused here, because whoever asks Koa for its path or query would fail.
 */
export function readTarget(ctx: Context): void {
  const { url = '' } = ctx.req;
  if (!url.startsWith('/') && url !== '*') ctx.req.url = originForm(url);
  if (!isReadable(ctx)) throw unreadable();
}

function originForm(url: string): string {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target === null || !/^https?:$/.test(target.protocol)) throw unreadable();
  return `${target.pathname}${target.search}`;
}

/** Koa reads the target with a parser that gives up on some addresses; what it read once, it keeps. */
function isReadable(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}

function unreadable(): DomainError {
  return new DomainError('invalid_request', { message: 'The address of the request cannot be read.' });
}
