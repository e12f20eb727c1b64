import type { Carte } from '@comptoir/core/carte/carte.js';
import { DomainError, type ErrorCode, hasCode } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { type EncodedBody, encodeBody, encodingFor, matchesEtag, sendEncoded } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';
import type { WebAssets } from './assets.js';
import { renderCartePage } from './carte-page.js';
import { LANGUAGES, type Language, negotiateLanguage } from './language.js';
import { renderNotFoundPage, renderWelcomePage } from './not-found-page.js';
import { renderOrderPage } from './order-page.js';

export interface PageRoutesDeps {
  readonly services: Pick<Services, 'carte' | 'clock' | 'orders'>;
  readonly assets: WebAssets;
  /** The address of this host as guests reach it, without a trailing slash. */
  readonly publicUrl: string;
}

/** Pages load from their own host only, and nothing inline runs or styles. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** An illustration opened by itself runs nothing and loads nothing. */
const ASSET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const HTML = 'text/html; charset=utf-8';

/** The public pages: the menu, the live page of an order, and what they load. */
export function addPageRoutes(router: Router<HostState>, { services, assets, publicUrl }: PageRoutesDeps): void {
  const { carte: cartes, clock, orders } = services;
  const cartePages = makeCartePages((carte, language, now) => renderCartePage({ carte, language, assets, publicUrl, now }));

  router.get('/', function sendWelcomePage(ctx) {
    const language = languageOf(ctx);
    ctx.set('Cache-Control', 'public, max-age=3600');
    sendPage(ctx, language, encodeBody(HTML, renderWelcomePage({ language, assets })));
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
    sendPage(ctx, language, encodeBody(HTML, html));
  });

  router.get('/assets/{*path}', function sendAsset(ctx) {
    const asset = assets.get(ctx.params.path ?? '');
    if (asset === undefined) throw new DomainError('not_found');
    const encoding = encodingFor(ctx);
    const compressed = encoding === 'identity' ? undefined : asset.bodies[encoding];
    const etag = compressed === undefined ? `"${asset.etag}"` : `"${asset.etag}-${encoding}"`;
    ctx.set({
      'Cache-Control': asset.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'Content-Security-Policy': ASSET_POLICY,
      Vary: 'Accept-Encoding',
      ETag: etag,
    });
    if (matchesEtag(ctx.req.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    if (compressed !== undefined) ctx.set('Content-Encoding', encoding);
    ctx.set('Content-Type', asset.type);
    ctx.body = compressed ?? asset.bodies.identity;
  });
}

function asksForLanguage({ query }: Context): boolean {
  return LANGUAGES.some((language) => language === query.lang);
}

function languageOf(ctx: Context): Language {
  const { lang } = ctx.query;
  return negotiateLanguage(ctx.get('Accept-Language'), typeof lang === 'string' ? lang : undefined);
}

function sendPage(ctx: Context, language: Language, page: EncodedBody): void {
  ctx.status = 200;
  ctx.set('Content-Language', language);
  ctx.set('Content-Security-Policy', PAGE_POLICY);
  sendEncoded(ctx, page);
  ctx.vary('Accept-Language');
}

function sendNotFound(ctx: Context, language: Language, html: string): void {
  ctx.set('Cache-Control', 'no-store');
  sendPage(ctx, language, encodeBody(HTML, html));
  ctx.status = 404;
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
    const body = encodeBody(HTML, render(carte, language, now));
    kept.delete(key);
    kept.set(key, { of, renderedAt: now.getTime(), body });
    for (const oldest of kept.keys()) {
      if (kept.size <= PAGES_MAX) break;
      kept.delete(oldest);
    }
    return body;
  };
}
