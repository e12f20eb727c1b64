import type { Site } from '../sites/site.js';
import type { OfferKind, TicketLanguage } from './offer.js';

/** One ticket, as it is printed. */
export interface PrintedTicket {
  /** What the QR code holds, and nothing else. */
  readonly code: string;
  readonly rateName: string;
  readonly priceCents: number;
}

/** The tickets of one booking, to be drawn. */
export interface TicketSheet {
  readonly language: TicketLanguage;
  readonly site: Pick<Site, 'name' | 'address' | 'phone' | 'timezone'>;
  readonly offer: { readonly kind: OfferKind; readonly title: string };
  readonly session: { readonly startsAt: Date; readonly endsAt: Date };
  /** As it is called out: `B-017`. */
  readonly number: string;
  readonly holder: string;
  readonly currency: string;
  /** It is paid when the guests come. */
  readonly toPayAtDesk: boolean;
  readonly tickets: readonly PrintedTicket[];
  /** When it was drawn. */
  readonly at: Date;
}

/** Draws tickets. */
export interface TicketRenderer {
  /** A PDF with each ticket on half a page, in the language of the sheet, that needs nothing but itself: fonts are inside. */
  render(sheet: TicketSheet): Promise<Uint8Array>;
}
