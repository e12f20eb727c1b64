import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeSmtpMailer } from '@comptoir/adapters-sdk/mail/smtp-mailer.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps } from '../../support/service-deps.js';

/**
 * A process that sends campaigns until it is killed. Its arguments are the database, the port of the mail server, and by how many
 * milliseconds its clock is ahead: so leases of a process that was killed end without waiting for them.
 */
const [, , url = '', port = '', aheadMs = '0'] = process.argv;
const database = await openDatabase({ kind: 'postgres', url, poolSize: 6 }, { logger: silentLogger, processes: nodeProcesses });
const server = { host: '127.0.0.1', port: Number(port), tls: 'offered', login: null } as const;
const mailer = makeSmtpMailer({ server, from: 'Comptoir <no-reply@till.example>' });
const clock = { now: () => new Date(Date.now() + Number(aheadMs)) };
makeServices(testDeps({ persistence: database.persistence, clock, crypto: nodeCrypto, mailer })).dispatcher.start();
// The timers of a dispatcher keep no process alive.
setInterval(() => undefined, 60_000);
