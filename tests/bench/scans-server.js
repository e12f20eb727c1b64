/**
 * A museum on PostgreSQL, for the subject `scans`: as many tickets as the first argument says, of one session that is on, and as many readers of
 * gates as the second. Its ready line has the codes of the tickets and the keys of the readers.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { ticketCode } from '@comptoir/core/ticketing/ticket.js';
import { establish, placed } from '../dist/suites/builders.js';
import { aBooking, anOfferedSession, aTicket } from '../dist/suites/ticket-builders.js';
import { testDeps } from '../dist/support/service-deps.js';

const [tickets, readers] = process.argv.slice(2).map(Number);
const BATCH = 1000;
const HOUR_MS = 3_600_000;
const database = await openDatabase(
  { kind: 'postgres', url: process.env.DATABASE_URL },
  { logger: silentLogger, processes: nodeProcesses },
);
await database.migrate();
const { persistence } = database;
const services = makeServices(testDeps({ persistence, clock: systemClock, crypto: nodeCrypto }));
const { scope, site } = await establish(persistence, { trade: 'museum' });
await persistence.transact(scope, ({ sites }) => sites.update(scope, { features: { ...site.features, accessControl: true } }));

const codes = await sell();
const keys = await Promise.all(
  Array.from({ length: readers }, async (_, index) => {
    const { secret } = await services.keys.create(scope, 'device', { ...NO_FIELDS, name: `Bench ${index}` });
    return secret;
  }),
);
const options = {
  publicUrl: 'http://127.0.0.1',
  trustProxyHops: 0,
  logger: silentLogger,
  health: {},
  stopping: new AbortController().signal,
};
const server = createServer(makeStorefront(services, options).callback());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port, codes, keys })}\n`));

async function sell() {
  const startsAt = new Date();
  const endsAt = new Date(startsAt.getTime() + HOUR_MS);
  const { offer, session } = await anOfferedSession(persistence, scope, { startsAt, endsAt, capacity: null });
  const { id: orderId } = await placed(persistence, scope);
  const booked = { orderId, sessionId: session.id, offerId: offer.id };
  await persistence.transact(scope, (stores) => stores.tickets.createBooking(scope, aBooking(scope, booked)));
  const sold = Array.from({ length: tickets }, () => aTicket(scope, { ...booked, id: randomUUID(), code: ticketCode(randomBytes) }));
  for (let start = 0; start < sold.length; start += BATCH) {
    await persistence.transact(scope, (stores) => stores.tickets.createAll(scope, sold.slice(start, start + BATCH)));
  }
  return sold.map(({ code }) => code);
}
