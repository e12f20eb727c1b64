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
  await query('update clients set user_id = null where user_id is not null; delete from users');
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
    // Users belong to nobody, and there are no others.
    const whose = table === 'users' ? 'true or id = $1' : 'tenant_id = $1';
    const { rows } = await source.query(`select to_jsonb(t) as row from ${table} t where ${whose}`, [tenantId]);
    found.push({ table, rows: rows.map(({ row }) => row) });
  }
  return found;
}

/** Clients come with the first order that names them, and whatever belongs to orders, clients and users with those; the rest is spread evenly. */
function inChunks(tables) {
  const rowsIn = (name) => tables.find(({ table }) => table === name)?.rows ?? [];
  const places = new Map();
  const put = (id, place) => places.set(id, Math.min(place, places.get(id) ?? place));
  for (const [index, { id, client_id }] of rowsIn('orders').entries()) {
    put(id, Math.floor(index / CHUNK));
    if (client_id !== null) put(client_id, Math.floor(index / CHUNK));
  }
  for (const { id, user_id } of rowsIn('clients')) if (user_id !== null) put(user_id, places.get(id) ?? 0);
  const chunks = Array.from({ length: Math.ceil(rowsIn('orders').length / CHUNK) }, () => new Map());
  for (const { table, rows } of tables.toSorted((a, b) => rank(a) - rank(b))) {
    for (const [index, row] of rows.entries()) {
      const chunk = chunks[places.get(keyOf(table, row)) ?? Math.floor((index * chunks.length) / rows.length)];
      if (!chunk.has(table)) chunk.set(table, []);
      chunk.get(table).push(row);
    }
  }
  return chunks;
}

function keyOf(table, row) {
  return table === 'orders' ? row.id : (row.order_id ?? row.client_id ?? row.id);
}

const FIRST = ['users', 'clients', 'orders'];

function rank({ table }) {
  const place = FIRST.indexOf(table);
  return place === -1 ? FIRST.length : place;
}

async function write(tables) {
  await query('begin');
  for (const [table, rows] of tables) await insert(table, rows);
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
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns where table_name = $1 and is_generated = 'NEVER'
       and identity_generation is distinct from 'ALWAYS'`,
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
