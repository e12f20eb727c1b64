import { randomBytes, randomUUID } from 'node:crypto';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import { ticketCode } from '@comptoir/core/ticketing/ticket.js';
import pg from 'pg';
import { aSite, establish, freshToken } from '../dist/suites/builders.js';
import { anOfferedSession } from '../dist/suites/ticket-builders.js';
import { testDeps } from '../dist/support/service-deps.js';
import { createDatabase } from './postgres.js';
import { comparedTable } from './report.js';
import { compare } from './rounds.js';

const CONNECTIONS = 16;
const SEATS = 2;

/** Bookings of two seats of one session that everybody wants, against a guarded UPDATE and the bare rows in one transaction. */
export async function measureSubject({ quick, note }) {
  const given = await createDatabase();
  const source = { kind: 'postgres', url: given.url, poolSize: CONNECTIONS };
  const database = await openDatabase(source, { logger: silentLogger, processes: nodeProcesses });
  const pool = new pg.Pool({ connectionString: given.url, max: CONNECTIONS });
  try {
    await database.migrate();
    const place = await aHotSession(database.persistence);
    note('booking');
    const count = quick ? 300 : 1500;
    const contestants = [
      { name: 'bare transaction', isFloor: true, usage, run: () => timed(count, () => onFloor(pool, place)) },
      { name: 'bookings.book', isFloor: false, usage, run: () => timed(count, place.book) },
    ];
    const cases = [{ name: `${CONNECTIONS} conn.`, contestants: await compare(contestants, quick ? 3 : 7) }];
    return { title: 'Bookings of two seats of one session, against the bare transaction', text: comparedTable(cases), data: { cases } };
  } finally {
    await pool.end();
    await database.close();
    await given.drop();
  }
}

async function aHotSession(persistence) {
  const now = new Date();
  const { bookings } = makeServices(testDeps({ persistence, clock: { now: () => new Date() }, crypto: nodeCrypto }));
  const { scope } = await establish(persistence, { trade: 'museum', features: { ...aSite().features, onlineTickets: true } });
  const startsAt = new Date(now.getTime() + 86_400_000);
  const { offer, session } = await anOfferedSession(persistence, scope, { startsAt, capacity: 10_000_000 });
  const [{ id: rateId }] = offer.rates;
  const wanted = { sessionId: session.id, lines: [{ rateId, quantity: SEATS }] };
  const customer = { name: 'Ada', email: null, phone: null };
  return { scope, offer, session, rateId, book: () => bookings.book(scope, wanted, customer, 'fr') };
}

/** So many times at once that every connection is busy. */
async function timed(count, work) {
  const took = [];
  let left = count;
  const started = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const begun = performance.now();
      await work();
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - started) / 1000;
  took.sort((one, other) => one - other);
  return { count, seconds, p50: took[Math.floor(count / 2)], p99: took[Math.floor(count * 0.99)] };
}

function usage() {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, rss: process.memoryUsage.rss() };
}

const CLAIM = `update ticket_sessions set confirmed_seats = confirmed_seats + ${SEATS}
  where tenant_id = $1 and site_id = $2 and id = $3 and held_seats + confirmed_seats + ${SEATS} <= capacity`;
const ORDER = `insert into orders (tenant_id, site_id, id, channel, sequence, service_day, status, placed_at, customer_name, dropped, total_cents, currency,
    version, search_words, status_since)
  values ($1, $2, $3, 'ticketing', $4, '2000-01-01', 'confirmed', now(), 'Ada', '[]', 2400, 'EUR', 1, '{ada}', now())`;
const LINE = `insert into order_lines (tenant_id, order_id, position, id, kind, name, variant, options, quantity, unit_price_cents, total_cents, tax_basis_points)
  values ($1, $2, 0, '1', 'ticket', 'Les ondes', '{"id":"plein","name":"Plein tarif"}', '[]', 2, 1200, 2400, 550)`;
const EVENT = `insert into order_events (tenant_id, order_id, sequence, status, at, actor) values ($1, $2, 1, 'confirmed', now(), 'system:bench')`;
const BOOKING = `insert into bookings (tenant_id, site_id, order_id, session_id, offer_id, seats, language) values ($1, $2, $3, $4, $5, ${SEATS}, 'fr')`;
const TICKETS = `insert into tickets (tenant_id, site_id, id, code, order_id, session_id, offer_id, rate_id, rate_name, state)
  values ($1, $2, $3, $4, $7, $8, $9, $10, 'Plein tarif', 'valid'), ($1, $2, $5, $6, $7, $8, $9, $10, 'Plein tarif', 'valid')`;

let sequence = 0;

async function onFloor(pool, { scope: { tenantId, siteId }, session, offer, rateId }) {
  const client = await pool.connect();
  const send = (name, text, values) => client.query({ name, text, values });
  const orderId = freshToken();
  sequence += 1;
  const number = sequence;
  try {
    await client.query('begin');
    await send('claim', CLAIM, [tenantId, siteId, session.id]);
    await send('order', ORDER, [tenantId, siteId, orderId, number]);
    await send('line', LINE, [tenantId, orderId]);
    await send('event', EVENT, [tenantId, orderId]);
    await send('booking', BOOKING, [tenantId, siteId, orderId, session.id, offer.id]);
    const two = [randomUUID(), ticketCode(randomBytes), randomUUID(), ticketCode(randomBytes)];
    await send('tickets', TICKETS, [tenantId, siteId, ...two, orderId, session.id, offer.id, rateId]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
