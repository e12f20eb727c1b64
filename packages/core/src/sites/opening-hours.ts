import type { OpeningTimes, Period } from './site.js';
import { addDays, instantAt, isoWeekday, wallTimeAt } from './wall-time.js';

/** A stretch of opening in real time. It belongs to the service day it starts on, even when it ends after midnight. */
export interface OpenPeriod {
  /** `YYYY-MM-DD` */
  readonly serviceDay: string;
  readonly start: Date;
  readonly end: Date;
}

/** How far ahead an opening is looked for: a year of closure is "not opening". */
const LOOK_AHEAD_DAYS = 370;

/** The wall-time periods of one service day: its dated exception when there is one, else those of the weekday. */
export function periodsOf(times: OpeningTimes, date: string): readonly Period[] {
  const exception = times.exceptions.find((candidate) => candidate.date === date);
  if (exception !== undefined) return exception.closed ? [] : exception.periods;
  const weekday = isoWeekday(date);
  return times.hours.filter((period) => period.day === weekday);
}

/**
 * The periods of one service day in real time, in order. A change of the clock makes one shorter or longer, or nothing at all.
 * Kept per opening times, which never change in place: every order asks for the same two days again, and zone data are slow.
 */
export function openPeriodsOf(times: OpeningTimes, serviceDay: string): readonly OpenPeriod[] {
  const days = knownDays.get(times) ?? new Map<string, readonly OpenPeriod[]>();
  knownDays.set(times, days);
  const known = days.get(serviceDay);
  if (known !== undefined) return known;
  if (days.size >= KNOWN_DAYS_MAX) days.clear();
  const periods = computePeriods(times, serviceDay);
  days.set(serviceDay, periods);
  return periods;
}

const knownDays = new WeakMap<OpeningTimes, Map<string, readonly OpenPeriod[]>>();
const KNOWN_DAYS_MAX = 400;

function computePeriods(times: OpeningTimes, serviceDay: string): readonly OpenPeriod[] {
  return periodsOf(times, serviceDay)
    .map(({ from, to }) => ({
      serviceDay,
      start: instantAt(serviceDay, from, times.timezone),
      end: instantAt(to <= from ? addDays(serviceDay, 1) : serviceDay, to, times.timezone),
    }))
    .filter(({ start, end }) => start < end)
    .sort((left, right) => left.start.getTime() - right.start.getTime());
}

/** The periods that touch the time from `from` to `to`, in order. Yesterday's late period counts. */
export function openPeriodsBetween(times: OpeningTimes, from: Date, to: Date): readonly OpenPeriod[] {
  const last = wallTimeAt(to, times.timezone).date;
  const periods: OpenPeriod[] = [];
  for (let day = addDays(wallTimeAt(from, times.timezone).date, -1); day <= last; day = addDays(day, 1)) {
    for (const period of openPeriodsOf(times, day)) if (period.end > from && period.start < to) periods.push(period);
  }
  return periods.sort((left, right) => left.start.getTime() - right.start.getTime());
}

/** The period the establishment is open in at `now`, or null when it is closed. */
export function openPeriodAt(times: OpeningTimes, now: Date): OpenPeriod | null {
  const today = wallTimeAt(now, times.timezone).date;
  for (const day of [addDays(today, -1), today]) {
    const current = openPeriodsOf(times, day).find(({ start, end }) => start <= now && now < end);
    if (current !== undefined) return current;
  }
  return null;
}

/** The start of the next opening after `now`, or null when none is planned. */
export function nextOpening(times: OpeningTimes, now: Date): Date | null {
  const today = wallTimeAt(now, times.timezone).date;
  for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS; ahead += 1) {
    const next = openPeriodsOf(times, addDays(today, ahead)).find(({ start }) => start > now);
    if (next !== undefined) return next.start;
  }
  return null;
}

/** The service day an instant belongs to: that of the period it lies in, else the calendar day. */
export function serviceDayAt(times: OpeningTimes, instant: Date): string {
  return openPeriodAt(times, instant)?.serviceDay ?? wallTimeAt(instant, times.timezone).date;
}
