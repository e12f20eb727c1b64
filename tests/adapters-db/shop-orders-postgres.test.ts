import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { WriteCounts } from '@comptoir/core/shop-sync/sync-run.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { aBench } from '../core/support.js';
import { aProduct, establish, minutesAfter, NOON } from '../suites/builders.js';
import {
  aShopCustomer,
  aShopLine,
  aShopOrder,
  forgetCustomers,
  forgetOrders,
  importCustomers,
  importOrders,
  type ShopStage,
} from '../suites/shop-order-builders.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';
import { withClient } from '../support/postgres-server.js';

/** What the database keeps by itself, and the bookkeeping of the synchronization. */
const NOT_COUNTED = ['order_counters', 'order_tallies', 'order_words', 'shop_links'];

describe('imports of an online shop on a PostgreSQL server', function () {
  this.timeout(60_000);
  let given: TestDatabase;
  let database: Database;

  before(async function () {
    given = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: given.url, poolSize: 4 }, { logger: silentLogger, processes: nodeProcesses });
  });
  after(async () => {
    await database?.close();
    await given?.drop();
  });

  async function aStage(): Promise<ShopStage> {
    const { persistence } = database;
    const { services } = aBench(persistence, { crypto: nodeCrypto });
    const features = { ...SITE_DEFAULTS.features, stock: true };
    const { scope, site } = await establish(persistence, { trade: 'shop', features });
    const products = ['1', '2', '3'].map((externalId) => aProduct({ externalId, manageStock: true }));
    await persistence.transact(scope, async (stores) => stores.products.create(scope, products));
    return { services, scope, site };
  }

  /** Rows that were inserted or changed while `work` ran, by table. */
  async function written(work: () => Promise<unknown>): Promise<WriteCounts> {
    return withClient(given.url, async (client) => {
      const { rows: tables } = await client.query(`select tablename as name from pg_tables where schemaname = 'public'`);
      const { rows: now } = await client.query('select pg_current_xact_id()::text as id');
      await work();
      const counts: Record<string, number> = {};
      for (const { name } of tables) {
        const { rows } = await client.query(`select count(*)::int as rows from "${name}" where xmin::text::bigint > $1::bigint`, [
          now[0].id,
        ]);
        if (rows[0].rows > 0 && !NOT_COUNTED.includes(name)) counts[name] = rows[0].rows;
      }
      return counts;
    });
  }

  /** What a dry run foresees, what the plan of the real one says, and what the tables show. */
  async function expectForeseen(run: (dry: boolean) => Promise<{ readonly writes: WriteCounts }>, keptByItself: readonly string[] = []) {
    const { writes: foreseen } = await run(true);
    let planned: WriteCounts = {};
    const shown = await written(async () => {
      planned = (await run(false)).writes;
    });
    const counted = Object.fromEntries(Object.entries(shown).filter(([table]) => !keptByItself.includes(table)));
    expect(planned).to.deep.equal(foreseen);
    expect(counted).to.deep.equal(foreseen);
    return foreseen;
  }

  it('write exactly the rows that a dry run foresees', async () => {
    const stage = await aStage();
    const suffix = stage.scope.siteId;
    const customers = Array.from({ length: 20 }, (_, index) =>
      aShopCustomer({ externalId: `${index + 1}`, email: `c${index % 15}-${suffix}@example.org`, guest: index >= 15 }),
    );
    const line = (index: number) => aShopLine({ externalId: `${index}`, productId: `${(index % 4) + 1}`, quantity: index + 1 });
    const orders = Array.from({ length: 30 }, (_, index) =>
      aShopOrder({ externalId: `${index + 1}`, customerId: `${(index % 20) + 1}`, lines: [0, 1, 2, 3, 4].map(line) }),
    );
    const later = { updatedAt: minutesAfter(NOON, 1) };
    await expectForeseen((dry) => importCustomers(stage, customers, { dry }));
    const first = await expectForeseen((dry) => importOrders(stage, orders, { dry }), ['clients']);
    expect(first).to.include({ orders: 30, order_lines: 150, order_events: 30, order_payments: 30, stock_actions: 90, stock_levels: 3 });
    const renamed = customers.map((customer, index) => (index % 3 === 0 ? { ...customer, ...later, lastName: 'Autre' } : customer));
    await expectForeseen((dry) => importCustomers(stage, renamed, { dry }));
    const edited = orders.map((order, index) => {
      const state = index % 5 === 0 ? { id: '6', name: 'Annulé', phase: 'cancelled' as const } : order.state;
      return index % 2 === 0 ? order : { ...order, ...later, state, lines: order.lines.slice(1), totalCents: 9000, paidCents: 16_000 };
    });
    await expectForeseen((dry) => importOrders(stage, edited, { dry }), ['clients']);
    expect(await expectForeseen((dry) => importOrders(stage, edited, { dry }))).to.deep.equal({});
    await expectForeseen((dry) => forgetOrders(stage, ['1', '2', '3', '99'], { dry }), ['clients']);
    await expectForeseen((dry) => forgetCustomers(stage, ['1', '2', '16', '99'], { dry }));
    expect((await database.persistence.views.stock.verify(stage.scope)).differences).to.deep.equal([]);
  });
});
