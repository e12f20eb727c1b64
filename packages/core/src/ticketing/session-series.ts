import { DomainError } from '../kit/errors.js';
import { addDays, instantAt, isoWeekday } from '../sites/wall-time.js';

/** A session at the same times of the same days of the week, over a period. Days and times are those of the establishment's own clocks. */
export interface SessionSeries {
  /** `YYYY-MM-DD` */
  readonly from: string;
  /** The last day; not before `from`. */
  readonly to: string;
  /** ISO weekdays: 1 is Monday. */
  readonly days: readonly number[];
  /** When sessions begin, `HH:MM`. */
  readonly times: readonly string[];
  /** Days without any. */
  readonly except: readonly string[];
  /** In real minutes, also while clocks change. */
  readonly durationMinutes: number;
}

export interface SessionTimes {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** A year of shows, four a day. */
export const SERIES_SESSIONS_MAX = 1500;
export const SERIES_DAYS_MAX = 366;

/**
 * When the sessions of a series are, in order. A time that the clocks skip (spring) is the instant they jump to; one that they show twice (autumn) is
 * the first. Times that so become one instant make one session. Throws `invalid_request` for more than `SERIES_SESSIONS_MAX` sessions.
 */
export function timesOf(series: SessionSeries, timezone: string): readonly SessionTimes[] {
  const days = daysOf(series);
  if (days.length * series.times.length > SERIES_SESSIONS_MAX) throw tooMany();
  const starts = days.flatMap((day) => series.times.map((time) => instantAt(day, time, timezone).getTime()));
  const lengthMs = series.durationMinutes * 60_000;
  return [...new Set(starts)]
    .sort((left, right) => left - right)
    .map((at) => ({ startsAt: new Date(at), endsAt: new Date(at + lengthMs) }));
}

function daysOf({ from, to, days, except }: SessionSeries): readonly string[] {
  const weekdays = new Set(days);
  const closed = new Set(except);
  const period: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) period.push(day);
  return period.filter((day) => weekdays.has(isoWeekday(day)) && !closed.has(day));
}

function tooMany(): DomainError {
  const message = `At most ${SERIES_SESSIONS_MAX} sessions at once: choose a shorter period.`;
  return new DomainError('invalid_request', { issues: [{ path: 'times', message }] });
}
