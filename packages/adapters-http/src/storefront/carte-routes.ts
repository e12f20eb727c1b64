import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { sendEncoded } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';
import type { AnswerCache } from './answer-cache.js';
import type { ReadyAnswers } from './answer-ready.js';
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

/** The menus that `answerReady` may send. */
export function readyCartes(cache: AnswerCache): ReadyAnswers {
  return { path: '/api/carte', cache, headers: { ...CARTE_HEADERS, 'Cache-Control': CACHE_CONTROL } };
}
