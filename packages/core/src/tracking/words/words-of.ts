import type { TRACKED_STEPS, TrackedOrder, TrackedParcelState, TrackedStatus } from '../tracked-order.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import { SPANISH } from './spanish.js';

/** The languages in which clients follow their orders. */
export const TRACKING_LANGUAGES = ['fr', 'en', 'de', 'it', 'es'] as const;
export type TrackingLanguage = (typeof TRACKING_LANGUAGES)[number];

/** What the page of an order that is sent says, and the mail that leads to it. */
export interface TrackingWords {
  /** As the language is called by those who speak it. */
  readonly language: string;
  readonly languages: string;
  readonly order: string;
  readonly placed: (day: string) => string;
  readonly statuses: Readonly<Record<TrackedStatus, string>>;
  /** Of an order of which parcels have left, and others are still to come. */
  readonly partlySent: string;
  readonly progress: string;
  readonly steps: Readonly<Record<(typeof TRACKED_STEPS)[number], string>>;
  readonly parcel: (number: number, count: number) => string;
  readonly parcelStates: Readonly<Record<TrackedParcelState, string>>;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly shipped: string;
  readonly delivered: string;
  readonly follow: string;
  readonly inParcel: string;
  /** What is in no parcel yet, beside parcels. */
  readonly stillToCome: string;
  readonly contents: string;
  readonly questions: string;
  readonly notFound: string;
  readonly notFoundHint: string;
  readonly mail: {
    readonly subject: (number: string, place: string) => string;
    readonly greeting: (name: string) => string;
    readonly action: string;
  };
}

const WORDS: Readonly<Record<TrackingLanguage, TrackingWords>> = { fr: FRENCH, en: ENGLISH, de: GERMAN, it: ITALIAN, es: SPANISH };

export function trackingWordsOf(language: TrackingLanguage): TrackingWords {
  return WORDS[language];
}

/** How far the order is, in one sentence. */
export function statusSentence({ status, parcels }: Pick<TrackedOrder, 'status' | 'parcels'>, words: TrackingWords): string {
  const isPartlySent = (status === 'confirmed' || status === 'preparing') && parcels.some(({ state }) => state !== 'packed');
  return isPartlySent ? words.partlySent : words.statuses[status];
}

/** The language with this code, whatever the region; undefined when nobody follows orders in it. */
export function trackingLanguage(code: string): TrackingLanguage | undefined {
  const primary = code.toLowerCase().split('-')[0];
  return TRACKING_LANGUAGES.find((known) => known === primary);
}
