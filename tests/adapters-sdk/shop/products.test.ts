import type { ShopProduct } from '@comptoir/core/shop-sync/shop-records.js';
import { expect } from 'chai';
import { answer, aSmallShop, errors, type SmallShop, type Visit, visiting } from './small-shop.js';
import { aShopProduct, aShopsTables } from './tables.js';

describe('products of a shop', () => {
  const signal = new AbortController().signal;
  let shop: SmallShop;
  let visit: Visit;

  beforeEach(async () => {
    shop = await aSmallShop(aShopsTables());
    visit = visiting(shop.url);
  });
  afterEach(async () => {
    await visit.gateways.close();
    await shop.close();
  });

  const read = () => visit.gateway.products(['5'], signal);

  async function productWith(changes: Record<string, unknown>): Promise<ShopProduct> {
    shop.tables['products'] = [aShopProduct(changes)];
    const { records, faulty } = await read();
    const [product] = records;
    if (product === undefined) throw new Error(faulty[0]?.reason ?? 'gone');
    return product;
  }

  function set(name: string, value: string): void {
    const setting = shop.tables['configurations']?.find((each) => each['name'] === name);
    if (setting !== undefined) setting['value'] = value;
  }

  it('are read whole', async () => {
    expect((await read()).records).to.deep.equal([
      {
        externalId: '5',
        updatedAt: new Date('2026-07-02T07:30:15Z'),
        name: 'Tasse',
        description: 'Une tasse & son bec.',
        reference: 'T-1',
        barcode: null,
        netPrice: '24.166667',
        taxBasisPoints: 2000,
        weightGrams: 350,
        widthMm: 80,
        heightMm: null,
        depthMm: null,
        active: true,
        kind: 'simple',
        categoryId: '9',
        categoryIds: ['9'],
        manufacturerId: '3',
        manufacturerName: 'Atelier',
        bundle: [],
        photo: `${shop.url}/img/p/1/2/3/123.jpg`,
        supplierId: '3',
        supplierReference: null,
        purchasePriceCents: 1001,
        combinations: [],
        quantity: 12,
      },
    ]);
  });

  it('take the stock of their own row, never the one of the record, which is always 0', async () => {
    shop.tables['stock_availables'] = [
      { id: 9, id_product: '5', id_product_attribute: '0', id_shop: '2', quantity: '99' },
      { id: 1, id_product: '5', id_product_attribute: '0', id_shop: '1', quantity: -3 },
    ];
    expect((await read()).records[0]?.quantity).to.equal(-3);
    shop.tables['stock_availables'] = [];
    expect((await read()).records[0]?.quantity).to.equal(null);
  });

  it('with combinations have the stock of each, and no sum', async () => {
    shop.tables['combinations'] = [
      aCombination(21, { associations: { product_option_values: [{ id: '7' }, { id: '1' }] }, ean13: '4006381333931' }),
      aCombination(22, { default_on: '1', price: '-0.500000', associations: { product_option_values: [{ id: '1' }, { id: '8' }] } }),
    ];
    shop.tables['stock_availables']?.push(
      { id: 2, id_product: '5', id_product_attribute: '21', id_shop: '1', quantity: '4' },
      { id: 3, id_product: '5', id_product_attribute: '22', id_shop: '1', quantity: '8' },
      { id: 4, id_product: '5', id_product_attribute: '404', id_shop: '1', quantity: '1' },
    );
    const product = (await read()).records[0];
    expect(product?.quantity).to.equal(null);
    expect(product?.combinations).to.deep.equal([
      {
        externalId: '22',
        name: 'Rouge, L',
        reference: null,
        barcode: null,
        netPriceImpact: '-0.500000',
        purchasePriceCents: null,
        quantity: 8,
      },
      {
        externalId: '21',
        name: 'Rouge, M',
        reference: null,
        barcode: '4006381333931',
        netPriceImpact: '0.000000',
        purchasePriceCents: null,
        quantity: 4,
      },
    ]);
  });

  it('know the combination in a bundle, in the words of every version', async () => {
    const bundle = [
      { id: '8', quantity: '2', combination_id: '1' },
      { id: '8', quantity: '1', id_product_attribute: 3 },
      { id: 9, quantity: 1, id_product_attribute: '0' },
      { id: '10', quantity: '1' },
    ];
    const product = await productWith({ type: 'pack', associations: { product_bundle: bundle } });
    expect(product.kind).to.equal('bundle');
    expect(product.bundle).to.deep.equal([
      { productId: '8', combinationId: '1', quantity: 2 },
      { productId: '8', combinationId: '3', quantity: 1 },
      { productId: '9', combinationId: null, quantity: 1 },
      { productId: '10', combinationId: null, quantity: 1 },
    ]);
  });

  it('are virtual in every version', async () => {
    expect((await productWith({ is_virtual: 1 })).kind).to.equal('virtual');
    expect((await productWith({ product_type: 'virtual' })).kind).to.equal('virtual');
  });

  it('have no tax without a group, and an unknown one where no rule is for the country', async () => {
    expect((await productWith({ id_tax_rules_group: '0' })).taxBasisPoints).to.equal(0);
    expect((await productWith({ id_tax_rules_group: '2' })).taxBasisPoints).to.equal(null);
  });

  it('have an unknown tax where taxes or their rules may not be read', async () => {
    for (const name of ['taxes', 'tax_rules']) {
      const other = visiting(shop.url);
      shop.trap = ({ resource }, response) => resource === name && answer(response, 401, errors(26));
      expect((await other.gateway.products(['5'], signal)).records[0]?.taxBasisPoints, name).to.equal(null);
      await other.gateways.close();
    }
  });

  it('take no tax of a state or a region for their own', async () => {
    shop.tables['tax_rules'] = [
      { id: 1, id_tax_rules_group: '1', id_country: '8', id_state: '4', zipcode_from: '0', id_tax: '1', behavior: '0' },
      { id: 2, id_tax_rules_group: '1', id_country: '8', id_state: '0', zipcode_from: '2A000', id_tax: '1', behavior: '0' },
      { id: 3, id_tax_rules_group: '1', id_country: '8', id_state: '0', zipcode_from: '0', id_tax: '2', behavior: '0' },
    ];
    expect((await read()).records[0]?.taxBasisPoints).to.equal(550);
  });

  it('add the taxes of rules that go together, and have none by a rule that says so', async () => {
    const rule = (id: number, changes: Record<string, string>) => ({
      ...{ id, id_tax_rules_group: '1', id_country: '8', id_state: '0', zipcode_from: '0', id_tax: '1', behavior: '1' },
      ...changes,
    });
    shop.tables['tax_rules'] = [rule(1, {}), rule(2, { id_tax: '2', behavior: '0' }), rule(3, { id_tax: '2' })];
    expect((await read()).records[0]?.taxBasisPoints).to.equal(2550);
    const other = visiting(shop.url);
    shop.tables['tax_rules'] = [rule(1, { id_tax: '0', behavior: '0' })];
    expect((await other.gateway.products(['5'], signal)).records[0]?.taxBasisPoints).to.equal(0);
    await other.gateways.close();
  });

  it('are measured in the units of the shop', async () => {
    set('PS_WEIGHT_UNIT', 'LB');
    set('PS_DIMENSION_UNIT', 'in');
    expect(await productWith({ weight: '0.750000', width: '2.000000' })).to.include({ weightGrams: 340, widthMm: 51 });
  });

  it('name the supplier and price of their supplier, and none in another currency', async () => {
    shop.tables['product_suppliers'] = [
      supplied(1, { id_supplier: '9', product_supplier_reference: 'N-9', product_supplier_price_te: '1.000000' }),
      supplied(2, { product_supplier_reference: 'G-1', product_supplier_price_te: '5.490000' }),
    ];
    const product = await productWith({ wholesale_price: '0.000000' });
    expect(product).to.include({ supplierId: '3', supplierReference: 'G-1', purchasePriceCents: 549 });
    expect((await productWith({ id_supplier: '0' })).supplierId).to.equal('9');
    shop.tables['product_suppliers'] = [supplied(2, { id_currency: '2', product_supplier_price_te: '5.490000' })];
    expect((await productWith({ wholesale_price: '0.000000' })).purchasePriceCents).to.equal(null);
  });

  it('find the name of their manufacturer where the shop leaves it out', async () => {
    expect((await productWith({ manufacturer_name: false })).manufacturerName).to.equal('Atelier');
    expect((await productWith({ manufacturer_name: false, id_manufacturer: 0 })).manufacturerName).to.equal(null);
  });

  it('are never under the root', async () => {
    expect(await productWith({ id_category_default: '2' })).to.include({ categoryId: null });
  });

  it('that were begun and never saved are none', async () => {
    shop.tables['products'] = [aShopProduct({ state: 0, name: '' })];
    expect(await read()).to.deep.equal({ records: [], gone: ['5'], faulty: [] });
  });

  it('are not read where combinations may not be: they would look as if they had none', async () => {
    shop.trap = ({ resource }, response) => resource === 'combinations' && answer(response, 401, errors(26));
    const fault = await read().catch((error: unknown) => error);
    expect(fault).to.include({ kind: 'unreadable' });
  });

  it('that make no sense are faulty, by the name of the field', async () => {
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ price: '' }, 'price'],
      [{ name: [{ id: 1, value: null }] }, 'name'],
      [{ weight: '-1.000000' }, 'weight'],
      [{ associations: { product_bundle: [{ id: '8', quantity: '0' }] } }, 'product_bundle.quantity'],
    ];
    for (const [changes, field] of cases) {
      shop.tables['products'] = [aShopProduct(changes)];
      expect((await read()).faulty[0]?.reason).to.include(field);
    }
    shop.tables['products'] = [aShopProduct()];
    shop.tables['stock_availables'] = [{ id: 1, id_product: '5', id_product_attribute: '0', quantity: 'many' }];
    expect((await read()).faulty[0]?.reason).to.include('stock_availables.quantity');
  });

  function aCombination(id: number, changes: Record<string, unknown>): Record<string, unknown> {
    return {
      id,
      id_product: '5',
      reference: '',
      ean13: '',
      upc: '',
      price: '0.000000',
      wholesale_price: '0.000000',
      default_on: null,
      ...changes,
    };
  }

  function supplied(id: number, changes: Record<string, unknown>): Record<string, unknown> {
    return {
      id,
      id_product: '5',
      id_product_attribute: '0',
      id_supplier: '3',
      id_currency: '0',
      product_supplier_reference: '',
      ...changes,
    };
  }
});
