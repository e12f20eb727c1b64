import { DomainError } from '@comptoir/core/kit/errors.js';

/** Runs a piece of work as soon as there is room for it. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A gate that lets `running` pieces of work run at once and `waiting` more wait their turn, first come, first served. Whoever
 * comes beyond is refused with `rate_limited`, so that a flood costs neither memory nor patience.
 */
export function makeGate({ running, waiting }: { readonly running: number; readonly waiting: number }): Gate {
  const queue: (() => void)[] = [];
  let busy = 0;

  async function enter(): Promise<void> {
    if (busy < running) {
      busy += 1;
      return;
    }
    if (queue.length >= waiting) throw new DomainError('rate_limited', { retryAfterSecs: 1 });
    // Whoever leaves hands its place over, so `busy` stays as it is.
    await new Promise<void>((resolve) => void queue.push(resolve));
  }

  function leave(): void {
    const next = queue.shift();
    if (next === undefined) busy -= 1;
    else next();
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
