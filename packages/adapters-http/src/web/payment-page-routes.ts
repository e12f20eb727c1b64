import { hasCode } from '@comptoir/core/kit/errors.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../kit/koa-app.js';
import { renderNotFoundPage } from './not-found-page.js';
import { nullFor } from './null-for.js';
import type { PageRoutesDeps } from './page-deps.js';
import { orderPath, PAY_PAGES } from './page-paths.js';
import { asksForLanguage, languageOf, sendNotFound } from './send-page.js';

type PayContext = Context & { params: Record<string, string> };

/**
 * The way to the page of the payment provider and back. Every step ends on the page of the order or of the provider; the order itself
 * says how it stands. Knowing the id of the order is the right to take them, so it does not matter from where they are taken.
 */
export function addPaymentPageRoutes(router: Router<HostState>, { services, assets }: PageRoutesDeps): void {
  const { orders, payments } = services;

  router.get(PAY_PAGES.pay, async function showWhereToPay(ctx) {
    if (await isOrder(ctx)) leaveForOrder(ctx);
  });

  router.post(PAY_PAGES.pay, async function beginPayment(ctx) {
    if (!(await isOrder(ctx))) return;
    try {
      const url = await payments.checkout(idOf(ctx), languageOf(ctx));
      if (url === null) leaveForOrder(ctx);
      else leaveFor(ctx, url);
    } catch (error) {
      if (hasCode(error, 'provider_unreachable')) leaveForOrder(ctx, { payment: 'unreachable' });
      else if (hasCode(error, 'payment_over')) leaveForOrder(ctx);
      else throw error;
    }
  });

  router.post(PAY_PAGES.atPickup, async function payAtPickup(ctx) {
    if (!(await isOrder(ctx))) return;
    await payments.payAtPickup(idOf(ctx)).catch(nullFor('payment_over', 'payment_not_offered'));
    leaveForOrder(ctx);
  });

  router.get(PAY_PAGES.back, async function comeBack(ctx) {
    if (!(await isOrder(ctx))) return;
    const { provider = '' } = ctx.params;
    // Whatever the guest brought, the page of the order shows what is true; the provider tells it once more by itself.
    await payments.returned(provider, queryOf(ctx)).catch(nullFor('invalid_signature', 'unknown_provider', 'provider_unreachable'));
    leaveForOrder(ctx);
  });

  /** False, and answered, where the address names no order of the shop. */
  async function isOrder(ctx: PayContext): Promise<boolean> {
    const found = await orders.find(idOf(ctx)).catch(nullFor('unknown_order'));
    if (found !== null && found.site.slug === ctx.params.slug && found.order.channel === 'boutique') return true;
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

function leaveForOrder(ctx: PayContext, query: Readonly<Record<string, string>> = {}): void {
  const language = asksForLanguage(ctx) ? { lang: languageOf(ctx) } : {};
  const search = new URLSearchParams({ ...language, ...query }).toString();
  leaveFor(ctx, orderPath(ctx.params.slug ?? '', idOf(ctx), 'boutique') + (search === '' ? '' : `?${search}`));
}

/** By GET, whatever the method was. The address of the order is a secret that others are not told. */
function leaveFor(ctx: Context, address: string): void {
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.redirect(address);
  ctx.status = 303;
}
