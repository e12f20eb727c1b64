import { randomUUID } from 'node:crypto';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { makeJournalSigner } from '@comptoir/app/adapters/node-journal-signer.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { makeJournalWriter } from '@comptoir/core/journal/journal-writer.js';
import { makeIds } from '@comptoir/core/kit/ids.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeSignals } from '@comptoir/core/kit/signals.js';
import { makeSalesService } from '@comptoir/core/sales/sales-service.js';
import pg from 'pg';
import { establish } from '../dist/suites/builders.js';
import { figuresOf } from './figures.js';
import { createDatabase } from './postgres.js';
import { comparedTable } from './report.js';
import { compare } from './rounds.js';

const SIGNER = makeJournalSigner(['a-secret-of-the-bench-with-32-bytes-and-more']);
const CASES = [
  { name: '1 till', tills: 1, count: 400 },
  { name: '8 tills', tills: 8, count: 1200 },
];
const ROUNDS = 5;

/** A sale with its journal, against the rows of one written in one transaction by whoever checks, digests and signs nothing. */
export async function measureSubject({ quick, note }) {
  const given = await createDatabase();
  const database = await openDatabase(
    { kind: 'postgres', url: given.url, poolSize: 16 },
    { logger: silentLogger, processes: nodeProcesses },
  );
  const pool = new pg.Pool({ connectionString: given.url, max: 16 });
  try {
    await database.migrate();
    const { scope } = await establish(database.persistence);
    const { scope: other } = await establish(database.persistence);
    const sales = salesOn(database.persistence);
    const model = await rowsOf(pool, await sales.sell(scope, draft('Caisse 0')));
    const cases = [];
    for (const { name, tills, count } of CASES) {
      note(name);
      const each = quick ? count / 4 : count;
      const subject = contestant('the product', false, tills, each, (till) => sales.sell(scope, draft(`Caisse ${till}`)));
      const floor = contestant('the same rows', true, tills, each, (till) => write(pool, other, model, `Caisse ${till}`));
      cases.push({ name, contestants: await compare([floor, subject], quick ? 2 : ROUNDS) });
    }
    return { title: 'a sale of two lines with its entry in the fiscal journal', text: comparedTable(cases), data: { cases } };
  } finally {
    await pool.end();
    await database.close();
    await given.drop();
  }
}

function salesOn({ transact }) {
  const journal = makeJournalWriter({ crypto: nodeCrypto, signer: SIGNER, version: '1.0.0' });
  const ids = makeIds(systemClock, nodeCrypto);
  return makeSalesService({ transact, journal, clock: systemClock, ids, signals: makeSignals(), told: [] });
}

function draft(register) {
  const line = (name, unitPriceCents, taxBasisPoints) => {
    const nothing = { itemId: null, variantId: null, syncKey: null, sku: null };
    return { ...nothing, name, quantity: 1, unitPriceCents, taxBasisPoints };
  };
  const lines = [line('Galette complète', 950, 1000), line('Cidre brut', 450, 2000)];
  const payments = [{ method: 'cash', amountCents: 1400 }];
  return { kind: 'sale', id: randomUUID(), register, at: new Date(), currency: 'EUR', lines, payments };
}

/** The rows that a sale of the product has written, as JSON. */
async function rowsOf(pool, { id, siteId }) {
  const one = async (text, values) => (await pool.query(text, values)).rows[0].row;
  return {
    sale: await one('select to_jsonb(sales) as row from sales where id = $1', [id]),
    entry: await one("select to_jsonb(e) as row from journal_entries e where site_id = $1 and type = 'sale' limit 1", [siteId]),
    head: await one("select to_jsonb(h) as row from journal_heads h where site_id = $1 and type = 'sale' limit 1", [siteId]),
  };
}

/** Numbers come from the rows that hold them, as they must: the counter of the establishment, and the end of the chain. */
async function write(pool, { tenantId, siteId }, { sale, entry, head }, register) {
  const client = await pool.connect();
  const own = { tenant_id: tenantId, site_id: siteId, register };
  const as = (table, row) => ({
    name: table,
    text: `insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`,
    values: [JSON.stringify({ ...row, ...own })],
  });
  try {
    await client.query('begin');
    const counted = await client.query({
      name: 'count',
      text: `insert into sale_counters values ($1, $2, 1) on conflict (tenant_id, site_id) do update set last = sale_counters.last + 1 returning last`,
      values: [tenantId, siteId],
    });
    await client.query(as('sales', { ...sale, id: randomUUID(), number: counted.rows[0].last }));
    const ended = await client.query({
      name: 'end',
      text: `insert into journal_heads select * from jsonb_populate_record(null::journal_heads, $1::jsonb)
        on conflict (tenant_id, site_id, register, type) do update set number = journal_heads.number + 1, state = excluded.state returning number`,
      values: [JSON.stringify({ ...head, ...own, number: 1 })],
    });
    const number = Number(ended.rows[0].number);
    await client.query(as('journal_entries', { ...entry, number, previous: number === 1 ? '' : 'a' }));
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** So many tills, each with a sale at a time. */
function contestant(name, isFloor, tills, count, act) {
  return {
    name,
    isFloor,
    usage: async () => {
      const { user, system } = process.cpuUsage();
      return { cpuMicros: user + system, rss: process.memoryUsage.rss() };
    },
    run: async () => {
      const latencies = [];
      const started = performance.now();
      await Promise.all(
        Array.from({ length: tills }, async (_none, till) => {
          for (let done = 0; done < count / tills; done += 1) {
            const began = performance.now();
            await act(till);
            latencies.push(performance.now() - began);
          }
        }),
      );
      return { ...figuresOf(latencies), seconds: (performance.now() - started) / 1000 };
    },
  };
}
