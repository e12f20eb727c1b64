import type { Clock } from '../kit/clock.js';
import { makeFaultLog } from '../kit/fault-log.js';
import type { Logger } from '../kit/logger.js';
import { hostScope } from '../kit/scope.js';
import type { Timers } from '../kit/timers.js';
import type { TransactAll } from '../stores.js';
import type { DeliveryCounters } from './delivery-counters.js';
import type { SettledJob } from './push-queue-store.js';

/** Writes down what became of messages, many at a time: nobody waits for it, because the next delivery has begun already. */
export interface Settling {
  add(job: SettledJob): void;
  /** Writes down all that was added, or gives up when the store does not take it: then the leases end by themselves. */
  finish(): Promise<void>;
}

interface Deps {
  readonly transact: TransactAll;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly counters: DeliveryCounters;
}

/** How long the first of a batch waits for others. */
const LINGER_MS = 20;
const BATCH_MAX = 500;
const AFTER_FAULT_MS = 250;
const SCOPE = hostScope('push-queue');

export function makeSettling({ transact, clock, timers, logger, counters }: Deps): Settling {
  const faults = makeFaultLog(logger, clock, 'could not write down what became of messages');
  const pending: SettledJob[] = [];
  let isWriting = false;
  let isArmed = false;
  let writing: Promise<void> = Promise.resolve();

  function arm(milliseconds: number): void {
    if (isArmed || isWriting) return;
    isArmed = true;
    timers.after(milliseconds, () => {
      isArmed = false;
      startWriting();
    });
  }

  function startWriting(): void {
    if (!isWriting) writing = write();
  }

  /** One batch after the other, until all is written or the store fails. */
  async function write(): Promise<void> {
    isWriting = true;
    try {
      while (pending.length > 0) await writeBatch(pending.slice(0, BATCH_MAX));
      faults.worked();
      isWriting = false;
    } catch (error) {
      isWriting = false;
      faults.failed(error);
      arm(AFTER_FAULT_MS);
    }
  }

  async function writeBatch(batch: readonly SettledJob[]): Promise<void> {
    const settled = await transact(SCOPE, ({ pushQueue }) => pushQueue.settle(batch, clock.now()), 'one-call');
    pending.splice(0, batch.length);
    counters.late(batch.length - settled);
  }

  return {
    add(job) {
      pending.push(job);
      arm(LINGER_MS);
    },
    async finish() {
      await writing;
      startWriting();
      await writing;
    },
  };
}
