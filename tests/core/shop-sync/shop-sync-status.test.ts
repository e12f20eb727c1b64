import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { SyncJob } from '@comptoir/core/shop-sync/sync-run.js';
import { SYNC_APP_ID, SYNC_SCHEDULES } from '@comptoir/core/shop-sync/sync-schedules.js';
import { expect } from 'chai';
import { FIRST_PAGE } from '../../suites/builders.js';
import { refusalOf, signal } from '../../suites/suite.js';
import { aCall } from '../support.js';
import { aSyncBench, type SyncBench } from './sync-bench.js';
import { aShopOrder, aShopProduct } from './toy-shop.js';

interface ShownRun {
  readonly id: string;
  readonly outcome: string | null;
}

interface Status {
  readonly connection: { readonly connected: boolean; readonly lastTest: { readonly fault: string | null; readonly at: Date } | null };
  readonly jobs: readonly { job: SyncJob; lastGood: ShownRun | null; last: ShownRun | null; nextAt: Date | null }[];
  readonly running: readonly { readonly id: string; readonly dryRun: boolean }[];
  readonly stopped: { readonly vanished: Record<string, number> } | null;
  readonly pausedUntil: Date | null;
  readonly quarantined: number;
}

const OTHER = { url: 'https://other.example', key: 'a-key-that-nobody-may-see-in-the-log' };

