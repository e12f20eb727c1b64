import { presentShop } from '@comptoir/core/keyed/present-keyed.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { HostState } from '../../kit/koa-app.js';
import { addAccessRoutes } from './access-routes.js';
import { addAttendanceRoutes } from './attendance-routes.js';
import { addBookingRoutes } from './booking-routes.js';
import { addCatalogueRoutes } from './catalogue-routes.js';
import { addExportRoute } from './export-route.js';
import { addGroupRoutes } from './group-routes.js';
import { addItemPhotoRoutes } from './item-photo-routes.js';
import { addItemRoutes } from './item-routes.js';
import { addJournalRoutes } from './journal-routes.js';
import { makeKeyedGate } from './keyed-gate.js';
import { addKeyedOrderRoutes } from './keyed-order-routes.js';
import { addPassRoutes } from './pass-routes.js';
import { addSaleRoutes } from './sale-routes.js';
import { addSessionRoutes } from './session-routes.js';

export interface KeyedRouteDeps {
  readonly services: Pick<Services, 'access' | 'bookings' | 'clock' | 'exports' | 'journal' | 'keyed' | 'photos' | 'receipts' | 'views'>;
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
  addAccessRoutes(router, gate, services);
  addAttendanceRoutes(router, gate, services);
  addKeyedOrderRoutes(router, gate, { orders: services.views.orders, publicUrl });
  addCatalogueRoutes(router, gate, services);
  addExportRoute(router, gate, services.exports);
  addGroupRoutes(router, gate, { keyed: services.keyed, groups: services.views.groups });
  addItemRoutes(router, gate, services);
  addItemPhotoRoutes(router, gate, services);
  addBookingRoutes(router, gate, services);
  addPassRoutes(router, gate, services.views.passes);
  addSaleRoutes(router, gate, services.views.sales, services.receipts);
  addJournalRoutes(router, gate, services);
  addSessionRoutes(router, gate, services);
}
