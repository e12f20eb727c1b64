import { presentStock } from '@comptoir/core/keyed/present-keyed.js';
import type { Services } from '@comptoir/core/services.js';
import { requireStock } from '@comptoir/core/sites/site.js';
import type Router from '@koa/router';
import { sendEncoded } from '../../kit/encoded-body.js';
import type { HostState } from '../../kit/koa-app.js';
import { makeCatalogueCache } from './catalogue-cache.js';
import type { KeyedGate } from './keyed-gate.js';

/** `GET /api/v1/catalogue` and `/stock`: all of it at once. */
export function addCatalogueRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  { clock, views: { catalogue, products, stock } }: Pick<Services, 'clock' | 'views'>,
): void {
  const cache = makeCatalogueCache({ catalogue, products, clock });

  router.get(
    '/api/v1/catalogue',
    gate.open('read', async function sendCatalogue(ctx, call) {
      const body = await cache.get(call);
      ctx.set('Cache-Control', 'private, no-cache');
      sendEncoded(ctx, body);
      ctx.vary('Authorization');
    }),
  );

  router.get(
    '/api/v1/stock',
    gate.open('read', async function sendStock(ctx, { scope, site }) {
      requireStock(site);
      const [levels, all] = await Promise.all([stock.levels(scope), products.all(scope)]);
      ctx.body = { ok: true, items: presentStock(levels, all) };
    }),
  );
}
