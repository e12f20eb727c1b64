import type { Product } from '@comptoir/core/catalogue/item.js';
import { productsRouter } from '@comptoir/core/catalogue/products-procedures.js';
import type { Permission } from '@comptoir/core/kit/procedure.js';
import { expect } from 'chai';
import { aCategory, aProduct, aVariant, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { callsOf } from '../organisation.js';
import { aBench, aCall, aRestaurant } from '../support.js';

const ALL: Permission[] = ['products:read', 'products:write', 'products:delete'];
const PLAIN = { name: 'Tasse', priceCents: 1200, taxBasisPoints: 2000 };

type Routes = ReturnType<typeof productsRouter>;

async function aRouter(...products: readonly Product[]) {
  const bench = aBench();
  const { scope, site } = await aRestaurant(bench, { trade: 'shop' });
  await bench.persistence.transact(scope, (stores) => stores.products.create(scope, products));
  const call = aCall(bench.services, { site: scope, permissions: ALL });
  const calls = callsOf('products', productsRouter());
  const ask = <Name extends keyof Routes>(name: Name, input: unknown) => calls(name, call, input);
  const codeOf = async (name: keyof Routes, input: unknown) => (await refusalOf(ask(name, input))).code;
  return { ...bench, scope, site, ask, codeOf };
}

describe('the products router', () => {
  it('creates, gets, finds, changes, deletes and restores', async () => {
    const { ask, codeOf } = await aRouter();

    const created = await ask('create', {
      ...PLAIN,
      name: ' Tasse ',
      sku: 'T-1',
      barcode: '30',
      id: 'mine',
      managedBy: 'sync',
      variants: [],
    });
    const { id: _id, createdAt: _c, updatedAt: _u, ...plain } = aProduct({ ...PLAIN, sku: 'T-1', barcode: '30' });
    expect(created).to.deep.include(plain);
    expect(created.id).to.match(/^[0-9a-f-]{36}$/);
    expect(await ask('get', { id: created.id })).to.deep.equal(created);
    expect(await ask('getBySku', { sku: 'T-1' })).to.deep.equal(created);
    expect(await ask('getByBarcode', { barcode: '30' })).to.deep.equal(created);
    expect(await ask('list', undefined)).to.deep.equal({ items: [created], total: 1, page: 1, pageSize: 20 });
    expect(await ask('search', { search: 'tas' })).to.deep.equal([created]);

    const updated = await ask('update', { id: created.id, sku: null, ifVersion: 1, data: { shelf: 'B' } });
    expect(updated).to.deep.equal({ ...created, sku: null, data: { shelf: 'B' }, version: 2 });
    expect(await codeOf('update', { id: created.id, name: 'N', ifVersion: 1 })).to.equal('stale');
    expect(await codeOf('getBySku', { sku: 'T-1' })).to.equal('unknown_item');

    expect((await ask('delete', { id: created.id })).deletedAt).to.deep.equal(NOON);
    expect(await codeOf('get', { id: created.id })).to.equal('unknown_item');
    expect((await ask('list', { deleted: true })).items.map(({ id }) => id)).to.deep.equal([created.id]);
    expect((await ask('restore', { id: created.id })).deletedAt).to.equal(null);
  });

  it('makes the ids of variants, groups and options', async () => {
    const { ask } = await aRouter();
    const option = { name: 'Initiales', priceCents: 500 };
    const product = await ask('create', {
      ...PLAIN,
      variants: [
        { name: 'S', priceCents: 900, id: 'mine' },
        { name: 'M', priceCents: 1000 },
      ],
      optionGroups: [{ name: 'Gravure', min: 0, max: 1, options: [option] }],
    });

    const ids = [...product.variants, ...product.optionGroups, ...product.optionGroups.flatMap(({ options }) => options)].map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).to.equal(4);
    expect(ids).to.not.include('mine');
  });

  it('refuses what is not a product', async () => {
    const { codeOf, ask } = await aRouter();
    const wrong: Record<string, unknown>[] = [
      { name: '' },
      { name: 'x'.repeat(121) },
      { name: null },
      { priceCents: 1.5 },
      { priceCents: 100_000_001 },
      { taxBasisPoints: 10_001 },
      { sku: ' ' },
      { allergens: ['gravel'] },
      { weightGrams: -1 },
      { soldOutUntil: 'soon' },
      { data: { big: 'x'.repeat(16_000) } },
      { data: { odd: new Set([1]) } },
    ];
    const { id } = await ask('create', PLAIN);
    for (const changes of wrong) {
      expect(await codeOf('create', { ...PLAIN, ...changes }), JSON.stringify(changes)).to.equal('invalid_request');
      expect(await codeOf('update', { id, ...changes }), JSON.stringify(changes)).to.equal('invalid_request');
    }
    const variants = Array.from({ length: 101 }, () => ({ name: 'V', priceCents: 1 }));
    expect(await codeOf('create', { ...PLAIN, variants })).to.equal('invalid_request');
    expect(await codeOf('search', { search: ' ' })).to.equal('invalid_request');
  });

  it('changes the same fields of several products, or none of them', async () => {
    const { ask, codeOf } = await aRouter(aProduct({ id: 'a' }), aProduct({ id: 'b' }));

    expect((await ask('bulkUpdate', { ids: ['b', 'a'], patch: { visible: false } })).map(({ id, visible }) => [id, visible])).to.deep.equal(
      [
        ['b', false],
        ['a', false],
      ],
    );
    expect(await codeOf('bulkUpdate', { ids: ['a', 'none'], patch: { visible: true } })).to.equal('unknown_item');
    expect((await ask('get', { id: 'a' })).visible).to.equal(false);
    for (const ids of [[], ['a', 'a'], Array.from({ length: 101 }, (_, index) => `p${index}`)])
      expect(await codeOf('bulkUpdate', { ids, patch: {} })).to.equal('invalid_request');
  });

  it('shows and hides, prices, and copies', async () => {
    const { ask, codeOf } = await aRouter(aProduct({ id: 'a', name: 'Tasse', variants: [aVariant({ id: 's' })] }));

    expect((await ask('setActive', { id: 'a', active: false })).visible).to.equal(false);
    expect((await ask('setPrice', { id: 'a', priceCents: 5 })).priceCents).to.equal(5);
    expect((await ask('setPrice', { id: 'a', variantId: 's', priceCents: 6 })).variants[0]?.priceCents).to.equal(6);
    expect(await codeOf('setPrice', { id: 'a', variantId: 'none', priceCents: 6 })).to.equal('unknown_record');
    expect((await ask('duplicate', { id: 'a' })).name).to.equal('Tasse (2)');
    expect((await ask('duplicate', { id: 'a', name: 'Bol' })).name).to.equal('Bol');
  });

  it('filters and sorts lists', async () => {
    const { ask } = await aRouter(aProduct({ name: 'B', priceCents: 1 }), aProduct({ name: 'A', priceCents: 2, visible: false }));
    const names = async (input: object) => (await ask('list', input)).items.map(({ name }) => name);

    expect(await names({ sort: 'price' })).to.deep.equal(['B', 'A']);
    expect(await names({ visible: true })).to.deep.equal(['B']);
    expect(await names({ pageSize: 1, page: 2, sort: 'name' })).to.deep.equal(['B']);
  });
});

