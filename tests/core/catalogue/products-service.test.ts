import type { Product } from '@comptoir/core/catalogue/item.js';
import { makeProductsService } from '@comptoir/core/catalogue/make-products-service.js';
import type { ProductFields, ProductPatch } from '@comptoir/core/catalogue/products-service.js';
import type { Trade } from '@comptoir/core/sites/site.js';
import { expect } from 'chai';
import { aProduct, aScope, aVariant, NOON } from '../../suites/builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aBench, aRestaurant } from '../support.js';
import { aStockFake } from './stock-fake.js';

async function aShop(trade: Trade = 'shop') {
  const bench = aBench();
  const { persistence, clock, services, heard } = bench;
  const { scope, site } = await aRestaurant(bench, { trade });
  const stock = aStockFake();
  const products = makeProductsService({
    transact: (target, work) => persistence.transact(target, (stores, views) => work({ stores, views, stock, signals: services.signals })),
    views: persistence.views,
    levels: stock.levels,
    clock,
    ids: services.ids,
  });
  const add = (changes: Partial<ProductFields> = {}): Promise<Product> => products.create(scope, fieldsOf(changes));
  const read = (id: string) => services.views.products.get(scope, id);
  const version = async () => (await services.views.sites.versionBySlug(site.slug))?.version;
  return { ...bench, products, stock, scope, site, add, read, version, heard };
}

function fieldsOf(changes: Partial<ProductFields> = {}): ProductFields {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, deletedAt: _deletedAt, version: _version, ...fields } = aProduct();
  return { ...fields, ...changes };
}

const codeOf = async (refused: Promise<unknown>) => (await refusalOf(refused)).code;

describe('creating a product', () => {
  it('gives it an id, its times and its first version', async () => {
    const { add, read } = await aShop();

    const product = await add({ name: 'Tasse' });

    expect(product).to.include({ name: 'Tasse', version: 1, deletedAt: null });
    expect([product.createdAt, product.updatedAt]).to.deep.equal([NOON, NOON]);
    expect(await read(product.id)).to.deep.equal(product);
  });

  it('opens its ledger where its stock is kept', async () => {
    const { add, products, scope } = await aShop();
    const without = await add();
    const varied = await add({ manageStock: true, variants: [aVariant({ id: 's' }), aVariant({ id: 'm' })] });

    expect(await products.levels(scope, without.id)).to.deep.equal([]);
    expect((await products.levels(scope, varied.id)).map(({ variantId, stock }) => [variantId, stock])).to.deep.equal([
      ['s', 0],
      ['m', 0],
    ]);
  });

  it('is refused with codes that are taken, a category that does not exist and groups that cannot be met', async () => {
    const { add, version } = await aShop();
    await add({ sku: 'A' });
    const option = { id: 'o', name: 'Miel', priceCents: 0 };

    expect(await codeOf(add({ sku: 'A' }))).to.equal('duplicate_sku');
    expect(await codeOf(add({ categoryId: 'none' }))).to.equal('unknown_category');
    expect(await codeOf(add({ optionGroups: [{ id: 'g', name: 'G', min: 2, max: 2, options: [option] }] }))).to.equal('invalid_options');
    expect(await codeOf(add({ optionGroups: [{ id: 'g', name: 'G', min: 1, max: 0, options: [option] }] }))).to.equal('invalid_options');
    expect(await codeOf(add({ variants: [aVariant({ id: 'v' }), aVariant({ id: 'v' })] }))).to.equal('invalid_request');
    expect(await version()).to.equal(2);
  });
});

