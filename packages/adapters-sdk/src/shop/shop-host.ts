import type { Clock } from '@comptoir/core/kit/clock.js';
import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import type { Timers } from '@comptoir/core/kit/timers.js';
import { type Breaker, makeBreaker, paused, type TryResult } from './breaker.js';
import { pause } from './pause.js';
import { makeTurns, type Turns } from './turns.js';

/** Requests to one address that are under way at once: hosts of shops have locked out whoever came with more. */
const AT_ONCE_MAX = 4;
/** A shop that asks for more is left alone. */
const WAIT_MAX_MS = 60_000;

/** The pace of everybody who calls one address. */
export interface ShopHost {
  /** Makes one try when the address may be called. Throws `ShopFault` (`paused`), and the signal's reason. */
  attempt<Result extends { readonly result: TryResult }>(signal: StopSignal, work: () => Promise<Result>): Promise<Result>;
  /** Nobody calls the address within that time, as it has asked for. */
  holdOff(milliseconds: number): void;
  /** Until when nothing is sent; null: it is. */
  pausedUntil(): Date | null;
}

export function makeShopHost(deps: { readonly clock: Clock; readonly timers: Timers }): ShopHost {
  const turns: Turns = makeTurns(AT_ONCE_MAX);
  const breaker: Breaker = makeBreaker(deps.clock);
  let quietUntil = 0;

  async function quiet(signal: StopSignal): Promise<void> {
    for (;;) {
      const waitMs = quietUntil - deps.clock.now().getTime();
      if (waitMs <= 0) return;
      if (waitMs > WAIT_MAX_MS) throw paused(Math.ceil(waitMs / 1000));
      await pause(deps.timers, waitMs, signal);
    }
  }

  async function go<Result extends { readonly result: TryResult }>(work: () => Promise<Result>): Promise<Result> {
    breaker.admit();
    let result: TryResult = 'stopped';
    try {
      const outcome = await work();
      result = outcome.result;
      return outcome;
    } finally {
      breaker.settle(result);
    }
  }

  return {
    attempt: (signal, work) =>
      turns.take(signal, async () => {
        await quiet(signal);
        return go(work);
      }),
    holdOff(milliseconds) {
      quietUntil = Math.max(quietUntil, deps.clock.now().getTime() + milliseconds);
    },
    pausedUntil() {
      const until = Math.max(quietUntil, breaker.pausedUntil());
      return until > deps.clock.now().getTime() ? new Date(until) : null;
    },
  };
}
