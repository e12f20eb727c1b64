import { addDays, isoWeekday } from '../sites/wall-time.js';

/** When something comes again, as days of the calendar of the establishment (`YYYY-MM-DD`). */
export type Recurrence =
  /** On this day of every month; on the last where the month has no such day, or where it is `last`. */
  | { readonly every: 'month'; readonly day: number | 'last' }
  /** ISO: 1 is Monday. */
  | { readonly every: 'week'; readonly weekday: number }
  /** On 29 February: on the 28th where there is no such day. */
  | { readonly every: 'year'; readonly month: number; readonly day: number };

/** The first day on or after `from` that it comes on. */
export function firstPeriod(recurrence: Recurrence, from: string): string {
  if (recurrence.every === 'week') return addDays(from, (recurrence.weekday - isoWeekday(from) + 7) % 7);
  const [year = 0, month = 1] = from.split('-').map(Number);
  for (let ahead = 0; ; ahead += 1) {
    const found =
      recurrence.every === 'month' ? dayOf(year, month + ahead, recurrence.day) : dayOf(year + ahead, recurrence.month, recurrence.day);
    if (found >= from) return found;
  }
}

/** The next day after `period` that it comes on. */
export function nextPeriod(recurrence: Recurrence, period: string): string {
  return firstPeriod(recurrence, addDays(period, 1));
}

/** Months beyond December are those of the next year. */
function dayOf(year: number, month: number, day: number | 'last'): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const wanted = day === 'last' ? last : Math.min(day, last);
  return new Date(Date.UTC(year, month - 1, wanted)).toISOString().slice(0, 10);
}
