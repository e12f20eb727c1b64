import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { StockUnit } from '@comptoir/core/stock/stock-action.js';
import { expect } from 'chai';
import { until } from '../adapters-http/until.js';
import { aProduct, establish, FIRST_PAGE, NOON } from '../suites/builders.js';
import { aForecast, aSale, aStockAction, aUnit, levelIn, onTheShelf, postIn } from '../suites/stock-builders.js';
import { atOnce, signal } from '../suites/suite.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';
import { withClient } from '../support/postgres-server.js';

const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and application_name = 'comptoir' and wait_event_type = 'Lock'`;

/** Of the product's own connections, one that is at work. */
const KILL_ONE = `select pg_terminate_backend(pid) as killed from pg_stat_activity
  where datname = current_database() and application_name = 'comptoir' and state <> 'idle' order by random() limit 1`;

const CHANGES_PER_KILL = 20;

describe('the stock ledger on a PostgreSQL server', function () {
  this.timeout(60_000);
  let given: TestDatabase;
  let database: Database;

  before(async function () {
    given = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: given.url, poolSize: 16 }, { logger: silentLogger, processes: nodeProcesses });
  });
  after(async () => {
    await database?.close();
    await given?.drop();
  });

  async function stocked(quantity: number, ...units: StockUnit[]): Promise<Scope> {
    const { scope } = await establish(database.persistence);
    await onTheShelf(database.persistence, scope, units, quantity);
    return scope;
  }

  const waiting = (howMany: number) =>
    withClient(given.url, (client) => until(async () => (await client.query(WAITING)).rows[0].waiting === howMany));

  it('gives the last pieces to who waits longest for them, as the transaction before left them', async () => {
    const { persistence } = database;
    const [mug, cup] = [aUnit('a'), aUnit('b')];
    const scope = await stocked(3, mug, cup);
    const [holds, mayCommit] = [signal(), signal()];
    const first = persistence.transact(scope, async ({ stock }) => {
      await stock.post(scope, [aSale({ ...mug, quantity: 2 }), aStockAction({ ...cup, quantity: 4 })], 'guarded');
      holds.reach();
      await mayCommit.reached;
    });
    await holds.reached;

    const buyers = atOnce(8, () => postIn(persistence, scope, [aForecast({ ...cup, quantity: 2 }), aForecast(mug)]));
    await waiting(8);
    mayCommit.reach();
    await first;

    expect((await buyers).filter(({ kind }) => kind === 'posted')).to.have.length(1);
    expect(await levelIn(persistence, scope, mug)).to.include({ stock: 1, reserved: 1 });
    expect(await levelIn(persistence, scope, cup)).to.include({ stock: 7, reserved: 2 });
    expect((await persistence.views.stock.verify(scope)).differences).to.deep.equal([]);
  });

  it('goes on from where a transaction that was waited for gave up', async () => {
    const { persistence } = database;
    const mug = aUnit();
    const scope = await stocked(1, mug);
    const [holds, mayFail] = [signal(), signal()];
    const first = persistence
      .transact(scope, async ({ stock }) => {
        await stock.post(scope, [aSale(mug)], 'guarded');
        holds.reach();
        await mayFail.reached;
        throw new Error('changed their mind');
      })
      .catch(() => undefined);
    await holds.reached;

    const buyers = atOnce(4, () => postIn(persistence, scope, [aSale(mug)]));
    await waiting(4);
    mayFail.reach();
    await first;

    expect((await buyers).filter(({ kind }) => kind === 'posted')).to.have.length(1);
    expect((await levelIn(persistence, scope, mug)).stock).to.equal(0);
  });

  it('counts what a purchase price is known of, and nothing that was deleted', async () => {
    const { persistence } = database;
    const named = ['mug', 'shirt', 'old'];
    const scope = await stocked(3, ...named.map((id) => aUnit(id)));
    await persistence.transact(scope, ({ products }) =>
      products.create(
        scope,
        named.map((id) => aProduct({ id, name: id, manageStock: true })),
      ),
    );
    await withClient(given.url, async (client) => {
      await client.query("update items set purchase_price_cents = 250 where id in ('mug', 'old') and site_id = $1", [scope.siteId]);
      await client.query("update items set deleted_at = now() where id = 'old' and site_id = $1", [scope.siteId]);
    });

    const { items } = await persistence.views.stock.inventory(scope, FIRST_PAGE);

    expect(items.map(({ name, purchasePriceCents }) => [name, purchasePriceCents])).to.deep.equal([
      ['mug', 250],
      ['shirt', null],
    ]);
    expect(await persistence.views.stock.value(scope)).to.deep.equal({ totalCents: 750, units: 2, unpricedUnits: 1 });
  });

  it('has no difference after connections were killed in the middle of many changes', async () => {
    const { persistence } = database;
    const units = Array.from({ length: 5 }, () => aUnit());
    const scope = await stocked(1000, ...units);
    let [running, done, lost, killed] = [true, 0, 0, 0];
    const killer = withClient(given.url, async (client) => {
      while (running) {
        killed += (await client.query(KILL_ONE)).rows.filter((row) => row.killed).length;
        await until(() => done >= killed * CHANGES_PER_KILL || !running);
      }
    });

    await atOnce(16, async (worker) => {
      for (let turn = 0; turn < 40 || (lost === 0 && turn < 4000); turn += 1) {
        const reference = `order-${worker}-${turn}`;
        const taken = [...units.slice(turn % 5), ...units.slice(0, turn % 5)].slice(0, 3).map((unit) => aForecast({ ...unit, reference }));
        await persistence
          .transact(scope, async ({ stock }) => {
            await stock.post(scope, taken, 'guarded');
            if (turn % 2) await stock.settle(scope, 'ORDER_FORECAST', reference, turn % 4 === 1 ? 'COMPLETED' : 'CANCELLED', NOON);
          })
          .catch((error: unknown) => {
            if (!hasCode(error, 'store_unavailable')) throw error;
            lost += 1;
          });
        done += 1;
      }
    }).finally(() => {
      running = false;
    });
    await killer;

    const report = await persistence.views.stock.verify(scope);
    expect([killed, lost].map((count) => count > 0)).to.deep.equal([true, true]);
    expect(report.differences).to.deep.equal([]);
    expect(report.units).to.equal(5);
    expect(report.actions).to.be.above(5);
  });
});