describe('variants over the products router', () => {
  it('are added, listed, changed, moved and removed', async () => {
    const { ask, codeOf } = await aRouter(aProduct({ id: 'a' }));
    const small = await ask('createVariant', { id: 'a', name: 'S', priceCents: 900, sku: 'S' });
    const large = await ask('createVariant', { id: 'a', name: 'L', priceCents: 1500 });
    expect(await ask('listVariants', { id: 'a' })).to.deep.equal([small, large]);

    const changed = await ask('updateVariant', { id: 'a', variantId: large.id, name: 'XL', position: 0 });
    expect(changed).to.deep.equal({ ...large, name: 'XL' });
    expect(await ask('listVariants', { id: 'a' })).to.deep.equal([changed, small]);
    expect((await ask('updateVariant', { id: 'a', variantId: small.id, sku: null })).sku).to.equal(null);

    expect((await ask('deleteVariant', { id: 'a', variantId: large.id })).variants.map(({ id }) => id)).to.deep.equal([small.id]);
    expect(await codeOf('deleteVariant', { id: 'a', variantId: large.id })).to.equal('unknown_record');
    expect(await codeOf('updateVariant', { id: 'a', variantId: 'none' })).to.equal('unknown_record');
    expect(await codeOf('createVariant', { id: 'none', name: 'S', priceCents: 1 })).to.equal('unknown_item');
  });

  it('are not more than a hundred, and have codes of their own', async () => {
    const variants = Array.from({ length: 100 }, (_, index) => aVariant({ sku: `V${index}` }));
    const { codeOf } = await aRouter(aProduct({ id: 'a', variants }), aProduct({ id: 'b' }));

    expect(await codeOf('createVariant', { id: 'a', name: 'V', priceCents: 1 })).to.equal('invalid_request');
    expect(await codeOf('createVariant', { id: 'b', name: 'V', priceCents: 1, sku: 'V7' })).to.equal('duplicate_sku');
  });
});

