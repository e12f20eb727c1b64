import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import { expect } from 'chai';
import { FIRST_PAGE } from '../../suites/builders.js';
import { refusalOf, signal } from '../../suites/suite.js';
import { aCall } from '../support.js';
import { aSyncBench, type SyncBench } from './sync-bench.js';
import { aShopOrder } from './toy-shop.js';

const KEY = 'a-key-that-nobody-may-see-in-the-log';

describe('the shopSync router', () => {
  let bench: SyncBench;
  beforeEach(async () => {
    bench = await aSyncBench();
  });

  async function call<Answer>(name: string, input?: unknown): Promise<Answer> {
    const path = `shopSync.${name}`;
    const procedure = makeRegistry(ROUTERS).find(path);
    if (procedure === null) throw new Error(`There is no ${path}.`);
    const context = aCall(bench.services, { roles: ['super-admin'], site: bench.scope });
    return (await callProcedure(path, procedure, context, input)) as Answer;
  }

  const audited = async () => (await bench.persistence.views.audit.list(bench.scope, FIRST_PAGE)).items;

  async function endOf(id: string) {
    for (;;) {
      const run = await call<{ state: string; outcome: string; counts: { read: number } }>('getRun', { id });
      if (run.state === 'ended') return run;
      await new Promise(setImmediate);
    }
  }

  it('connects a shop once it answers, and shows of the key only that it is set', async () => {
    const { connection, probe } = await call<{ connection: unknown; probe: { name: string } }>('setConnection', {
      url: 'https://other.example',
      key: KEY,
    });
    expect(connection).to.deep.equal({ connected: true, url: 'https://other.example', keySet: true });
    expect(probe.name).to.equal('Toys');
    expect(await call('getConnection')).to.deep.equal(connection);
    expect((await audited()).map(({ action }) => action)).to.deep.equal(['shopSync.setConnection']);
    expect(JSON.stringify(await audited())).to.not.include(KEY);
  });

  it('stores no connection that does not work, unless it is told to', async () => {
    const { shop } = bench;
    const works = shop.open;
    Object.assign(shop, {
      open: () => ({
        ...works({ url: '', key: '' }),
        probe: async () => Promise.reject(new ShopFault('unauthorized', 'The key is not accepted.')),
      }),
    });
    const other = { url: 'https://other.example', key: KEY };
    expect((await refusalOf(call('setConnection', other))).code).to.equal('shop_unauthorized');
    expect(await call('getConnection')).to.deep.include({ url: 'https://shop.example' });
    expect((await refusalOf(call('test'))).code).to.equal('shop_unauthorized');
    await call('setConnection', { ...other, force: true });
    expect(await call('getConnection')).to.deep.include({ url: 'https://other.example' });
  });

  it('disconnects a shop', async () => {
    await call('removeConnection');
    expect(await call('getConnection')).to.deep.equal({ connected: false, url: null, keySet: false });
    expect((await refusalOf(call('run', { job: 'orders' }))).code).to.equal('not_configured');
  });

  it('begins runs in the background, and tells how far they are', async () => {
    bench.shop.orders.set('1', aShopOrder(1));
    const held = signal();
    bench.shop.before = () => held.reached;
    const run = await call<{ id: string; state: string }>('run', { job: 'orders' });
    expect(run.state).to.equal('running');
    expect((await refusalOf(call('run', { job: 'products' }))).code).to.equal('sync_running');
    held.reach();
    expect(await endOf(run.id)).to.deep.include({ outcome: 'completed' });
    const { items } = await call<{ items: { id: string }[] }>('listRuns', { job: 'orders' });
    expect(items.map(({ id }) => id)).to.deep.equal([run.id]);
    expect((await audited()).map(({ action }) => action)).to.deep.equal(['shopSync.run']);
  });

  it('reckons without writing', async () => {
    bench.shop.orders.set('1', aShopOrder(1));
    const { id } = await call<{ id: string }>('dryRun', { job: 'orders' });
    expect(await endOf(id)).to.deep.include({ outcome: 'completed', dryRun: true });
    expect(await bench.stored()).to.deep.equal({});
  });

  it('shows a run that nobody runs any more as cut', async () => {
    bench.shop.before = () => signal().reached;
    const { id } = await call<{ id: string }>('run', { job: 'orders' });
    bench.clock.advance(60_000);
    expect(await call('getRun', { id })).to.deep.include({ state: 'cut', outcome: null });
    expect((await refusalOf(call('getRun', { id: 'nothing' }))).code).to.equal('unknown_record');
  });

  it('tries a record again at once, and lets it rest', async () => {
    bench.shop.orders.set('1', aShopOrder(1));
    bench.toys.refused.add('orders 1');
    await endOf((await call<{ id: string }>('run', { job: 'orders' })).id);
    const { items } = await call<{ items: { id: string }[] }>('listQuarantine', { search: '1' });
    expect(items.map(({ id }) => id)).to.deep.equal(['orders-1']);

    expect(await call('dismissQuarantined', { id: 'orders-1' })).to.deep.include({ nextTryAt: null });
    const again = await call<{ imported: boolean; quarantined: { attempts: number } }>('retryQuarantined', { id: 'orders-1' });
    expect([again.imported, again.quarantined.attempts]).to.deep.equal([false, 2]);
    bench.toys.refused.clear();
    expect(await call('retryQuarantined', { id: 'orders-1' })).to.deep.equal({ imported: true, quarantined: null });
    expect((await refusalOf(call('retryQuarantined', { id: 'orders-1' }))).code).to.equal('unknown_record');
  });
});
