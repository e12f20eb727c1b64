import { presentShop } from '@comptoir/core/keyed/present-keyed.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { HostState } from '../../kit/koa-app.js';
import { addCatalogueRoutes } from './catalogue-routes.js';
import { addItemPhotoRoutes } from './item-photo-routes.js';
import { addItemRoutes } from './item-routes.js';
import { addJournalRoutes } from './journal-routes.js';
import { makeKeyedGate } from './keyed-gate.js';
import { addKeyedOrderRoutes } from './keyed-order-routes.js';
import { addSaleRoutes } from './sale-routes.js';

export interface KeyedRouteDeps {
  readonly services: Pick<Services, 'clock' | 'journal' | 'keyed' | 'photos' | 'receipts' | 'views'>;
  readonly publicUrl: string;
}

/** The keyed API of one establishment: `/api/v1` for holders of a key (interfaces A, decisions §4). */
export function addKeyedRoutes(router: Router<HostState>, { services, publicUrl }: KeyedRouteDeps): void {
  const gate = makeKeyedGate(services.keyed);

  router.get(
    '/api/v1/shop',
    gate.open('read', function sendShop(ctx, { site, key }) {
      ctx.body = presentShop(site, key);
    }),
  );
  addKeyedOrderRoutes(router, gate, { orders: services.views.orders, publicUrl });
  addCatalogueRoutes(router, gate, services);
  addItemRoutes(router, gate, services);
  addItemPhotoRoutes(router, gate, services);
  addSaleRoutes(router, gate, services.views.sales, services.receipts);
  addJournalRoutes(router, gate, services);
}