describe('option groups and bundles over the products router', () => {
  const group = { name: 'Sauces', min: 0, max: 1, options: [{ name: 'Miel', priceCents: 0 }] };

  it('keeps the groups and options that are named by their ids, and makes the others', async () => {
    const { ask, codeOf } = await aRouter(aProduct({ id: 'a' }));
    const [first] = await ask('setOptionGroups', { id: 'a', groups: [group] });
    if (first === undefined) throw new Error('The group was made.');

    const renamed = { ...first, name: 'Garnitures', options: [...first.options, { name: 'Ail', priceCents: 20 }] };
    const [after] = await ask('setOptionGroups', { id: 'a', groups: [renamed] });

    expect(after).to.deep.include({ id: first.id, name: 'Garnitures' });
    expect(after?.options[0]).to.deep.equal(first.options[0]);
    expect(await ask('getOptionGroups', { id: 'a' })).to.deep.equal([after]);
    expect(await codeOf('setOptionGroups', { id: 'a', groups: [{ ...group, id: 'none' }] })).to.equal('unknown_record');
    expect(await codeOf('setOptionGroups', { id: 'a', groups: [first, first] })).to.equal('invalid_options');
    expect(await codeOf('setOptionGroups', { id: 'a', groups: [{ ...group, min: 2, max: 2 }] })).to.equal('invalid_options');
    expect(await codeOf('setOptionGroups', { id: 'a', groups: [{ ...group, max: 0 }] })).to.equal('invalid_request');
  });

  it('makes a bundle of products, and no bundle of what does not exist', async () => {
    const { ask, codeOf } = await aRouter(aProduct({ id: 'cup' }), aProduct({ id: 'box' }));
    const components = [{ itemId: 'cup', variantId: null, quantity: 6 }];

    expect(await ask('setBundle', { id: 'box', components: [{ itemId: 'cup', quantity: 6 }] })).to.deep.equal(components);
    expect(await ask('getBundle', { id: 'box' })).to.deep.equal(components);
    expect(await codeOf('setBundle', { id: 'box', components: [{ itemId: 'none', quantity: 1 }] })).to.equal('unknown_item');
    expect(await codeOf('setBundle', { id: 'box', components: [{ itemId: 'cup', quantity: 0 }] })).to.equal('invalid_request');
    expect(await codeOf('delete', { id: 'cup' })).to.equal('in_use');
  });
});

describe('categories and stock over the products router', () => {
  it('keeps the categories that the categories router keeps', async () => {
    const { ask, codeOf, scope, services } = await aRouter();
    const created = await ask('createCategory', { name: 'Table' });

    expect((await ask('listCategories', {})).items).to.deep.equal([created]);
    expect(await services.catalogue.categories.get(scope, created.id)).to.deep.equal(created);
    expect((await ask('updateCategory', { id: created.id, position: 3 })).position).to.equal(3);
    const { id } = await ask('create', { ...PLAIN, categoryId: created.id });
    expect(await codeOf('deleteCategory', { id: created.id })).to.equal('in_use');
    await ask('delete', { id });
    expect(await ask('deleteCategory', { id: created.id })).to.deep.equal({ id: created.id });
    expect(await codeOf('getCategory', { id: created.id })).to.equal('unknown_record');
  });

  it('says whether stock is kept', async () => {
    const { ask, codeOf } = await aRouter(aProduct({ id: 'a' }));

    expect(await ask('getStock', { id: 'a' })).to.deep.equal({ id: 'a', manageStock: false, units: [] });
    expect((await ask('setManageStock', { id: 'a', manageStock: true, balance: 5 })).manageStock).to.equal(true);
    expect((await ask('getStock', { id: 'a' })).manageStock).to.equal(true);
    expect(await codeOf('setManageStock', { id: 'a', manageStock: true, balance: -1 })).to.equal('invalid_request');
    expect(await codeOf('getStock', { id: 'none' })).to.equal('unknown_item');
  });
});

