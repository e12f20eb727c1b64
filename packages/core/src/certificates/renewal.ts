import { FAILURE_TYPES, type IssuanceFailure, type IssuedCertificate, reusedUntil } from './certificate.js';
import type { RenewalWindow } from './certificate-authority.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Pauses after the first failures in a row, in minutes (decisions §7); from then on a day. */
const BACKOFF_MINUTES = [1, 10, 100] as const;
const DAILY_MINUTES = 24 * 60;
/** The same where the directory is to blame: it is cheap to ask again, and nobody counts that. Then every ten minutes. */
const DIRECTORY_BACKOFF_MINUTES = [0.5, 1, 2, 5] as const;
const DIRECTORY_LATER_MINUTES = 10;
const SPREAD = 0.2;
/** What a directory asks for is believed up to this: longer than any limit that is published. */
const RETRY_AFTER_MAX_MS = 7 * 24 * HOUR_MS;

/** No look is put further ahead. */
export const LOOK_AHEAD_MAX_MS = RETRY_AFTER_MAX_MS + 24 * HOUR_MS;

/** Whether to look by now. One that is put further ahead than any look is from a clock that was set back since. */
export function isDue(lookAt: Date, now: Date): boolean {
  return lookAt <= now || lookAt.getTime() > now.getTime() + LOOK_AHEAD_MAX_MS;
}

/** How often a directory is asked for its window (Let's Encrypt: at least twice a day). */
const LOOK_EVERY_MS = 12 * HOUR_MS;
const LOOK_PAUSE_MS = 5 * MINUTE_MS;
/** Without a window, renewals spread over this part of the lifetime before calls would order anew. */
const SPREAD_OF_LIFETIME = 1 / 60;
/** Less than this part of its lifetime left: renewed whatever the window says. */
const LAST_PART = 1 / 20;

/** Who is to blame that there is no certificate. */
export type Fault = 'order' | 'directory';

export function faultOf({ type }: Pick<IssuanceFailure, 'type'>): Fault {
  return type === FAILURE_TYPES.unreachable ? 'directory' : 'order';
}

export interface Failed {
  readonly fault: Fault;
  /** The `count`th in a row. */
  readonly count: number;
  /** What the directory asks for; null: nothing. */
  readonly retryAfterSecs: number | null;
  readonly now: Date;
  /** From 0 to 1. */
  readonly chance: number;
}

/**
 * When to try again: after 1, 10 and 100 minutes, then daily, and sooner where the directory is to blame; a fifth earlier or later as `chance` has
 * it, and not before the directory wants it.
 */
export function retryAtOf({ fault, count, retryAfterSecs, now, chance }: Failed): Date {
  const minutes =
    fault === 'directory'
      ? (DIRECTORY_BACKOFF_MINUTES[count - 1] ?? DIRECTORY_LATER_MINUTES)
      : (BACKOFF_MINUTES[count - 1] ?? DAILY_MINUTES);
  const backoffMs = minutes * MINUTE_MS * (1 + SPREAD * (2 * chance - 1));
  const askedMs = Math.min((retryAfterSecs ?? 0) * 1000, RETRY_AFTER_MAX_MS);
  return new Date(now.getTime() + Math.ceil(Math.max(backoffMs, askedMs)));
}

/**
 * When the certificate is renewed: at an instant of the directory's window, or, without one, shortly before calls would get a new
 * one. `chance` (0 to 1) is the certificate's own, the same with every look.
 */
export function renewAtOf(issued: IssuedCertificate, window: RenewalWindow | null, chance: number): Date {
  const { notBefore, notAfter } = issued;
  const lifetimeMs = notAfter.getTime() - notBefore.getTime();
  const lastMs = notAfter.getTime() - lifetimeMs * LAST_PART;
  const chosenMs =
    window === null
      ? reusedUntil(issued).getTime() - chance * lifetimeMs * SPREAD_OF_LIFETIME
      : window.start.getTime() + chance * (window.end.getTime() - window.start.getTime());
  return new Date(Math.min(chosenMs, lastMs));
}

/**
 * When to look at the certificate again: at its renewal, and twice a day until then. Never at once: where clocks differ a new
 * certificate may look old already, and would be renewed without end.
 */
export function nextLookOf(renewAt: Date, now: Date, chance: number): Date {
  const latestMs = now.getTime() + LOOK_EVERY_MS * (0.5 + 0.5 * chance);
  return new Date(Math.max(now.getTime() + LOOK_PAUSE_MS, Math.min(renewAt.getTime(), latestMs)));
}
