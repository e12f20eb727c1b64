/** A terminal signals the whole group and npm passes the signal on as well: one key press can arrive twice. */
const ECHO_MS = 500;

export interface StopSignals {
  /** Resolves at the first SIGTERM or SIGINT, with its name. */
  readonly requested: Promise<NodeJS.Signals>;
  /** Gives the signals back to Node. */
  release(): void;
}

/**
 * Takes over SIGTERM and SIGINT: the first asks for a stop, a second one ends the process at once with exit code 1. Keeps the
 * process alive until then, because a server that runs only workers holds nothing open.
 */
export function listenForStop(): StopSignals {
  const alive = setInterval(() => undefined, 2 ** 30);
  let firstAt: number | undefined;
  let resolve: (signal: NodeJS.Signals) => void = () => undefined;
  const requested = new Promise<NodeJS.Signals>((resolved) => {
    resolve = resolved;
  });

  function onSignal(signal: NodeJS.Signals): void {
    if (firstAt !== undefined && performance.now() - firstAt > ECHO_MS) process.exit(1);
    firstAt ??= performance.now();
    resolve(signal);
  }

  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  return {
    requested,
    release() {
      clearInterval(alive);
      process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    },
  };
}
