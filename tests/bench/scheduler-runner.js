/** A process of the subject `scheduler`: runs what is due in its database, with the product's worker, until it is ended. */
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { startScheduler } from '@comptoir/app/scheduler-worker.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps } from '../dist/support/service-deps.js';
import './probe.js';

const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
// As servers have it: a client that is not looks after none of the connections that the other side has closed, and loses the call.
const outgoing = makeOutgoingHttp({ allowLoopback: true, ownPorts: () => new Set() });
const { ticker, signals } = makeServices(testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto, outgoing }));
startScheduler(ticker, { logger: silentLogger, signals });
process.stdout.write('{}\n');
