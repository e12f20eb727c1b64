import { publicScope } from '../carte/menus.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import { isPlainText } from '../kit/validate.js';
import type { PaymentMethod } from '../payments/payment.js';
import type { PaymentsService } from '../payments/payments-service.js';
import { hasTicketing, type Site } from '../sites/site.js';
import type { SiteViews } from '../sites/site-store.js';
import type { FoundBooking } from './booking-service.js';
import { type Offer, type OfferKind, type TextByLanguage, type TicketLanguage, textIn } from './offer.js';
import { isSoldOnline } from './ticket-catalog.js';
import type { TicketRenderer, TicketSheet } from './ticket-renderer.js';
import type { TicketSession } from './ticket-session.js';
import { ticketWordsOf } from './ticket-words.js';
import type { OfferViews, SessionViews } from './ticketing-store.js';

/** What the page of tickets shows before any day is asked for, in its language. */
export interface TicketWindow {
  readonly site: WindowSite;
  /** What is sold online, in its order. */
  readonly offers: readonly WindowOffer[];
  readonly payments: readonly PaymentMethod[];
}

export type WindowSite = Pick<
  Site,
  | 'slug'
  | 'trade'
  | 'name'
  | 'description'
  | 'address'
  | 'phone'
  | 'website'
  | 'currency'
  | 'timezone'
  | 'languages'
  | 'hours'
  | 'exceptions'
>;

export interface WindowOffer {
  readonly id: string;
  readonly kind: OfferKind;
  readonly title: string;
  readonly description: string | null;
  readonly photo: string | null;
  readonly durationMinutes: number | null;
  readonly rates: readonly WindowRate[];
  /** When the next session with a seat begins, ISO 8601; null: none is known. */
  readonly nextSession: string | null;
}

export interface WindowRate {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  readonly conditions: string | null;
}

/** What the pages of tickets need besides bookings themselves. */
export interface TicketCounter {
  /** Throws `unknown_shop` where there is no such establishment, or it sells no tickets online. */
  open(slug: string, language: TicketLanguage): Promise<TicketWindow>;
  /** The tickets of the booking that are not void, as a PDF in its language. Throws `unknown_ticket` where there is none. */
  print(booking: FoundBooking): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
}

export interface TicketCounterDeps {
  readonly sites: Pick<SiteViews, 'bySlug'>;
  readonly offers: Pick<OfferViews, 'all'>;
  readonly sessions: Pick<SessionViews, 'next'>;
  readonly payments: Pick<PaymentsService, 'offered'>;
  readonly renderer: TicketRenderer;
  readonly clock: Clock;
}

export function makeTicketCounter({ sites, offers, sessions, payments, renderer, clock }: TicketCounterDeps): TicketCounter {
  return {
    async open(slug, language) {
      const site = isPlainText(slug) ? await sites.bySlug(slug) : null;
      if (site === null || !hasTicketing(site)) throw new DomainError('unknown_shop');
      const scope = publicScope(site);
      const [all, next, { methods }] = await Promise.all([offers.all(scope), sessions.next(scope, clock.now()), payments.offered(scope)]);
      const shown = all.filter(isSoldOnline);
      return {
        site: windowSite(site),
        offers: shown.map((offer) => windowOffer(offer, next.get(offer.id), site, language)),
        payments: methods,
      };
    },

    async print(booking) {
      const tickets = booking.tickets.filter(({ state }) => state !== 'cancelled');
      if (tickets.length === 0) throw new DomainError('unknown_ticket');
      const name = `${ticketWordsOf(booking.language).file(booking.order.number)}.pdf`;
      return { name, bytes: await renderer.render(sheetOf({ ...booking, tickets }, clock.now())) };
    },
  };
}

/** Field by field: what a page hands to the browser is public. */
function windowSite(site: Site): WindowSite {
  const { slug, trade, name, description, address, phone, website, currency, timezone, languages, hours, exceptions } = site;
  return { slug, trade, name, description, address, phone, website, currency, timezone, languages, hours, exceptions };
}

function windowOffer(offer: Offer, next: TicketSession | undefined, { languages }: Site, language: TicketLanguage): WindowOffer {
  const words = (text: TextByLanguage) => textIn(text, language, languages);
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    id: offer.id,
    kind: offer.kind,
    title: words(offer.title),
    description: orNull(words(offer.description)),
    photo: offer.photo,
    durationMinutes: offer.durationMinutes,
    rates: offer.rates
      .filter(({ active }) => active)
      .map(({ id, name, priceCents, conditions }) => ({
        id,
        name: words(name),
        priceCents,
        conditions: conditions === null ? null : orNull(words(conditions)),
      })),
    nextSession: next?.startsAt.toISOString() ?? null,
  };
}

function sheetOf({ site, offer, session, order, language, tickets }: FoundBooking, at: Date): TicketSheet {
  const prices = new Map(order.lines.map(({ rateId, unitPriceCents }) => [rateId, unitPriceCents]));
  return {
    language,
    site,
    offer: { kind: offer.kind, title: textIn(offer.title, language, site.languages) },
    session,
    number: order.number,
    holder: order.customer.name,
    currency: order.currency,
    toPayAtDesk: order.payment.method === 'at_pickup' && order.totalCents > 0 && order.paidCents === 0,
    tickets: tickets.map(({ code, rateId, rateName }) => ({ code, rateName, priceCents: prices.get(rateId) ?? 0 })),
    at,
  };
}
