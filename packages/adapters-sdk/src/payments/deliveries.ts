import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { signCall } from './signed-calls.js';

/** Pauses before each try. A call that was not taken by then is given up: who waits for it asks. */
const PAUSES_MS = [0, 1_000, 5_000, 30_000, 300_000] as const;
const ANSWER_MS = 10_000;

export interface Deliveries {
  /** Calls `url` with the body until it is taken (2xx). Does not wait. `id` is the same with every try. */
  send(url: string, id: string, body: string): void;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

export interface DeliveryOptions {
  readonly key: Buffer;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Signed calls to a webhook, tried again with growing pauses. */
export function makeDeliveries({ key, clock, logger }: DeliveryOptions): Deliveries {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  async function attempt(url: string, id: string, body: string): Promise<boolean> {
    const { timestamp, signature } = signCall(key, id, body, clock.now());
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Comptoir-Sandbox/1.0',
        'Webhook-Id': id,
        'Webhook-Timestamp': timestamp,
        'Webhook-Signature': signature,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    await response.body?.cancel();
    return response.ok;
  }

  async function deliver(url: string, id: string, body: string): Promise<void> {
    for (const pauseMs of PAUSES_MS) {
      await passing(pauseMs, closing.signal);
      if (closing.signal.aborted || (await attempt(url, id, body).catch(() => false))) return;
      logger.debug({ url, id }, 'a webhook of the sandbox was not taken');
    }
    logger.warn({ url, id }, 'a webhook of the sandbox was given up');
  }

  return {
    send(url, id, body) {
      const delivery = deliver(url, id, body).finally(() => running.delete(delivery));
      running.add(delivery);
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** Ends early, without a fault, when the signal is given. */
function passing(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, pauseMs).unref();
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
