import { randomUUID } from 'node:crypto';
import { DatabaseTooNew, openDatabase } from '@comptoir/adapters-db/database.js';
import { MIGRATIONS } from '@comptoir/adapters-db/migrations/migrations.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import pg from 'pg';
import { aTenant, establish, FIRST_PAGE, NOON, SYSTEM } from '../suites/builders.js';
import { aPass, aPassUse } from '../suites/guest-builders.js';
import { anAuditEntry } from '../suites/identity-builders.js';
import { anInvoice, anInvoicePayment, stored } from '../suites/invoice-builders.js';
import { aChain } from '../suites/journal-builders.js';
import { recorded } from '../suites/sale-builders.js';
import { errorOf } from '../suites/suite.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';

/** What an invoice is copied with, but for what a forger would change. */
const COPIED = `tenant_id, site_id, kind, status, series, issue_date, currency, language, prices, rounding, seller, buyer, buyer_name, lines,
  taxes, tax_cents, gross_cents, paid_cents, credited_cents, mentions, search_words, created_at, version`;

describe('migrations', () => {
  const given: TestDatabase[] = [];

  async function emptyDatabase(context: Mocha.Context): Promise<string> {
    const database = await createDatabase(context);
    given.push(database);
    return database.url;
  }

  const open = (url: string) => openDatabase({ kind: 'postgres', url, poolSize: 2 }, { logger: silentLogger, processes: nodeProcesses });

  async function query(url: string, text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  after(async () => {
    for (const database of given) await database.drop();
  });

  it('run once, in order, and then have nothing to do', async function () {
    const database = await open(await emptyDatabase(this));
    try {
      expect(await database.pendingMigrations()).to.deep.equal(Object.keys(MIGRATIONS));
      expect(await database.migrate()).to.deep.equal(Object.keys(MIGRATIONS));
      expect(await database.pendingMigrations()).to.deep.equal([]);
      expect(await database.migrate()).to.deep.equal([]);
    } finally {
      await database.close();
    }
  });

  it('run once between them when several servers start at the same time', async function () {
    const url = await emptyDatabase(this);
    const databases = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    try {
      const ran = await Promise.all(databases.map((database) => database.migrate()));
      expect(ran.flat()).to.deep.equal(Object.keys(MIGRATIONS));
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });

  it('refuse a database that a newer program has migrated, and leave it as it is', async function () {
    const url = await emptyDatabase(this);
    const database = await open(url);
    try {
      await database.migrate();
      await query(url, "insert into kysely_migration (name, timestamp) values ('9999-from-the-future', now()::text)");
      const refusal = await errorOf(database.migrate());
      expect(refusal).to.be.instanceOf(DatabaseTooNew);
      expect(String(refusal)).to.include('9999-from-the-future');
      const { rows } = await query(url, 'select count(*)::int as count from kysely_migration');
      expect(rows).to.deep.equal([{ count: Object.keys(MIGRATIONS).length + 1 }]);
    } finally {
      await database.close();
    }
  });

  it('give every table of a tenant a key that starts with the tenant, and foreign keys that carry it', async function () {
    const url = await emptyDatabase(this);
    const database = await open(url);
    try {
      await database.migrate();
    } finally {
      await database.close();
    }
    const { rows: keys } = await query(
      url,
      `select t.relname as table, c.contype as kind, (
         select a.attname from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       ) as first
       from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
       where n.nspname = 'public' and c.contype in ('p', 'f') and c.confrelid <> to_regclass('users') and exists (
         select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id'
       )`,
    );
    // A host belongs to one establishment in the world, so its name alone is the key; an entry of the log may belong to no tenant.
    const exceptions = new Set(['site_hosts p', 'audit_entries p']);
    const wrong = keys.filter(({ table, kind, first }) => first !== 'tenant_id' && !exceptions.has(`${table} ${kind}`));
    expect(keys.length).to.be.greaterThan(20);
    expect(wrong).to.deep.equal([]);
  });

  it('keep the organisations of a database from before there were people, and let them work on', async function () {
    const url = await emptyDatabase(this);
    const database = await open(url);
    try {
      await database.migrate('0001-foundation');
      const { id } = aTenant();
      await query(url, `insert into tenants (id, name, created_at) values ('${id}', 'Maison', '${NOON.toISOString()}')`);

      expect(await database.migrate('0002-identity')).to.deep.equal(['0002-identity']);

      await database.migrate();
      const scope = { tenantId: id, actor: SYSTEM };
      expect(await database.persistence.views.tenants.get(scope)).to.deep.equal(aTenant(id));
      await database.persistence.transact(scope, ({ tenantSettings }) => tenantSettings.set(scope, 'footer', 'Merci'));
    } finally {
      await database.close();
    }
  });

  it('make a log that the database itself keeps from being changed, and that outlives what it is about', async function () {
    const url = await emptyDatabase(this);
    const database = await open(url);
    try {
      await database.migrate();
      const { scope } = await establish(database.persistence);
      const entry = anAuditEntry(scope);
      await database.persistence.transact(scope, ({ audit }) => audit.append(entry));

      for (const change of [
        "update audit_entries set actor = 'nobody'",
        'delete from audit_entries',
        'delete from audit_entries where false',
        'truncate audit_entries',
      ]) {
        expect(String(await errorOf(query(url, change))), change).to.include('append-only');
      }
      await database.persistence.transact(scope, ({ sites }) => sites.delete(scope));

      expect((await database.persistence.views.audit.list(scope, FIRST_PAGE)).items).to.deep.equal([entry]);
    } finally {
      await database.close();
    }
  });

  it('make invoices that the database itself keeps from being changed once they are issued, and from not adding up', async function () {
    const url = await emptyDatabase(this);
    const database = await open(url);
    try {
      await database.migrate();
      const { scope } = await establish(database.persistence);
      const invoice = await stored(database.persistence, scope, anInvoice({}, scope));
      const creditOf = { id: invoice.id, number: invoice.number ?? '', issueDate: '2026-06-16' };
      const note = await stored(database.persistence, scope, anInvoice({ kind: 'credit_note', creditOf }, scope));
      await database.persistence.transact(scope, ({ invoices }) => invoices.addPayment(scope, anInvoicePayment(invoice.id)));

      for (const change of [
        `update invoices set gross_cents = 1, net_cents = 1, tax_cents = 0 where id = '${invoice.id}'`,
        `update invoices set lines = '[{}]' where id = '${invoice.id}'`,
        `update invoices set buyer = jsonb_set(buyer, '{name}', '"Autre"') where id = '${invoice.id}'`,
        `update invoices set number = 'X', issue_date = '2020-01-01' where id = '${invoice.id}'`,
        `update invoices set due_date = '2030-01-01' where id = '${note.id}'`,
        `update invoices set status = 'draft' where id = '${invoice.id}'`,
        `update invoices set id = gen_random_uuid() where id = '${note.id}'`,
        `delete from invoices where id = '${note.id}'`,
      ]) {
        expect(String(await errorOf(query(url, change))), change).to.include('never changed');
      }
      for (const change of ['truncate invoices cascade', 'update invoice_payments set amount_cents = 1', 'delete from invoice_payments']) {
        expect(String(await errorOf(query(url, change))), change).to.match(/is refused/);
      }
      await query(url, `update invoices set status = 'refunded', version = 2 where id = '${note.id}'`);
      const forged = (column: string, value: string) =>
        `insert into invoices (${COPIED}, id, number, ${column}) select ${COPIED}, gen_random_uuid(), 'F', ${value} from invoices where id = '${invoice.id}'`;
      expect(String(await errorOf(query(url, forged('net_cents', '1'))))).to.include('check constraint');
      expect(await database.persistence.views.invoices.get(scope, invoice.id)).to.deep.equal(invoice);
    } finally {
      await database.close();
    }
  });

  it('make a fiscal journal that the database itself keeps from being changed', async function () {
    const url = await emptyDatabase(this);
    const database = await open(url);
    try {
      await database.migrate();
      const { scope } = await establish(database.persistence);
      const { entries, head } = aChain(scope, 3);
      await database.persistence.transact(scope, ({ journal }) => journal.append(scope, entries, [head]));
      for (const change of [
        "update journal_entries set snapshot = '{}'",
        'delete from journal_entries where number = 3',
        'delete from journal_entries where false',
        'truncate journal_entries',
        'delete from journal_heads',
        'truncate journal_heads',
      ])
        expect(String(await errorOf(query(url, change))), change).to.include('append-only');
      for (const change of ['update journal_heads set number = 2', "update journal_heads set register = 'Caisse 2'"])
        expect(String(await errorOf(query(url, change))), change).to.include('only moves on');
      expect(await database.persistence.views.journal.heads(scope)).to.deep.equal([head]);
    } finally {
      await database.close();
    }
  });

  it('make uses of passes that the database itself keeps from being changed, however often they are taken back', async function () {
    const url = await emptyDatabase(this);
    const database = await open(url);
    try {
      await database.migrate();
      const { scope } = await establish(database.persistence);
      const pass = aPass();
      const use = aPassUse(pass.id);
      await database.persistence.transact(scope, async ({ passes }) => {
        await passes.create(scope, pass);
        await passes.addUse(scope, use);
        await passes.takeBack(scope, use.id, { id: randomUUID(), at: NOON, actor: 'system:tests' });
      });

      for (const change of ['update pass_uses set entries = -1', 'delete from pass_uses', 'truncate pass_uses cascade'])
        expect(String(await errorOf(query(url, change))), change).to.include('append-only');
      expect(String(await errorOf(query(url, 'delete from passes')))).to.include('foreign key');
      expect((await database.persistence.views.passes.uses(scope, pass.id, FIRST_PAGE)).total).to.equal(2);
    } finally {
      await database.close();
    }
  });

  it('make sales that the database itself keeps from being changed, and from not adding up', async function () {
    const url = await emptyDatabase(this);
    const database = await open(url);
    try {
      await database.migrate();
      const { scope } = await establish(database.persistence);
      const sale = await recorded(database.persistence, scope);

      for (const change of ['update sales set total_cents = 1', 'delete from sales', 'truncate sales cascade']) {
        expect(String(await errorOf(query(url, change))), change).to.include('append-only');
      }
      for (const forgery of [
        { total_cents: 1899 },
        { lines: [] },
        { lines: [{ totalCents: 1899 }] },
        { taxes: [{ netCents: 1900, taxCents: 1 }] },
        { payments: [] },
        { kind: 'refund' },
        { number: 0 },
      ]) {
        const changes = JSON.stringify({ id: randomUUID(), number: 2, ...forgery });
        const forged = `insert into sales select (jsonb_populate_record(sales, '${changes}')).* from sales`;
        expect(String(await errorOf(query(url, forged))), changes).to.include('check constraint');
      }
      expect(await database.persistence.views.sales.get(scope, sale.id)).to.deep.equal(sale);
    } finally {
      await database.close();
    }
  });
});
