import { benchFile, startChild } from './child.js';
import { makeOrderBook, ORDERS_PER_SITE, orderRequest } from './order-book.js';
import { createDatabase } from './postgres.js';
import { figure, megabytes, table } from './report.js';
import { copySites, loadDemo, readMenus, startTill, tillEnvironment } from './till.js';

const CONNECTIONS = 16;
const BATCHES = 3;

/** What the server keeps of the orders it has taken. There is no floor: equal batches are each other's measure. */
export async function measureSubject({ quick, note }) {
  const batch = quick ? 1_000 : 10_000;
  const database = await createDatabase();
  try {
    const environment = tillEnvironment(database.url);
    note('loading establishments');
    await loadDemo(environment);
    const sites = await copySites(database.url, Math.ceil((batch * BATCHES) / ORDERS_PER_SITE));
    const marks = await takeOrders({ environment, sites, batch, note });
    return { title: `server on PostgreSQL, batches of ${batch} orders, ${CONNECTIONS} conn.`, text: memoryTable(marks), data: { marks } };
  } finally {
    await database.drop();
  }
}

async function takeOrders({ environment, sites, batch, note }) {
  const load = await startChild([benchFile('load.js')]);
  const till = await startTill(environment, { probe: 'probe.js', nodeArgs: ['--expose-gc'] });
  const port = new URL(till.ready.storefront).port;
  const marks = [await mark(till, 'started', 0)];
  const orders = makeOrderBook(await readMenus(till, sites), sites);
  marks.push(await mark(till, 'menus read', 0));
  for (let number = 1; number <= BATCHES; number += 1) {
    note(`batch ${number} of ${BATCHES}`);
    await load.ask({ port, connections: CONNECTIONS, requests: orders.next(batch).map((order) => orderRequest(order)), status: 200 });
    marks.push(await mark(till, `${number * batch} orders`, batch));
  }
  await till.stop();
  await load.stop();
  return marks.map((each, index) => ({ ...each, growth: index === 0 ? null : growthPerThousand(each, marks[index - 1]) }));
}

/** As it is, and then with everything collected that nobody holds. */
async function mark(till, name, orders) {
  return { name, orders, asIs: await till.ask({ ask: 'usage' }), collected: await till.ask({ ask: 'collected usage' }) };
}

function growthPerThousand(after, before) {
  if (after.orders === 0) return null;
  const thousands = after.orders / 1000;
  return {
    rss: (after.asIs.rss - before.asIs.rss) / thousands,
    rssCollected: (after.collected.rss - before.collected.rss) / thousands,
    heapCollected: (after.collected.heapUsed - before.collected.heapUsed) / thousands,
  };
}

function memoryTable(marks) {
  const growths = ['RSS +KB/1000', 'RSS collected +KB/1000', 'heap collected +KB/1000'];
  const headers = ['after', 'RSS MB', 'RSS collected MB', 'heap collected MB', ...growths];
  const kilobytes = (bytes) => figure(bytes / 1024, 0);
  return table(
    headers,
    marks.map(({ name, asIs, collected, growth }) => [
      name,
      megabytes(asIs.rss),
      megabytes(collected.rss),
      megabytes(collected.heapUsed),
      ...(growth === null ? ['', '', ''] : [growth.rss, growth.rssCollected, growth.heapCollected].map(kilobytes)),
    ]),
  );
}
