/**
 * The floor of the subject `orders`: the rows that the product writes for an order from its draft to its delivery, by prepared statements
 * written by hand, in as many transactions, with the product's driver and pool size. It checks nothing. A job is `{connections, count}`.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { counters } from './probe.js';
import { answerJobs } from './stock-jobs.js';

/** As many connections as the product keeps when it is not told otherwise. */
const POOL_SIZE = 16;
const ITEMS = 1000;
const [, , tenantId, siteId] = process.argv;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
counters.statements = 0;

const COUNTER = {
  name: 'counter',
  text: `insert into order_counters (tenant_id, site_id, service_day, last) values ($1, $2, '2000-01-01', 1)
    on conflict (tenant_id, site_id, service_day) do update set last = order_counters.last + 1 returning last`,
};
const ORDER = {
  name: 'order',
  text: `insert into orders (tenant_id, site_id, id, channel, sequence, service_day, status, placed_at, customer_name, dropped, total_cents,
      currency, payment_method, version, search_words, status_since)
    values ($1, $2, $3, 'backoffice', $4, '2000-01-01', 'draft', now(), 'Camille Martin', '[]', 1900, 'EUR', 'at_pickup', 1, '{camille,martin}', now())`,
};
const LINES = {
  name: 'lines',
  text: `insert into order_lines (tenant_id, order_id, position, id, item_id, name, options, quantity, unit_price_cents, total_cents, tax_basis_points)
    values ($1, $2, 0, $3, $4, 'Item', '[]', 1, 950, 950, 1000), ($1, $2, 1, $5, $6, 'Item', '[]', 1, 950, 950, 1000)`,
};
const EVENT = {
  name: 'event',
  text: `insert into order_events (tenant_id, order_id, sequence, status, at, actor) values ($1, $2, $3, $4, now(), 'system:bench')`,
};
const AUDIT = {
  name: 'audit',
  text: `insert into audit_entries (id, tenant_id, site_id, at, actor, action, subject_id, input, request_id, address)
    values ($1, $2, $3, now(), 'system:bench', $4, $5, '{"id": "some"}', 'bench', 'local')`,
};
const STEP = {
  name: 'step',
  text: `update orders set status = $3, status_since = now(), version = $4, sealed_at = case when $3 = 'delivered' then now() end
    where tenant_id = $1 and id = $2`,
};
const PROMISE = {
  name: 'promise',
  text: `with level as (
      update stock_levels set reserved = reserved + 1, updated_at = now() where tenant_id = $1 and site_id = $2 and item_id = any($4::text[]) returning item_id)
    insert into stock_actions (tenant_id, site_id, id, item_id, direction, quantity, status, reason, reference, actor, created_at)
    select $1, $2, gen_random_uuid(), item_id, 'DECREMENT', 1, 'PENDING', 'ORDER_FORECAST', $3, 'system:bench', now() from level`,
};
const SEAL = {
  name: 'seal',
  text: `with level as (
      update stock_levels set stock = stock - 1, reserved = reserved - 1, updated_at = now()
      where tenant_id = $1 and site_id = $2 and item_id = any($4::text[]) returning item_id, stock)
    update stock_actions as action set status = 'COMPLETED', settled_at = now(), stock_before = level.stock + 1, stock_after = level.stock
    from level where tenant_id = $1 and site_id = $2 and reference = $3 and action.item_id = level.item_id`,
};

let begun = 0;
answerJobs(async () => {
  const items = [`item-${begun++ % ITEMS}`, `item-${(begun * 7 + 1) % ITEMS}`].sort();
  const id = randomBytes(11).toString('hex');
  await transact(async (run) => {
    const { rows } = await run(COUNTER, [tenantId, siteId]);
    await run(ORDER, [tenantId, siteId, id, rows[0].last]);
    await run(LINES, [tenantId, id, randomUUID(), items[0], randomUUID(), items[1]]);
    await note(run, id, 1, 'draft', 'orders.createDraft');
  });
  await step(id, 2, 'confirmed', 'orders.confirm', (run) => run(PROMISE, [tenantId, siteId, id, items]));
  await step(id, 3, 'shipped', 'orders.ship');
  await step(id, 4, 'delivered', 'orders.markDelivered', (run) => run(SEAL, [tenantId, siteId, id, items]));
});
process.stdout.write('{}\n');

function step(id, version, status, action, moveGoods = async () => undefined) {
  return transact(async (run) => {
    await run(STEP, [tenantId, id, status, version]);
    await note(run, id, version, status, action);
    await moveGoods(run);
  });
}

async function note(run, id, version, status, action) {
  await run(EVENT, [tenantId, id, version, status]);
  await run(AUDIT, [randomUUID(), tenantId, siteId, action, id]);
}

async function transact(work) {
  const client = await pool.connect();
  const run = (statement, values) => {
    counters.statements += 1;
    return client.query({ ...statement, values });
  };
  try {
    await client.query('begin');
    await work(run);
    await client.query('commit');
    counters.statements += 2;
  } finally {
    client.release();
  }
}
