import { setTimeout as pass } from 'node:timers/promises';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { benchFile, startChild } from './child.js';
import { figuresOf } from './figures.js';
import { createDatabase, withClient } from './postgres.js';
import { figure, table } from './report.js';

const SCHEDULES = 10_000;
const APPS = 20;
const PROCESSES = 3;
/** Until the first second that counts: processes start, statements are prepared. */
const LEAD_SECS = 8;
const BURST = 2000;
/** A burst takes seconds; what is not called within this is missing. */
const BURST_MAX_MS = 60_000;
const LOOK_MS = 200;

/** Ten thousand schedules of once a minute, spread over its seconds, on three processes; then many that are due in one second. */
export async function measureSubject({ quick, note }) {
  const database = await createDatabase();
  try {
    await migrate(database.url);
    const sink = await startChild([benchFile('scheduler-sink.js')]);
    const runners = await Promise.all(
      Array.from({ length: PROCESSES }, () => startChild([benchFile('scheduler-runner.js')], { DATABASE_URL: database.url })),
    );
    const url = `http://127.0.0.1:${sink.ready.port}/`;
    const spreadSecs = quick ? 20 : 60;
    note(`${SCHEDULES} schedules, ${spreadSecs} s`);
    const spread = await measureSpread({ database, sink, runners, url, secs: spreadSecs });
    note(`${BURST} due at once`);
    const burst = await measureBurst({ database, sink, runners, url });
    for (const child of [...runners, sink]) await child.stop();
    const cases = { [`${SCHEDULES} spread over a minute`]: spread, [`${BURST} in one second`]: burst };
    return { title: `${PROCESSES} processes that call a handler`, text: tableOf(cases), data: cases };
  } finally {
    await database.drop();
  }
}

async function migrate(url) {
  const database = await openDatabase({ kind: 'postgres', url }, { logger: silentLogger, processes: nodeProcesses });
  await database.migrate();
  await database.close();
}

async function measureSpread({ database, sink, runners, url, secs }) {
  await fill(database.url, {
    count: SCHEDULES,
    url,
    cron: `(n % 60)::text || ' * * * * *'`,
    nextRunAt: `date_trunc('minute', now() + interval '${LEAD_SECS} seconds') + interval '1 minute' * (case when n % 60 > extract(second from now() + interval '${LEAD_SECS} seconds') then 0 else 1 end) + interval '1 second' * (n % 60)`,
  });
  await pass(LEAD_SECS * 1000 + 2000);
  await sink.ask({ ask: 'calls' });
  return measure({ sink, runners, database, work: () => pass(secs * 1000) });
}

async function measureBurst({ database, sink, runners, url }) {
  await withClient(database.url, (client) => client.query('delete from schedules'));
  // Before they are there: however long the machine takes, no call is forgotten.
  await sink.ask({ ask: 'calls' });
  const burst = await measure({
    sink,
    runners,
    database,
    async work() {
      await fill(database.url, { count: BURST, url, cron: `'0 0 1 1 *'`, nextRunAt: `date_trunc('second', now()) + interval '3 seconds'` });
      await allEnded(database.url);
    },
  });
  return { ...burst, missing: BURST - burst.calls };
}

/** Every schedule has had its run, and every run has ended. */
async function allEnded(databaseUrl) {
  const until = performance.now() + BURST_MAX_MS;
  let left = BURST;
  while (left > 0 && performance.now() < until) {
    await pass(LOOK_MS);
    left = await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query('select $1 - count(*)::int as left from schedule_runs where lease_until is null', [BURST]);
      return rows[0].left;
    });
  }
}

/** Written as the product would; registering them one by one would take longer than what is measured. */
async function fill(databaseUrl, { count, url, cron, nextRunAt }) {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into schedules (id, app_id, name, cron, timezone, work, payload, timeout_secs, catchup_secs, overlap, enabled, next_run_at, created_at)
       select gen_random_uuid(), 'app-' || n % ${APPS}, 'n' || n, ${cron}, 'UTC', jsonb_build_object('kind', 'handler_url', 'url', $1::text), 'null', 30, 60,
         false, true, ${nextRunAt}, now()
       from generate_series(0, ${count - 1}) as n`,
      [url],
    );
    await client.query('analyze schedules');
  });
}

/** What came while `work` was done, and what became of the runs. */
async function measure({ sink, runners, database, work }) {
  const before = await cpuOf(runners);
  await work();
  const { lateness, twice } = await sink.ask({ ask: 'calls' });
  const cpuMicros = (await cpuOf(runners)) - before;
  const { skipped, failed } = await withClient(database.url, async (client) => {
    const { rows } = await client.query(`
      select count(*) filter (where status like 'skipped%')::int as skipped,
        count(*) filter (where status in ('failed', 'timed_out', 'lost'))::int as failed
      from schedule_runs`);
    return rows[0];
  });
  const { count, p50, p99 } = figuresOf(lateness);
  return { calls: count, p50, p99, max: Math.max(...lateness), twice, skipped, failed, cpuMicrosEach: cpuMicros / count };
}

async function cpuOf(runners) {
  const usages = await Promise.all(runners.map((runner) => runner.ask({ ask: 'usage' })));
  return usages.reduce((sum, usage) => sum + usage.cpuMicros, 0);
}

function tableOf(cases) {
  const rows = Object.entries(cases).map(([name, each]) => [
    name,
    String(each.calls),
    figure(each.p50, 0),
    figure(each.p99, 0),
    figure(each.max, 0),
    String(each.twice),
    String(each.skipped),
    String(each.failed),
    each.missing === undefined ? '' : String(each.missing),
    figure(each.cpuMicrosEach, 0),
  ]);
  return table(['case', 'calls', 'late p50 ms', 'p99 ms', 'max ms', 'twice', 'skipped', 'failed', 'missing', 'CPU µs each'], rows);
}
