import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Stores, Views } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import type pg from 'pg';
import { aFulfilment, anEvent, aProduct, establish, NOON } from '../suites/builders.js';
import { aClient, aClientEvent } from '../suites/client-builders.js';
import { aShopLink } from '../suites/shop-sync-builders.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { withClient } from '../support/postgres-server.js';

/** Records of the establishment, of which some are looked for. */
const RECORDS = Array.from({ length: 1500 }, (_, index) => `${index + 1}`);
const WANTED = RECORDS.filter((_, index) => index % 30 === 0);
/** Index entries and rows that a look-up may touch for each record that is wanted; going through all of them would be thirty. */
const EACH_MAX = 5;

type LookUp = (views: Views, scope: Scope) => Promise<readonly unknown[]>;

/** By the table they look in. */
const LOOK_UPS: Readonly<Record<string, readonly LookUp[]>> = {
  orders: [({ orders }, scope) => orders.byInvoiceNumbers(scope, WANTED)],
  clients: [
    ({ clients }, scope) => clients.byKeys(scope, [], WANTED),
    ({ clients }, scope) => clients.byKeys(scope, WANTED.map(addressOf), []),
  ],
  items: [({ products }, scope) => products.goodsByExternalIds(scope, WANTED)],
  shop_links: [
    ({ shopLinks }, scope) => shopLinks.byExternalIds(scope, 'orders', WANTED),
    ({ shopLinks }, scope) => Promise.all(WANTED.map((id) => shopLinks.byLocalId(scope, 'orders', `local-${id}`))),
  ],
};

/** So often a statement is planned anew before one plan is kept for all its values. */
const PLANNED = 8;

/**
 * As in the first import of a shop: statements were planned when their tables were empty, nobody has analyzed those since, and the planner expects one
 * row of any establishment.
 */
describe('look-ups by key in a PostgreSQL database that was empty a moment ago', function () {
  this.timeout(60_000);
  let given: TestDatabase;
  const [atFirst, inTheEnd, found]: [Map<string, number>, Map<string, number>, Map<string, number>] = [new Map(), new Map(), new Map()];

  before(async function () {
    given = await createDatabase(this);
    const opened = () =>
      openDatabase({ kind: 'postgres', url: given.url, poolSize: 1 }, { logger: silentLogger, processes: nodeProcesses });
    const [reading, writing] = [await opened(), await opened()];
    await writing.migrate();
    const { scope } = await establish(writing.persistence);
    const { views } = reading.persistence;
    const all = Object.entries(LOOK_UPS).flatMap(([table, calls]) => calls.map((call) => ({ table, call })));
    for (const { call } of all) for (let time = 0; time < PLANNED; time += 1) await call(views, scope);
    await writing.persistence.transact(scope, (stores) => fill(stores, scope));
    await writing.close();
    for (const table of Object.keys(LOOK_UPS)) atFirst.set(table, await touched(given, table, 1));
    for (const { table, call } of all) {
      const rows = (await call(views, scope)).filter((row) => row !== null);
      found.set(table, (found.get(table) ?? 0) + rows.length);
    }
    await reading.close();
    for (const table of Object.keys(LOOK_UPS)) inTheEnd.set(table, await touched(given, table, 0));
  });
  after(async () => given?.drop());

  for (const [table, calls] of Object.entries(LOOK_UPS)) {
    it(`touch about as many rows as they find: ${table}`, () => {
      const wanted = WANTED.length * calls.length;
      expect(found.get(table)).to.equal(wanted);
      expect((inTheEnd.get(table) ?? 0) - (atFirst.get(table) ?? 0)).to.be.within(wanted, wanted * EACH_MAX);
    });
  }
});

async function fill({ orders, clients, products, shopLinks }: Stores, scope: Scope): Promise<void> {
  const placed = RECORDS.map((number) => aFulfilment(scope, { invoiceNumber: number, status: 'confirmed' }));
  await orders.placeAll(
    scope,
    placed.map((order) => ({ order, events: [anEvent('confirmed')] })),
  );
  const people = RECORDS.map((number) => aClient({ externalId: number, email: addressOf(number) }));
  await clients.create(scope, people, aClientEvent());
  await products.create(
    scope,
    RECORDS.map((number) => aProduct({ externalId: number })),
  );
  await shopLinks.put(
    scope,
    RECORDS.map((number) => aShopLink({ entity: 'orders', externalId: number, localId: `local-${number}`, importedAt: NOON })),
  );
}

function addressOf(number: string): string {
  return `${number}@clients.test`;
}

/** Resolves when no more than so many connections of the product are left on the server: each tells what it has touched when it ends. */
async function ended(client: pg.Client, left: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'comptoir'",
    );
    if (rows.length <= left) return;
    if (Date.now() > deadline) throw new Error('A connection has not ended.');
  }
}

/** Rows of the table that were read in order, or through any index. */
async function touched({ url }: TestDatabase, table: string, left: number): Promise<number> {
  const statement = 'select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as touched from pg_stat_user_tables where relname = $1';
  return withClient(url, async (client) => {
    await ended(client, left);
    const { rows } = await client.query<{ touched: string }>(statement, [table]);
    return Number(rows[0]?.touched);
  });
}
