import type { QuarantinedRecord } from '@comptoir/core/shop-sync/quarantine.js';
import { expect } from 'chai';
import { type FakeShop, startFakeShop } from '../../support/fake-shop/fake-shop.js';
import type { Spoiled } from '../../support/fake-shop/faults/poison.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres.js';
import { openShopWorld, type ShopWorld, sized } from './shop-world.js';

const ORDERS = sized(1_000, 10_000);
const DAY_MS = 86_400_000;
/** Names and addresses of the made-up customers: none of it belongs into a reason. */
const PERSONAL = /@|Ada|Abel|street/i;

const line = (fields: Readonly<Record<string, unknown>>) => ({
  ...{
    id: '1',
    product_id: '1',
    product_attribute_id: '0',
    product_quantity: '1',
    product_name: 'Candle',
    unit_price_tax_incl: '1.000000',
  },
  ...{ product_reference: '', unit_price_tax_excl: '1.000000', ...fields },
});

/** What is wrong with records, and what people are told of it. */
const POISONS: readonly { readonly spoiled: Spoiled; readonly reason: RegExp }[] = [
  { spoiled: { kind: 'crash' }, reason: /error within the shop|status 500/ },
  { spoiled: { kind: 'set', fields: { total_paid_tax_incl: 'a lot' } }, reason: /total_paid_tax_incl is no decimal/ },
  { spoiled: { kind: 'set', fields: { total_paid_tax_incl: '-3.000000' } }, reason: /totalCents is not an amount/ },
  { spoiled: { kind: 'set', fields: { date_add: '2026-02-30 10:00:00' } }, reason: /date_add is no date/ },
  { spoiled: { kind: 'drop', fields: ['date_add'] }, reason: /date_add is missing/ },
  { spoiled: { kind: 'set', fields: { id_currency: '77' } }, reason: /id_currency names no currency/ },
  { spoiled: { kind: 'set', fields: { current_state: 'somewhere' } }, reason: /current_state is no id/ },
  {
    spoiled: { kind: 'set', fields: { associations: { order_rows: [line({ product_quantity: '0' })] } } },
    reason: /product_quantity is less than one/,
  },
  {
    spoiled: { kind: 'set', fields: { associations: { order_rows: [line({ unit_price_tax_incl: '99999999999999' })] } } },
    reason: /unit_price_tax_incl is beyond every amount/,
  },
  {
    spoiled: { kind: 'set', fields: { associations: { order_rows: [line({}), line({})] } } },
    reason: /lines have one id twice/,
  },
];

describe('a synchronization with a shop of which one order in a hundred is bad, on PostgreSQL', function () {
  this.timeout(sized(120_000, 900_000));
  let database: TestDatabase;
  let shop: FakeShop;
  let world: ShopWorld;

  before(async function () {
    database = await createMigratedDatabase(this);
    shop = await startFakeShop({ orders: ORDERS, products: 60, days: 30, now: new Date('2026-06-16T10:00:00Z') });
    world = await openShopWorld(database.url, shop.clock);
  });
  after(async () => {
    await world?.close();
    await shop?.close();
    await database?.drop();
  });

  it(`imports the other ${ORDERS * 0.99} in the same run, says what is wrong with each, and all once they are mended`, async () => {
    const scope = await world.connect(shop);
    const bad = new Map(
      Array.from({ length: ORDERS / 100 }, (_, index) => [String(index * 100 + 37), POISONS[index % POISONS.length]] as const),
    );
    for (const [id, poison] of bad) if (poison !== undefined) shop.poison.put('orders', Number(id), poison.spoiled);

    const { views } = world.services;
    expect((await world.run(scope, 'products')).outcome).to.equal('completed');
    const first = await world.run(scope, 'orders');
    expect(first.outcome).to.equal('completed_with_quarantine');
    expect(first.counts.quarantined).to.equal(bad.size);
    expect(first.counts.writes['orders']).to.equal(ORDERS - bad.size);
    const set = await quarantined();
    expect(set.map(({ externalId }) => externalId)).to.have.members([...bad.keys()]);
    for (const { externalId, reason } of set) {
      expect(reason, externalId).to.match(bad.get(externalId)?.reason ?? /never/);
      expect(reason, externalId).to.not.match(PERSONAL);
    }
    const again = await world.run(scope, 'orders');
    expect(again.outcome, 'never green while one is missing').to.equal('completed_with_quarantine');
    expect(again.counts.writes).to.deep.equal({});

    shop.poison.clear();
    shop.clock.advance(DAY_MS);
    const mended = await world.run(scope, 'orders');
    expect(mended.outcome).to.equal('completed');
    expect(mended.counts.writes['orders']).to.equal(bad.size);
    expect(await quarantined()).to.deep.equal([]);
    expect((await views.orders.list(scope, { page: 1, pageSize: 1 })).total).to.equal(ORDERS);

    async function quarantined(): Promise<readonly QuarantinedRecord[]> {
      const { items, total } = await views.quarantine.list(scope, { page: 1, pageSize: 100 });
      expect(items).to.have.length(total);
      return items;
    }
  });
});
