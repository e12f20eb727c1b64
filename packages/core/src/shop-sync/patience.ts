import { hasCode } from '../kit/errors.js';
import type { StopSignal } from '../kit/stop-signal.js';
import type { Timers } from '../kit/timers.js';
import type { Execution } from './execution.js';
import { throwIfStopped } from './stopper.js';

/** A database that fails over is back within a minute. */
const PAUSES_MS = [250, 1000, 4000, 15_000, 30_000];

/** Does it again while the database cannot be reached, for about a minute. Throws `store_unavailable` after that. */
export async function patiently<Result>(
  { deps: { timers }, signal }: Pick<Execution, 'deps' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'store_unavailable')) throw error;
    }
    await pause(timers, pauseMs, signal);
    throwIfStopped(signal);
  }
  return work();
}

/** Ends early when the signal is given. */
export function pause(timers: Timers, milliseconds: number, signal: StopSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = () => {
      cancel();
      resolve();
    };
    const cancel = timers.after(milliseconds, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
