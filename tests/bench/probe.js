/**
 * In a measured process: answers its parent's questions about itself over IPC. Loaded by the bench's own servers, and with
 * `--import` into the program as it is shipped, which knows nothing of it.
 */

/** Figures that other modules of the bench add to the answer. */
export const counters = {};

process.on('message', ({ ask }) => {
  if (ask === 'usage') process.send(usage());
  if (ask === 'collected usage') {
    globalThis.gc();
    process.send(usage());
  }
});
process.on('disconnect', () => process.exit());
// The server ends when it has stopped, not when its parent stops asking.
process.channel.unref();

function usage() {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { cpuMicros: user + system, rss, heapUsed, ...counters };
}
