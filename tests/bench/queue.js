import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { benchFile, scratch, startChild } from './child.js';
import { spread } from './figures.js';
import { createDatabase, withClient } from './postgres.js';
import { figure, table, withSpread } from './report.js';

const BULK = { app: 'bulk', queue: 'mails' };
const QUIET = { app: 'quiet', queue: 'mails' };
const PATHS = { bulk: '/bulk', quiet: '/quiet', byHand: '/by-hand' };
/** As many calls at once as the floor makes. */
const AT_ONCE = 32;
const QUIET_PAUSE_MS = 20;

/** The push queue end to end: from the database to a handler in another process, and what was delivered is gone. */
export async function measureSubject({ quick, note }) {
  const databases = { floor: await createDatabase(), graphile: await createDatabase(), ours: await createDatabase() };
  const sink = await startChild([benchFile('queue-sink.js')]);
  try {
    const url = `http://127.0.0.1:${sink.ready.port}`;
    const start = (file, database, ...args) => startChild([benchFile(file), ...args], { DATABASE_URL: database?.url ?? '' });
    const ours = await start('queue-ours.js', databases.ours);
    const embedded = await start('queue-ours.js', null, join(scratch, 'queue-db'));
    const floor = await start('queue-floor.js', databases.floor);
    const sides = [
      { name: 'floor', isFloor: true, child: floor },
      { name: 'graphile-worker, batched', isFloor: true, child: await start('queue-graphile.js', databases.graphile) },
      { name: 'push queue', isFloor: false, child: ours },
      { name: 'push queue, embedded', isFloor: false, child: embedded },
    ];
    for (const child of [ours, embedded]) await register(child, url);
    const setting = { sink, url, quick, note, ours, floor, databaseUrl: databases.ours.url };
    const throughput = await measureThroughput(sides, setting);
    const latency = await measureLatency(setting);
    const held = await measureHeld(setting);
    return {
      title: 'messages from the database to a handler by HTTP',
      text: [throughputTable(throughput), latencyTable(latency), heldTable(held)].join('\n\n'),
      data: { throughput, latency, held },
    };
  } finally {
    for (const database of Object.values(databases)) await database.drop();
  }
}

async function register(child, url) {
  const limits = { concurrency: AT_ONCE, visibilityTimeoutSecs: 60, maxAttempts: 5 };
  for (const { app, queue } of [BULK, QUIET]) {
    await child.ask({ ask: 'register', worker: { appId: app, queue, handlerUrl: `${url}${PATHS[app]}`, ...limits } });
  }
}

/** In turn, as every subject: a round each to warm up, then those that count. */
async function measureThroughput(sides, { sink, url, quick, note }) {
  const count = quick ? 5_000 : 20_000;
  const samples = sides.map(() => []);
  for (let round = 0; round <= (quick ? 3 : 5); round += 1) {
    note(`round ${round}`);
    for (const [index, { child }] of sides.entries()) {
      const sample = await deliverAll(sink, child, url, count);
      if (round > 0) samples[index].push(sample);
    }
  }
  const subject = samples[sides.findIndex(({ isFloor }) => !isFloor)];
  const median = (values) => spread(values).median;
  return sides.map(({ name, isFloor }, index) => ({
    name,
    perSecond: median(samples[index].map((each) => each.perSecond)),
    cpuMicros: median(samples[index].map((each) => each.cpuMicros)),
    statements: median(samples[index].map((each) => each.statements)),
    subjectOverThis: isFloor ? spread(subject.map(({ perSecond }, round) => perSecond / samples[index][round].perSecond)) : null,
  }));
}

async function deliverAll(sink, child, url, count) {
  await child.ask({ ask: 'fill', ...BULK, count });
  const before = await child.ask({ ask: 'usage' });
  const delivered = sink.ask({ ask: 'expect', counts: { [PATHS.bulk]: count } });
  await child.ask({ ask: 'start', url, path: PATHS.bulk });
  const { seconds } = await delivered;
  const after = await child.ask({ ask: 'usage' });
  await child.ask({ ask: 'stop' });
  return {
    perSecond: count / seconds,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / count,
    statements: (after.statements - before.statements) / count,
  };
}

/**
 * From the call that pushes a message until the handler has it: on an idle queue, and beside the backlog of another app; each in turn with
 * a message that is stored and called by hand, so that what the disk and the machine take of it is seen beside it.
 */
