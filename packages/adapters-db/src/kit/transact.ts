import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { TransactAll } from '@comptoir/core/stores.js';
import { makeKyselyStores, makeKyselyViews } from '../stores.js';
import type { Handle } from './database-handle.js';
import { TransactionConflict } from './db-errors.js';

/** How often a transaction that lost against another one is run before the loss is reported. */
const ATTEMPTS = 8;
/** The longest pause before the second attempt; it doubles with each. Random, or the same two meet again. */
const PAUSE_MS = 10;

export function makeTransact(db: Handle): TransactAll {
  const [stores, views] = [makeKyselyStores(db), makeKyselyViews(db)];
  return (_scope, work, writes) =>
    untilUndisturbed(() =>
      writes === 'one-call'
        ? work(stores, views)
        : db.transaction().execute((transaction) => work(makeKyselyStores(transaction), makeKyselyViews(transaction))),
    );
}

/** Runs it again when it lost against another transaction. */
async function untilUndisturbed<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TransactionConflict)) throw error;
      if (attempt === ATTEMPTS) throw new DomainError('store_unavailable', { cause: error });
      await wait(Math.random() * PAUSE_MS * 2 ** attempt);
    }
  }
}
