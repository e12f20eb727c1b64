import type { OneTimePurpose, OneTimeToken } from './one-time-token.js';

/** Links that work once. Found by an unguessable value, so nothing here takes a scope. */
export interface OneTimeTokenStore {
  add(token: OneTimeToken): Promise<void>;
  /** The token, used or not, expired or not; null when it never was. */
  find(purpose: OneTimePurpose, hash: string): Promise<OneTimeToken | null>;
  /** Uses the token up: of any number of callers at once, exactly one gets it. Null when it was used, has expired or never was. */
  consume(purpose: OneTimePurpose, hash: string, now: Date): Promise<OneTimeToken | null>;
  /** Makes every unused token of the user for this purpose worthless; returns them, expired ones included. */
  withdraw(purpose: OneTimePurpose, userId: string, now: Date): Promise<readonly OneTimeToken[]>;
  /** Drops tokens that expired before the instant; returns how many. Housekeeping. */
  forgetBefore(before: Date): Promise<number>;
}
