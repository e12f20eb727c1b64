import { eurosOf } from '../kit/money.js';
import type { Site } from '../sites/site.js';
import { wallTimeAt } from '../sites/wall-time.js';
import { type Offer, type OfferKind, type Rate, type TextByLanguage, type TicketLanguage, textIn } from './offer.js';
import { fillOf, type SessionStatus } from './session-fill.js';
import type { TicketSession } from './ticket-session.js';
import type { OfferPeriod } from './ticketing-store.js';

/** What a museum sells online, as `GET /api/ticketing/catalog` answers it (decisions §3). Prices are euros, addresses absolute, instants ISO 8601. */
export interface TicketCatalog {
  readonly slug: string;
  readonly name: string;
  readonly lang: TicketLanguage;
  readonly currency: string;
  readonly timezone: string;
  readonly offers: readonly CatalogOffer[];
  /** Only where those of an offer were asked for; by start. */
  readonly sessions?: readonly CatalogSession[];
}

export interface CatalogOffer {
  readonly id: string;
  readonly kind: OfferKind;
  readonly title: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly durationMinutes: number | null;
  readonly rates: readonly { readonly id: string; readonly name: string; readonly price: number; readonly conditions: string | null }[];
  /** The days of its first and its last session, over ones included; null while it has none. */
  readonly from: string | null;
  readonly until: string | null;
  /** When the first session begins that can still be booked. */
  readonly nextSession: string | null;
  readonly bookingUrl: string;
}

export interface CatalogSession {
  readonly id: string;
  readonly offerId: string;
  readonly start: string;
  readonly end: string;
  /** Null, as `remaining`: any number. */
  readonly capacity: number | null;
  readonly remaining: number | null;
  readonly fill: number;
  readonly status: SessionStatus;
  readonly bookingUrl: string;
}

/** What of an offer a link opens. */
export interface BookingTarget {
  readonly offerId: string;
  /** `YYYY-MM-DD`, of the establishment's own calendar. */
  readonly day?: string;
  readonly sessionId?: string;
}

/** Addresses of the booking page and of pictures, which only the host knows. */
export interface TicketLinks {
  /** The booking page of the establishment, opened at the target (interfaces A, behaviour rule 5). */
  tickets(slug: string, language: TicketLanguage, target?: BookingTarget): string;
  picture(pathOrAddress: string): string | null;
}

/** When an offer is on. */
export interface OfferDates {
  readonly period: OfferPeriod | undefined;
  readonly next: TicketSession | undefined;
}

/** Whose catalogue it is, and in which language. */
export interface CatalogPlace {
  readonly site: Site;
  readonly language: TicketLanguage;
  readonly links: TicketLinks;
}

/** Sold on public pages: what has no rate on sale is not. */
export function isSoldOnline({ online, rates, deletedAt }: Offer): boolean {
  return online && deletedAt === null && rates.some(({ active }) => active);
}

export function presentOffer(offer: Offer, { period, next }: OfferDates, place: CatalogPlace): CatalogOffer {
  const { site, language, links } = place;
  const { id, kind, title, description, photo, durationMinutes, rates } = offer;
  const dayOf = (at: Date | undefined) => (at === undefined ? null : wallTimeAt(at, site.timezone).date);
  return {
    id,
    kind,
    title: textIn(title, language, site.languages),
    description: textOrNone(description, place),
    image: photo === null ? null : links.picture(photo),
    durationMinutes,
    rates: rates.filter(({ active }) => active).map((rate) => presentRate(rate, place)),
    from: dayOf(period?.first),
    until: dayOf(period?.last),
    nextSession: next?.startsAt.toISOString() ?? null,
    bookingUrl: links.tickets(site.slug, language, { offerId: id }),
  };
}

function presentRate({ id, name, priceCents, conditions }: Rate, place: CatalogPlace): CatalogOffer['rates'][number] {
  return {
    id,
    name: textIn(name, place.language, place.site.languages),
    price: eurosOf(priceCents),
    conditions: conditions === null ? null : textOrNone(conditions, place),
  };
}

function textOrNone(text: TextByLanguage, { language, site }: CatalogPlace): string | null {
  return textIn(text, language, site.languages) || null;
}

export function presentCatalogSession(session: TicketSession, { site, language, links }: CatalogPlace, now: Date): CatalogSession {
  const { id, offerId, startsAt, endsAt, capacity } = session;
  const day = wallTimeAt(startsAt, site.timezone).date;
  return {
    id,
    offerId,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    capacity,
    ...fillOf(session, now),
    bookingUrl: links.tickets(site.slug, language, { offerId, day, sessionId: id }),
  };
}
