import type { Period } from '../sales/sale-period.js';
import { wallTimeAt } from '../sites/wall-time.js';

/** How many people came, per day and hour of the establishment: by the scans of entries, and as people counted. */

/** An hour of a day, by the clocks of the establishment. */
export interface Hour {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** 0 to 23. */
  readonly hour: number;
}

/** Somebody counted, or corrects what was counted. Never changed: a mistake is corrected by its opposite. */
export interface ManualCount extends Hour {
  readonly tenantId: string;
  readonly siteId: string;
  readonly id: string;
  readonly at: Date;
  /** Negative takes back. */
  readonly count: number;
  readonly note: string | null;
  readonly actor: string;
}

export interface HourAttendance {
  readonly hour: number;
  /** Entries that were scanned; somebody who comes back counts once. */
  readonly scanned: number;
  readonly counted: number;
  /** Both together, never below zero. */
  readonly total: number;
}

export interface DayAttendance extends Omit<HourAttendance, 'hour'> {
  readonly day: string;
  /** Those in which anything was counted. */
  readonly hours: readonly HourAttendance[];
}

/** The sums of one hour. */
export type HourSums = Hour & Pick<HourAttendance, 'scanned' | 'counted'>;

export function hourAt(instant: Date, timezone: string): Hour {
  const { date, time } = wallTimeAt(instant, timezone);
  return { day: date, hour: Number(time.slice(0, 2)) };
}

/** The days that a period touches, by the clocks of the time zone: without an end until today, without a beginning its last day alone. */
export function daysIn({ from, to }: Period, timezone: string, now: Date) {
  const dayOf = (at: Date) => wallTimeAt(at, timezone).date;
  // An instant is the first that does not count.
  const last = to instanceof Date ? dayOf(new Date(to.getTime() - 1)) : (to ?? dayOf(now));
  return { first: from instanceof Date ? dayOf(from) : (from ?? last), last };
}

/** The days of the sums, which come by day and hour; days without any are left out. */
export function daysOf(sums: readonly HourSums[]): readonly DayAttendance[] {
  const days = new Map<string, HourSums[]>();
  for (const sum of sums) days.set(sum.day, [...(days.get(sum.day) ?? []), sum]);
  return [...days].map(([day, hours]) => {
    const scanned = hours.reduce((all, hour) => all + hour.scanned, 0);
    const counted = hours.reduce((all, hour) => all + hour.counted, 0);
    return { day, scanned, counted, total: totalOf({ scanned, counted }), hours: hours.map(attendanceOf) };
  });
}

function attendanceOf({ hour, scanned, counted }: HourSums): HourAttendance {
  return { hour, scanned, counted, total: totalOf({ scanned, counted }) };
}

function totalOf({ scanned, counted }: Pick<HourAttendance, 'scanned' | 'counted'>): number {
  return Math.max(0, scanned + counted);
}
