import { formatMoney } from '@comptoir/core/kit/money.js';
import { addDays, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import type { SharedTexts } from './texts/shared-texts.js';

/** English as written in Europe: 24-hour times, day before month, as the menus' prices are in local currency. */
const LOCALES: Record<TicketLanguage, string> = { fr: 'fr-FR', en: 'en-GB', de: 'de-DE', it: 'it-IT', es: 'es-ES' };

/** What the formats of a page depend on. The pages of tickets speak the most languages. */
export interface Place {
  readonly language: TicketLanguage;
  readonly currency: string;
  readonly timezone: string;
}

/** The cents of a price in the storefront's JSON, which is euros with at most two decimals. */
export function centsOfPrice(price: number): number {
  return Math.round(price * 100);
}

export function formatCents(cents: number, place: Place): string {
  return formatMoney(cents, place.currency, LOCALES[place.language]);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept: making a format costs a thousand times what using it does. */
function formatOf(place: Pick<Place, 'language' | 'timezone'>, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${place.language} ${place.timezone}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LOCALES[place.language], { timeZone: place.timezone, ...options });
    formats.set(key, format);
  }
  return format;
}

/** `19:15` */
export function formatTime(instant: Date, place: Place): string {
  return formatOf(place, 'time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant);
}

/** `samedi 21 novembre` */
export function formatDay(instant: Date, place: Place): string {
  return formatOf(place, 'day', { weekday: 'long', day: 'numeric', month: 'long' }).format(instant);
}

/** `samedi 21 novembre` of a calendar day (`YYYY-MM-DD`), which no zone can move. */
export function formatCalendarDay(date: string, language: TicketLanguage): string {
  return formatDay(new Date(`${date}T12:00:00Z`), { language, currency: '', timezone: 'UTC' });
}

/** `lundi` for 1 … `dimanche` for 7. */
export function formatWeekday(isoDay: number, language: TicketLanguage): string {
  // 2024-01-01 was a Monday.
  return formatOf({ language, timezone: 'UTC' }, 'weekday', { weekday: 'long' }).format(Date.UTC(2024, 0, isoDay, 12));
}

/** `lun.` for 1, in as little room as a calendar has. */
export function formatShortWeekday(isoDay: number, language: TicketLanguage): string {
  return formatOf({ language, timezone: 'UTC' }, 'short weekday', { weekday: 'short' }).format(Date.UTC(2024, 0, isoDay, 12));
}

/** `novembre 2026` of a month (`YYYY-MM`). */
export function formatMonth(month: string, language: TicketLanguage): string {
  return formatOf({ language, timezone: 'UTC' }, 'month', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T12:00:00Z`));
}

/** `aujourd’hui`, `demain`, or the day in words. */
export function formatNearDay(instant: Date, now: Date, place: Place, texts: SharedTexts): string {
  if (isSameDay(instant, now, place)) return texts.today;
  if (wallTimeAt(instant, place.timezone).date === addDays(wallTimeAt(now, place.timezone).date, 1)) return texts.tomorrow;
  return formatDay(instant, place);
}

/** `19:15` today, `demain à 19:15` and `samedi 21 novembre à 19:15` later. */
export function formatMoment(instant: Date, now: Date, place: Place, texts: SharedTexts): string {
  const time = formatTime(instant, place);
  return isSameDay(instant, now, place) ? time : texts.dayAtTime(formatNearDay(instant, now, place, texts), time);
}

/** The moment as a sentence says it: `à 19:15` today, else as `formatMoment`. */
export function formatWhen(instant: Date, now: Date, place: Place, texts: SharedTexts): string {
  const moment = formatMoment(instant, now, place, texts);
  return isSameDay(instant, now, place) ? texts.atTime(moment) : moment;
}

/** The calendar of the establishment shows the same day at both. */
export function isSameDay(left: Date, right: Date, { timezone }: Pick<Place, 'timezone'>): boolean {
  return wallTimeAt(left, timezone).date === wallTimeAt(right, timezone).date;
}
