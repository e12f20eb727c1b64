import type Router from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import { type EncodedBody, encodingFor, matchesEtag, sendEncoded } from '../kit/encoded-body.js';
import { type HostState, requestIdOf, SECURITY_HEADERS } from '../kit/koa-app.js';
import type { AnswerCache } from './answer-cache.js';
import { isBlockedAgent } from './blocked-agents.js';
import { oneSlug } from './one-slug.js';

/** Lifetime of the public menu (interfaces, "Limits"). */
export const CARTE_CACHE_SECS = 60;

/** Open to the pages of any site, and cached by anyone. */
const CARTE_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const CACHE_CONTROL = `public, max-age=${CARTE_CACHE_SECS}`;

/** `GET /api/carte?slug=` (interfaces A): the public menu. */
export function addCarteRoutes(router: Router<HostState>, carteCache: AnswerCache): void {
  router.get('/api/carte', allowAnyOrigin, async function sendCarte(ctx) {
    const body = await carteCache.get(oneSlug(ctx));
    ctx.res.setHeader('Cache-Control', CACHE_CONTROL);
    sendEncoded(ctx, body);
  });

  router.options('/api/carte', allowAnyOrigin, function answerPreflight(ctx) {
    ctx.set('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS');
    ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers').slice(0, 500) || '*');
    ctx.set('Access-Control-Max-Age', '86400');
    ctx.vary('Access-Control-Request-Headers');
    ctx.status = 204;
  });
}

function allowAnyOrigin(ctx: Context, next: Next): Promise<void> {
  ctx.set(CARTE_HEADERS);
  return next();
}

const CARTE_URL = '/api/carte?slug=';

/**
 * The same answer as the route's, for a menu that is rendered already: first of all steps, because parsing the query and finding
 * the route cost more than the answer. Whatever is not the plain case goes the ordinary way.
 */
export function answerReadyCarte(carteCache: AnswerCache): Middleware<HostState> {
  return function answerReadyCarte(ctx: Context, next: Next) {
    const { method, url = '', headers } = ctx.req;
    // A slug has no characters that a query would escape, so the rest of the address is either a slug or not known.
    const body = method === 'GET' && url.startsWith(CARTE_URL) ? carteCache.ready(url.slice(CARTE_URL.length)) : undefined;
    if (body === undefined || isBlockedAgent(headers['user-agent'])) return next();
    sendReady(ctx, body);
    return Promise.resolve();
  };
}

/** Headers written as one list: Koa's and Node's header tables cost a sixth of the whole answer. */
function sendReady(ctx: Context, body: EncodedBody): void {
  const { res } = ctx;
  const encoding = encodingFor(ctx);
  const { bytes, etag } = body.variant(encoding);
  const list = ['X-Request-Id', requestIdOf(ctx.req), ...READY_HEADERS, 'ETag', etag];
  ctx.respond = false;
  if (matchesEtag(ctx.req.headers['if-none-match'], etag)) {
    res.writeHead(304, list).end();
    return;
  }
  list.push('Content-Type', body.type, 'Content-Length', String(bytes.length));
  if (encoding !== 'identity') list.push('Content-Encoding', encoding);
  res.writeHead(200, list).end(bytes);
}

const READY_HEADERS = Object.entries({
  ...SECURITY_HEADERS,
  ...CARTE_HEADERS,
  'Cache-Control': CACHE_CONTROL,
  Vary: 'Accept-Encoding',
}).flat();
