import { randomUUID } from 'node:crypto';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeInvoiceRenderer } from '@comptoir/adapters-sdk/invoices/invoice-renderer.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { facturXOf } from '@comptoir/core/invoices/factur-x.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices } from '@comptoir/core/services.js';
import pg from 'pg';
import { establish } from '../dist/suites/builders.js';
import { aDraftInput, anInvoice } from '../dist/suites/invoice-builders.js';
import { testDeps } from '../dist/support/service-deps.js';
import { figuresOf, spread } from './figures.js';
import { createDatabase, withClient } from './postgres.js';
import { comparedTable, figure, table, withSpread } from './report.js';
import { compare } from './rounds.js';

const CASES = [
  { name: '1 at once', width: 1, count: 200 },
  { name: '16 at once', width: 16, count: 600 },
];
/** As many connections as the product keeps when it is not told otherwise. */
const POOL_SIZE = 16;
const PAGE = { page: 1, pageSize: 20 };

/** Issuing, against the same rows in one transaction written by hand; lists and the dashboard of many invoices; PDFs. */
export async function measureSubject({ quick, note }) {
  const given = await createDatabase();
  const options = { logger: silentLogger, processes: nodeProcesses };
  const database = await openDatabase({ kind: 'postgres', url: given.url, poolSize: POOL_SIZE }, options);
  try {
    await database.migrate();
    const { persistence } = database;
    const services = makeServices(testDeps({ persistence, clock: systemClock, crypto: nodeCrypto }));
    const { scope } = await establish(persistence);
    const issues = await measureIssues(services, scope, given.url, quick, note);
    const invoices = quick ? 10_000 : 100_000;
    note(`writing ${invoices} invoices`);
    const { scope: full } = await establish(persistence);
    await fill(given.url, full, invoices);
    const reads = await measureReads(services, full, quick, note);
    note('drawing');
    const pdf = await measurePdf(quick);
    return {
      title: `issuing, reading ${invoices} invoices, drawing`,
      text: `${comparedTable(issues)}\n\n${table(
        ['read', 'p50 ms', 'p99 ms'],
        reads.map(({ name, p50, p99 }) => [name, figure(p50), figure(p99)]),
      )}\n\nPDF of one page with Factur-X, one after another: ${withSpread(pdf)} a second`,
      data: { issues, invoices, reads, pdf },
    };
  } finally {
    await database.close();
    await given.drop();
  }
}

async function measureIssues(services, scope, url, quick, note) {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  // Whatever goes wrong is told by the query that it goes wrong with.
  pool.on('error', () => undefined);
  const input = aDraftInput();
  const byHand = floorOf(pool, scope);
  const usage = async () => {
    const { user, system } = process.cpuUsage();
    return { cpuMicros: user + system, rss: process.memoryUsage.rss() };
  };
  const cases = [];
  for (const { name, width, count } of CASES) {
    note(name);
    const rounds = quick ? 3 : 5;
    const contestant = (what, isFloor, work) => ({ name: what, isFloor, usage, run: () => timed(quick ? count / 4 : count, width, work) });
    const contestants = [
      contestant('the rows, by hand', true, byHand),
      contestant('createInvoice', false, () => services.invoices.createInvoice(scope, input)),
    ];
    cases.push({ name, contestants: await compare(contestants, rounds) });
  }
  await pool.end();
  return cases;
}

/** One row of an invoice and the next number of a series of its own, in one transaction. */
function floorOf(pool, scope) {
  const { tenantId, siteId } = scope;
  const columns = `tenant_id, site_id, kind, status, series, issue_date, due_date, currency, language, prices, rounding, seller, buyer, buyer_name,
    lines, taxes, net_cents, tax_cents, gross_cents, paid_cents, credited_cents, mentions, draft, search_words, created_at, version`;
  const sample = anInvoice();
  const values = [
    ...[tenantId, siteId, 'invoice', 'issued', 'floor', '2026-06-16', '2026-07-16', 'EUR', 'fr', 'gross', 'line'],
    ...[
      JSON.stringify(sample.seller),
      JSON.stringify(sample.buyer),
      sample.buyer.name,
      JSON.stringify(sample.lines),
      JSON.stringify(sample.taxes),
    ],
    ...[
      sample.netCents,
      sample.taxCents,
      sample.grossCents,
      0,
      0,
      '[]',
      JSON.stringify(sample.draft),
      ['ateliers', 'ouest'],
      new Date(),
      1,
    ],
  ];
  const insert = {
    name: 'insert',
    text: `insert into invoices (${columns}, id, number) values (${values.map((_, index) => `$${index + 1}`)}, $27, $28)`,
  };
  const next = {
    name: 'next',
    text: `insert into invoice_series (tenant_id, site_id, kind, series, pattern, yearly, last) values ($1, $2, 'invoice', 'floor', 'X{1}', false, 1)
      on conflict (tenant_id, site_id, kind, series) do update set last = invoice_series.last + 1 returning last`,
  };
  return async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query({ ...next, values: [tenantId, siteId] });
      await client.query({ ...insert, values: [...values, randomUUID(), `X${rows[0].last}`] });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}

