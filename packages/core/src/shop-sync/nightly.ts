import type { Crypto } from '../kit/crypto.js';
import type { Site } from '../sites/site.js';
import { addDays, instantAt, wallTimeAt } from '../sites/wall-time.js';

/** Nights begin half an hour after midnight; each establishment has its own minute of the hours after, always the same. */
const FIRST_MINUTE = 30;
const MINUTES = 270;

/** So long after its minute it still is night. */
const NIGHT_MS = 6 * 3_600_000;

/** When the night's run of the establishment was due last; null: it is day. */
export function dueTonight(crypto: Crypto, { id, timezone }: Pick<Site, 'id' | 'timezone'>, now: Date): Date | null {
  const minute = FIRST_MINUTE + (Number.parseInt(crypto.sha256(id).slice(0, 8), 16) % MINUTES);
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const today = wallTimeAt(now, timezone).date;
  const due = [today, addDays(today, -1)].map((date) => instantAt(date, time, timezone)).find((at) => at <= now);
  return due !== undefined && now.getTime() - due.getTime() < NIGHT_MS ? due : null;
}
