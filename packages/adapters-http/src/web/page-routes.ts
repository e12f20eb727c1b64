import type Router from '@koa/router';
import type { HostState } from '../kit/koa-app.js';
import { addAssetRoutes } from './asset-routes.js';
import { renderCartePage } from './carte-page.js';
import { addGatePageRoutes } from './gate-page-routes.js';
import { addHelpRoutes } from './help/help-routes.js';
import { addInvoicePageRoutes } from './invoice-page-routes.js';
import { makeKeptPages } from './kept-pages.js';
import { addNewsletterRoutes } from './newsletter-page-routes.js';
import { renderNotFoundPage, renderWelcomePage } from './not-found-page.js';
import { nullFor } from './null-for.js';
import { addOrderPageRoutes } from './order-page-routes.js';
import type { PageRoutesDeps } from './page-deps.js';
import { addPaymentPageRoutes } from './payment-page-routes.js';
import { encodePage, languageOf, sendCurrentPage, sendNotFound, sendPage } from './send-page.js';
import { addShopPageRoutes } from './shop-page-routes.js';
import { addBookingRoutes } from './tickets/booking-routes.js';
import { addTicketRoutes } from './tickets/ticket-routes.js';
import { addTrackingPageRoutes } from './tracking-page-routes.js';
import { addVendorPageRoutes } from './vendor-page-routes.js';

/** The public pages: menus, shops, the live page of an order, and what they load. */
export function addPageRoutes(router: Router<HostState>, deps: PageRoutesDeps): void {
  const { services, assets, publicUrl } = deps;
  const { carte: cartes, clock } = services;
  const keptPages = makeKeptPages();

  router.get('/', function sendWelcomePage(ctx) {
    const language = languageOf(ctx);
    ctx.set('Cache-Control', 'public, max-age=3600');
    sendPage(ctx, language, encodePage(renderWelcomePage({ language, assets })));
  });

  router.get('/carte/:slug', async function sendCartePage(ctx) {
    const language = languageOf(ctx);
    const carte = await cartes.bySlug(ctx.params.slug ?? '').catch(nullFor('unknown_shop'));
    if (carte === null) {
      sendNotFound(ctx, language, renderNotFoundPage({ what: 'menu', language, assets }));
      return;
    }
    const now = clock.now();
    const render = () => renderCartePage({ carte, language, assets, publicUrl, now });
    sendCurrentPage(ctx, language, keptPages(`${carte.slug} ${language}`, carte, now, render));
  });

  addShopPageRoutes(router, { ...deps, keptPages });
  addGatePageRoutes(router, deps);
  addHelpRoutes(router, deps);
  addOrderPageRoutes(router, deps);
  addPaymentPageRoutes(router, deps);
  addInvoicePageRoutes(router, deps);
  addTrackingPageRoutes(router, deps);
  addTicketRoutes(router, { ...deps, keptPages });
  addBookingRoutes(router, deps);
  addVendorPageRoutes(router, deps);
  addNewsletterRoutes(router, { newsletter: services.newsletter, assets });
  addAssetRoutes(router, assets);
}
