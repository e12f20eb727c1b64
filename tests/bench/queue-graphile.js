/** graphile-worker on the same messages, with its options for many at a time: what a good queue without this one's promises does. */
import { Logger, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { Pool } from 'undici';
import { counters } from './probe.js';

const PRESET = {
  worker: {
    concurrentJobs: 32,
    localQueue: { size: 200, refetchDelay: { durationMs: 10 } },
    completeJobBatchDelay: 10,
    failJobBatchDelay: 10,
    pollInterval: 1000,
  },
};

counters.statements = 0;
const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });
let sink;
let runner;

async function deliver(payload, { job }) {
  const body = JSON.stringify({ id: job.id, queue: 'bulk', payload, attempts: job.attempts });
  const answer = await sink.request({
    path: payload.at === undefined ? '/bulk' : '/quiet',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode !== 204) throw new Error(`The sink answered ${answer.statusCode}.`);
}

const logger = new Logger(() => () => undefined);

const jobs = {
  async start({ url }) {
    sink ??= new Pool(url);
    runner = await run({ preset: PRESET, pgPool: database, logger, noHandleSignals: true, taskList: { deliver } });
  },
  stop: () => runner.stop(),
  fill: ({ count }) =>
    database.query(
      `select count(*) from graphile_worker.add_jobs(array(
        select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', 'deliver', 'payload', json_build_object('n', n % 1000)))
        from generate_series(1, $1::int) as n
      ))`,
      [count],
    ),
  push: () =>
    database.query(`select graphile_worker.add_job('deliver', json_build_object('at', $1::float8))`, [
      performance.timeOrigin + performance.now(),
    ]),
};

await runMigrations({ pgPool: database, logger });
process.on('message', (job) => {
  if (!(job.ask in jobs)) return;
  Promise.resolve(jobs[job.ask](job)).then(
    () => process.send({}),
    (error) => process.send({ error: error.stack }),
  );
});
process.channel.ref();
process.stdout.write('{}\n');
