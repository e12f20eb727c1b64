import { publicScope } from '../carte/menus.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import { isPlainText } from '../kit/validate.js';
import { hasTicketing, type Site } from '../sites/site.js';
import { addDays, instantAt, wallTimeAt } from '../sites/wall-time.js';
import type { Views } from '../stores.js';
import type { Offer } from './offer.js';
import {
  type CatalogPlace,
  type CatalogSession,
  isSoldOnline,
  presentCatalogSession,
  presentOffer,
  type TicketCatalog,
  type TicketLinks,
} from './ticket-catalog.js';
import { type CatalogQuery, DAYS_DEFAULT } from './ticket-catalog-contract.js';

export interface TicketCatalogService {
  /**
   * What is sold online now; with `offer` also the sessions of that offer that take place on the days asked for (today and the six that follow).
   * Throws `unknown_shop` when the establishment is unknown or sells no tickets online.
   */
  catalog(query: CatalogQuery): Promise<TicketCatalog>;
}

export interface TicketCatalogDeps {
  readonly views: Pick<Views, 'offers' | 'sites' | 'ticketSessions'>;
  readonly clock: Clock;
  readonly links: TicketLinks;
}

export function makeTicketCatalogService({ views, clock, links }: TicketCatalogDeps): TicketCatalogService {
  async function siteOf(slug: string): Promise<Site> {
    const site = isPlainText(slug) ? await views.sites.bySlug(slug) : null;
    if (site === null || !hasTicketing(site)) throw new DomainError('unknown_shop');
    return site;
  }

  async function sessionsOf(offer: Offer | undefined, place: CatalogPlace, query: CatalogQuery): Promise<readonly CatalogSession[]> {
    if (offer === undefined) return [];
    const period = periodOf(query, place.site.timezone, clock.now());
    const sessions = await views.ticketSessions.between(publicScope(place.site), { offerId: offer.id, ...period });
    const now = clock.now();
    return sessions.filter(({ cancelledAt }) => cancelledAt === null).map((session) => presentCatalogSession(session, place, now));
  }

  return {
    async catalog(query) {
      const site = await siteOf(query.slug);
      const scope = publicScope(site);
      const place: CatalogPlace = { site, language: query.lang, links };
      const { offers: offerViews, ticketSessions } = views;
      const [all, next, periods] = await Promise.all([
        offerViews.all(scope),
        ticketSessions.next(scope, clock.now()),
        ticketSessions.periods(scope),
      ]);
      const sold = all.filter(isSoldOnline);
      const { slug, name, currency, timezone } = site;
      const offers = sold.map((offer) => presentOffer(offer, { period: periods.get(offer.id), next: next.get(offer.id) }, place));
      const head = { slug, name, lang: query.lang, currency, timezone, offers };
      if (query.offer === undefined) return head;
      return {
        ...head,
        sessions: await sessionsOf(
          sold.find(({ id }) => id === query.offer),
          place,
          query,
        ),
      };
    },
  };
}

/** From the first instant of the first day to that of the day after the last, by the clocks of the establishment. */
function periodOf({ from, days = DAYS_DEFAULT }: CatalogQuery, timezone: string, now: Date): { readonly from: Date; readonly to: Date } {
  const first = from ?? wallTimeAt(now, timezone).date;
  return { from: instantAt(first, '00:00', timezone), to: instantAt(addDays(first, days), '00:00', timezone) };
}
