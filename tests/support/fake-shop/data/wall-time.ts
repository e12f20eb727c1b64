/**
 * Seconds of a wall time, reckoned as if its zone were UTC: what the shop stores, which has forgotten the zone. The hour that a change of the clocks
 * repeats is ambiguous here as it is there. 0 is the date of all zeros.
 */
export type WallTime = number;

const zones = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall of the zone (IANA) shows at the instant. */
export function wallTimeAt(instant: Date, zone: string): WallTime {
  return parseWallTime(formatOf(zone).format(instant));
}

/** Swedish writes dates as the shop does: `2026-03-29 03:00:00`. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  zones.set(zone, made);
  return made;
}

/** `2026-11-20 20:22:58` */
export function wallTimeText(wall: WallTime): string {
  if (wall === 0) return '0000-00-00 00:00:00';
  const iso = new Date(wall * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** `2026-11-20` */
export function wallDayText(wall: WallTime): string {
  return wallTimeText(wall).slice(0, 10);
}

/** As MySQL reads it: a day alone is its midnight, and what is no date is the one of all zeros. */
export function parseWallTime(text: string): WallTime {
  const found = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/.exec(text);
  if (found === null) return 0;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return month === 0 || day === 0 ? 0 : Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
}
