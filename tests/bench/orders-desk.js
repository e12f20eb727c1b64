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
import { readLists } from './orders-lists.js';
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

process.on('message', ({ ask, times }) => {
  if (ask !== 'lists') return;
  lists(times).then(
    (figures) => process.send(figures),
    (error) => process.send({ error: error.stack }),
  );
});
process.stdout.write('{}\n');

/** Months that are over are counted before, as housekeeping does every ten minutes. */
async function lists(times) {
  await database.persistence.transact(scope, ({ orders }) => orders.countMonths());
  return readLists(call, times);
}
