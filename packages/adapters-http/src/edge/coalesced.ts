/**
 * Runs `work` one at a time. Whoever asks while it runs waits for one run more, together with all the others who do: so each gets the outcome of a
 * run that began after they asked.
 */
export function coalesced<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;

  function start(): Promise<Result> {
    next = null;
    const started = work().finally(() => {
      // Whoever asks in the moment before the next run begins belongs to that one.
      if (next === null) running = null;
    });
    running = started;
    return started;
  }

  return () => {
    if (running === null) return start();
    next ??= running.then(start, start);
    return next;
  };
}
