import { nextOpening, openPeriodAt, openPeriodsBetween, periodsOf } from '@comptoir/core/sites/opening-hours.js';
import type { DatedException, OpeningTimes, Period } from '@comptoir/core/sites/site.js';
import { isoWeekday, wallTimeAt } from '@comptoir/core/sites/wall-time.js';

/** Opening hours as a guest reads them. */

const DAY_MS = 86_400_000;

export interface WeekDay {
  /** 1 is Monday. */
  readonly day: number;
  readonly periods: readonly Period[];
  readonly isToday: boolean;
}

/** Monday to Sunday as they usually are, but today as it really is, dated exceptions included. */
export function weekOf(times: OpeningTimes, now: Date): readonly WeekDay[] {
  const today = wallTimeAt(now, times.timezone).date;
  const weekdayToday = isoWeekday(today);
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const isToday = day === weekdayToday;
    const periods = isToday ? periodsOf(times, today) : times.hours.filter((period) => period.day === day);
    return { day, isToday, periods: inOrder(periods) };
  });
}

function inOrder(periods: readonly Period[]): readonly Period[] {
  return [...periods].sort((left, right) => (left.from < right.from ? -1 : 1));
}

export function isAllDay({ from, to }: Period): boolean {
  return from === '00:00' && (to === '24:00' || to === '00:00');
}

/** The dated exceptions from today on, soonest first. */
export function comingExceptions(times: OpeningTimes, now: Date, limit: number): readonly DatedException[] {
  const today = wallTimeAt(now, times.timezone).date;
  return times.exceptions
    .filter(({ date }) => date >= today)
    .sort((left, right) => (left.date < right.date ? -1 : 1))
    .slice(0, limit);
}

export type OpenState = { readonly open: true; readonly until: Date | null } | { readonly open: false; readonly next: Date | null };

/** Whether the door is open at `now`. `until` is null when no closing is in sight for a day. */
export function openStateAt(times: OpeningTimes, now: Date): OpenState {
  const current = openPeriodAt(times, now);
  if (current === null) return { open: false, next: nextOpening(times, now) };
  const horizon = new Date(now.getTime() + DAY_MS);
  let until = current.end;
  // Midnight cuts a night in two periods; to a guest it is one.
  for (const { start, end } of openPeriodsBetween(times, now, horizon)) if (start <= until && end > until) until = end;
  return { open: true, until: until < horizon ? until : null };
}
