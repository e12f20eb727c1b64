import { benchFile, startChild } from './child.js';
import { spread } from './figures.js';
import { createDatabase } from './postgres.js';
import { figure, table, withSpread } from './report.js';
import { startShop } from './sync-shop.js';

/** Orders of an online shop from its web service into PostgreSQL: a window of 40 days, and the same window again when nothing has changed. */
export async function measureSubject({ quick, note }) {
  const size = quick ? { orders: 2_000, products: 200, rounds: 1 } : { orders: 20_000, products: 1_000, rounds: 2 };
  const [ours, floor] = [await createDatabase(), await createDatabase()];
  try {
    const shop = await startShop(size);
    const env = { DATABASE_URL: ours.url, SHOP_URL: shop.url, SHOP_KEY: shop.key };
    const subject = await startChild([benchFile('sync-ours.js')], env);
    const rows = await startChild([benchFile('sync-floor.js')], { ...env, DATABASE_URL: floor.url, SOURCE_URL: ours.url });
    const samples = [];
    for (let round = 0; round <= size.rounds; round += 1) {
      const sample = await measureRound(shop, subject, rows, (step) => note(`round ${round}: ${step}`));
      if (round > 0) samples.push(sample);
    }
    const figures = summary(samples, size.orders);
    return { title: `${size.orders} orders of five lines from an online shop`, text: textOf(figures), data: { size, figures } };
  } finally {
    await ours.drop();
    await floor.drop();
  }
}

/** An establishment of its own, which knows the products already: imported, imported again, and then what the floors do for it. */
async function measureRound(shop, subject, floor, note) {
  note('an establishment');
  const prepared = await subject.ask({ ask: 'prepare' });
  await fetch(`${shop.url}/__fake/requests`, { method: 'DELETE' });
  note('first run');
  const first = await used(subject, { ask: 'sync' });
  const requests = await (await fetch(`${shop.url}/__fake/requests`)).json();
  note('again');
  const again = await used(subject, { ask: 'sync' });
  note('floors');
  const gateway = await used(subject, { ask: 'read' });
  const addresses = requests.map(({ address }) => address);
  const replay = await used(floor, { ask: 'replay', addresses });
  const rows = await used(floor, { ask: 'copy', scope: prepared.scope, tables: Object.keys(first.counts.writes) });
  return { prepared, first, again, gateway, replay, rows, both: added(replay, rows) };
}

function added(one, other) {
  return Object.fromEntries(['seconds', 'cpuMicros', 'statements'].map((figureOf) => [figureOf, one[figureOf] + other[figureOf]]));
}

async function used(child, job) {
  const before = await child.ask({ ask: 'usage' });
  const done = await child.ask(job);
  const after = await child.ask({ ask: 'usage' });
  return { ...done, cpuMicros: after.cpuMicros - before.cpuMicros, statements: after.statements - before.statements };
}

const SIDES = [
  ['first', 'first run', null],
  ['again', 'run again, unchanged', null],
  ['gateway', 'read and understood, not stored', 'first'],
  ['replay', 'the same requests, unread', 'first'],
  ['rows', 'the same rows, nothing read', 'first'],
  ['both', 'the last two, one after the other', 'first'],
];

function summary(samples, orders) {
  const middle = (of) => spread(samples.map(of)).median;
  const sides = SIDES.map(([side, name, over]) => ({
    name,
    seconds: middle((sample) => sample[side].seconds),
    perSecond: middle((sample) => orders / sample[side].seconds),
    cpuMicros: middle((sample) => sample[side].cpuMicros / orders),
    statements: middle((sample) => sample[side].statements / orders),
    pace: over === null ? null : spread(samples.map((sample) => sample[side].seconds / sample[over].seconds)),
  }));
  const [{ prepared, first, again }] = samples;
  return {
    sides,
    written: { first: first.counts.writes, again: again.counts.writes },
    outcomes: [first.outcome, again.outcome],
    requestsPerOrder: first.counts.requests / orders,
    requestsPerProduct: prepared.requests / prepared.products,
    quarantined: first.counts.quarantined,
  };
}

function textOf({ sides, written, outcomes, requestsPerOrder, requestsPerProduct, quarantined }) {
  const rows = sides.map(({ name, seconds, perSecond, cpuMicros, statements, pace }) => [
    name,
    pace === null ? 'subject' : withSpread(pace, 2),
    figure(seconds),
    figure(perSecond, 0),
    figure(cpuMicros),
    figure(statements, 2),
  ]);
  const total = (writes) => Object.values(writes).reduce((sum, count) => sum + count, 0);
  return `${table(['what', 'pace ÷ this', 'seconds', 'orders/s', 'CPU µs each', 'SQL each'], rows)}

requests per order ${figure(requestsPerOrder, 3)}, per product ${figure(requestsPerProduct, 3)}; ${outcomes.join(', then ')}; in quarantine ${quarantined}
rows written: first ${JSON.stringify(written.first)}, again ${total(written.again)}`;
}
