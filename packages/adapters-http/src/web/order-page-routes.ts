import { PICKUP_CHANNELS } from '@comptoir/core/orders/order.js';
import type Router from '@koa/router';
import type { HostState } from '../kit/koa-app.js';
import { renderNotFoundPage } from './not-found-page.js';
import { nullFor } from './null-for.js';
import { renderOrderPage } from './order-page.js';
import type { PageRoutesDeps } from './page-deps.js';
import { ORDER_PAGES } from './page-paths.js';
import { asksForLanguage, encodePage, languageOf, letFormsLeadTo, sendNotFound, sendPage } from './send-page.js';

/** The live page of an order, below the page it was placed on; nowhere else. */
export function addOrderPageRoutes(router: Router<HostState>, { services, assets }: PageRoutesDeps): void {
  const { clock, orders, payments } = services;

  for (const channel of PICKUP_CHANNELS) {
    router.get(ORDER_PAGES[channel], async function sendOrderPage(ctx) {
      const language = languageOf(ctx);
      const found = await orders.find(ctx.params.id ?? '').catch(nullFor('unknown_order'));
      if (found === null || found.site.slug !== ctx.params.slug || found.order.channel !== channel) {
        sendNotFound(ctx, language, renderNotFoundPage({ what: 'order', language, assets }));
        return;
      }
      const isByCard = found.order.payment.method === 'card';
      const html = renderOrderPage({
        channel,
        order: found.placed,
        payments: isByCard ? (await payments.offered(found.order)).methods : [],
        isUnreachable: ctx.query.payment === 'unreachable',
        site: found.site,
        language,
        isLanguageChosen: asksForLanguage(ctx),
        assets,
        now: clock.now(),
      });
      ctx.set('Cache-Control', 'no-store');
      // Whoever knows the address of the page may see the order, so no other site is told.
      ctx.set('Referrer-Policy', 'no-referrer');
      sendPage(ctx, language, encodePage(html));
      letFormsLeadTo(ctx, payments.checkoutOrigins);
    });
  }
}
