/**
 * The product's side of the subject `sync`, without a host. `{ask: 'prepare'}` opens an establishment that is connected to the shop and knows its
 * products; `{ask: 'sync'}` runs its synchronization of orders; `{ask: 'read'}` reads the same orders and stores nothing.
 */
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps } from '../dist/support/service-deps.js';
import { withClient } from './postgres.js';
import './probe-statements.js';
import { connectedEstablishment, readShop, shopSyncPorts } from './sync-establishment.js';

const FORGET_USERS = 'update clients set user_id = null where user_id is not null; delete from users';

const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
await database.migrate();
const { persistence } = database;
const clock = { now: () => new Date() };
const { shopSync } = makeServices({ ...testDeps({ persistence, clock, crypto: nodeCrypto }), shopSync: shopSyncPorts() });

let scope;

/** Users are known by their address across all establishments, so those of an earlier round must not stand. */
async function prepare() {
  await withClient(process.env.DATABASE_URL, (client) => client.query(FORGET_USERS));
  const prepared = await connectedEstablishment(persistence);
  scope = prepared.scope;
  return prepared;
}

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - started) / 1000 };
}

const JOBS = {
  prepare,
  sync: () =>
    timed(async () => {
      const { outcome, reason, counts } = await shopSync.run(scope, 'orders');
      if (outcome === 'failed') throw new Error(reason);
      return { outcome, counts };
    }),
  read: () => timed(async () => ({ read: (await readShop('orders')).records.length })),
};

process.on('message', ({ ask }) => {
  const job = JOBS[ask];
  if (job === undefined) return;
  job().then(
    (done) => process.send(done),
    (error) => process.send({ error: error.stack }),
  );
});
// What the gateway waits for between its tries keeps no process alive.
process.channel.ref();
process.stdout.write('{}\n');
