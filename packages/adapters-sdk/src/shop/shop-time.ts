import { instantAt, wallTimeAt } from '@comptoir/core/sites/wall-time.js';

/** Wall times of a shop, `2026-10-25 02:30:00`, written by its own clock in its own zone, without saying which. */

const HOUR_MS = 3_600_000;
/** Hours that the most western zone is behind UTC. */
const BEHIND_MAX_HOURS = 12;
/** Clocks that drift, and a web server whose clock is not that of the shop's database. */
const DRIFT_HOURS = 1;

/**
 * Where a window begins that no record changed at or after `since` falls out of: the earliest that a clock of any zone on earth could have shown.
 * The zone of the shop is not used for it. A zone that was set anew, an hour that a clock repeats in autumn and a module that writes the time of the
 * database instead of the shop's would all hide changes from a narrower window; this one reads some hours again that are found unchanged.
 */
export function windowStart(since: Date, clockAheadMs: number): string {
  const earliest = since.getTime() + Math.min(0, clockAheadMs) - (BEHIND_MAX_HOURS + DRIFT_HOURS) * HOUR_MS;
  return new Date(Math.max(0, earliest)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Later than any clock: what a shop dated ahead is read too. */
export const WINDOW_END = '9999-12-31 23:59:59';

/** What the shop writes where there is no date. */
export function isNoDate(text: string): boolean {
  return text === '' || text.startsWith('0000-00-00');
}

/** The instant of a wall time; null: it is none. One that exists twice is the first, one that does not exist is when the clock jumped. */
export function instantOf(wall: string, timezone: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d)$/.exec(wall);
  if (match === null) return null;
  const [, date = '', time = '', seconds = ''] = match;
  if (!isDate(date)) return null;
  return new Date(instantAt(date, time, timezone).getTime() + Number(seconds) * 1000);
}

/** How long after a moment its wall time may come again: clocks are set back by two hours at most. */
const REPEATED_WITHIN_HOURS = 3;

/** Whether the wall time of the instant comes a second time: of two such times, nobody knows which was later. */
export function isRepeated(instant: Date, timezone: string): boolean {
  const later = new Date(instant.getTime() + REPEATED_WITHIN_HOURS * HOUR_MS);
  const setBackMs = offsetMs(instant, timezone) - offsetMs(later, timezone);
  if (setBackMs <= 0) return false;
  return wallMs(new Date(instant.getTime() + setBackMs), timezone) === wallMs(instant, timezone);
}

function offsetMs(instant: Date, timezone: string): number {
  return wallMs(instant, timezone) - Math.floor(instant.getTime() / 60_000) * 60_000;
}

/** To the minute, as if it were UTC. */
function wallMs(instant: Date, timezone: string): number {
  const { date, time } = wallTimeAt(instant, timezone);
  return Date.parse(`${date}T${time}:00Z`);
}

/** Whether the calendar has the day, `YYYY-MM-DD`. */
export function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.getUTCFullYear() >= 1 && at.toISOString().startsWith(date);
}

/** Whether this runtime knows the zone. */
export function isKnownZone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}