describe('the status of an online shop', () => {
  let bench: SyncBench;
  beforeEach(async () => {
    bench = await aSyncBench();
  });

  async function call<Answer>(name: string, input?: unknown): Promise<Answer> {
    const path = `shopSync.${name}`;
    const procedure = makeRegistry(ROUTERS).find(path);
    if (procedure === null) throw new Error(`There is no ${path}.`);
    return (await callProcedure(path, procedure, aCall(bench.services, { roles: ['super-admin'], site: bench.scope }), input)) as Answer;
  }

  const status = () => call<Status>('getStatus');
  const jobOf = async (job: SyncJob) => (await status()).jobs.find((one) => one.job === job);
  const run = (job: SyncJob, options = {}) => bench.services.shopSync.run(bench.scope, job, options);

  it('tells of nothing where nothing was done', async () => {
    expect(await status()).to.deep.include({
      connection: { connected: true, url: 'https://shop.example', keySet: true, lastTest: null },
      jobs: (['orders', 'products', 'full'] as const).map((job) => ({ job, lastGood: null, last: null, nextAt: null })),
      running: [],
      stopped: null,
      pausedUntil: null,
      quarantined: 0,
    });
  });

  it('tells the last good run of each job beside the last one, and leaves out dry ones', async () => {
    const good = await run('orders');
    bench.clock.advance(60_000);
    bench.shop.before = async () => {
      throw new ShopFault('unauthorized', 'The key is not accepted.');
    };
    const failed = await run('orders');
    bench.clock.advance(60_000);
    await run('orders', { dryRun: true });
    const orders = await jobOf('orders');
    expect([orders?.lastGood?.id, orders?.last?.id]).to.deep.equal([good.id, failed.id]);
    expect(await jobOf('products')).to.deep.include({ lastGood: null, last: null });
  });

  it('tells what runs, dry runs too, until it has ended or nobody runs it any more', async () => {
    const held = signal();
    bench.shop.before = () => held.reached;
    const ended = [run('products'), run('products', { dryRun: true })];
    while ((await status()).running.length < 2) await new Promise(setImmediate);
    expect((await status()).running.map(({ dryRun }) => dryRun).sort()).to.deep.equal([false, true]);
    expect(await jobOf('products')).to.deep.include({ last: null });
    bench.clock.advance(60_000);
    expect((await status()).running).to.deep.equal([]);
    held.reach();
    await Promise.all(ended);
  });

  it('tells when each job is next, the full one at its minute of the night, and of none where no shop is connected', async () => {
    expect(await jobOf('orders')).to.deep.include({ nextAt: null });
    for (const schedule of SYNC_SCHEDULES) await bench.services.scheduler.register(SYNC_APP_ID, schedule);
    expect((await jobOf('orders'))?.nextAt).to.deep.equal(new Date('2026-06-16T12:00:00Z'));
    const night = (await jobOf('full'))?.nextAt;
    expect(night?.toISOString()).to.match(/^2026-06-1[67]T(?:2[23]|0[0-3]):/);

    bench.clock.set(new Date((night?.getTime() ?? 0) + 1000));
    const tick = (await jobOf('full'))?.nextAt;
    expect(tick, 'It is due: the schedule begins it when it looks next.').to.deep.equal(new Date('2026-06-16T10:15:00Z'));
    await run('full');
    expect((await jobOf('full'))?.nextAt).to.deep.equal(new Date((night?.getTime() ?? 0) + 24 * 3_600_000));

    await call('removeConnection');
    expect((await status()).jobs.map(({ nextAt }) => nextAt)).to.deep.equal([null, null, null]);
  });

  it('tells of a full run that took nothing away, until one is good', async () => {
    for (let id = 1; id <= 60; id += 1) bench.shop.products.set(String(id), aShopProduct(id));
    await run('full');
    for (let id = 1; id <= 20; id += 1) bench.shop.products.delete(String(id));
    bench.clock.advance(60_000);
    await run('full');
    expect((await status()).stopped).to.deep.include({ vanished: { products: 20 } });
    bench.clock.advance(60_000);
    await run('full', { acceptDisappearance: true });
    expect((await status()).stopped).to.equal(null);
  });

  it('tells how many records are tried again, and until when nothing is sent', async () => {
    bench.shop.orders.set('1', aShopOrder(1));
    bench.shop.orders.set('2', aShopOrder(2));
    for (const id of [1, 2]) bench.toys.refused.add(`orders ${id}`);
    await run('orders');
    await call('dismissQuarantined', { id: 'orders-1' });
    const until = new Date('2026-06-16T10:05:00Z');
    Object.assign(bench.shop, { pausedUntil: () => until });
    expect(await status()).to.deep.include({ quarantined: 1, pausedUntil: until });
  });

  it('keeps the last test of the connection, good or bad, until another shop is connected', async () => {
    const lastTest = async () => (await status()).connection.lastTest;
    await call('test');
    expect(await lastTest()).to.deep.include({ at: bench.clock.now(), fault: null });
    bench.clock.advance(1000);
    const works = bench.shop.open;
    const fault = new ShopFault('unreachable', 'It does not answer.');
    Object.assign(bench.shop, { open: () => ({ ...works({ url: '', key: '' }), probe: async () => Promise.reject(fault) }) });
    expect((await refusalOf(call('test'))).code).to.equal('shop_unreachable');
    expect(await lastTest()).to.deep.equal({ at: bench.clock.now(), probe: null, fault: 'shop_unreachable' });
    await call('setConnection', { ...OTHER, force: true });
    expect(await lastTest()).to.equal(null);
    Object.assign(bench.shop, { open: works });
    await call('setConnection', OTHER);
    expect(await lastTest()).to.deep.include({ fault: null });
    await bench.persistence.transact(bench.scope, ({ settings }) => settings.set(bench.scope, 'shop.url', 'https://third.example'));
    expect(await lastTest(), 'Of another address it says nothing.').to.equal(null);
  });

  it('checks a connection that is not stored, and names what its key may not read', async () => {
    const works = bench.shop.open;
    const probe = async () => ({ ...(await works({ url: '', key: '' }).probe(new AbortController().signal)), unreadable: ['orders'] });
    Object.assign(bench.shop, { open: () => ({ ...works({ url: '', key: '' }), probe }) });
    expect((await refusalOf(call('setConnection', OTHER))).code).to.equal('shop_unreadable');
    expect(await call('checkConnection', OTHER)).to.deep.include({ unreadable: ['orders'] });
    expect(await call('getConnection')).to.deep.include({ url: 'https://shop.example' });
    const audited = (await bench.persistence.views.audit.list(bench.scope, FIRST_PAGE)).items;
    expect(audited.map(({ action }) => action)).to.deep.equal(['shopSync.checkConnection']);
    expect(JSON.stringify(audited)).to.include(OTHER.url).and.not.include(OTHER.key);
  });
});
