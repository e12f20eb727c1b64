/**
 * The platform on PostgreSQL with one establishment that is connected to the shop of SHOP_URL, and its dispatcher, for the subject `sync-webhooks`.
 * `{ask: 'left'}` answers how many events are not finished, and how many are.
 */
import { createServer } from 'node:http';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makePlatform } from '@comptoir/adapters-http/platform/platform.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps } from '../dist/support/service-deps.js';
import './probe-statements.js';
import { connectedEstablishment, readShop, shopSyncPorts } from './sync-establishment.js';

const secret = 'bench-secret-of-the-shop';
const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
await database.migrate();
const { persistence } = database;
const deps = testDeps({ persistence, clock: systemClock, crypto: nodeCrypto, shopSync: shopSyncPorts() });
const services = makeServices(deps);
const { scope, site } = await connectedEstablishment(persistence);
await persistence.transact(scope, ({ settings }) => settings.set(scope, 'webhook.secret', secret));
const { ids: orders } = await readShop('orders');
services.dispatcher.start();

const options = {
  publicUrl: 'http://127.0.0.1',
  trustProxyHops: 0,
  logger: silentLogger,
  health: {},
  production: false,
  platformDomain: null,
  devBypass: false,
  registry: makeRegistry({}),
  identityProvider: null,
  signedTokens: deps.signedTokens,
};
const server = createServer(makePlatform(services, options).callback());
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port, slug: site.slug, secret, orders })}\n`),
);

process.on('message', ({ ask }) => {
  if (ask === 'left') void left().then((answer) => process.send(answer));
});

async function left() {
  const entities = await services.views.webhookLogs.figures(scope, new Date(0));
  const sum = (state) => entities.reduce((total, { counts }) => total + counts[state], 0);
  return { left: sum('received') + sum('processing'), completed: sum('completed') };
}
