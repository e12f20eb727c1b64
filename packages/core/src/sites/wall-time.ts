/**
 * Wall time of a place and instants, by the zone data of the runtime (`Intl`). Both changes of the clock are decided, not
 * left to chance: a wall time that does not exist (spring) means the instant the clock jumps to; one that exists twice
 * (autumn) means the first.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timezone, format);
  }
  return format;
}

export interface WallTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
}

/** What calendar and clock show in `timezone` at `instant`. */
export function wallTimeAt(instant: Date, timezone: string): WallTime {
  const wall = new Date(wallClockMs(instant.getTime(), timezone)).toISOString();
  return { date: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** The instant at which `timezone` shows `date` and `time` (`24:00` is midnight at the end of the day). */
export function instantAt(date: string, time: string, timezone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const wanted = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
  // The zone's offset on both sides of the wanted moment; outside a change of the clock they agree.
  const before = wallClockMs(wanted - DAY_MS, timezone) - (wanted - DAY_MS);
  const after = wallClockMs(wanted + DAY_MS, timezone) - (wanted + DAY_MS);
  const first = wanted - Math.max(before, after);
  const second = wanted - Math.min(before, after);
  if (wallClockMs(first, timezone) === wanted) return new Date(first);
  if (wallClockMs(second, timezone) === wanted) return new Date(second);
  return new Date(instantOfGap(first, second, timezone));
}

/** In a spring gap: the first instant whose offset is the new one, found to the minute. */
function instantOfGap(earliest: number, latest: number, timezone: string): number {
  let low = earliest;
  let high = latest;
  const offset = (ms: number) => wallClockMs(ms, timezone) - ms;
  const before = offset(low);
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The reading of the zone's clock at `instantMs`, as if it were UTC, in milliseconds. */
function wallClockMs(instantMs: number, timezone: string): number {
  const minute = Math.floor(instantMs / MINUTE_MS);
  return instantMs + offsetAt(minute * MINUTE_MS, timezone);
}

/** No clock has ever been changed twice within so long: where both ends agree, so does all between. */
const SPAN_MS = 6 * 60 * MINUTE_MS;

/** How far the zone's clock is from UTC in the minute that starts at `minuteMs`; clocks change between minutes, never within one. */
function offsetAt(minuteMs: number, timezone: string): number {
  const start = Math.floor(minuteMs / SPAN_MS) * SPAN_MS;
  const offset = knownOffset(start, timezone);
  return offset === knownOffset(start + SPAN_MS, timezone) ? offset : knownOffset(minuteMs, timezone);
}

/** Kept, because everybody asks about the same few moments and zone data are slow. */
function knownOffset(minuteMs: number, timezone: string): number {
  const known = offsets.get(timezone) ?? new Map<number, number>();
  if (known.size === 0) offsets.set(timezone, known);
  const kept = known.get(minuteMs);
  if (kept !== undefined) return kept;
  if (known.size >= KNOWN_MAX) known.clear();
  const offset = readOffset(minuteMs, timezone);
  known.set(minuteMs, offset);
  return offset;
}

const offsets = new Map<string, Map<number, number>>();
const KNOWN_MAX = 512;

function readOffset(minuteMs: number, timezone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(minuteMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - minuteMs;
}

/** The calendar day `days` after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** ISO weekday of a calendar day: 1 is Monday. */
export function isoWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
