import type { Carte } from '@comptoir/core/carte/carte.js';
import { type ErrorCode, hasCode } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { EncodedBody } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';
import { addAssetRoutes } from './asset-routes.js';
import type { WebAssets } from './assets.js';
import { renderCartePage } from './carte-page.js';
import type { Language } from './language.js';
import { renderNotFoundPage, renderWelcomePage } from './not-found-page.js';
import { renderOrderPage } from './order-page.js';
import { asksForLanguage, encodePage, languageOf, sendPage } from './send-page.js';

export interface PageRoutesDeps {
  readonly services: Pick<Services, 'carte' | 'clock' | 'orders'>;
  readonly assets: WebAssets;
  /** The address of this host as guests reach it, without a trailing slash. */
  readonly publicUrl: string;
}

/** The public pages: the menu, the live page of an order, and what they load. */
export function addPageRoutes(router: Router<HostState>, { services, assets, publicUrl }: PageRoutesDeps): void {
  const { carte: cartes, clock, orders } = services;
  const cartePages = makeCartePages((carte, language, now) => renderCartePage({ carte, language, assets, publicUrl, now }));

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
    // Caches may keep the page but must ask: prices, what is sold out and pickup times change from one minute to the next.
    ctx.set('Cache-Control', 'public, no-cache');
    sendPage(ctx, language, cartePages(carte, language, clock.now()));
  });

  router.get('/carte/:slug/order/:id', async function sendOrderPage(ctx) {
    const language = languageOf(ctx);
    const found = await orders.find(ctx.params.id ?? '').catch(nullFor('unknown_order'));
    if (found === null || found.site.slug !== ctx.params.slug) {
      sendNotFound(ctx, language, renderNotFoundPage({ what: 'order', language, assets }));
      return;
    }
    const html = renderOrderPage({
      channel: found.order.channel,
      order: found.placed,
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
  });

  addAssetRoutes(router, assets);
}

function sendNotFound(ctx: Context, language: Language, html: string): void {
  ctx.set('Cache-Control', 'no-store');
  sendPage(ctx, language, encodePage(html), 404);
}

/** Turns the refusal with this code into null, for pages that say it in their own words. */
function nullFor(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (hasCode(error, code)) return null;
    throw error;
  };
}

interface RenderedPage {
  /** The menu it shows, as JSON. */
  readonly of: string;
  readonly renderedAt: number;
  readonly body: EncodedBody;
}

/** "Open until", "today" and the like may be this much out of date. */
const PAGE_LIFETIME_MS = 60_000;

/** Pages kept in memory; beyond it the one rendered longest ago goes. */
const PAGES_MAX = 500;

/**
 * Menu pages, rendered and compressed once for as long as the menu, its pickup times included, is exactly the same. Looking at
 * the menu first costs next to nothing beside rendering it, and so no page is ever out of date.
 */
function makeCartePages(render: (carte: Carte, language: Language, now: Date) => string) {
  const kept = new Map<string, RenderedPage>();

  return (carte: Carte, language: Language, now: Date): EncodedBody => {
    const key = `${carte.slug} ${language}`;
    const of = JSON.stringify(carte);
    const known = kept.get(key);
    if (known?.of === of && now.getTime() - known.renderedAt < PAGE_LIFETIME_MS) return known.body;
    const body = encodePage(render(carte, language, now));
    kept.delete(key);
    kept.set(key, { of, renderedAt: now.getTime(), body });
    for (const oldest of kept.keys()) {
      if (kept.size <= PAGES_MAX) break;
      kept.delete(oldest);
    }
    return body;
  };
}
