import type { VersionedRecord } from '../kit/versioned.js';

/** What a museum sells tickets for, and at which prices. */

export const OFFER_KINDS = ['show', 'exhibition', 'visit'] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

/** The languages of public ticketing (interfaces A). */
export const TICKET_LANGUAGES = ['fr', 'en', 'de', 'it', 'es'] as const;
export type TicketLanguage = (typeof TICKET_LANGUAGES)[number];

/** A text in some of the languages; read by `textIn`. */
export type TextByLanguage = Readonly<Partial<Record<TicketLanguage, string>>>;

export interface Rate {
  /** Unique within the establishment; stays as long as the offer. */
  readonly id: string;
  readonly name: TextByLanguage;
  /** Including tax. */
  readonly priceCents: number;
  readonly taxBasisPoints: number;
  /** Who may have it: "under 26, on presentation of a card". */
  readonly conditions: TextByLanguage | null;
  /** False: kept for the tickets that were sold at it, and sold no more. */
  readonly active: boolean;
}

export interface Offer extends VersionedRecord {
  readonly tenantId: string;
  readonly siteId: string;
  readonly kind: OfferKind;
  readonly title: TextByLanguage;
  readonly description: TextByLanguage;
  /** Path of a picture, as that of a product; null: none. */
  readonly photo: string | null;
  readonly durationMinutes: number | null;
  /** Sold on the public pages; false: at the desk alone. */
  readonly online: boolean;
  readonly position: number;
  /** In the order they are shown. */
  readonly rates: readonly Rate[];
  /** Null: it is sold. A deleted offer is kept for what was sold of it. */
  readonly deletedAt: Date | null;
}

/** The text in the language; else in the first language of the establishment that has it, else in any. Empty when there is none. */
export function textIn(text: TextByLanguage, language: TicketLanguage, fallbacks: readonly string[]): string {
  const found = [language, ...fallbacks, ...TICKET_LANGUAGES].map((name) => Object.entries(text).find(([key]) => key === name)?.[1]);
  return found.find((words) => words !== undefined && words !== '') ?? '';
}
