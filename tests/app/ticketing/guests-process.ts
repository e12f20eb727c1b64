import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { testDeps } from '../../support/service-deps.js';

/**
 * A process in which guests book until it is killed: some leave it at a hold, some complete it, some change their mind. Its arguments are the
 * database, the slug of the museum, the session, and a rate of it.
 */
const [, , url = '', slug = '', sessionId = '', rateId = ''] = process.argv;
const GUESTS = 8;
const ADA = { name: 'Ada', email: null, phone: null };
const database = await openDatabase({ kind: 'postgres', url, poolSize: GUESTS }, { logger: silentLogger, processes: nodeProcesses });
const { bookings } = makeServices(testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto }));

async function visit(turn: number): Promise<void> {
  const { booking } = await bookings.hold(slug, { sessionId, lines: [{ rateId, quantity: 1 + (turn % 3) }] }, 'fr', null);
  if (turn % 4 === 0) return;
  await bookings.complete(booking.order.id, ADA, 'at_pickup');
  if (turn % 4 === 1) await bookings.cancelByGuest(booking.order.id);
}

async function guest(place: number): Promise<never> {
  for (let turn = place; ; turn += 1)
    await visit(turn).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
}

await Promise.all(Array.from({ length: GUESTS }, (_, place) => guest(place)));
