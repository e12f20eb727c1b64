import type { ShopGateway, ShopRead } from '@comptoir/core/shop-sync/shop-gateway.js';
import { expect } from 'chai';
import { DIALECTS, type Dialect } from '../../support/fake-shop/dialect.js';
import { type FakeShop, type FakeShopOptions, startFakeShop } from '../../support/fake-shop/fake-shop.js';
import type { FaultRule } from '../../support/fake-shop/faults/fault.js';
import { type VisitOptions, visiting } from './small-shop.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const ENTITIES = ['orders', 'products', 'customers'] as const;
type Entity = (typeof ENTITIES)[number];

/** Whatever a host does on the way, once or a few times. */
const FAULTS: readonly FaultRule[] = [
  { fault: { kind: 'status', status: 429, retryAfter: '3' }, times: 2 },
  { fault: { kind: 'status', status: 503, body: 'html' }, after: 1, times: 2 },
  { fault: { kind: 'status', status: 500, body: 'json' }, times: 2 },
  { fault: { kind: 'status', status: 502 }, after: 2, times: 3 },
  { fault: { kind: 'page', status: 200 }, after: 1, times: 2 },
  { fault: { kind: 'page', status: 403 }, times: 1 },
  { fault: { kind: 'php-warning', code: 3 }, after: 2, times: 2 },
  { fault: { kind: 'reset' }, after: 1, times: 3 },
  { fault: { kind: 'truncated', bytes: 100 }, after: 3, times: 3 },
  { fault: { kind: 'cut-json', bytes: 100 }, after: 3, times: 3 },
  { fault: { kind: 'noise', text: '<br />\n<b>Notice</b>: Undefined index in x.php' }, after: 3, times: 2 },
  { fault: { kind: 'silence' }, after: 3, times: 1 },
];

describe('a shop of every version', () => {
  const signal = new AbortController().signal;
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function aShop(options: FakeShopOptions): Promise<FakeShop> {
    const shop = await startFakeShop({ orders: 130, products: 60, customers: 40, linesEach: 2, now: NOW, ...options });
    closing.push(() => shop.close());
    return shop;
  }

  function opened(shop: FakeShop, options: VisitOptions = {}): ShopGateway {
    const { gateways } = visiting(shop.url, { now: NOW, ...options });
    closing.push(() => gateways.close());
    return gateways.open({ url: shop.url, key: shop.key });
  }

  async function everything(gateway: ShopGateway): Promise<Record<Entity, ShopRead<{ readonly externalId: string }>>> {
    const idsOf = (entity: Entity) => gateway.ids(entity, null, signal);
    return {
      orders: await gateway.orders(await idsOf('orders'), signal),
      products: withoutPhotos(await gateway.products(await idsOf('products'), signal)),
      customers: await gateway.customers(await idsOf('customers'), signal),
    };
  }

  for (const dialect of DIALECTS) {
    it(`hands over all it has (${dialect})`, async () => {
      const shop = await aShop({ dialect });
      const { orders, products, customers } = await everything(opened(shop));
      expect([orders.records.length, orders.faulty, orders.gone]).to.deep.equal([130, [], []]);
      expect([customers.records.length, customers.faulty]).to.deep.equal([shop.db.customers.size, []]);
      expect(products.records.length + products.gone.length + products.faulty.length).to.equal(shop.db.products.size);
      expect(products.records.length).to.be.above(50);
    });

    it(`hands over all but the records that it falls over (${dialect})`, async () => {
      const shop = await aShop({ dialect });
      const calm = await everything(opened(shop));
      for (const id of [1, 64, 65, 130]) shop.poison.put('orders', id, { kind: 'crash' });
      shop.poison.put('order_details', shop.db.orders.need(30).rows[0]?.id ?? 0, { kind: 'crash' });
      shop.poison.put('orders', 99, { kind: 'set', fields: { total_paid_tax_incl: 'NaN' } });
      shop.poison.put('orders', 100, { kind: 'drop', fields: ['date_add'] });
      const gateway = opened(shop);
      const { records, faulty } = await gateway.orders(await gateway.ids('orders', null, signal), signal);
      const bad = ['1', '30', '64', '65', '99', '100', '130'];
      expect(faulty.map(({ externalId }) => externalId)).to.deep.equal(bad);
      expect(records).to.deep.equal(calm.orders.records.filter(({ externalId }) => !bad.includes(externalId)));
      expect(faulty.find(({ externalId }) => externalId === '99')?.reason).to.include('total_paid_tax_incl');
    });

    // The oldest and the newest answer errors most differently.
    if (dialect === '1.7.8' || dialect === '8') continue;

    it(`loses nothing to its host (${dialect})`, async () => {
      const shop = await aShop({ dialect });
      const calm = await everything(opened(shop));
      for (const rule of FAULTS) {
        shop.faults.clear();
        shop.faults.add(rule);
        expect(await everything(opened(shop, { timeoutMs: 1_000 })), JSON.stringify(rule.fault)).to.deep.equal(calm);
      }
    });
  }

  it('says the same, whichever it is', async () => {
    const said = new Map<string, unknown>();
    for (const dialect of DIALECTS.filter((each) => each !== '1.6')) {
      for (const languages of [1, 2] as const)
        said.set(`${dialect} ${languages}`, await everything(opened(await aShop({ dialect, languages }))));
    }
    const [first] = said.values();
    for (const [which, each] of said) expect(each, which).to.deep.equal(first);
  });

  it('hands over what changes while clocks are set back, and what was cancelled', async () => {
    const shop = await aShop({ orders: 3, now: new Date('2026-10-25T00:30:00Z') });
    const gateway = opened(shop, { now: new Date('2026-10-25T01:15:00Z') });
    const line = { productId: 1, quantity: 1 };
    const before = shop.edits.placeOrder({ lines: [line] });
    shop.clock.set(new Date('2026-10-25T01:10:00Z'));
    // Twenty minutes earlier by the clock on the wall.
    const after = shop.edits.placeOrder({ lines: [line] });
    shop.edits.cancel(before);
    const ids = await gateway.ids('orders', new Date('2026-10-25T01:00:00Z'), signal);
    expect(ids).to.include.members([String(before), String(after)]);
    const { records } = await gateway.orders([String(before), String(after)], signal);
    expect(records.map(({ state }) => state.phase)).to.deep.equal(['cancelled', 'paid']);
  });

  it('is what it is where it cannot sort', async () => {
    const probe = await opened(await aShop({ sorting: 'empty' })).probe(signal);
    expect(probe).to.include({ version: '8.1.7', timezone: 'Europe/Paris', currency: 'EUR' });
    expect(probe.remarks.join()).to.include('sort');
  });

  it('is asked again when it says that its web service is off', async () => {
    const shop = await aShop({ dialect: '9' satisfies Dialect });
    shop.switchOff(true);
    const gateway = opened(shop);
    expect(await gateway.ids('orders', null, signal).catch((fault: unknown) => fault)).to.include({ kind: 'off' });
    shop.switchOff(false);
    expect(await gateway.ids('orders', null, signal)).to.have.length(130);
  });
});

/** Their address is that of the shop, which differs from one to the next. */
function withoutPhotos<Kept extends { readonly photo: string | null }>(read: ShopRead<Kept>): ShopRead<Kept> {
  return { ...read, records: read.records.map((record) => ({ ...record, photo: record.photo === null ? null : 'a photo' })) };
}
