import { driftProcedures } from '@comptoir/core/shop-sync/drift/drift-procedures.js';
import { SAMPLE_MAX } from '@comptoir/core/shop-sync/drift/drift-report.js';
import { ShopFault, type ShopGateway, type ShopRead } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { ShopOrder, ShopProduct, ShopRecord, ShopVendor } from '@comptoir/core/shop-sync/shop-records.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { aFulfilment, anEvent, minutesAfter } from '../../suites/builders.js';
import { aShopOrder } from '../../suites/shop-order-builders.js';
import { aCombination, aShopProduct, aShopVendor, importedAs, imports, theParts } from '../../suites/shop-product-builders.js';
import { aShopLink } from '../../suites/shop-sync-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

/** What a shop has at the moment of a test; it can be changed while the shop is open. */
interface Shelves {
  products: readonly ShopProduct[];
  /** Listed, but no products yet. */
  drafts: readonly string[];
  orders: readonly ShopOrder[];
  customers: readonly string[];
  vendors: readonly ShopVendor[];
  fault: ShopFault | null;
}

function gatewayOf(shelves: Shelves): ShopGateway {
  const list = { orders: () => shelves.orders, products: () => shelves.products } as const;
  const read = <Kept extends ShopRecord>(records: readonly Kept[], ids: readonly string[]): ShopRead<Kept> => ({
    records: records.filter(({ externalId }) => ids.includes(externalId)),
    gone: shelves.drafts.filter((id) => ids.includes(id)),
    faulty: [],
  });
  const never = () => Promise.reject(new Error('A comparison does not ask for that.'));
  return {
    probe: never,
    customers: never,
    categories: never,
    async ids(entity) {
      if (shelves.fault !== null) throw shelves.fault;
      if (entity === 'customers') return shelves.customers;
      const ids = list[entity]().map(({ externalId }) => externalId);
      return entity === 'products' ? [...ids, ...shelves.drafts] : ids;
    },
    orders: async (ids) => read(shelves.orders, ids),
    products: async (ids) => read(shelves.products, ids),
    vendors: async () => shelves.vendors,
    requests: () => 7,
  };
}

const A_SHOP = { trade: 'shop', features: { ...SITE_DEFAULTS.features, stock: true } } as const;

/** An establishment that is in step with its shop. */
async function inStep(
  products: readonly ShopProduct[] = [aShopProduct(), aShopProduct({ externalId: '2', combinations: [aCombination()] })],
) {
  const shelves: Shelves = { products, drafts: [], orders: [], customers: [], vendors: [], fault: null };
  const gateways = { pausedUntil: () => null, open: () => gatewayOf(shelves) };
  const bench = aBench(undefined, { shopSync: { gateways, makeParts: () => expect.fail('Nothing is imported.') } });
  const organisation = await anOrganisation(bench, A_SHOP);
  const { scope, site } = organisation;
  await bench.persistence.transact(scope, async ({ settings }) => {
    await settings.set(scope, 'shop.url', 'https://shop.example');
    await settings.set(scope, 'shop.key', 'K'.repeat(32));
  });
  await imports(bench.persistence, { scope, site }, theParts({ resetStock: true }).products, products);
  const { call } = await organisation.joinAs('manager');
  return { ...bench, scope, site, shelves, call, drift: callsOf('shopSync', driftProcedures()) };
}

const fieldsOf = (
  report: {
    readonly entities: readonly {
      readonly entity: string;
      readonly fields: readonly { readonly field: string; readonly count: number; readonly externalIds: readonly string[] }[];
    }[];
  },
  wanted: string,
) =>
  Object.fromEntries(
    (report.entities.find(({ entity }) => entity === wanted)?.fields ?? []).map(({ field, externalIds }) => [field, externalIds]),
  );

