import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import { throwIfStopped } from './pause.js';

/** Lets at most `max` go at once, in the order they came. */
export interface Turns {
  /** Does the work when it is its turn. Throws the signal's reason when that is aborted before. */
  take<Result>(signal: StopSignal, work: () => Promise<Result>): Promise<Result>;
}

export function makeTurns(max: number): Turns {
  const waiting = new Set<() => void>();
  let going = 0;

  function wait(signal: StopSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        waiting.delete(go);
        reject(signal.reason);
      };
      waiting.add(go);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  /** Whoever ends hands the turn on, so that nobody slips in between. */
  function end(): void {
    const [next] = waiting;
    if (next === undefined) going -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async take(signal, work) {
      throwIfStopped(signal);
      if (going < max) going += 1;
      else await wait(signal);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
