import { SESSION_AUDIENCE, SESSION_DAYS, SESSION_RENEW_AFTER_HOURS, type SessionClaims } from './session.js';
import type { User } from './user.js';

const DAY_SECS = 86_400;
const HOUR_SECS = 3600;
/** A node whose clock is a little ahead issues tokens from the future. */
const CLOCK_SKEW_SECS = 60;

/** What a session acts for. A site never comes without its tenant. */
export interface SessionScope {
  readonly tenantId: string | null;
  readonly siteId: string | null;
}

/** The claims of a session that starts, or goes on, now. `until`: where it does not last `SESSION_DAYS`. */
export function claimsOf(
  sessionId: string,
  user: Pick<User, 'id' | 'tokenVersion'>,
  { tenantId, siteId }: SessionScope,
  now: Date,
  until: Date | null = null,
): SessionClaims {
  const lifetime = until === null ? lifetimeFrom(now) : { iat: secondsOf(now), exp: secondsOf(until) };
  return { sub: user.id, sid: sessionId, ver: user.tokenVersion, tenantId, siteId, aud: SESSION_AUDIENCE, ...lifetime };
}

/** The same session for another full lifetime. */
export function renewedClaims(claims: SessionClaims, now: Date): SessionClaims {
  return { ...claims, ...lifetimeFrom(now) };
}

export function expiryOf({ exp }: SessionClaims): Date {
  return new Date(exp * 1000);
}

/** True when the token is old enough to be replaced by a fresh one. One that was given a shorter life keeps to it. */
export function isToRenew({ iat, exp }: SessionClaims, now: Date): boolean {
  return exp - iat === SESSION_DAYS * DAY_SECS && secondsOf(now) - iat >= SESSION_RENEW_AFTER_HOURS * HOUR_SECS;
}

/**
 * The claims of a token whose signature is ours; null when they are not those of a session, or not now. By hand: every call of
 * everybody passes here.
 */
export function readClaims(raw: Readonly<Record<string, unknown>>, now: Date): SessionClaims | null {
  const { sub, sid, ver, tenantId, siteId, aud, iat, exp } = raw;
  if (!isId(sub) || !isId(sid) || !isWhole(ver) || !isWhole(iat) || !isWhole(exp)) return null;
  if ((tenantId !== null && !isId(tenantId)) || (siteId !== null && !isId(siteId))) return null;
  if (tenantId === null && siteId !== null) return null;
  const seconds = secondsOf(now);
  if (aud !== SESSION_AUDIENCE || exp <= seconds || iat > seconds + CLOCK_SKEW_SECS) return null;
  return { sub, sid, ver, tenantId, siteId, aud, iat, exp };
}

function lifetimeFrom(now: Date): { readonly iat: number; readonly exp: number } {
  const iat = secondsOf(now);
  return { iat, exp: iat + SESSION_DAYS * DAY_SECS };
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 64;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
