/**
 * The platform on PostgreSQL with one establishment and its dispatcher, for the subject `sync-webhooks`. The shop behind it answers at once and changes
 * nothing, so what is measured is the receiver, its journal and its queue. `{ask: 'left'}` answers how many events are not finished.
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
import { establish } from '../dist/suites/builders.js';
import { testDeps } from '../dist/support/service-deps.js';
import './probe-statements.js';

const secret = 'bench-secret-of-the-shop';
const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
await database.migrate();
const { persistence } = database;
let imported = 0;
const shopImports = {
  async importNow(_scope, _entity, externalIds) {
    imported += externalIds.length;
    return externalIds.map((externalId) => ({ externalId, localId: null, result: 'skipped', reason: null }));
  },
};
const services = makeServices(testDeps({ persistence, clock: systemClock, crypto: nodeCrypto, shopImports }));
const { scope, site } = await establish(persistence);
await persistence.transact(scope, ({ settings }) => settings.set(scope, 'webhook.secret', secret));
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
  signedTokens: testDeps({ persistence, clock: systemClock, crypto: nodeCrypto }).signedTokens,
};
const server = createServer(makePlatform(services, options).callback());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port, slug: site.slug, secret })}\n`));

process.on('message', ({ ask }) => {
  if (ask === 'left') void left().then((answer) => process.send(answer));
});

async function left() {
  const entities = await services.views.webhookLogs.figures(scope, new Date(0));
  const sum = (state) => entities.reduce((total, { counts }) => total + counts[state], 0);
  return { left: sum('received') + sum('processing'), completed: sum('completed'), imported };
}
