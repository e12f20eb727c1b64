import { TICKET_LANGUAGES, type TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type { TicketWindow } from '@comptoir/core/ticketing/ticket-counter.js';
import type { WebAssets } from '../assets.js';
import { renderDeadLink } from '../dead-link-page.js';
import { renderDocument } from '../document.js';
import { sharedPhoto } from '../menu-sections.js';
import { ticketsPath } from '../page-paths.js';
import { TicketsApp, type TicketsState } from './components/tickets-app.js';
import { structuredTickets } from './structured-tickets.js';
import { ticketTextsOf } from './texts/ticket-texts-of.js';

export interface TicketPageInput {
  readonly window: TicketWindow;
  readonly language: TicketLanguage;
  readonly assets: WebAssets;
  /** The address of this host as guests reach it, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: Date;
}

/** The page of tickets: complete as it is, and booked on once its script runs. */
export function renderTicketPage({ window, language, assets, publicUrl, now }: TicketPageInput): string {
  const { site, offers } = window;
  const texts = ticketTextsOf(language);
  const addressIn = (choice: TicketLanguage) => `${publicUrl}${ticketsPath(site.slug, choice)}`;
  const canonical = addressIn(language);
  const title = texts.title(site.name);
  const description = texts.description(site.name, site.address.city);
  const state: TicketsState = { window, language, now: now.toISOString() };
  const photo = offers.map((offer) => sharedPhoto(offer, canonical)).find((address) => address !== undefined);
  return renderDocument({
    language,
    assets,
    title,
    description,
    canonical,
    alternates: TICKET_LANGUAGES.map((choice) => ({ language: choice, href: addressIn(choice) })),
    stylesheet: 'tickets.css',
    structured: structuredTickets(window, canonical),
    head: (
      <>
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={site.name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {photo !== undefined && <meta property="og:image" content={photo} />}
      </>
    ),
    body: <TicketsApp {...state} />,
    client: { script: 'tickets.js', state },
  });
}

/** What is at an address where nothing is sold, or no booking is kept. */
export function renderNoTickets(what: 'place' | 'booking', language: TicketLanguage, assets: WebAssets): string {
  const { notFoundTitle, notFoundPlace, notFoundBooking } = ticketTextsOf(language);
  const words = { notFound: notFoundTitle, notFoundHint: what === 'place' ? notFoundPlace : notFoundBooking };
  return renderDeadLink({ language, assets, stylesheet: 'tickets.css', words });
}
