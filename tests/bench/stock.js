import { randomUUID } from 'node:crypto';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { benchFile, startChild } from './child.js';
import { spread } from './figures.js';
import { createDatabase, withClient } from './postgres.js';
import { comparedTable, table, withSpread } from './report.js';
import { compare } from './rounds.js';
import { analyze } from './till.js';

const CASES = [
  { name: '1 conn.', connections: 1, count: 1000 },
  { name: '16 conn.', connections: 16, count: 4000 },
];

/** More than anybody takes here. */
const PLENTY = 100_000_000;
const ITEMS = 1000;
const READS = { list: 'list one item', verifyOne: 'verify one item', listAll: 'list all', verifyAll: 'verify all' };

/** The stock ledger: one item that everybody wants, and reads of a long ledger. */
export async function measureSubject({ quick, note }) {
  const database = await createDatabase();
  try {
    const site = { tenantId: randomUUID(), id: randomUUID() };
    const actions = quick ? 100_000 : 1_000_000;
    await prepare(database.url, site);
    const env = { DATABASE_URL: database.url };
    const ledger = await startChild([benchFile('stock-ledger.js'), site.tenantId, site.id], env);
    const cases = await measureContention(env, ledger, quick, note);
    note(`writing ${actions} actions`);
    await fillLedger(database.url, site, actions);
    const reads = await measureReads(ledger, quick, note);
    await ledger.stop();
    return {
      title: `one item that everybody reserves, and a ledger of ${actions} actions of ${ITEMS} items`,
      text: `${comparedTable(cases)}\n\n${readsTable(reads)}`,
      data: { cases, actions, reads },
    };
  } finally {
    await database.drop();
  }
}

async function measureContention(env, ledger, quick, note) {
  const startFloor = (how) => startChild([benchFile('stock-floor.js'), how], env);
  const [alone, inTransaction] = [await startFloor('alone'), await startFloor('transaction')];
  const cases = [];
  for (const { name, connections, count } of CASES) {
    note(name);
    const job = { connections, count: quick ? count / 4 : count };
    const contestant = (what, isFloor, child) => ({
      name: what,
      isFloor,
      usage: () => child.ask({ ask: 'usage' }),
      run: () => child.ask(job),
    });
    const contestants = [
      contestant('conditional update', true, alone),
      contestant('the same in begin, commit', true, inTransaction),
      contestant('reserve', false, ledger),
    ];
    cases.push({ name, contestants: await compare(contestants, quick ? 3 : 7) });
  }
  for (const floor of [alone, inTransaction]) await floor.stop();
  return cases;
}

/** Another item each time, as the pages of one that was just read are at hand. */
async function measureReads(ledger, quick, note) {
  note('reading');
  const samples = [];
  for (let round = 0; round < (quick ? 4 : 8); round += 1) samples.push(await ledger.ask({ ask: 'ledger', itemId: `item-${round * 97}` }));
  // The first round prepares the statements.
  const measured = samples.slice(1);
  return Object.fromEntries(Object.keys(READS).map((read) => [read, spread(measured.map((sample) => sample[read]))]));
}

function readsTable(reads) {
  return table(
    ['read', 'ms'],
    Object.entries(READS).map(([read, name]) => [name, withSpread(reads[read])]),
  );
}

/** The schema, an establishment, the item that everybody wants, and the row of the floor. */
async function prepare(url, { tenantId, id }) {
  const database = await openDatabase({ kind: 'postgres', url }, { logger: silentLogger, processes: nodeProcesses });
  await database.migrate();
  await database.close();
  await withClient(url, async (client) => {
    await client.query(`insert into tenants (id, name) values ($1, 'Bench')`, [tenantId]);
    await client.query(
      `insert into sites (tenant_id, id, slug, trade, name, address, timezone, currency, languages, hours, exceptions, features, ordering, version)
       values ($1, $2, 'bench', 'shop', 'Bench', '{}', 'Europe/Paris', 'EUR', '[]', '[]', '[]', '{}', '{}', 1)`,
      [tenantId, id],
    );
    await client.query(
      `insert into stock_levels (tenant_id, site_id, item_id, stock, reserved, updated_at) values ($1, $2, 'hot', $3, 0, now())`,
      [tenantId, id, PLENTY],
    );
    await client.query('create table bench_floor (id int primary key, n bigint not null)');
    await client.query('insert into bench_floor values (1, $1)', [PLENTY]);
  });
  await analyze(url);
}

/** Receipts of one piece, item after item, as they come in: those of one item lie far apart. */
async function fillLedger(url, { tenantId, id }, actions) {
  await withClient(url, async (client) => {
    await client.query(
      `insert into stock_actions (tenant_id, site_id, id, item_id, direction, quantity, status, reason, stock_before, stock_after,
         actor, created_at, settled_at)
       select $1, $2, gen_random_uuid(), 'item-' || n % $3::int, 'INCREMENT', 1, 'COMPLETED', 'RECEIPT', n / $3::int, n / $3::int + 1,
         'system:bench', timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(0, $4::int - 1) as n`,
      [tenantId, id, ITEMS, actions],
    );
    await client.query(
      `insert into stock_levels (tenant_id, site_id, item_id, stock, reserved, updated_at)
       select tenant_id, site_id, item_id, count(*), 0, now() from stock_actions where reason = 'RECEIPT' group by 1, 2, 3`,
    );
  });
  await withClient(url, (client) => client.query('vacuum analyze'));
}
