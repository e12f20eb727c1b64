import { randomUUID } from 'node:crypto';
import { benchFile, startChild } from './child.js';
import { fillBook, prepare } from './orders-data.js';
import { createDatabase } from './postgres.js';
import { comparedTable, figure, table } from './report.js';
import { compare } from './rounds.js';

const CASES = [
  { name: '1 conn.', connections: 1, count: 200 },
  { name: '16 conn.', connections: 16, count: 600 },
];
const BOOK = 100_000;

/** Orders of the back office from their first draft to their delivery, and the lists of a book of 100,000 orders. */
export async function measureSubject({ quick, note }) {
  const database = await createDatabase();
  try {
    const site = { tenantId: randomUUID(), id: randomUUID() };
    await prepare(database.url, site);
    const env = { DATABASE_URL: database.url };
    const desk = await startChild([benchFile('orders-desk.js'), site.tenantId, site.id], env);
    const floor = await startChild([benchFile('orders-floor.js'), site.tenantId, site.id], env);
    const cases = await measureLives(desk, floor, quick, note);
    await floor.stop();
    const orders = quick ? BOOK / 10 : BOOK;
    note(`writing ${orders} orders`);
    await fillBook(database.url, site, orders);
    note('reading lists');
    const lists = await desk.ask({ ask: 'lists', times: quick ? 20 : 200 });
    await desk.stop();
    return {
      title: `create, confirm, ship and deliver, four transactions each; and lists of ${orders} orders with their exact totals`,
      text: `${comparedTable(cases)}\n\n${listsTable(lists)}`,
      data: { cases, orders, lists },
    };
  } finally {
    await database.drop();
  }
}

async function measureLives(desk, floor, quick, note) {
  const cases = [];
  for (const { name, connections, count } of CASES) {
    note(name);
    const job = { connections, count: quick ? count / 4 : count };
    const contestant = (what, isFloor, child) => ({
      name: what,
      isFloor,
      usage: () => child.ask({ ask: 'usage' }),
      run: () => child.ask(job),
    });
    const contestants = [contestant('the same rows by hand', true, floor), contestant('the order desk', false, desk)];
    cases.push({ name, contestants: await compare(contestants, quick ? 3 : 7) });
  }
  return cases;
}

function listsTable(lists) {
  const rows = lists.map(({ name, total, p50, p99 }) => [name, String(total), figure(p50), figure(p99)]);
  return table(['list', 'total', 'p50 ms', 'p99 ms'], rows);
}
