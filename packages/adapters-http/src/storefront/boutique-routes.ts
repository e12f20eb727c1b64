import type { BoutiqueService } from '@comptoir/core/boutique/boutique-service.js';
import type { Signal } from '@comptoir/core/kit/signals.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import { sendEncoded } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';
import { type AnswerCache, bySlug, makeAnswerCache } from './answer-cache.js';
import type { ReadyAnswers } from './answer-ready.js';
import { oneSlug } from './one-slug.js';

/** Lifetime of a shop's catalogue (interfaces A, behaviour rule 4). */
const BOUTIQUE_CACHE_SECS = 15;

const CACHE_CONTROL = `public, max-age=${BOUTIQUE_CACHE_SECS}`;

/** The catalogues of shops, as `GET /api/boutique/catalog` answers them. */
export function makeCatalogCache({ boutique, clock, signals }: Pick<Services, 'boutique' | 'clock' | 'signals'>): AnswerCache {
  return makeAnswerCache({
    make: boutique.catalog,
    keyOf: bySlug,
    lifetimeSecs: BOUTIQUE_CACHE_SECS,
    isDroppedBy: changesShops,
    clock,
    signals,
  });
}

/** The catalogues that `answerReady` may send. */
export function readyCatalogs(cache: AnswerCache): ReadyAnswers {
  return { path: '/api/boutique/catalog', cache, headers: { 'Cache-Control': CACHE_CONTROL } };
}

/** `GET /api/boutique/catalog?slug=` (interfaces A): what a shop sells online, for the caller's own server. */
export function addBoutiqueRoutes(router: Router<HostState>, catalogs: AnswerCache, boutique: BoutiqueService): void {
  router.get('/api/boutique/catalog', async function sendShopCatalog(ctx) {
    const body = await catalogs.get(oneSlug(ctx));
    ctx.set('Cache-Control', CACHE_CONTROL);
    sendEncoded(ctx, body);
  });

  router.get('/api/boutique/window', async function sendShopWindow(ctx) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await boutique.shopWindow(oneSlug(ctx));
  });
}

function changesShops({ kind }: Signal): boolean {
  return kind === 'site-changed' || kind === 'stock-changed';
}