describe('the comparison with an online shop', () => {
  it('finds nothing between a shop and what was imported from it', async () => {
    const { call, drift } = await inStep();

    const report = await drift('runDriftReport', call);

    const [products] = report.entities;
    expect(products).to.deep.include({ shop: 2, here: 2, compared: 2 });
    expect(fieldsOf(report, 'products')).to.deep.equal({ price: [], name: [], sku: [], active: [], stock: [] });
    expect(await drift('getDriftReport', call)).to.deep.equal(report);
  });

  it('names each field that differs, and what is missing on either side', async () => {
    const { call, drift, shelves } = await inStep([
      aShopProduct({ externalId: '0' }),
      aShopProduct(),
      aShopProduct({ externalId: '2', combinations: [aCombination()] }),
    ]);
    shelves.products = [
      aShopProduct({ netPrice: '11', name: 'Bol', reference: 'B', active: false, quantity: 6 }),
      aShopProduct({ externalId: '2', combinations: [aCombination({ netPriceImpact: '3', quantity: 1 })] }),
      aShopProduct({ externalId: '3' }),
    ];

    const report = await drift('runDriftReport', call);

    expect(fieldsOf(report, 'products')).to.deep.equal({ price: ['1', '2'], name: ['1'], sku: ['1'], active: ['1'], stock: ['1', '2'] });
    expect(report.entities[0]).to.deep.include({
      missingHere: { count: 1, externalIds: ['3'] },
      missingInShop: { count: 1, externalIds: ['0'] },
    });
  });

  it('misses no draft of the shop, which is no product yet', async () => {
    const { call, drift, shelves } = await inStep();
    shelves.drafts = ['9'];

    const { entities } = await drift('runDriftReport', call);

    expect(entities[0]).to.deep.include({ shop: 2, here: 2, missingHere: { count: 0, externalIds: [] } });
  });

  it('takes for the same what is on the shelf here for orders that the shop has taken off already', async () => {
    const { call, drift, shelves, scope, services, persistence } = await inStep([aShopProduct({ quantity: 7 })]);
    const { id } = await importedAs(persistence, scope, '1');
    const order = aFulfilment(scope, { channel: 'shop', invoiceNumber: '101', totalCents: 1000, invoiceStatus: 'PAID' });
    await persistence.transact(scope, ({ orders }) => orders.place(scope, order, anEvent('draft')));
    const item = await persistence.views.products.byIds(scope, [id]);
    await services.stock.reserve(
      scope,
      new Map(item.map((each) => [each.id, each])),
      [{ itemId: id, variantId: null, quantity: 2 }],
      order.id,
    );
    shelves.products = [aShopProduct({ quantity: 5 })];

    expect(fieldsOf(await drift('runDriftReport', call), 'products')['stock']).to.deep.equal([]);
  });

  it('compares totals and states of orders, counts customers, and looks whether vendors are active', async () => {
    const { call, drift, shelves, scope, site, persistence } = await inStep();
    const order = (number: string, changes: Partial<Parameters<typeof aFulfilment>[1]>) =>
      aFulfilment(scope, { channel: 'shop', invoiceNumber: number, invoiceStatus: 'PAID', totalCents: 1000, customInputs: {}, ...changes });
    const vendor = aShopVendor({ externalId: 'supplier:12' });
    await imports(persistence, { scope, site }, theParts().vendors.part, [vendor]);
    await persistence.transact(scope, async ({ orders, shopLinks }) => {
      for (const one of [order('101', {}), order('102', {}), order('103', { invoiceStatus: 'SHIPPED' })])
        await orders.place(scope, one, anEvent('draft'));
      await shopLinks.put(scope, [aShopLink({ entity: 'customers', externalId: '7' })]);
    });
    shelves.orders = [
      aShopOrder({ externalId: '101' }),
      aShopOrder({ externalId: '102', totalCents: 1001 }),
      aShopOrder({ externalId: '103' }),
    ];
    shelves.customers = ['7', '8'];
    shelves.vendors = [aShopVendor({ active: false })];

    const report = await drift('runDriftReport', call);

    expect(fieldsOf(report, 'orders')).to.deep.equal({ total: ['102'], state: ['103'] });
    expect(fieldsOf(report, 'vendors')).to.deep.equal({ active: ['supplier:12'] });
    expect(report.entities[2]).to.deep.include({ entity: 'customers', shop: 2, here: 1, missingHere: { count: 1, externalIds: ['8'] } });
  });

  it('reads a large shop in chunks and keeps no more than a few ids of it', async () => {
    const { call, drift, shelves } = await inStep([]);
    shelves.products = Array.from({ length: 250 }, (_, index) => aShopProduct({ externalId: String(index + 1) }));

    const [products] = (await drift('runDriftReport', call)).entities;

    expect(products?.missingHere.count).to.equal(250);
    expect(products?.missingHere.externalIds).to.have.length(SAMPLE_MAX);
  });

  it('tells why there is no comparison, and keeps the last one', async () => {
    const { call, drift, shelves } = await inStep();
    const last = await drift('runDriftReport', call);
    shelves.fault = new ShopFault('unauthorized', 'The shop does not accept the key.');

    expect((await refusalOf(drift('runDriftReport', call))).code).to.equal('shop_unauthorized');
    expect(await drift('getDriftReport', call)).to.deep.equal(last);
  });

  it('compares every establishment once a night, an hour after its run', async () => {
    const { services, clock, scope, persistence } = await inStep();
    clock.set(new Date('2026-06-16T22:00:00Z'));
    const compared: number[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      clock.set(minutesAfter(clock.now(), 60));
      compared.push(await services.shopDrift.runNightly());
    }

    expect(compared.filter((count) => count === 1)).to.have.length(1);
    expect((await persistence.views.driftReports.last(scope))?.startedAt.getUTCHours()).to.be.within(0, 6);
  });
});