/** `count` times, `width` at once. */
async function timed(count, width, work) {
  const latencies = [];
  const start = performance.now();
  const lane = async () => {
    while (latencies.length < count) {
      const began = performance.now();
      await work();
      latencies.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { ...figuresOf(latencies), seconds: (performance.now() - start) / 1000 };
}

/** Of two years, of 5,000 buyers; a fifth is owed still. */
async function fill(url, { tenantId, siteId }, count) {
  const { seller, buyer, lines, taxes } = anInvoice();
  const texts = [seller, buyer, lines, taxes].map((value) => JSON.stringify(value));
  await withClient(url, async (client) => {
    await client.query(
      `insert into clients (tenant_id, site_id, id, kind, sort_name, search_words, likeness, created_at, updated_at, version)
      select $1, $2, md5(n::text)::uuid, 'person', 'nom' || n, array['nom' || n], '{}', now(), now(), 1 from generate_series(0, 4999) n`,
      [tenantId, siteId],
    );
    await client.query(
      `insert into invoices (tenant_id, site_id, id, kind, status, series, number, issue_date, due_date, currency, language, prices, rounding,
        seller, buyer, client_id, buyer_name, lines, taxes, net_cents, tax_cents, gross_cents, paid_cents, credited_cents, mentions, search_words, created_at, version)
      select $1, $2, gen_random_uuid(), 'invoice', case n % 10 when 0 then 'issued' when 1 then 'overdue' else 'paid' end, 'main',
        'F-' || lpad(n::text, 7, '0'), current_date - (n % 730), current_date - (n % 730) + 30, 'EUR', 'fr', 'gross', 'line',
        $3::jsonb, $4::jsonb, md5((n % 5000)::text)::uuid, 'Nom' || md5((n % 5000)::text), $5::jsonb, $6::jsonb, 1727, 173, 1900,
        case when n % 10 < 2 then 0 else 1900 end, 0, '[]', array['f', lpad(n::text, 7, '0'), 'nom' || md5((n % 5000)::text)], now() - n * interval '1 minute', 1
      from generate_series(1, $7::int) n`,
      [tenantId, siteId, ...texts, count],
    );
    await client.query(
      `insert into invoice_payments (tenant_id, site_id, id, invoice_id, at, amount_cents, means, actor)
      select tenant_id, site_id, gen_random_uuid(), id, created_at, 1900, 'card', 'system:bench' from invoices where site_id = $1 and status = 'paid'`,
      [siteId],
    );
  });
  // As the server does by itself after so many rows, a little later.
  await withClient(url, (client) => client.query('vacuum analyze'));
}

async function measureReads(services, scope, quick, note) {
  const list = (filter) => services.views.invoices.list(scope, { ...PAGE, ...filter });
  const reads = {
    'newest first': () => list({}),
    'one state': () => list({ status: 'overdue' }),
    'search of a buyer': () => list({ search: 'nom81dc9b' }),
    'search of a number': () => list({ search: 'f 0004242' }),
    'one client': () => list({ clientIds: ['81dc9bdb-52d0-4dc2-0036-dbd8313ed055'] }),
    'one month, by total': () => list({ from: '2026-01-01', to: '2026-01-31', sort: '-total' }),
    'by due date': () => list({ sort: 'dueDate' }),
    dashboard: () => services.issuedInvoices.metrics(scope, { from: null, to: null }),
  };
  const results = [];
  for (const [name, read] of Object.entries(reads)) {
    note(name);
    await timed(20, 1, read);
    results.push({ name, ...(await timed(quick ? 50 : 200, 1, read)) });
  }
  return results;
}

async function measurePdf(quick) {
  const renderer = makeInvoiceRenderer();
  const invoice = anInvoice();
  const draw = () => renderer.render({ invoice, xml: facturXOf(invoice), at: new Date() });
  await timed(5, 1, draw);
  const rounds = [];
  for (let round = 0; round < 5; round += 1) {
    const { count, seconds } = await timed(quick ? 10 : 40, 1, draw);
    rounds.push(count / seconds);
  }
  return spread(rounds);
}
