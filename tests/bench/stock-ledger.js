/**
 * The product's side of the subject `stock`: its services on PostgreSQL, without a host. A job `{connections, count}` reserves one
 * piece of the hot item for a new order; `{ask: 'ledger', …}` reads the ledger and answers with the milliseconds of each read.
 */
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps } from '../dist/support/service-deps.js';
import './probe-statements.js';
import { answerJobs } from './stock-jobs.js';

const [, , tenantId, siteId] = process.argv;
const scope = { tenantId, siteId, actor: { kind: 'public' } };
const HOT = { id: 'hot', name: 'Hot', manageStock: true, bundle: [], variants: [] };
const ITEMS = new Map([[HOT.id, HOT]]);
const LINES = [{ itemId: HOT.id, variantId: null, quantity: 1 }];

const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
const clock = { now: () => new Date() };
const { stock, views } = makeServices(testDeps({ persistence: database.persistence, clock, crypto: nodeCrypto }));

answerJobs(() => stock.reserve(scope, ITEMS, LINES, randomUUID()));
process.on('message', ({ ask, itemId }) => {
  if (ask !== 'ledger') return;
  readLedger(itemId).then(
    (figures) => process.send(figures),
    (error) => process.send({ error: error.stack }),
  );
});
process.stdout.write('{}\n');

async function readLedger(itemId) {
  return {
    list: await millisecondsOf(() => views.stock.actions(scope, { itemId, page: 1, pageSize: 20 })),
    verifyOne: await millisecondsOf(() => stock.verify(scope, itemId)),
    listAll: await millisecondsOf(() => views.stock.actions(scope, { page: 1, pageSize: 20 })),
    verifyAll: await millisecondsOf(() => stock.verify(scope)),
  };
}

async function millisecondsOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
