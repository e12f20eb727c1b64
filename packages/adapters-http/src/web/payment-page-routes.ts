import { hasCode } from '@comptoir/core/kit/errors.js';
import { findGuestOrder } from '@comptoir/core/orders/guest-orders.js';
import type { PayChannel } from '@comptoir/core/payments/payments-service.js';
import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../kit/koa-app.js';
import { renderNotFoundPage } from './not-found-page.js';
import { nullFor } from './null-for.js';
import type { PageRoutesDeps } from './page-deps.js';
import { bookingPath, orderPath, PAY_PAGES } from './page-paths.js';
import { asksForLanguage, languageOf, sendNotFound } from './send-page.js';

type PayContext = Context & { params: Record<string, string> };

/**
 * The way to the page of the payment provider and back. Every step ends on the page of the order or of the provider; the order itself
 * says how it stands. Knowing the id of the order is the right to take them, so it does not matter from where they are taken.
 */
export function addPaymentPageRoutes(router: Router<HostState>, deps: PageRoutesDeps): void {
  addPages(router, deps, 'boutique');
  addPages(router, deps, 'ticketing');
}

function addPages(router: Router<HostState>, { services: { payments, views }, assets }: PageRoutesDeps, channel: PayChannel): void {
  const pages = PAY_PAGES[channel];

  router.get(pages.pay, async function showWhereToPay(ctx) {
    if (await isOrder(ctx)) leaveForOrder(ctx, channel);
  });

  router.post(pages.pay, async function beginPayment(ctx) {
    if (!(await isOrder(ctx))) return;
    try {
      const url = await payments.checkout(idOf(ctx), languageOf(ctx));
      if (url === null) leaveForOrder(ctx, channel);
      else leaveFor(ctx, url);
    } catch (error) {
      if (hasCode(error, 'provider_unreachable')) leaveForOrder(ctx, channel, { payment: 'unreachable' });
      else if (hasCode(error, 'payment_over')) leaveForOrder(ctx, channel);
      else throw error;
    }
  });

  router.post(pages.atPickup, async function payAtPickup(ctx) {
    if (!(await isOrder(ctx))) return;
    await payments.payAtPickup(idOf(ctx)).catch(nullFor('payment_over', 'payment_not_offered'));
    leaveForOrder(ctx, channel);
  });

  router.get(pages.back, async function comeBack(ctx) {
    if (!(await isOrder(ctx))) return;
    const { provider = '' } = ctx.params;
    // Whatever the guest brought, the page of the order shows what is true; the provider tells it once more by itself.
    await payments.returned(provider, queryOf(ctx)).catch(nullFor('invalid_signature', 'unknown_provider', 'provider_unreachable'));
    leaveForOrder(ctx, channel);
  });

  /** False, and answered, where the address names no order of the channel. */
  async function isOrder(ctx: PayContext): Promise<boolean> {
    const found = await findGuestOrder({ orderViews: views.orders, siteViews: views.sites }, idOf(ctx)).catch(nullFor('unknown_order'));
    if (found !== null && found.site.slug === ctx.params.slug && found.order.channel === channel) return true;
    const language = languageOf(ctx);
    sendNotFound(ctx, language, renderNotFoundPage({ what: 'order', language, assets }));
    return false;
  }
}

function idOf({ params }: PayContext): string {
  return params.id ?? '';
}

/** Each parameter that was given once. */
function queryOf({ query }: Context): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]));
}

function leaveForOrder(ctx: PayContext, channel: PayChannel, query: Readonly<Record<string, string>> = {}): void {
  const [slug, language] = [ctx.params.slug ?? '', TICKET_LANGUAGES.find((one) => one === ctx.query.lang)];
  if (channel === 'ticketing') {
    leaveFor(ctx, withQuery(bookingPath(slug, idOf(ctx), language ?? 'fr'), query));
    return;
  }
  const chosen = asksForLanguage(ctx) ? { lang: languageOf(ctx) } : {};
  leaveFor(ctx, withQuery(orderPath(slug, idOf(ctx), channel), { ...chosen, ...query }));
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** By GET, whatever the method was. The address of the order is a secret that others are not told. */
function leaveFor(ctx: Context, address: string): void {
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.redirect(address);
  ctx.status = 303;
}
