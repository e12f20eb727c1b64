import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { TicketingOrder } from '@comptoir/core/orders/order.js';
import { makeServices } from '@comptoir/core/services.js';
import { HOLD_MINUTES } from '@comptoir/core/ticketing/booking-service.js';
import { expect } from 'chai';
import { until } from '../../adapters-http/until.js';
import { aSite, establish, minutesAfter } from '../../suites/builders.js';
import { anOfferedSession } from '../../suites/ticket-builders.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres.js';
import { withClient } from '../../support/postgres-server.js';
import { testDeps } from '../../support/service-deps.js';

/** Bookings more than before, at which the process is killed. */
const KILLED_AFTER = [15, 40, 80];
const PATIENCE_MS = 60_000;
const OTHERS_AT_WORK = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;

describe('bookings whose process is killed, on PostgreSQL', function () {
  this.timeout(180_000);
  let target: TestDatabase;
  let database: Database;
  const processes = new Set<ChildProcess>();

  before(async function () {
    target = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: target.url }, { logger: silentLogger, processes: nodeProcesses });
  });

  after(async () => {
    for (const child of processes) child.kill('SIGKILL');
    await database?.close();
    await target?.drop();
  });

  /** Lets guests book until there are so many bookings, and kills them amid what they are doing. */
  async function bookUntil(args: readonly string[], isEnough: () => Promise<boolean>): Promise<void> {
    const program = fileURLToPath(new URL('./guests-process.js', import.meta.url));
    const child = spawn(process.execPath, [program, target.url, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    processes.add(child);
    const ended = once(child, 'exit');
    await until(isEnough, PATIENCE_MS);
    child.kill('SIGKILL');
    const [, signal] = await ended;
    expect(signal, 'it was at work to the end').to.equal('SIGKILL');
    processes.delete(child);
    await until(isQuiet, PATIENCE_MS);
  }

  /** What the process has sent before its end may still be carried out. */
  const isQuiet = () => withClient(target.url, async (client) => (await client.query(OTHERS_AT_WORK)).rowCount === 0);

  const servicesAt = (now: Date) =>
    makeServices(testDeps({ persistence: database.persistence, clock: { now: () => now }, crypto: nodeCrypto }));

  async function allBookings(scope: Scope) {
    const { bookings, views } = servicesAt(new Date());
    const orders: TicketingOrder[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await views.orders.bookingsAfter(scope, { limit: 200, cursor: cursor ?? undefined });
      orders.push(...page.items);
      cursor = page.nextCursor;
    }
    return bookings.present(scope, orders);
  }

  it('leaves a session with the seats of its live bookings, however often', async () => {
    const { persistence } = database;
    const features = { ...aSite().features, onlineTickets: true };
    const { scope, site } = await establish(persistence, { trade: 'museum', features });
    const startsAt = minutesAfter(new Date(), 120);
    const { offer, session } = await anOfferedSession(persistence, scope, { startsAt, capacity: 10_000 });
    const seats = async () => {
      const found = await persistence.views.ticketSessions.get(scope, session.id);
      return [found?.heldSeats, found?.confirmedSeats];
    };
    let before = 0;
    for (const more of KILLED_AFTER) {
      const isEnough = async () => (await persistence.views.tickets.bookingsOf(scope, session.id)).length >= before + more;
      await bookUntil([site.slug, session.id, offer.rates[0]?.id ?? ''], isEnough);

      const found = await allBookings(scope);
      before = found.length;
      const seatsOf = ({ order }: (typeof found)[number]) => order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const seatsThatAre = (status: string) =>
        found.filter(({ order }) => order.status === status).reduce((sum, booking) => sum + seatsOf(booking), 0);
      expect(await seats()).to.deep.equal([seatsThatAre('held'), seatsThatAre('confirmed')]);
      for (const booking of found) {
        const valid = booking.tickets.filter(({ state }) => state === 'valid').length;
        expect(valid, booking.order.status).to.equal(booking.order.status === 'confirmed' ? seatsOf(booking) : 0);
      }
    }
    expect((await seats())[0], 'some have held what they never completed').to.be.greaterThan(0);

    const { bookings } = servicesAt(minutesAfter(new Date(), HOLD_MINUTES + 1));
    while ((await bookings.expire()) > 0);
    expect((await seats())[0]).to.equal(0);
  });
});