describe('changing a product', () => {
  it('changes what the patch names, raises versions, and tells who listens', async () => {
    const { add, products, scope, site, clock, version, heard, read } = await aShop();
    const product = await add({ sku: 'A', description: 'Bleue' });
    clock.advance(1000);

    const after = await products.update(scope, product.id, { name: 'Bol', sku: null, description: undefined });

    expect(after).to.deep.equal({ ...product, name: 'Bol', sku: null, version: 2, updatedAt: clock.now() });
    expect(await read(product.id)).to.deep.equal(after);
    expect(await version()).to.equal(3);
    expect(heard).to.deep.equal(Array.from({ length: 2 }, () => ({ kind: 'site-changed', siteId: site.id })));
  });

  it('merges the facts of others by name; null removes one', async () => {
    const { add, products, scope } = await aShop();
    const { id } = await add({ data: { shelf: 'A', maker: { name: 'Sambre' } } });

    const { data } = await products.update(scope, id, { data: { shelf: null, colour: 'blue' } });

    expect(data).to.deep.equal({ maker: { name: 'Sambre' }, colour: 'blue' });
  });

  it('is refused when the product has changed since it was read', async () => {
    const { add, products, scope } = await aShop();
    const { id } = await add();
    await products.update(scope, id, { name: 'Bol' }, { ifVersion: 1 });

    expect(await codeOf(products.update(scope, id, { name: 'Pot' }, { ifVersion: 1 }))).to.equal('stale');
    expect(await codeOf(products.delete(scope, id, { ifVersion: 1 }))).to.equal('stale');
    expect((await products.update(scope, id, { name: 'Pot' }, { ifVersion: null })).version).to.equal(3);
  });

  it('lets one of several with the same version win', async () => {
    const { add, products, scope } = await aShop();
    const { id } = await add();

    const outcomes = await atOnce(5, (index) =>
      products.update(scope, id, { position: index }, { ifVersion: 1 }).then(
        () => 'changed',
        ({ code }: { code: string }) => code,
      ),
    );

    expect(outcomes.sort()).to.deep.equal(['changed', 'stale', 'stale', 'stale', 'stale']);
  });

  it('is left to the synchronization for what it manages, but for stock', async () => {
    const { add, products, scope } = await aShop();
    const { id } = await add({ managedBy: 'sync', variants: [aVariant()] });
    const refused = [
      products.update(scope, id, { name: 'N' }),
      products.delete(scope, id),
      products.setVariants(scope, id, () => []),
      products.setOptionGroups(scope, id, () => []),
      products.setBundle(scope, id, []),
      products.saveAll(scope, { create: [], update: [{ id, patch: { visible: false } }] }),
    ];
    for (const call of refused) expect(await codeOf(call)).to.equal('managed_by_sync');

    expect((await products.setManageStock(scope, id, true, 3)).manageStock).to.equal(true);
    expect((await products.update(scope, id, { name: 'N' }, { asSync: true })).name).to.equal('N');
    expect((await products.delete(scope, id, { asSync: true })).deletedAt).to.deep.equal(NOON);
  });

  it('is refused for what does not exist or was deleted, and then nothing has changed and nothing is told', async () => {
    const { add, products, scope, version, heard } = await aShop();
    const deleted = await products.delete(scope, (await add()).id);
    for (const id of ['none', deleted.id]) {
      const refused = [
        products.update(scope, id, { name: 'N' }),
        products.delete(scope, id),
        products.duplicate(scope, id, null),
        products.setVariants(scope, id, () => []),
        products.setManageStock(scope, id, true, 1),
        products.levels(scope, id),
      ];
      for (const call of refused) expect(await codeOf(call)).to.equal('unknown_item');
    }
    expect(await codeOf(products.restore(scope, 'none'))).to.equal('unknown_item');
    expect([await version(), heard.length]).to.deep.equal([3, 2]);
  });

  it('is refused in an establishment that does not exist', async () => {
    const { products } = await aShop();
    expect(await codeOf(products.create(aScope(), fieldsOf()))).to.equal('unknown_shop');
  });
});

describe('saving several products', () => {
  it('is one change of the establishment, all or nothing', async () => {
    const { add, products, scope, version, services } = await aShop();
    const { id } = await add({ name: 'A' });

    const saved = await products.saveAll(scope, { create: [fieldsOf({ name: 'B' })], update: [{ id, patch: { name: 'C' } }] });
    expect([...saved.created, ...saved.updated].map(({ name }) => name)).to.deep.equal(['B', 'C']);
    expect(await version()).to.equal(3);

    const patches: { id: string; patch: ProductPatch }[] = [
      { id, patch: { name: 'D' } },
      { id: 'none', patch: {} },
    ];
    expect(await codeOf(products.saveAll(scope, { create: [fieldsOf()], update: patches }))).to.equal('unknown_item');
    expect((await services.views.products.all(scope)).map(({ name }) => name)).to.deep.equal(['B', 'C']);
    expect(await version()).to.equal(3);
  });
});

