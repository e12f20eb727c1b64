import { randomUUID } from 'node:crypto';
import { benchFile, startChild } from './child.js';
import { makeOrderBook, ORDERS_PER_SITE, orderRequest } from './order-book.js';
import { createDatabase } from './postgres.js';
import { comparedTable } from './report.js';
import { compare } from './rounds.js';
import { analyze, copySites, loadDemo, readMenus, startTill, tillEnvironment } from './till.js';

const CASES = [
  { name: '1 conn.', connections: 1, orders: 150, keyed: false },
  { name: '16 conn.', connections: 16, orders: 600, keyed: false },
  { name: '64 conn.', connections: 64, orders: 600, keyed: false },
  { name: '16 conn., with key', connections: 16, orders: 600, keyed: true },
];

/** Not measured: what both sides do before there are statistics of the tables they fill. */
const SETTLING = { connections: 16, orders: 600, keyed: true };

/** `POST /api/order` on PostgreSQL against the bare transaction that writes the same rows. */
export async function measureSubject({ quick, note }) {
  const database = await createDatabase();
  try {
    const rounds = quick ? 3 : 7;
    const perRound = CASES.map((each) => ({ ...each, orders: quick ? each.orders / 3 : each.orders }));
    const total = SETTLING.orders + perRound.reduce((sum, { orders }) => sum + orders, 0) * (rounds + 1);
    // Twice as many sites as the limit asks for: the product's half and the floor's.
    const siteCount = Math.max(200, Math.ceil(total / ORDERS_PER_SITE));
    const environment = tillEnvironment(database.url);
    note('loading establishments');
    await loadDemo(environment);
    const sites = await copySites(database.url, siteCount * 2);
    const cases = await measureCases({ environment, sites, perRound, rounds, note });
    return {
      title: `POST /api/order of three lines, ${siteCount} establishments, against the bare transaction on the same PostgreSQL`,
      text: comparedTable(cases),
      data: { sites: siteCount, cases },
    };
  } finally {
    await database.drop();
  }
}

async function measureCases({ environment, sites, perRound, rounds, note }) {
  const load = await startChild([benchFile('load.js')]);
  const floor = await startChild([benchFile('order-floor.js')], environment);
  const till = await startTill(environment, { probe: 'probe-statements.js', only: 'storefront' });
  const half = sites.length / 2;
  const carte = await readMenus(till, sites.slice(half));
  const place = {
    floor: placeOnFloor(floor, makeOrderBook(carte, sites.slice(0, half))),
    till: placeOnTill(till, load, makeOrderBook(carte, sites.slice(half))),
  };
  for (const each of Object.values(place)) await each(SETTLING);
  await analyze(environment.DATABASE_URL);
  const cases = [];
  for (const each of perRound) {
    note(each.name);
    const contestants = [
      { name: 'bare transaction', isFloor: true, usage: () => floor.ask({ ask: 'usage' }), run: () => place.floor(each) },
      { name: 'POST /api/order', isFloor: false, usage: () => till.ask({ ask: 'usage' }), run: () => place.till(each) },
    ];
    cases.push({ name: each.name, contestants: await compare(contestants, rounds) });
  }
  for (const child of [till, floor, load]) await child.stop();
  return cases;
}

function placeOnFloor(floor, book) {
  return ({ connections, orders, keyed }) => floor.ask({ connections, keyed, orders: book.next(orders) });
}

function placeOnTill(till, load, book) {
  const { port } = new URL(till.ready.storefront);
  return ({ connections, orders, keyed }) => {
    const requests = book.next(orders).map((order) => orderRequest(order, keyed ? randomUUID() : undefined));
    return load.ask({ port, connections, requests, status: 200 });
  };
}
