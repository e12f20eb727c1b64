import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { benchFile, startChild } from './child.js';
import { createDatabase } from './postgres.js';
import { figure, table } from './report.js';
import { startShop } from './sync-shop.js';

const PER_SECOND = 50;
const EVENTS = 50;
/** Orders that events are about: many, none of which was here before, and few, which are here soon. */
const MANY = 20_000;
const FEW = 100;

/** Webhooks of one shop at a steady pace, whatever the answers take: each is timed from when it was due. */
export async function measureSubject({ quick, note }) {
  const database = await createDatabase();
  try {
    const shop = await startShop({ orders: MANY + FEW, products: 1_000 });
    const env = { DATABASE_URL: database.url, SHOP_URL: shop.url, SHOP_KEY: shop.key };
    const server = await startChild([benchFile('sync-webhooks-server.js')], env);
    const { orders } = server.ready;
    const cases = [
      { name: 'few orders', ids: orders.slice(0, FEW) },
      { name: 'many orders', ids: orders.slice(FEW) },
    ];
    await measureCase(server, shop, { seconds: 2, ids: cases[0].ids });
    const rows = [];
    for (const { name, ids } of cases) {
      note(name);
      rows.push({ name, ...(await measureCase(server, shop, { seconds: quick ? 4 : 20, ids })) });
    }
    await server.stop();
    return { title: `${PER_SECOND} requests a second of ${EVENTS} events each`, text: figuresTable(rows), data: { rows } };
  } finally {
    await database.drop();
  }
}

async function measureCase(server, shop, { seconds, ids }) {
  await fetch(`${shop.url}/__fake/requests`, { method: 'DELETE' });
  const [before, usage] = [await server.ask({ ask: 'left' }), await server.ask({ ask: 'usage' })];
  const count = PER_SECOND * seconds;
  const millis = await sendAtPace(server.ready, count, ids);
  const sentAt = performance.now();
  const after = await finished(server);
  const requests = await (await fetch(`${shop.url}/__fake/requests`)).json();
  const used = await server.ask({ ask: 'usage' });
  const sorted = millis.toSorted((left, right) => left - right);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return {
    ...{ p50: at(0.5), p99: at(0.99), slowest: sorted.at(-1), leftSecs: (performance.now() - sentAt) / 1000 },
    ...{ requests: requests.length, events: count * EVENTS, completed: after.completed - before.completed },
    ...{ cpuMillis: (used.cpuMicros - usage.cpuMicros) / count / 1000, statements: (used.statements - usage.statements) / count },
  };
}

async function sendAtPace({ port, slug, secret }, count, ids) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const begun = performance.now();
  const answers = [];
  for (let sent = 0; sent < count; sent += 1) {
    const due = begun + (sent * 1000) / PER_SECOND;
    await wait(Math.max(0, due - performance.now()));
    answers.push(post({ agent, port, slug, secret }, batchOf(ids)).then(() => performance.now() - due));
  }
  const millis = await Promise.all(answers);
  agent.destroy();
  return millis;
}

function batchOf(ids) {
  const anyOf = () => Number(ids[Math.floor(Math.random() * ids.length)]);
  const events = Array.from({ length: EVENTS }, () => ({ entity: 'orders', action: 'update', id: anyOf() }));
  return JSON.stringify(events);
}

function post({ agent, port, slug, secret }, body) {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'X-Webhook-Signature': secret };
  const options = { agent, port, host: '127.0.0.1', method: 'POST', path: `/api/webhooks/shop/orders?site=${slug}`, headers };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 202 ? resolve() : reject(new Error(`answered ${response.statusCode}`))));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function finished(server) {
  for (;;) {
    const figures = await server.ask({ ask: 'left' });
    if (figures.left === 0) return figures;
    await wait(100);
  }
}

const HEADERS = ['case', 'p50 ms', 'p99 ms', 'slowest ms', 'CPU ms each', 'SQL each', 'events', 'done', 'shop requests', 'done after s'];

function figuresTable(rows) {
  return table(
    HEADERS,
    rows.map((row) => [
      row.name,
      ...[row.p50, row.p99, row.slowest, row.cpuMillis, row.statements].map((value) => figure(value)),
      ...[String(row.events), String(row.completed), String(row.requests), figure(row.leftSecs)],
    ]),
  );
}