describe('deleting a product', () => {
  it('hides it everywhere, frees its codes, and can be undone', async () => {
    const { add, products, scope, read, services } = await aShop();
    const product = await add({ sku: 'A' });

    const deleted = await products.delete(scope, product.id);
    expect(deleted).to.deep.equal({ ...product, deletedAt: NOON, version: 2 });
    expect(await read(product.id)).to.equal(null);
    expect((await services.views.catalogue.menu(scope)).items).to.deep.equal([]);

    expect(await products.restore(scope, product.id)).to.deep.equal({ ...product, version: 3 });
    expect(await read(product.id)).to.deep.equal({ ...product, version: 3 });
    expect((await products.restore(scope, product.id)).version).to.equal(3);
  });

  it('cannot be undone once another has its codes', async () => {
    const { add, products, scope } = await aShop();
    const { id } = await add({ sku: 'A' });
    await products.delete(scope, id);
    await add({ sku: 'A' });

    expect(await codeOf(products.restore(scope, id))).to.equal('duplicate_sku');
  });

  for (const trade of ['restaurant', 'bar'] as const) {
    it(`leaves the menu of a ${trade} at least one item`, async () => {
      const { add, products, scope, read } = await aShop(trade);
      const [one, other] = [await add(), await add({ visible: false })];
      await products.delete(scope, one.id);

      expect(await codeOf(products.delete(scope, other.id))).to.equal('last_item');
      expect(await read(other.id)).to.deep.equal(other);
    });
  }

  it('empties a shop', async () => {
    const { add, products, scope } = await aShop('shop');
    const { id } = await add();
    expect((await products.delete(scope, id)).deletedAt).to.deep.equal(NOON);
  });

  it('is refused while a bundle contains it', async () => {
    const { add, products, scope } = await aShop();
    const cup = await add();
    const bundle = await add({ bundle: [{ itemId: cup.id, variantId: null, quantity: 2 }] });

    expect(await codeOf(products.delete(scope, cup.id))).to.equal('in_use');
    await products.delete(scope, bundle.id);
    await products.delete(scope, cup.id);
    expect(await codeOf(products.restore(scope, bundle.id))).to.equal('unknown_item');
  });
});

describe('a copy of a product', () => {
  it('is hidden, without codes and links, and next in order; its stock starts at 0', async () => {
    const { add, products, scope, stock } = await aShop();
    const variant = aVariant({ id: 's', sku: 'V', barcode: '2', syncKey: 'k2' });
    const original = await add({
      name: 'Tasse',
      sku: 'A',
      barcode: '1',
      syncKey: 'k1',
      externalId: '7',
      managedBy: 'sync',
      manageStock: true,
      position: 4,
      variants: [variant],
    });
    stock.set({ itemId: original.id, variantId: 's' }, { stock: 9 });

    const copy = await products.duplicate(scope, original.id, null);

    expect(copy).to.deep.equal({
      ...original,
      id: copy.id,
      name: 'Tasse (2)',
      sku: null,
      barcode: null,
      syncKey: null,
      externalId: null,
      managedBy: 'till',
      visible: false,
      position: 5,
      variants: [{ ...variant, sku: null, barcode: null, syncKey: null }],
    });
    expect((await products.levels(scope, copy.id)).map((level) => level.stock)).to.deep.equal([0]);
    expect((await products.duplicate(scope, original.id, 'Bol')).name).to.equal('Bol');
  });
});

