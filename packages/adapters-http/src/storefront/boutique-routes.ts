import type { BoutiqueService } from '@comptoir/core/boutique/boutique-service.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Signal, Signals } from '@comptoir/core/kit/signals.js';
import type Router from '@koa/router';
import { sendEncoded } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';
import { makeAnswerCache } from './answer-cache.js';
import { oneSlug } from './one-slug.js';

/** Lifetime of a shop's catalogue (interfaces A, behaviour rule 4). */
const BOUTIQUE_CACHE_SECS = 15;

export interface BoutiqueRouteDeps {
  readonly boutique: BoutiqueService;
  readonly clock: Clock;
  readonly signals: Signals;
}

/** `GET /api/boutique/catalog?slug=` (interfaces A): what a shop sells online, for the caller's own server. */
export function addBoutiqueRoutes(router: Router<HostState>, { boutique, clock, signals }: BoutiqueRouteDeps): void {
  const catalogs = makeAnswerCache({
    make: boutique.catalog,
    lifetimeSecs: BOUTIQUE_CACHE_SECS,
    isDroppedBy: changesShops,
    clock,
    signals,
  });

  router.get('/api/boutique/catalog', async function sendShopCatalog(ctx) {
    const body = await catalogs.get(oneSlug(ctx));
    ctx.set('Cache-Control', `public, max-age=${BOUTIQUE_CACHE_SECS}`);
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
