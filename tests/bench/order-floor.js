/**
 * The floor of the subject `order`: the rows of an order, written by one transaction of prepared statements, one per table, with
 * the product's driver and pool size, and nothing around it. A job is `{connections, orders, keyed}`: so many workers, each order
 * once; `keyed` adds the row of an idempotency key.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { figuresOf } from './figures.js';
import { counters } from './probe.js';

/** As many connections as the product keeps when it is not told otherwise. */
const POOL_SIZE = 16;
const QUARTER_MS = 15 * 60_000;

/** Prepared once per connection, by name. */
const RATE = {
  name: 'rate',
  text: `insert into rate_limits (tenant_id, site_id, bucket, hits, updated_at) values ($1, $2, $3, array[$4::bigint], $5)
    on conflict (tenant_id, site_id, bucket) do update set hits = rate_limits.hits || $4::bigint, updated_at = $5`,
};
const SLOT = {
  name: 'slot',
  text: `insert into pickup_slots (tenant_id, site_id, starts_at, taken) values ($1, $2, $3, 1)
    on conflict (tenant_id, site_id, starts_at) do update set taken = pickup_slots.taken + 1`,
};
const COUNTER = {
  name: 'counter',
  text: `insert into order_counters (tenant_id, site_id, service_day, last) values ($1, $2, $3, 1)
    on conflict (tenant_id, site_id, service_day) do update set last = order_counters.last + 1 returning last`,
};
const ORDER = {
  name: 'order',
  text: `insert into orders (tenant_id, site_id, id, channel, sequence, service_day, status, placed_at, pickup_at,
      customer_name, customer_phone, customer_email, note, dropped, total_cents, currency, version, status_since, search_words)
    values (${parameters(19)})`,
};
const LINES = {
  name: 'lines',
  text: `insert into order_lines (tenant_id, order_id, position, id, item_id, name, variant, options, quantity,
      unit_price_cents, total_cents, tax_basis_points, note)
    values (${parameters(13)}), (${parameters(13, 13)}), (${parameters(13, 26)})`,
};
const EVENT = {
  name: 'event',
  text: `insert into order_events (tenant_id, order_id, sequence, status, at, actor, reason) values (${parameters(7)})`,
};
const KEY = {
  name: 'key',
  text: `insert into idempotency_keys (tenant_id, owner, route, key, fingerprint, outcome, created_at) values (${parameters(7)})`,
};

function parameters(count, after = 0) {
  return Array.from({ length: count }, (_, index) => `$${after + index + 1}`).join(', ');
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
counters.statements = 0;

process.on('message', (job) => {
  if (job.orders === undefined) return;
  runJob(job).then(
    (figures) => process.send(figures),
    (error) => process.send({ error: error.stack }),
  );
});
// The probe lets go of the channel; a floor without a port lives on it.
process.channel.ref();
process.stdout.write('{}\n');

async function runJob({ connections, orders, keyed }) {
  const latencies = [];
  const started = performance.now();
  const waiting = orders.values();
  const work = async () => {
    for (const order of waiting) {
      const sentAt = performance.now();
      await writeOrder(order, keyed);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { ...figuresOf(latencies), seconds: (performance.now() - started) / 1000 };
}

async function writeOrder(order, keyed) {
  const client = await pool.connect();
  const run = (statement, values) => {
    counters.statements += 1;
    return client.query(values === undefined ? statement : { ...statement, values });
  };
  try {
    await run('begin');
    await writeRows(run, order, keyed);
    await run('commit');
  } finally {
    client.release();
  }
}

async function writeRows(run, { site, pickupAt, customer, lines }, keyed) {
  const { tenantId, id: siteId } = site;
  const id = randomBytes(17).toString('base64url').slice(0, 22);
  const now = new Date();
  const pickup = pickupAt ?? new Date(Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS).toISOString();
  const day = pickup.slice(0, 10);
  const priced = lines.map((line) => ({ ...line, totalCents: line.unitPriceCents * line.quantity }));
  const totalCents = priced.reduce((total, line) => total + line.totalCents, 0);

  await run(RATE, [tenantId, siteId, 'orders', now.getTime(), now]);
  await run(SLOT, [tenantId, siteId, pickup]);
  const { rows } = await run(COUNTER, [tenantId, siteId, day]);
  await run(ORDER, [
    ...[tenantId, siteId, id, 'takeaway', rows[0].last, day, 'queued', now, pickup],
    ...[customer.name, customer.phone, customer.email, null, '[]', totalCents, 'EUR', 1],
    ...[now, wordsOf(customer, rows[0].last)],
  ]);
  await run(
    LINES,
    priced.flatMap((line, position) => lineValues(tenantId, id, line, position)),
  );
  await run(EVENT, [tenantId, id, 1, 'queued', now, 'public', null]);
  if (keyed)
    await run(KEY, [tenantId, `site:${siteId}`, 'POST /api/order', id, randomBytes(32).toString('hex'), JSON.stringify(priced), now]);
}

function lineValues(tenantId, orderId, { itemId, name, variant, options, quantity, unitPriceCents, totalCents }, position) {
  const snapshot = [variant === null ? null : JSON.stringify(variant), JSON.stringify(options)];
  return [tenantId, orderId, position, `${position + 1}`, itemId, name, ...snapshot, quantity, unitPriceCents, totalCents, 1000, null];
}

/** As many words as the product keeps of such an order: those of its customer, and its number twice. */
function wordsOf({ name, phone, email }, sequence) {
  const words = [name, phone, email].flatMap((text) => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return [...words, String(sequence).padStart(3, '0'), String(sequence)];
}
