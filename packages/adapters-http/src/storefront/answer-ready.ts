import type { Context, Middleware, Next } from 'koa';
import { type EncodedBody, encodingFor, matchesEtag } from '../kit/encoded-body.js';
import { type HostState, requestIdOf, SECURITY_HEADERS } from '../kit/koa-app.js';
import type { AnswerCache } from './answer-cache.js';
import { isBlockedAgent } from './blocked-agents.js';

/** Answers of one route that takes nothing but `?slug=`. */
export interface ReadyAnswers {
  readonly path: string;
  readonly cache: AnswerCache;
  /** Beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The same answers as the routes', for what is rendered already: first of all steps, because parsing the query and finding the
 * route cost more than the answer. Whatever is not the plain case goes the ordinary way.
 */
export function answerReady({ path, cache, headers }: ReadyAnswers): Middleware<HostState> {
  const start = `${path}?slug=`;
  const list = Object.entries({ ...SECURITY_HEADERS, ...headers, Vary: 'Accept-Encoding' }).flat();

  return function answerReady(ctx: Context, next: Next) {
    const { method, url = '', headers: asked } = ctx.req;
    // A slug has no characters that a query would escape, so the rest of the address is either a slug or not known.
    const body = method === 'GET' && url.startsWith(start) ? cache.ready(url.slice(start.length)) : undefined;
    if (body === undefined || isBlockedAgent(asked['user-agent'])) return next();
    sendReady(ctx, body, list);
    return Promise.resolve();
  };
}

/** Headers written as one list: Koa's and Node's header tables cost a sixth of the whole answer. */
function sendReady(ctx: Context, body: EncodedBody, common: readonly string[]): void {
  const { res } = ctx;
  const encoding = encodingFor(ctx);
  const { bytes, etag } = body.variant(encoding);
  const list = ['X-Request-Id', requestIdOf(ctx.req), ...common, 'ETag', etag];
  ctx.respond = false;
  if (matchesEtag(ctx.req.headers['if-none-match'], etag)) {
    res.writeHead(304, list).end();
    return;
  }
  list.push('Content-Type', body.type, 'Content-Length', String(bytes.length));
  if (encoding !== 'identity') list.push('Content-Encoding', encoding);
  res.writeHead(200, list).end(bytes);
}
