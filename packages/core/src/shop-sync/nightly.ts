import type { Crypto } from '../kit/crypto.js';
import type { Site } from '../sites/site.js';
import { addDays, instantAt, wallTimeAt } from '../sites/wall-time.js';

/** Nights begin half an hour after midnight; each establishment has its own minute of the hours after, always the same. */
const FIRST_MINUTE = 30;
const MINUTES = 270;

/** So long after its minute it still is night. */
const NIGHT_MS = 6 * 3_600_000;

/** When the night's run of the establishment was due last; null: it is day. */
export function dueTonight(crypto: Crypto, site: NightSite, now: Date): Date | null {
  const due = nights(crypto, site, now, [0, -1]).find((at) => at <= now);
  return due !== undefined && now.getTime() - due.getTime() < NIGHT_MS ? due : null;
}

/** When the run of the night that is to come is due. */
export function nextNight(crypto: Crypto, site: NightSite, now: Date): Date | null {
  return nights(crypto, site, now, [0, 1]).find((at) => at > now) ?? null;
}

type NightSite = Pick<Site, 'id' | 'timezone'>;

/** The establishment's minute on the days that are so many from today. */
function nights(crypto: Crypto, { id, timezone }: NightSite, now: Date, days: readonly number[]): readonly Date[] {
  const minute = FIRST_MINUTE + (Number.parseInt(crypto.sha256(id).slice(0, 8), 16) % MINUTES);
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const today = wallTimeAt(now, timezone).date;
  return days.map((distance) => instantAt(addDays(today, distance), time, timezone));
}
