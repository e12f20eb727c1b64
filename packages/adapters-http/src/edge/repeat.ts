/** Does something again and again, with a pause in between, until it is stopped. It does not keep the process alive. */
export function repeat(pauseMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(turn, pauseMs).unref();

  function turn(): void {
    running = work().finally(() => {
      if (!isStopped) timer = setTimeout(turn, pauseMs).unref();
    });
  }

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