describe('CSV over the products router', () => {
  it('goes out and comes in again as the same products', async () => {
    const { ask, services, scope } = await aRouter(
      aProduct({ sku: 'A', name: '=1+1' }),
      aProduct({ variants: [aVariant()], data: { a: [1] } }),
    );
    const before = await services.views.products.all(scope);

    const { text, products } = await ask('exportCsv', undefined);
    const result = await ask('importCsv', { text });

    expect(products).to.equal(2);
    expect(result).to.deep.equal({ applied: true, created: 0, updated: 0, unchanged: 2, errors: [] });
    expect(await services.views.products.all(scope)).to.deep.equal(before);
  });

  it('creates and changes, or (dry) only says so', async () => {
    const { ask, scope, services } = await aRouter(aProduct({ id: 'a', sku: 'A' }));
    const category = aCategory({ name: 'Table' });
    await services.catalogue.categories.create(scope, category);
    const text = 'sku,name,price,taxPercent,category\nA,Tasse,12.50,20,Table\nB,Bol,9,5.5,\n';
    const outcome = { created: 1, updated: 1, unchanged: 0, errors: [] };

    expect(await ask('importCsv', { text, dryRun: true })).to.deep.equal({ applied: false, ...outcome });
    expect((await ask('list', {})).total).to.equal(1);

    expect(await ask('importCsv', { text })).to.deep.equal({ applied: true, ...outcome });
    expect(await ask('getBySku', { sku: 'A' })).to.include({ id: 'a', name: 'Tasse', priceCents: 1250, categoryId: category.id });
    expect(await ask('getBySku', { sku: 'B' })).to.include({ name: 'Bol', priceCents: 900, taxBasisPoints: 550 });
  });

  it('writes nothing when one line is wrong, and names it', async () => {
    const { ask } = await aRouter();

    const result = await ask('importCsv', { text: 'name,price,taxPercent\nTasse,1,20\nBol,dear,20\n' });

    expect(result).to.deep.equal({
      applied: false,
      created: 1,
      updated: 0,
      unchanged: 0,
      errors: [{ line: 3, field: 'price', message: 'Write a number such as 12.50' }],
    });
    expect((await ask('list', {})).total).to.equal(0);
  });

  it('finds, dry or not, what bundles and stock would refuse', async () => {
    const bowl = aProduct({ id: 'bowl', manageStock: true, variants: [aVariant({ id: 'small' }), aVariant({ id: 'large' })] });
    const { ask, scope, services } = await aRouter(
      aProduct({ id: 'mug' }),
      aProduct({ id: 'tray' }),
      bowl,
      aProduct({ id: 'set', name: 'Coffret', bundle: [{ itemId: 'mug', variantId: null, quantity: 1 }] }),
    );
    await services.stock.open(scope, bowl, 3);
    const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const of = (itemId: string) => quoted([{ itemId, quantity: 1 }]);
    const text = [
      'id,variants,bundle,manageStock',
      `mug,${quoted([aVariant({ id: 'blue' })])},,`,
      `bowl,${quoted([aVariant({ id: 'large' })])},,true`,
      `tray,,${of('set')},`,
      `set,,${of('gone')},`,
    ].join('\n');
    const columnsOnly = (line: string) => `${text.split('\n')[0]}\n${line}`;
    const before = await services.views.products.all(scope);

    const dry = await ask('importCsv', { text, dryRun: true });

    expect(dry.errors.map(({ line, field }) => [line, field])).to.deep.equal([
      [3, null],
      [4, 'bundle'],
      [5, null],
    ]);
    expect(await ask('importCsv', { text })).to.deep.equal(dry);
    expect((await ask('importCsv', { text: columnsOnly(text.split('\n')[1] ?? '') })).errors).to.deep.equal([
      { line: 2, field: null, message: 'The bundle "Coffret" contains it.' },
    ]);
    expect(await services.views.products.all(scope)).to.deep.equal(before);
  });

  it('is refused beyond a mebibyte, and names no more faults than somebody mends', async () => {
    const { ask, codeOf } = await aRouter();

    expect(await codeOf('importCsv', { text: 'x'.repeat(1024 * 1024 + 1) })).to.equal('invalid_request');
    expect((await ask('importCsv', { text: `name\n${'Tasse\n'.repeat(1000)}` })).errors).to.have.length(200);
  });
});