describe('the variants of a product', () => {
  const sold = (product: Product) => product.variants.map(({ id }) => id);

  it('are added, changed, ordered and removed; new ones are counted from 0', async () => {
    const { add, products, scope } = await aShop();
    const [s, m] = [aVariant({ id: 's' }), aVariant({ id: 'm' })];
    const { id } = await add({ manageStock: true, variants: [s] });

    expect(sold(await products.setVariants(scope, id, (variants) => [m, ...variants]))).to.deep.equal(['m', 's']);
    expect((await products.levels(scope, id)).map(({ variantId }) => variantId)).to.have.members(['s', 'm']);
    expect(sold(await products.setVariants(scope, id, () => [s]))).to.deep.equal(['s']);
    expect((await products.levels(scope, id)).map(({ variantId }) => variantId)).to.deep.equal(['s']);
  });

  it('stay while there is stock of them, or some is promised', async () => {
    const { add, products, scope, stock } = await aShop();
    const { id } = await add({ manageStock: true, variants: [aVariant({ id: 's' }), aVariant({ id: 'm' })] });
    const removeS = () => products.setVariants(scope, id, (variants) => variants.filter((variant) => variant.id !== 's'));

    for (const level of [{ stock: 1 }, { stock: -1 }, { reserved: 1 }]) {
      stock.set({ itemId: id, variantId: 's' }, level);
      expect(await codeOf(removeS())).to.equal('in_use');
    }
    stock.set({ itemId: id, variantId: 's' }, {});
    expect(sold(await removeS())).to.deep.equal(['m']);
  });

  it('take the place of the product itself only when there is no stock of it', async () => {
    const { add, products, scope, stock } = await aShop();
    const { id } = await add({ manageStock: true });
    stock.set({ itemId: id, variantId: null }, { stock: 2 });

    expect(await codeOf(products.setVariants(scope, id, () => [aVariant()]))).to.equal('in_use');
  });

  it('stay while a bundle contains them', async () => {
    const { add, products, scope } = await aShop();
    const { id } = await add({ variants: [aVariant({ id: 's' }), aVariant({ id: 'm' })] });
    await add({ bundle: [{ itemId: id, variantId: 's', quantity: 1 }] });

    expect(await codeOf(products.setVariants(scope, id, () => [aVariant({ id: 'm' })]))).to.equal('in_use');
    expect(sold(await products.setVariants(scope, id, () => [aVariant({ id: 's' })]))).to.deep.equal(['s']);
  });
});

describe('a bundle', () => {
  const one = (itemId: string, variantId: string | null = null) => [{ itemId, variantId, quantity: 1 }];

  it('consists of items and variants that are sold', async () => {
    const { add, products, scope } = await aShop();
    const [cup, tea] = [await add(), await add({ variants: [aVariant({ id: 's' })] })];
    const { id } = await add();
    const components = [...one(cup.id), ...one(tea.id, 's')];

    expect((await products.setBundle(scope, id, components)).bundle).to.deep.equal(components);
    expect((await products.setBundle(scope, id, [])).bundle).to.deep.equal([]);
  });

  it('contains nothing that does not exist, is a bundle, or is itself', async () => {
    const { add, products, scope } = await aShop();
    const [cup, tea] = [await add(), await add({ variants: [aVariant({ id: 's' })] })];
    const other = await add({ bundle: one(cup.id) });
    const { id } = await add();

    expect(await codeOf(products.setBundle(scope, id, one('none')))).to.equal('unknown_item');
    expect(await codeOf(products.setBundle(scope, id, one(tea.id, 'none')))).to.equal('unknown_item');
    expect(await codeOf(products.setBundle(scope, id, one(cup.id, 'none')))).to.equal('unknown_item');
    for (const bundle of [one(tea.id), one(other.id), one(id), [...one(cup.id), ...one(cup.id)]])
      expect(await codeOf(products.setBundle(scope, id, bundle))).to.equal('invalid_request');
    expect(await codeOf(products.setBundle(scope, cup.id, one(tea.id, 's')))).to.equal('in_use');
  });

  it('keeps no stock of its own', async () => {
    const { add, products, scope } = await aShop();
    const cup = await add();
    const counted = await add({ manageStock: true });
    const bundle = await add({ bundle: one(cup.id) });

    expect(await codeOf(products.setBundle(scope, counted.id, one(cup.id)))).to.equal('invalid_request');
    expect(await codeOf(products.setManageStock(scope, bundle.id, true, null))).to.equal('invalid_request');
  });
});

describe('keeping stock of a product', () => {
  it('starts from the balance that was counted, and keeps the ledger when it ends', async () => {
    const { add, products, scope } = await aShop();
    const { id } = await add({ variants: [aVariant({ id: 's' }), aVariant({ id: 'm' })] });

    await products.setManageStock(scope, id, true, 12);
    expect((await products.levels(scope, id)).map(({ stock }) => stock)).to.deep.equal([12, 12]);
    expect((await products.setManageStock(scope, id, false, null)).manageStock).to.equal(false);
    expect(await products.levels(scope, id)).to.have.length(2);
  });

  it('starts from 0 when a patch turns it on', async () => {
    const { add, products, scope } = await aShop();
    const { id } = await add();

    await products.update(scope, id, { manageStock: true });

    expect((await products.levels(scope, id)).map(({ variantId, stock }) => [variantId, stock])).to.deep.equal([[null, 0]]);
  });
});