async function measureLatency(setting) {
  const { ours, quick, note, url, databaseUrl } = setting;
  const backlog = quick ? 100_000 : 1_000_000;
  note('latency of an idle queue');
  await ours.ask({ ask: 'start', url });
  await pause(1_000);
  const idle = await quietLatency(setting);
  await ours.ask({ ask: 'stop' });
  note(`writing a backlog of ${backlog}`);
  await writeBacklog(databaseUrl, backlog);
  await ours.ask({ ask: 'start', url });
  note('latency beside the backlog');
  await pause(1_000);
  const beside = await quietLatency(setting);
  await ours.ask({ ask: 'stop' });
  return { idle, beside, backlog };
}

/** Makes it so many, as they would stand if an app had pushed them over a while, a millisecond for each ten messages. */
async function writeBacklog(databaseUrl, count) {
  await withClient(databaseUrl, (client) =>
    client.query(
      `insert into queue_messages (id, app_id, queue, payload, run_at, created_at)
      select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 20, '0'))::uuid, $1, $2, json_build_object('n', n % 1000),
        now() - ($3 - n) / 10 * interval '1 ms', now()
      from generate_series(1 + (select count(*) from queue_messages), $3::int) as n`,
      [BULK.app, BULK.queue, count],
    ),
  );
}

async function quietLatency({ sink, ours, floor, quick, url }) {
  const count = quick ? 100 : 800;
  const arrived = sink.ask({ ask: 'expect', counts: { [PATHS.quiet]: count, [PATHS.byHand]: count } });
  for (let sent = 0; sent < count; sent += 1) {
    await ours.ask({ ask: 'push', ...QUIET });
    await pause(Math.random() * 2 * QUIET_PAUSE_MS);
    await floor.ask({ ask: 'push', url, path: PATHS.byHand });
    await pause(Math.random() * 2 * QUIET_PAUSE_MS);
  }
  const { figures } = await arrived;
  return { queue: figures[PATHS.quiet], byHand: figures[PATHS.byHand] };
}

/** A backlog, first as it is, then while somebody holds a transaction open for minutes, so that nothing dead can be cleaned away. */
async function measureHeld({ sink, ours, quick, note, url, databaseUrl }) {
  const count = quick ? 5_000 : 20_000;
  const backlog = quick ? 50_000 : 1_500_000;
  note(`writing a backlog of ${backlog}`);
  await writeBacklog(databaseUrl, backlog);
  await ours.ask({ ask: 'start', url });
  const free = await paces(sink, count, 2);
  note('a transaction is held open');
  const since = performance.now();
  const isOver = () => performance.now() - since > (quick ? 3_000 : 120_000);
  const held = await withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read');
    await client.query('select count(*) from queue_workers');
    // Those that were delivered free and one window more stay away, so that no count waits for messages that are not there.
    return paces(sink, count, backlog / count - 3, isOver);
  });
  const seconds = (performance.now() - since) / 1000;
  await ours.ask({ ask: 'stop' });
  return { free: spread(free).median, first: held[0], last: held.at(-1), messages: count * held.length, seconds };
}

async function paces(sink, count, windowsMax, isOver = () => false) {
  const all = [];
  while (all.length < windowsMax && !isOver()) {
    const { seconds } = await sink.ask({ ask: 'expect', counts: { [PATHS.bulk]: count } });
    all.push(count / seconds);
  }
  return all;
}

function throughputTable(sides) {
  return table(
    ['what', 'pace ÷ this', '/s', 'CPU µs each', 'SQL each'],
    sides.map(({ name, subjectOverThis, perSecond, cpuMicros, statements }) => [
      name,
      subjectOverThis === null ? 'subject' : withSpread(subjectOverThis, 2),
      figure(perSecond, 0),
      figure(cpuMicros),
      figure(statements, 3),
    ]),
  );
}

function latencyTable({ idle, beside, backlog }) {
  const row = (name, { queue, byHand }) => [name, figure(queue.p50), figure(queue.p99), figure(byHand.p50), figure(byHand.p99)];
  return table(
    ['from push to handler', 'p50 ms', 'p99 ms', 'by hand p50', 'by hand p99'],
    [row('idle', idle), row(`beside a backlog of ${backlog}`, beside)],
  );
}

function heldTable({ free, first, last, messages, seconds }) {
  return table(
    ['deliveries while a transaction is held open', '/s', '÷ free'],
    [
      ['none is', figure(free, 0), '1'],
      ['at its start', figure(first, 0), figure(first / free)],
      [`${figure(seconds, 0)} s and ${messages} messages later`, figure(last, 0), figure(last / free)],
    ],
  );
}
