import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { startScheduler } from '@comptoir/app/scheduler-worker.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { plainHttp } from '../../support/plain-http.js';
import { testDeps } from '../../support/service-deps.js';

/** A process that does nothing but run schedules on the database it is given, and stops when it is told to. */
const database = await openDatabase(
  { kind: 'postgres', url: process.argv[2] ?? '', poolSize: 4 },
  { logger: silentLogger, processes: nodeProcesses },
);
const services = makeServices(testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto, outgoing: plainHttp }));
const worker = startScheduler(services.ticker, { logger: silentLogger, signals: services.signals });
process.once('SIGTERM', () => worker.stop().then(() => database.close()));
process.stdout.write('up\n');
