import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import type { Timers } from '@comptoir/core/kit/timers.js';

/** Waits so many milliseconds. Throws the signal's reason as soon as that is aborted. */
export function pause(timers: Timers, milliseconds: number, signal: StopSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = timers.after(milliseconds, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}

export function throwIfStopped(signal: StopSignal): void {
  if (signal.aborted) throw signal.reason;
}
