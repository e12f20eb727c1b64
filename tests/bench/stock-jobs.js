import { figuresOf } from './figures.js';

/** Answers every job `{connections, count}` with its figures: so many workers, `work` so many times in all. */
export function answerJobs(work) {
  process.on('message', (job) => {
    if (job.count === undefined) return;
    runJob(job, work).then(
      (figures) => process.send(figures),
      (error) => process.send({ error: error.stack }),
    );
  });
  // The probe lets go of the channel; a process without a port lives on it.
  process.channel.ref();
}

export async function runJob({ connections, count }, work) {
  const latencies = [];
  const started = performance.now();
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      await work();
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { ...figuresOf(latencies), seconds: (performance.now() - started) / 1000 };
}
