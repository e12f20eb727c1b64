/**
 * The floor of the subject `queue`: the same deliveries by hand. Two loops claim 200 messages at a time, make 16 calls at once and
 * delete what was delivered in one statement. It knows no attempts, no delays, no leases that end, and no second queue. `push` is the
 * shortest way of one message there is: stored, called, deleted.
 */
import pg from 'pg';
import { Pool } from 'undici';
import { counters } from './probe.js';

const LOOPS = 2;
const AT_ONCE = 16;
const CLAIMED = 200;

const CLAIM = {
  name: 'claim',
  text: `update bench_messages set lease_until = now() + interval '30 seconds' where id in (
    select id from bench_messages where lease_until is null order by id limit ${CLAIMED} for update skip locked
  ) returning id, payload`,
};
const INSERT = { name: 'insert', text: 'insert into bench_messages (payload, lease_until) values ($1, now()) returning id' };
const DELETE = { name: 'delete', text: 'delete from bench_messages where id = any($1)' };

counters.statements = 0;
const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 * LOOPS });
let sink;
let running = Promise.resolve();
let isStopping = false;

async function query(statement, values = []) {
  counters.statements += 1;
  return (await database.query({ ...statement, values })).rows;
}

async function deliverAll(path) {
  while (!isStopping) {
    const messages = await query(CLAIM);
    const ids = messages.map(({ id }) => id);
    await Promise.all(Array.from({ length: AT_ONCE }, () => deliverSome(path, messages)));
    if (ids.length > 0) await query(DELETE, [ids]);
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function deliverSome(path, messages) {
  for (let message = messages.pop(); message !== undefined; message = messages.pop()) {
    const body = JSON.stringify({ id: message.id, queue: 'bulk', payload: message.payload, attempts: 1 });
    const answer = await sink.request({ path, method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await answer.body.dump();
    if (answer.statusCode !== 204) throw new Error(`The sink answered ${answer.statusCode}.`);
  }
}

const jobs = {
  start({ url, path }) {
    sink ??= new Pool(url);
    isStopping = false;
    running = Promise.all(Array.from({ length: LOOPS }, () => deliverAll(path)));
  },
  async stop() {
    isStopping = true;
    await running;
  },
  async push({ url, path }) {
    sink ??= new Pool(url);
    const payload = { at: performance.timeOrigin + performance.now() };
    const [{ id }] = await query(INSERT, [payload]);
    const messages = [{ id, payload }];
    await deliverSome(path, messages);
    await query(DELETE, [[id]]);
  },
  async fill({ count }) {
    await database.query("insert into bench_messages (payload) select jsonb_build_object('n', n % 1000) from generate_series(1, $1) as n", [
      count,
    ]);
  },
};

await database.query(`create table if not exists bench_messages (
  id bigint generated always as identity primary key, payload jsonb not null, lease_until timestamptz
)`);
await database.query('create index if not exists bench_messages_due on bench_messages (id) where lease_until is null');
process.on('message', (job) => {
  if (!(job.ask in jobs)) return;
  Promise.resolve(jobs[job.ask](job)).then(
    () => process.send({}),
    (error) => process.send({ error: error.stack }),
  );
});
process.channel.ref();
process.stdout.write('{}\n');
