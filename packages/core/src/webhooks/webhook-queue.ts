import type { OwnQueue } from '../push-queue/own-queue.js';
import { TURN_LEASE_SECS } from './process-turn.js';
import { type TurnMessage, turnIn, WEBHOOK_QUEUE } from './webhook-turns.js';

/** Establishments and entities that one process works on at once: one never waits for the slow shop of another. */
const TURNS_AT_ONCE = 4;
/** Attempts at events are counted in the journal: a turn itself fails only while the database does. */
const ATTEMPTS_MAX = 1_000;

/** Works on the events of online shops. */
export function shopWebhookQueue(takeTurn: (turn: TurnMessage) => Promise<void>): OwnQueue {
  return {
    queue: WEBHOOK_QUEUE,
    concurrency: TURNS_AT_ONCE,
    visibilityTimeoutSecs: TURN_LEASE_SECS,
    maxAttempts: ATTEMPTS_MAX,
    keepsDead: true,
    async handle(payload) {
      await takeTurn(turnIn(payload));
      return { kind: 'done' };
    },
  };
}
