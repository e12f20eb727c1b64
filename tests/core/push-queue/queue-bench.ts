import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { CallOutcome, OutgoingCall, OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';
import type { Timers } from '@comptoir/core/kit/timers.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { PushedMessage } from '@comptoir/core/push-queue/push-queue-contract.js';
import type { QueueWorker } from '@comptoir/core/push-queue/push-queue-store.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { NOON } from '../../suites/builders.js';
import { aWorker } from '../../suites/queue-builders.js';
import { testDeps } from '../../support/service-deps.js';
import { repeatableCrypto } from '../support.js';

/** Timers of a clock that a test moves. */
export interface ManualTimers extends Timers {
  /** Moves the clock, and does on the way what falls due, in order. */
  advance(milliseconds: number): Promise<void>;
}

export function manualTimers(clock: FixedClock): ManualTimers {
  const due = new Set<{ readonly at: number; readonly work: () => void }>();
  return {
    after(milliseconds, work) {
      const entry = { at: clock.now().getTime() + milliseconds, work };
      due.add(entry);
      return () => due.delete(entry);
    },
    async advance(milliseconds) {
      const end = clock.now().getTime() + milliseconds;
      for (;;) {
        await settled();
        const [next] = [...due].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at);
        if (next === undefined) break;
        due.delete(next);
        clock.set(new Date(Math.max(next.at, clock.now().getTime())));
        next.work();
      }
      clock.set(new Date(end));
      await settled();
    },
  };
}

/** Everything that waits for nothing but memory is done. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export interface Envelope {
  readonly id: string;
  readonly queue: string;
  readonly payload: unknown;
  readonly attempts: number;
}

/** Handlers of apps, each a function of the message. */
export interface Handlers extends OutgoingHttp {
  answer(handler: (envelope: Envelope, call: OutgoingCall) => CallOutcome | Promise<CallOutcome>): void;
  readonly received: readonly Envelope[];
}

export function someHandlers(): Handlers {
  const received: Envelope[] = [];
  let handle: (envelope: Envelope, call: OutgoingCall) => CallOutcome | Promise<CallOutcome> = () => OK;
  return {
    received,
    answer: (handler) => {
      handle = handler;
    },
    async post(call) {
      const envelope: Envelope = JSON.parse(call.body);
      received.push(envelope);
      return handle(envelope, call);
    },
    faultOf: () => null,
  };
}

export const OK: CallOutcome = { kind: 'answered', status: 200, retryAfterSecs: null };
export const failing = (status: number, retryAfterSecs: number | null = null): CallOutcome => ({
  kind: 'answered',
  status,
  retryAfterSecs,
});

/** The queue on memory, at noon, with a dispatcher that has not been started. */
export interface QueueBench {
  readonly services: Services;
  readonly persistence: Persistence;
  readonly clock: FixedClock;
  readonly timers: ManualTimers;
  readonly handlers: Handlers;
  push(...messages: Partial<PushedMessage>[]): Promise<readonly string[]>;
  register(changes?: Partial<QueueWorker>): Promise<void>;
}

export function aQueueBench(changes: Partial<ServiceDeps> = {}): QueueBench {
  const clock = fixedClock(NOON);
  const timers = manualTimers(clock);
  const handlers = someHandlers();
  const persistence = changes.persistence ?? makeMemoryPersistence();
  const services = makeServices(
    testDeps({ persistence, clock, timers, crypto: repeatableCrypto(), outgoing: handlers, logger: silentLogger, ...changes }),
  );
  return {
    services,
    persistence,
    clock,
    timers,
    handlers,
    async push(...messages) {
      const receipts = await services.pushQueue.push(
        'demo',
        messages.map((message) => ({ queue: 'mails', payload: '1', ...message })),
      );
      return receipts.map(({ id }) => id);
    },
    register: (given) => services.pushQueue.register(aWorker(given)),
  };
}
