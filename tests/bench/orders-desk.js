/**
 * The product's side of the subject `orders`: its procedures on PostgreSQL, without a host. A job `{connections, count}` takes a new order
 * of two things from its draft to its delivery; `{ask: 'lists', times}` reads lists and answers with the milliseconds of each.
 */
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { internalCall } from '@comptoir/core/kit/procedure.js';
import { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import { makeServices } from '@comptoir/core/services.js';
import { aProduct } from '../dist/suites/builders.js';
import { testDeps } from '../dist/support/service-deps.js';
import { figuresOf } from './figures.js';
import './probe-statements.js';
import { answerJobs } from './stock-jobs.js';

const [, , tenantId, siteId] = process.argv;
const scope = { tenantId, siteId, actor: { kind: 'system', name: 'bench' } };
const ITEMS = 1000;

const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
const clock = { now: () => new Date() };
const services = makeServices(testDeps({ persistence: database.persistence, clock, crypto: nodeCrypto }));
const router = ordersRouter();
const call = (name, input) => callProcedure(`orders.${name}`, router[name], internalCall(services, scope), input);

await database.persistence.transact(scope, ({ products }) =>
  products.create(
    scope,
    Array.from({ length: ITEMS }, (_, index) => aProduct({ id: `item-${index}`, name: `Item ${index}`, manageStock: true })),
  ),
);

let begun = 0;
answerJobs(async () => {
  const [one, other] = [begun++ % ITEMS, (begun * 7 + 1) % ITEMS];
  const items = [...new Set([one, other])].map((index) => ({ productId: `item-${index}`, quantity: 1 }));
  const { id } = await call('createDraft', { items, customer: { name: `Camille Martin ${begun}` } });
  for (const step of ['confirm', 'ship', 'markDelivered']) await call(step, { id });
});

const LISTS = {
  newest: () => ({}),
  'page 20': () => ({ page: 20 }),
  'one state, many': () => ({ status: 'delivered' }),
  'one state, few': () => ({ status: 'shipped' }),
  open: () => ({ unsealed: true }),
  'a channel': () => ({ channel: 'backoffice' }),
  'a channel, unpaid': () => ({ channel: 'shop', paymentState: 'unpaid' }),
  'a month': (n) => ({ placedFrom: new Date(Date.UTC(2026, n % 10, 1)), placedTo: new Date(Date.UTC(2026, (n % 10) + 1, 1)) }),
  'a day, paid, a state': (n) => ({
    ...{ placedFrom: new Date(Date.UTC(2026, 1, (n % 28) + 1)), placedTo: new Date(Date.UTC(2026, 1, (n % 28) + 2)) },
    ...{ paymentState: 'paid', status: 'collected' },
  }),
  urgent: () => ({ priority: 'urgent' }),
  'of somebody, open': () => ({ assignedTo: 'cfcd2084-95d5-65ef-66e7-dff9f98764da', unsealed: true }),
  'by amount': () => ({ sort: '-totalCents', status: 'delivered' }),
  'search a name': (n) => ({ search: `martin${n % 500}` }),
  'search two words': (n) => ({ search: `camille bernard${n % 50}` }),
  'search a first name': () => ({ search: 'camille' }),
  'search a name, a state': (n) => ({ search: `dur${n % 5}`.slice(0, 3), status: 'shipped' }),
};

process.on('message', ({ ask, times }) => {
  if (ask !== 'lists') return;
  readLists(times).then(
    (figures) => process.send(figures),
    (error) => process.send({ error: error.stack }),
  );
});
process.stdout.write('{}\n');

async function readLists(times) {
  const lists = [];
  for (const [name, filterOf] of Object.entries(LISTS)) {
    const latencies = [];
    let total = 0;
    for (let index = -5; index < times; index += 1) {
      const startedAt = performance.now();
      total = (await call('list', filterOf(Math.abs(index)))).total;
      if (index >= 0) latencies.push(performance.now() - startedAt);
    }
    lists.push({ name, total, ...figuresOf(latencies) });
  }
  return lists;
}
