import type { Quantities } from './booking-call.js';
import type { Choice } from './choice.js';

/** Places that are held for the guest, as the browser keeps them over a reload. */
export interface Held {
  readonly orderId: string;
  /** When they lapse, by the clock of this machine, in milliseconds since 1970. */
  readonly until: number;
  readonly choice: Choice;
  /** Of the session, in the establishment's zone, and when it begins and ends, ISO 8601. */
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly quantities: Quantities;
}

/** What was kept, unless it has lapsed or cannot be read. */
export function readHeld(kept: string | null, nowMs: number): Held | null {
  if (kept === null) return null;
  try {
    const value: unknown = JSON.parse(kept);
    return isHeld(value) && value.until > nowMs ? value : null;
  } catch {
    return null;
  }
}

function isHeld(value: unknown): value is Held {
  if (!isRecord(value) || !isRecord(value.choice) || !isRecord(value.quantities)) return false;
  const { offerId, day, sessionId } = value.choice;
  const isWhole = [value.orderId, value.day, value.start, value.end, offerId, day, sessionId].every((part) => typeof part === 'string');
  return isWhole && typeof value.until === 'number' && Object.values(value.quantities).every(Number.isSafeInteger);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** `9:05` */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Said aloud when so many minutes are left; every second would be too much to listen to. */
const SAID_AT_MINUTES = [5, 2, 1];

/** The minutes that were said last; null before the first time. */
export function minutesSaid(seconds: number): number | null {
  return SAID_AT_MINUTES.filter((minutes) => seconds <= minutes * 60).at(-1) ?? null;
}
