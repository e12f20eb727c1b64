import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps } from '../../support/service-deps.js';

/** A process that does nothing but deliver, until it is killed: the database is its first argument. */
const [, , url = ''] = process.argv;
const database = await openDatabase({ kind: 'postgres', url, poolSize: 6 }, { logger: silentLogger, processes: nodeProcesses });
const outgoing = makeOutgoingHttp({ allowLoopback: true, ownPorts: () => new Set() });
makeServices(testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto, outgoing })).dispatcher.start();
// The timers of a dispatcher keep no process alive.
setInterval(() => undefined, 60_000);
