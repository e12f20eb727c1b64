import type { Signal } from '@comptoir/core/kit/signals.js';
import { parse } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import { type CatalogQuery, catalogQuery } from '@comptoir/core/ticketing/ticket-catalog-contract.js';
import type Router from '@koa/router';
import { sendEncoded } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';
import { makeAnswerCache } from './answer-cache.js';

/** Lifetimes (interfaces A, behaviour rule 3). */
const OFFERS_CACHE_SECS = 30;
const SESSIONS_CACHE_SECS = 5;

/** `GET /api/ticketing/catalog` (interfaces A): what a museum sells tickets for, and the sessions of one offer, for the caller's own server. */
export function addTicketCatalogRoutes(
  router: Router<HostState>,
  { ticketCatalog, clock, signals }: Pick<Services, 'ticketCatalog' | 'clock' | 'signals'>,
): void {
  const lasting = (lifetimeSecs: number) =>
    makeAnswerCache<CatalogQuery>({
      make: ticketCatalog.catalog,
      keyOf: textOf,
      lifetimeSecs,
      isDroppedBy: changesTickets,
      clock,
      signals,
    });
  const offers = lasting(OFFERS_CACHE_SECS);
  const sessions = lasting(SESSIONS_CACHE_SECS);

  router.get('/api/ticketing/catalog', async function sendTicketCatalog(ctx) {
    const query = parse(catalogQuery, { ...ctx.query });
    const hasSessions = query.offer !== undefined;
    const body = await (hasSessions ? sessions : offers).get(query);
    ctx.set('Cache-Control', `public, max-age=${hasSessions ? SESSIONS_CACHE_SECS : OFFERS_CACHE_SECS}`);
    sendEncoded(ctx, body);
  });
}

/** Without sessions, days mean nothing. */
function textOf({ slug, lang, offer, from, days }: CatalogQuery): string {
  return JSON.stringify(offer === undefined ? [slug, lang] : [slug, lang, offer, from, days]);
}

/** Bookings change what is left of sessions; with the last seat of one, they change which is next. */
function changesTickets({ kind }: Signal): boolean {
  return kind === 'site-changed' || kind === 'stock-changed' || kind === 'order-changed';
}
