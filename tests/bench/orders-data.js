import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { withClient } from './postgres.js';

/** More than anybody takes here. */
const PLENTY = 100_000_000;

/** The schema, an establishment that keeps stock, and what it sells. */
export async function prepare(url, { tenantId, id }) {
  const database = await openDatabase({ kind: 'postgres', url }, { logger: silentLogger, processes: nodeProcesses });
  await database.migrate();
  await database.close();
  await withClient(url, async (client) => {
    await client.query(`insert into tenants (id, name) values ($1, 'Bench')`, [tenantId]);
    await client.query(
      `insert into sites (tenant_id, id, slug, trade, name, address, timezone, currency, languages, hours, exceptions, features, ordering, version)
       values ($1, $2, 'bench', 'shop', 'Bench', '{}', 'Europe/Paris', 'EUR', '[]', '[]', '[]', '{"stock": true}', '{}', 1)`,
      [tenantId, id],
    );
    await client.query(
      `insert into stock_levels (tenant_id, site_id, item_id, stock, reserved, updated_at)
       select $1, $2, 'item-' || n, $3, 0, now() from generate_series(0, 999) as n`,
      [tenantId, id, PLENTY],
    );
  });
}

/**
 * The year 2025 as orders of every channel and state, most of them over and done with, with two lines and a client's name each, as they come
 * in. A hundredth of them is open, and half a hundredth on its way.
 */
export async function fillBook(url, { tenantId, id }, orders) {
  await withClient(url, async (client) => {
    await client.query(
      `insert into orders (tenant_id, site_id, id, channel, sequence, service_day, status, placed_at, pickup_at, customer_name, customer_phone,
         customer_email, dropped, total_cents, currency, payment_method, version, assigned_to, priority, paid_cents, search_words, status_since, sealed_at)
       select $1, $2, 'book-' || lpad(n::text, 12, '0'), channel, n % 400 + 1, (at - interval '400 days')::date,
         case when n % 97 = 0 then open else case when n % 23 = 0 then 'cancelled' else done end end,
         at, case when channel in ('takeaway', 'boutique') then at + interval '30 minutes' end,
         first || ' ' || last, '06' || n, lower(first) || '.' || n || '@example.test', '[]', 1000 + n * 7919 % 20000, 'EUR', 'at_pickup', 4,
         case when n % 50 = 0 then md5((n % 8)::text)::uuid end, (array['normal', 'normal', 'normal', 'low', 'high', 'urgent'])[n % 6 + 1],
         case when n % 3 = 0 then 1000 + n * 7919 % 20000 else 0 end,
         array[lower(first), lower(last), lower(first) || n, n::text, lpad((n % 400)::text, 3, '0')], at, at
       from (
         select n, timestamptz '2025-01-01' + n * interval '5 minutes' as at,
           (array['Camille', 'Marie', 'Léa', 'Hugo', 'Jules', 'Zoé', 'Ada', 'Grace', 'Alan', 'Noé', 'Inès', 'Paul'])[n % 12 + 1] as first,
           (array['Martin', 'Bernard', 'Petit', 'Durand', 'Leroy', 'Moreau', 'Simon', 'Laurent', 'Michel', 'Garcia', 'Roux'])[n % 11 + 1] || n % 500 as last,
           (array['takeaway', 'boutique', 'shop', 'backoffice'])[n % 4 + 1] as channel,
           (array['collected', 'collected', 'delivered', 'delivered'])[n % 4 + 1] as done,
           (array['ready', 'queued', 'shipped', 'confirmed'])[n / 97 % 2 + n % 4 / 2 * 2 + 1] as open
         from generate_series(1, $3::int) as n) as numbered`,
      [tenantId, id, orders],
    );
    await client.query(
      `insert into order_lines (tenant_id, order_id, position, id, item_id, name, options, quantity, unit_price_cents, total_cents, tax_basis_points)
       select tenant_id, id, position, position::text, 'item-' || (sequence * 7 + position) % 1000, 'Something', '[]', 1, total_cents / 2, total_cents / 2, 2000
       from orders cross join generate_series(0, 1) as position where id like 'book-%'`,
    );
  });
  await withClient(url, (client) => client.query('vacuum analyze'));
}
