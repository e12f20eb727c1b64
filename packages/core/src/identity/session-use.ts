import type { Clock } from '../kit/clock.js';
import type { Logger } from '../kit/logger.js';
import { putBounded } from '../kit/put-bounded.js';
import type { TransactAll } from '../stores.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';

/** Notes when sessions are used, without a call waiting for it or failing because of it. */
export interface SessionUse {
  /** The session is in use, and lasts until `expiresAt`. Written at most once per `NOTED_EVERY_MS`, unless it lasts longer now. */
  note(sessionId: string, expiresAt: Date): void;
}

/** How exactly "last seen" is known. */
const NOTED_EVERY_MS = 300_000;
/** Sessions whose last note is remembered. Beyond it the one noted longest ago is noted again. */
const REMEMBERED_MAX = 10_000;

export function makeSessionUse(deps: { readonly transact: TransactAll; readonly clock: Clock; readonly logger: Logger }): SessionUse {
  const { transact, clock, logger } = deps;
  const noted = new Map<string, { readonly at: number; readonly expiresAt: number }>();

  return {
    note(sessionId, expiresAt) {
      const now = clock.now();
      const last = noted.get(sessionId);
      const isKnown = last !== undefined && now.getTime() - last.at < NOTED_EVERY_MS;
      if (isKnown && expiresAt.getTime() - last.expiresAt < NOTED_EVERY_MS) return;
      putBounded(noted, sessionId, { at: now.getTime(), expiresAt: expiresAt.getTime() }, REMEMBERED_MAX);
      transact(NOBODYS_SCOPE, ({ sessions }) => sessions.touch(sessionId, now, expiresAt)).catch((error: unknown) => {
        logger.warn({ err: error }, 'could not note that a session is in use');
      });
    },
  };
}
