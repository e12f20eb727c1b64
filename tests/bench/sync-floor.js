/**
 * The floors of the subject `sync`. `{ask: 'replay', addresses}` sends the shop the same requests, one after another, and does not look at
 * what comes. `{ask: 'copy', scope, tables}` writes the rows that the product has written, one statement for each table and each hundred orders, in a
 * transaction for each hundred. It reads them before the clock runs, knows nothing of what was there before, and checks nothing.
 */
import { Agent, get } from 'node:http';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import pg from 'pg';
import { withClient } from './postgres.js';
import { counters } from './probe.js';

const { DATABASE_URL, SOURCE_URL, SHOP_URL, SHOP_KEY } = process.env;
const CHUNK = 100;
const agent = new Agent({ keepAlive: true });
counters.statements = 0;

const database = await openDatabase({ kind: 'postgres', url: DATABASE_URL }, { logger: silentLogger, processes: nodeProcesses });
await database.migrate();
await database.close();
const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();

async function replay({ addresses }) {
  const started = performance.now();
  for (const address of addresses) await drained(address);
  return { seconds: (performance.now() - started) / 1000 };
}

function drained(address) {
  const url = new URL(address, SHOP_URL);
  const options = { agent, auth: `${SHOP_KEY}:`, headers: { 'Output-Format': 'JSON' } };
  return new Promise((resolve, reject) => {
    get(url, options, (answer) => answer.resume().on('end', resolve).on('error', reject)).on('error', reject);
  });
}

async function copy({ scope, tables }) {
  const rows = await withClient(SOURCE_URL, (source) => rowsOf(source, scope, [...tables, 'shop_links']));
  await withClient(SOURCE_URL, (source) => copyGround(source, scope));
  const chunks = inChunks(rows);
  const started = performance.now();
  for (const chunk of chunks) await write(chunk);
  return { seconds: (performance.now() - started) / 1000 };
}

/** What the rows stand on. */
async function copyGround(source, scope) {
  for (const [table, column] of [
    ['tenants', 'id'],
    ['sites', 'tenant_id'],
    ['items', 'tenant_id'],
    ['item_variants', 'tenant_id'],
  ]) {
    const found = await source.query(`select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${table} t where ${column} = $1`, [
      scope.tenantId,
    ]);
    await insert(table, found.rows[0].rows);
  }
}

async function rowsOf(source, { tenantId }, tables) {
  const found = [];
  for (const table of tables) {
    const { rows } = await source.query(`select to_jsonb(t) as row from ${table} t where tenant_id = $1`, [tenantId]);
    found.push({ table, rows: rows.map(({ row }) => row) });
  }
  return found;
}

/** What belongs to an order goes with it, the rest is spread evenly in front of it. */
function inChunks(tables) {
  const orders = tables.find(({ table }) => table === 'orders').rows;
  const count = Math.ceil(orders.length / CHUNK);
  const placeOf = new Map(orders.map(({ id }, index) => [id, Math.floor(index / CHUNK)]));
  return Array.from({ length: count }, (_, place) =>
    tables
      .toSorted((a, b) => rank(a) - rank(b))
      .map(({ table, rows }) => ({
        table,
        rows: rows.filter(
          (row, index) => (placeOf.get(table === 'orders' ? row.id : row.order_id) ?? Math.floor((index * count) / rows.length)) === place,
        ),
      })),
  );
}

function rank({ table }) {
  return table === 'orders' ? 1 : table.startsWith('order_') ? 2 : 0;
}

async function write(tables) {
  await query('begin');
  for (const { table, rows } of tables) if (rows.length > 0) await insert(table, rows);
  await query('commit');
}

const columns = new Map();

async function insert(table, rows) {
  const names = columns.get(table) ?? (await columnsOf(table));
  await query(`insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ]);
}

async function columnsOf(table) {
  const { rows } = await query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  columns.set(table, rows[0].names);
  return rows[0].names;
}

function query(text, values) {
  counters.statements += 1;
  return client.query(text, values);
}

const JOBS = { replay, copy };
process.on('message', (job) => {
  const work = JOBS[job.ask];
  if (work === undefined) return;
  work(job).then(
    (done) => process.send(done),
    (error) => process.send({ error: error.stack }),
  );
});
process.stdout.write('{}\n');
