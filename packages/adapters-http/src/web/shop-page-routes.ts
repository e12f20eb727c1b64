import type { Carte } from '@comptoir/core/carte/carte.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../kit/koa-app.js';
import type { KeptPages } from './kept-pages.js';
import { renderNotFoundPage, renderUnknownItemPage } from './not-found-page.js';
import { nullFor } from './null-for.js';
import type { PageRoutesDeps } from './page-deps.js';
import { boutiquePath } from './page-paths.js';
import { asksForLanguage, languageOf, letFormsLeadTo, sendCurrentPage, sendNotFound } from './send-page.js';
import { renderItemPage, renderShopPage, type ShopPageInput } from './shop-page.js';

/** The page of a shop and those of its items. */
export function addShopPageRoutes(router: Router<HostState>, deps: PageRoutesDeps & { readonly keptPages: KeptPages }): void {
  const { services, assets, publicUrl, keptPages } = deps;
  const { boutique, clock, payments } = services;

  function inputFor(ctx: Context, shop: Carte): ShopPageInput {
    return { shop, language: languageOf(ctx), isLanguageChosen: asksForLanguage(ctx), assets, publicUrl, now: clock.now() };
  }

  /** The shop of the address; null, and answered, where there is none. */
  async function shopOf(ctx: Context, slug: string): Promise<Carte | null> {
    const shop = await boutique.shopWindow(slug).catch(nullFor('unknown_shop'));
    const language = languageOf(ctx);
    if (shop === null) sendNotFound(ctx, language, renderNotFoundPage({ what: 'shop', language, assets }));
    return shop;
  }

  function send(ctx: Context, input: ShopPageInput, path: string, render: () => string): void {
    const { shop, language, isLanguageChosen, now } = input;
    sendCurrentPage(ctx, language, keptPages(`${path} ${language} ${isLanguageChosen}`, shop, now, render));
    letFormsLeadTo(ctx, payments.checkoutOrigins);
  }

  router.get('/boutique/:slug', async function sendShopPage(ctx) {
    const shop = await shopOf(ctx, ctx.params.slug ?? '');
    if (shop === null) return;
    const input = inputFor(ctx, shop);
    send(ctx, input, boutiquePath(shop.slug), () => renderShopPage(input));
  });

  router.get('/boutique/:slug/:item', async function sendItemPage(ctx) {
    const shop = await shopOf(ctx, ctx.params.slug ?? '');
    if (shop === null) return;
    const input = inputFor(ctx, shop);
    const item = shop.items.find(({ id }) => id === ctx.params.item);
    if (item === undefined) sendNotFound(ctx, input.language, renderUnknownItemPage(input));
    else send(ctx, input, boutiquePath(shop.slug, item.id), () => renderItemPage(input, item));
  });
}
