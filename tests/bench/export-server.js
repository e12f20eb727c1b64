/**
 * An establishment on PostgreSQL with as many records as the first argument says, for the subject `export`. Its ready line has the port and a key; asked
 * anything, it tells its memory.
 */
import { createServer } from 'node:http';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { establish } from '../dist/suites/builders.js';
import { testDeps } from '../dist/support/service-deps.js';
import { withClient } from './postgres.js';

const [records] = process.argv.slice(2).map(Number);
const url = process.env.DATABASE_URL;
const database = await openDatabase({ kind: 'postgres', url }, { logger: silentLogger, processes: nodeProcesses });
await database.migrate();
const { persistence } = database;
const services = makeServices(testDeps({ persistence, clock: systemClock, crypto: nodeCrypto }));
const { scope } = await establish(persistence, { trade: 'museum' });
await withClient(url, async (client) => {
  await client.query(
    `insert into attendance_counts (tenant_id, site_id, id, day, hour, at, count, note, actor)
     select $1, $2, gen_random_uuid(), current_date, n % 24, now(), 1 + n % 40, repeat('x', 300), 'bench' from generate_series(1, $3::int) n`,
    [scope.tenantId, scope.siteId, records],
  );
  await client.query('analyze');
});
const { secret: key } = await services.keys.create(scope, 'keyed', { ...NO_FIELDS, name: 'Bench', right: 'export' });
const options = {
  publicUrl: 'http://127.0.0.1',
  trustProxyHops: 0,
  logger: silentLogger,
  health: {},
  stopping: new AbortController().signal,
};
const server = createServer(makeStorefront(services, options).callback());
process.on('message', () => process.send({ peakMb: process.resourceUsage().maxRSS / 1024 }));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port, key })}\n`));
