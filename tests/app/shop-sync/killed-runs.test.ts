import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { LEASE_MS } from '@comptoir/core/shop-sync/run-ledger.js';
import type { SyncRun } from '@comptoir/core/shop-sync/sync-run.js';
import { expect } from 'chai';
import { FIRST_PAGE } from '../../suites/builders.js';
import { type FakeShop, startFakeShop } from '../../support/fake-shop/fake-shop.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres.js';
import { stateOfDatabase } from './database-state.js';
import { openShopWorld, sized } from './shop-world.js';

const KILLS = sized(5, 100);
const ORDERS = 300;
/** A process that is killed has had so long at most; what it is given to do takes several times as long. */
const LIFE_MAX_MS = 700;
const DAY_MS = 86_400_000;

describe('a synchronization whose process is killed, on PostgreSQL', function () {
  this.timeout(sized(120_000, 900_000));
  const site = { id: randomUUID(), tenantId: randomUUID(), slug: 'atelier' };
  const startedAt = new Date(Date.now() - 60_000);
  const processes = new Set<ChildProcess>();
  const databases = new Set<TestDatabase>();
  let shop: FakeShop;

  before(async () => {
    shop = await startFakeShop({ orders: ORDERS, products: 40, now: new Date(Date.now() - DAY_MS) });
    shop.poison.put('orders', 77, { kind: 'crash' });
    shop.poison.put('orders', 210, { kind: 'set', fields: { total_paid_tax_incl: 'many' } });
  });
  afterEach(async () => {
    for (const each of processes) each.kill('SIGKILL');
    for (const database of databases) await database.drop();
    databases.clear();
  });
  after(async () => {
    await shop?.close();
  });

  async function aDatabase(context: Mocha.Context): Promise<TestDatabase & { readonly scope: Scope }> {
    const limit = context.timeout();
    const database = await createMigratedDatabase(context);
    context.timeout(limit);
    databases.add(database);
    const world = await openShopWorld(database.url, { now: () => new Date() });
    const scope = await world.connect(shop, site);
    await world.close();
    const drop = () => {
      databases.delete(database);
      return database.drop();
    };
    return { ...database, drop, scope };
  }

  async function aProcess(url: string, aheadMs: number): Promise<ChildProcess> {
    const program = fileURLToPath(new URL('./sync-process.js', import.meta.url));
    const args = [program, url, site.tenantId, site.id, String(aheadMs)];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    processes.add(started);
    await once(started, 'message');
    return started;
  }

  async function ended(one: ChildProcess): Promise<number | null> {
    if (one.exitCode === null && one.signalCode === null) await once(one, 'exit');
    processes.delete(one);
    return one.exitCode;
  }

  /** Kills processes at random moments until one has done everything. Returns how many were killed. */
  async function withKills(url: string, killsLeft: number): Promise<number> {
    for (let kills = 0; ; kills += 1) {
      const one = await aProcess(url, (LEASE_MS + 1000) * (kills + 1));
      const timer = kills < killsLeft ? setTimeout(() => one.kill('SIGKILL'), randomInt(LIFE_MAX_MS)) : undefined;
      const code = await ended(one);
      clearTimeout(timer);
      if (code === 0) return kills;
      expect(one.signalCode, 'it ends by a kill alone').to.equal('SIGKILL');
    }
  }

  async function lastRuns(url: string, scope: Scope): Promise<Pick<SyncRun, 'job' | 'outcome' | 'counts'>[]> {
    const world = await openShopWorld(url, { now: () => new Date() });
    const { items } = await world.services.views.syncRuns.list(scope, { ...FIRST_PAGE, pageSize: 100 });
    await world.close();
    return items.map(({ job, outcome, counts }) => ({ job, outcome, counts }));
  }

  it(`leaves the database of an uninterrupted one, wherever it is killed (${KILLS} kills)`, async function () {
    const calm = await aDatabase(this);
    expect(await ended(await aProcess(calm.url, 0))).to.equal(0);
    const expected = await stateOfDatabase(calm.url, startedAt);
    const writes = (await lastRuns(calm.url, calm.scope)).map(({ job, outcome, counts }) => ({ job, outcome, writes: counts.writes }));
    expect(expected['orders']).to.have.length(ORDERS - 2);
    expect(expected['sync_quarantine']).to.have.length(2);

    for (let kills = 0; kills < KILLS; ) {
      const shaken = await aDatabase(this);
      const done = await withKills(shaken.url, KILLS - kills);
      expect(done, 'what is to be done takes longer than a process lives').to.be.above(0);
      kills += done;
      expect(await stateOfDatabase(shaken.url, startedAt), `after ${kills} kills`).to.deep.equal(expected);
      const runs = await lastRuns(shaken.url, shaken.scope);
      expect(runs.map(({ job, outcome, counts }) => ({ job, outcome, writes: counts.writes }))).to.deep.equal(writes);
      await shaken.drop();
    }
  });
});
