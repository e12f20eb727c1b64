/**
 * The floors of the changes in the subject `catalogue`: the rows that an item's creation or change writes (the item, the version of its
 * shop, the pace of the key, an entry of the audit log), each by a prepared statement, in one transaction, with the product's driver
 * and pool size. A job is `{what, connections, count, sites}`.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { counters } from './probe.js';
import { runJob } from './stock-jobs.js';

/** As many connections as the product keeps when it is not told otherwise. */
const POOL_SIZE = 16;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
counters.statements = 0;

const PACE = {
  name: 'pace',
  text: `insert into rate_limits (tenant_id, site_id, bucket, hits, updated_at) values ($1, $2, 'floor', array[$3::bigint], now())
    on conflict (tenant_id, site_id, bucket) do update set hits = array[$3::bigint], updated_at = now()`,
};
const CREATE = {
  name: 'create',
  text: `insert into items select (jsonb_populate_record(item, jsonb_build_object('id', $3::text))).*
    from items as item where tenant_id = $1 and site_id = $2 and id = $4`,
};
const CHANGE = {
  name: 'change',
  text: 'update items set name = $3, version = version + 1 where tenant_id = $1 and site_id = $2 and id = $4',
};
const TOUCH = { name: 'touch', text: 'update sites set version = version + 1 where tenant_id = $1 and id = $2' };
const AUDIT = {
  name: 'audit',
  text: `insert into audit_entries (id, tenant_id, site_id, at, actor, action, subject_id, input, request_id, address)
    values ($3, $1, $2, now(), 'key:bench', 'keyed.item', $4, '{"name": "Mug"}', $4, '127.0.0.1')`,
};
const WRITES = {
  create: (run, item) => run(CREATE, [randomUUID(), item]),
  change: (run, item) => run(CHANGE, [`Mug ${randomUUID()}`, item]),
};

process.on('message', (job) => {
  if (job.count === undefined) return;
  let next = 0;
  runJob(job, () => write(WRITES[job.what], job.sites[next++ % job.sites.length])).then(
    (figures) => process.send(figures),
    (error) => process.send({ error: error.stack }),
  );
});
// The probe lets go of the channel; a process without a port lives on it.
process.channel.ref();
process.stdout.write('{}\n');

async function write(change, { tenantId, siteId, itemIds }) {
  const client = await pool.connect();
  const run = (statement, values) => {
    counters.statements += 1;
    return client.query({ ...statement, values: [tenantId, siteId, ...values] });
  };
  try {
    await run(PACE, [Date.now()]);
    counters.statements += 2;
    await client.query('begin');
    await change(run, itemIds[0]);
    await run(TOUCH, []);
    await run(AUDIT, [randomUUID(), randomUUID()]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
