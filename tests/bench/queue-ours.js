/**
 * The product's side of the subject `queue`: its services and a dispatcher, on PostgreSQL or (with a directory as argument) embedded.
 * `start` and `stop` are the dispatcher's; `register`, `fill` and `push` (one message that says when it was pushed) what an app does.
 */
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps } from '../dist/support/service-deps.js';
import './probe-statements.js';

const BATCH = 1000;
const [, , directory] = process.argv;
const config = directory === undefined ? { kind: 'postgres', url: process.env.DATABASE_URL } : { kind: 'embedded', directory };
const logger = {
  ...silentLogger,
  warn: (fields, text) => console.error(text, fields.err),
  error: (fields, text) => console.error(text, fields.err),
};
const database = await openDatabase(config, { logger, processes: nodeProcesses });
await database.migrate();
const clock = { now: () => new Date() };
const outgoing = makeOutgoingHttp({ allowLoopback: true, ownPorts: () => new Set() });
const makeAnew = () => makeServices(testDeps({ persistence: database.persistence, clock, crypto: nodeCrypto, outgoing, logger }));
let { dispatcher, pushQueue } = makeAnew();

const jobs = {
  start: () => dispatcher.start(),
  /** The next start is one of a new dispatcher: what this one has learned of the queues is no part of it. */
  async stop() {
    await dispatcher.stop();
    ({ dispatcher, pushQueue } = makeAnew());
  },
  register: ({ worker }) => pushQueue.register(worker),
  push: ({ app, queue }) => pushQueue.push(app, [{ queue, payload: `{"at":${performance.timeOrigin + performance.now()}}` }]),
  async fill({ app, queue, count }) {
    const messages = Array.from({ length: BATCH }, (_, n) => ({ queue, payload: `{"n":${n}}` }));
    for (let left = count; left > 0; left -= BATCH) await pushQueue.push(app, messages.slice(0, left));
  },
};

process.on('message', (job) => {
  if (!(job.ask in jobs)) return;
  Promise.resolve(jobs[job.ask](job)).then(
    () => process.send({}),
    (error) => process.send({ error: error.stack }),
  );
});
process.channel.ref();
process.stdout.write('{}\n');
