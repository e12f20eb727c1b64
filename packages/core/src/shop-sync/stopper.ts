import type { StopSignal } from '../kit/stop-signal.js';

/** A signal that can be given, and that passes on an outer one. */
export interface Stopper {
  readonly signal: StopSignal;
  /** Gives the signal; the first reason counts. */
  stop(reason: unknown): void;
  /** Listens to the outer signal no longer. */
  release(): void;
}

export function makeStopper(outer?: StopSignal): Stopper {
  const listeners = new Set<() => void>();
  let stopped: { readonly reason: unknown } | null = null;

  function stop(reason: unknown): void {
    if (stopped !== null) return;
    stopped = { reason };
    for (const listener of [...listeners]) listener();
    listeners.clear();
  }

  const passOn = () => stop(outer?.reason);
  if (outer?.aborted === true) passOn();
  else outer?.addEventListener('abort', passOn, { once: true });
  return {
    stop,
    release: () => outer?.removeEventListener('abort', passOn),
    signal: {
      get aborted() {
        return stopped !== null;
      },
      get reason() {
        return stopped?.reason;
      },
      addEventListener: (_type, listener) => {
        listeners.add(listener);
      },
      removeEventListener: (_type, listener) => {
        listeners.delete(listener);
      },
    },
  };
}

/** Throws the reason once the signal is given. */
export function throwIfStopped({ aborted, reason }: StopSignal): void {
  if (aborted) throw reason;
}
