/** A process of the subject `scheduler`: runs what is due in its database, with the product's worker, until it is ended. */
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { startScheduler } from '@comptoir/app/scheduler-worker.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { plainHttp } from '../dist/support/plain-http.js';
import { testDeps } from '../dist/support/service-deps.js';
import './probe.js';

const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
const { ticker, signals } = makeServices(
  testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto, outgoing: plainHttp }),
);
startScheduler(ticker, { logger: silentLogger, signals });
process.stdout.write('{}\n');
