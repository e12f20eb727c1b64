import type { Category, Product } from '@comptoir/core/catalogue/item.js';
import { byPosition } from '@comptoir/core/catalogue/item.js';
import type { ProductFilter } from '@comptoir/core/catalogue/product-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import {
  aCategory,
  aProduct,
  aScope,
  aVariant,
  establish,
  establishBeside,
  FIRST_PAGE,
  freshName,
  minutesAfter,
  NOON,
} from './builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';
import { aVendor } from './vendor-builders.js';

/** Every field with a value that a careless store would lose. */
const FULL: Partial<Product> = {
  name: 'Tasse « Marée » 🫖',
  description: 'Grès\n100 % \\ "fait" \'main\'',
  priceCents: 100_000_000,
  taxBasisPoints: 550,
  photo: '/photos/tasse%20bleue.webp',
  allergens: ['milk', 'gluten'],
  visible: false,
  soldOutUntil: new Date('2026-06-16T22:00:00.123Z'),
  position: 42,
  sku: 'TAS-"1"',
  barcode: '3017620422003',
  managedBy: 'sync',
  manageStock: true,
  bundle: [{ itemId: 'other', variantId: null, quantity: 3 }],
  variants: [
    aVariant({ id: 'l', name: 'Grande', priceCents: 700, sku: 'TAS-L', barcode: '1', syncKey: 'shop/1', externalId: '901' }),
    aVariant({ id: 's', name: 'Petite', priceCents: 0 }),
  ],
  optionGroups: [{ id: 'g', name: 'Gravure', min: 0, max: 1, options: [{ id: 'o', name: 'Initiales', priceCents: 500 }] }],
  reference: 'R-7',
  purchasePriceCents: 0,
  weightGrams: 450,
  widthMm: 80,
  heightMm: 95,
  depthMm: 0,
  syncKey: 'shop/0',
  externalId: '77',
  data: { shelf: { row: 2, tags: ['a', null] }, clé: 'é' },
  createdAt: minutesAfter(NOON, -60),
  updatedAt: NOON,
  version: 9,
};

export function exerciseProductStore(name: string, open: Open): void {
  describePort('ProductStore and ProductViews', name, open, (persistence) => {
    const { transact } = persistence;
    const create = (scope: Scope, ...products: readonly Product[]) => transact(scope, (stores) => stores.products.create(scope, products));
    const change = (scope: Scope, id: string, changes: Partial<Product>) =>
      transact(scope, async ({ products }) => (await products.change(scope, [id], (before) => ({ ...before, ...changes })))[0]);
    const addCategory = (scope: Scope, category: Category) => transact(scope, ({ categories }) => categories.create(scope, category));
    const views = () => persistence.views.products;
    const namesOf = async (scope: Scope, filter: Partial<ProductFilter>) =>
      (await views().list(scope, { ...FIRST_PAGE, ...filter })).items.map((product) => product.name);

    it('stores every field of a product', async () => {
      const { scope } = await establish(persistence);
      const category = aCategory();
      await addCategory(scope, category);
      const vendor = await transact(scope, ({ vendors }) => vendors.create(scope, aVendor()));
      const product = aProduct({ ...FULL, categoryId: category.id, defaultVendorId: vendor.id });

      await create(scope, product);

      expect(await views().get(scope, product.id)).to.deep.equal(product);
      expect(await views().all(scope)).to.deep.equal([product]);
    });

    it('changes every field, gives back what it stored, and keeps the order of the variants', async () => {
      const { scope } = await establish(persistence);
      const product = aProduct({ variants: [aVariant({ id: 's' }), aVariant({ id: 'm' })] });
      await create(scope, product);
      const after = { ...product, ...FULL };

      expect(await change(scope, product.id, FULL)).to.deep.equal(after);

      expect(await views().get(scope, product.id)).to.deep.equal(after);
      await change(scope, product.id, { variants: [] });
      expect(await views().get(scope, product.id)).to.deep.equal({ ...after, variants: [] });
    });

    it('gives several at once, whole, without those that are deleted', async () => {
      const { scope } = await establish(persistence);
      const [one, other, deleted] = [aProduct({ id: 'one' }), aProduct({ ...FULL, id: 'other' }), aProduct({ deletedAt: NOON })];
      for (const product of [one, other, deleted]) await create(scope, product);

      const found = await views().byIds(scope, ['other', deleted.id, 'one', 'nothing']);

      expect(found.toSorted((left, right) => (left.id < right.id ? -1 : 1))).to.deep.equal([one, other]);
    });

    it('has nothing under an id or a code that does not exist, and changes nothing there', async () => {
      const { scope } = await establish(persistence);
      await create(scope, aProduct());

      expect(await change(scope, 'nothing', { name: 'N' })).to.equal(undefined);
      expect(await views().get(scope, 'nothing')).to.equal(null);
      expect(await views().byIds(scope, ['nothing'])).to.deep.equal([]);
      expect(await views().byIds(scope, [])).to.deep.equal([]);
      expect(await views().bySku(scope, 'nothing')).to.equal(null);
      expect(await views().byBarcode(scope, 'nothing')).to.equal(null);
      expect(await views().bySyncKey(scope, 'nothing')).to.equal(null);
      expect(await views().byExternalIds(scope, ['nothing'])).to.deep.equal([]);
      expect(await views().byExternalIds(scope, [])).to.deep.equal([]);
      expect(await views().bundlesWith(scope, 'nothing')).to.deep.equal([]);
      expect(await views().all(aScope())).to.deep.equal([]);
    });

    it('stores nothing when the decision refuses', async () => {
      const { scope } = await establish(persistence);
      const product = aProduct();
      await create(scope, product);

      const refused = transact(scope, ({ products }) =>
        products.change(scope, [product.id], () => {
          throw new RangeError('no');
        }),
      );

      expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(RangeError);
      expect(await views().get(scope, product.id)).to.deep.equal(product);
    });

    it('refuses a product whose id exists in the establishment, and keeps the first', async () => {
      const { scope } = await establish(persistence);
      const product = aProduct();
      await create(scope, product);

      expect((await refusalOf(create(scope, aProduct({ id: product.id, name: 'Autre' })))).code).to.equal('duplicate');
      expect(await views().all(scope)).to.deep.equal([product]);
    });

    it('refuses a category that does not exist or is another establishment’s, and stores nothing', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      const category = aCategory();
      await addCategory(beside.scope, category);
      const product = aProduct();
      await create(one.scope, product);

      for (const categoryId of [freshName('none'), category.id]) {
        expect((await refusalOf(create(one.scope, aProduct(), aProduct({ categoryId })))).code).to.equal('unknown_category');
        expect((await refusalOf(change(one.scope, product.id, { categoryId }))).code).to.equal('unknown_category');
      }
      expect(await views().all(one.scope)).to.deep.equal([product]);
    });

    for (const field of ['sku', 'syncKey'] as const) {
      it(`keeps every ${field} to one item or variant of the establishment`, async () => {
        const { scope } = await establish(persistence);
        const [item, ofVariant] = [aProduct({ [field]: 'A' }), aProduct({ variants: [aVariant({ [field]: 'B' })] })];
        await create(scope, item, ofVariant);
        const free = aProduct();
        await create(scope, free);

        for (const taken of ['A', 'B']) {
          for (const changes of [{ [field]: taken }, { variants: [aVariant({ [field]: taken })] }]) {
            expect((await refusalOf(create(scope, aProduct(changes)))).code).to.equal('duplicate_sku');
            expect((await refusalOf(change(scope, free.id, changes))).code).to.equal('duplicate_sku');
          }
        }
        const twice = aProduct({ [field]: 'C', variants: [aVariant({ [field]: 'C' })] });
        expect((await refusalOf(create(scope, twice))).code).to.equal('duplicate_sku');
        expect((await refusalOf(create(scope, aProduct({ [field]: 'D' }), aProduct({ [field]: 'D' })))).code).to.equal('duplicate_sku');
        expect(await views().all(scope)).to.have.deep.members([item, ofVariant, free]);
      });
    }

    it('lets a sku and a sync key, and two establishments, use one text', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      const product = aProduct({ sku: 'A', syncKey: 'B', variants: [aVariant({ sku: 'B', syncKey: 'A' })] });
      await create(one.scope, product);
      await create(beside.scope, { ...product, name: 'Autre' });

      expect((await views().bySku(one.scope, 'B'))?.name).to.equal(product.name);
      expect((await views().bySyncKey(beside.scope, 'B'))?.name).to.equal('Autre');
    });

    it('frees the codes that a product gives up, and those of a deleted one until it is restored', async () => {
      const { scope } = await establish(persistence);
      const product = aProduct({ sku: 'A', variants: [aVariant({ sku: 'B' })] });
      await create(scope, product);
      await change(scope, product.id, { sku: null });
      await create(scope, aProduct({ sku: 'A' }));

      await change(scope, product.id, { deletedAt: NOON });
      expect(await views().bySku(scope, 'B')).to.equal(null);
      const heir = aProduct({ sku: 'B' });
      await create(scope, heir);

      expect((await refusalOf(change(scope, product.id, { deletedAt: null }))).code).to.equal('duplicate_sku');
      await change(scope, heir.id, { sku: null });
      await change(scope, product.id, { deletedAt: null });
      expect((await views().bySku(scope, 'B'))?.id).to.equal(product.id);
    });

    it('changes several at once, in the order asked for, and lets codes change hands among them', async () => {
      const { scope } = await establish(persistence);
      const [a, b, c] = [
        aProduct({ id: 'a', sku: 'A' }),
        aProduct({ id: 'b', sku: 'B', variants: [aVariant({ sku: 'V' })] }),
        aProduct({ id: 'c' }),
      ];
      await create(scope, a, b, c);
      const swapped = new Map([
        ['a', { ...a, sku: 'B', variants: b.variants }],
        ['b', { ...b, sku: 'A', variants: [] }],
      ]);

      const changed = await transact(scope, ({ products }) =>
        products.change(scope, ['b', 'none', 'a'], (before) => swapped.get(before.id) ?? before),
      );

      expect(changed).to.deep.equal([swapped.get('b'), swapped.get('a')]);
      expect(await views().all(scope)).to.have.deep.members([...changed, c]);
      expect((await views().bySku(scope, 'V'))?.id).to.equal('a');
    });

    it('can go on in a transaction that was refused a code', async () => {
      const { scope } = await establish(persistence);
      const [one, other] = [aProduct({ sku: 'A' }), aProduct()];
      await create(scope, one, other);

      const code = await transact(scope, async ({ products, settings }) => {
        const refusal = await refusalOf(products.change(scope, [other.id], (before) => ({ ...before, sku: 'A' })));
        await settings.set(scope, 'footer', 'après');
        return refusal.code;
      });

      expect(code).to.equal('duplicate_sku');
    });

    it('gives a code to one of several who want it at once', async () => {
      const { scope } = await establish(persistence);
      const outcomes = await atOnce(6, (index) =>
        create(scope, aProduct({ name: `P${index}`, sku: 'A' })).then(
          () => 'created',
          (error: { code: string }) => error.code,
        ),
      );

      expect(outcomes.sort()).to.deep.equal(['created', ...Array.from({ length: 5 }, () => 'duplicate_sku')]);
      expect(await views().all(scope)).to.have.length(1);
    });

    it('loses no change of several at once', async () => {
      const { scope } = await establish(persistence);
      const product = aProduct();
      await create(scope, product);

      await atOnce(8, () =>
        transact(scope, ({ products }) => products.change(scope, [product.id], (before) => ({ ...before, version: before.version + 1 }))),
      );

      expect((await views().get(scope, product.id))?.version).to.equal(9);
    });

    it('finds a product by its own codes and by those of its variants', async () => {
      const { scope } = await establish(persistence);
      const plain = aProduct({ sku: 'A', barcode: '1', syncKey: 'k1' });
      const varied = aProduct({ variants: [aVariant({ sku: 'B', barcode: '2', syncKey: 'k2' })] });
      await create(scope, plain, varied);

      expect([await views().bySku(scope, 'A'), await views().bySku(scope, 'B')]).to.deep.equal([plain, varied]);
      expect([await views().byBarcode(scope, '1'), await views().byBarcode(scope, '2')]).to.deep.equal([plain, varied]);
      expect([await views().bySyncKey(scope, 'k1'), await views().bySyncKey(scope, 'k2')]).to.deep.equal([plain, varied]);
    });

    it('finds the products of an online shop by the ids they have there, without those that are deleted', async () => {
      const { scope } = await establish(persistence);
      const [one, other] = [
        aProduct({ id: 'a', externalId: '7' }),
        aProduct({ id: 'b', externalId: '8', variants: [aVariant({ externalId: '7' })] }),
      ];
      await create(scope, one, other, aProduct({ externalId: '9', deletedAt: NOON }), aProduct());

      const found = await views().byExternalIds(scope, ['8', '9', '7', 'none']);

      expect(found.toSorted((left, right) => (left.id < right.id ? -1 : 1))).to.deep.equal([one, other]);
    });

    it('tells of the products of an online shop what orders of them have to know', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      const [first, second] = [aVariant({ externalId: '71', name: 'Red' }), aVariant({ externalId: null, name: 'Blue' })];
      const plain = aProduct({ externalId: '7', manageStock: true, taxBasisPoints: 550 });
      const varied = aProduct({ externalId: '8', variants: [first, second], bundle: [{ itemId: plain.id, variantId: null, quantity: 2 }] });
      await create(one.scope, plain, varied, aProduct({ externalId: '9', deletedAt: NOON }), aProduct());
      await create(beside.scope, aProduct({ externalId: '7' }));

      const found = await views().goodsByExternalIds(one.scope, ['8', '9', '7', '7', 'none']);

      const seen = found.toSorted((left, right) => Number(left.externalId) - Number(right.externalId));
      expect(seen).to.deep.equal([
        { id: plain.id, externalId: '7', taxBasisPoints: 550, manageStock: true, bundle: [], variants: [] },
        {
          ...{
            id: varied.id,
            externalId: '8',
            taxBasisPoints: varied.taxBasisPoints,
            manageStock: varied.manageStock,
            bundle: varied.bundle,
          },
          variants: [first, second].map(({ id, name, externalId }) => ({ id, name, externalId })),
        },
      ]);
      expect(await views().goodsByExternalIds(one.scope, [])).to.deep.equal([]);
    });

    it('keeps one product of the online shop in an establishment, and frees its id with the deletion', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      const product = aProduct({ externalId: '7' });
      await create(one.scope, product);
      await create(beside.scope, aProduct({ externalId: '7' }));
      const other = aProduct({ externalId: '8' });
      await create(one.scope, other);

      expect((await refusalOf(create(one.scope, aProduct({ externalId: '7' })))).code).to.equal('duplicate');
      expect((await refusalOf(change(one.scope, other.id, { externalId: '7' }))).code).to.equal('duplicate');

      await change(one.scope, product.id, { deletedAt: NOON });
      await create(one.scope, aProduct({ externalId: '7' }));
      expect((await refusalOf(change(one.scope, product.id, { deletedAt: null }))).code).to.equal('duplicate');
    });

    it('finds the holders of many codes at once, by their variants too', async () => {
      const { scope } = await establish(persistence);
      const [plain, varied] = [
        aProduct({ id: 'a', sku: 'A' }),
        aProduct({ id: 'b', variants: [aVariant({ sku: 'B' }), aVariant({ sku: 'C' })] }),
      ];
      await create(scope, plain, varied, aProduct({ sku: 'D' }), aProduct({ sku: 'E', deletedAt: NOON }), aProduct({ syncKey: 'A' }));

      const found = await views().bySkus(scope, ['C', 'A', 'B', 'E', 'none']);

      expect(found.toSorted((left, right) => (left.id < right.id ? -1 : 1))).to.deep.equal([plain, varied]);
      expect(await views().bySkus(scope, [])).to.deep.equal([]);
    });

    it('finds products by what an online shop calls them or their variants, deleted ones apart', async () => {
      const { scope } = await establish(persistence);
      const plain = aProduct({ syncKey: 'plain', sku: 'sku' });
      const sized = aProduct({ syncKey: 'sized', variants: [aVariant({ syncKey: 'sized-s' })] });
      const gone = aProduct({ syncKey: 'gone', deletedAt: NOON });
      await persistence.transact(scope, ({ products }) => products.create(scope, [plain, sized, gone]));
      const found = async (...keys: string[]) => (await persistence.views.products.bySyncKeys(scope, keys)).map(({ id }) => id);
      expect(await found('plain', 'sized', 'sized-s', 'gone', 'sku')).to.have.members([plain.id, sized.id]);
      expect(await found('sized-s')).to.deep.equal([sized.id]);
      expect(await found()).to.deep.equal([]);
    });

    it('writes only the variants that are new, changed or gone, in their new order', async () => {
      const { scope } = await establish(persistence);
      const [small, medium, large] = ['s', 'm', 'l'].map((id) => aVariant({ id }));
      if (small === undefined || medium === undefined || large === undefined) throw new Error('Three variants were made.');
      const [one, other] = [aProduct({ variants: [small, medium] }), aProduct({ variants: [small, large] })];
      await create(scope, one, other);

      const after = [large, { ...medium, priceCents: 1 }];
      await transact(scope, ({ products }) =>
        products.change(scope, [one.id, other.id], (before) => (before.id === one.id ? { ...before, variants: after } : before)),
      );

      expect((await views().get(scope, one.id))?.variants).to.deep.equal(after);
      expect((await views().get(scope, other.id))?.variants).to.deep.equal(other.variants);
    });

    it('takes the first by id of several with one barcode, and none that is deleted', async () => {
      const { scope } = await establish(persistence);
      const [a, b] = [aProduct({ id: 'b', barcode: '1' }), aProduct({ id: 'a', variants: [aVariant({ barcode: '1' })] })];
      await create(scope, a, b, aProduct({ id: '0', barcode: '1', deletedAt: NOON }));

      expect((await views().byBarcode(scope, '1'))?.id).to.equal('a');
    });

    it('knows the bundles that contain a product', async () => {
      const { scope } = await establish(persistence);
      const [cup, bowl] = [aProduct(), aProduct()];
      const bundleOf = (id: string, variantId: string | null, deletedAt: Date | null = null) =>
        aProduct({ id, deletedAt, bundle: [{ itemId: cup.id, variantId, quantity: 2 }] });
      await create(scope, cup, bowl, bundleOf('z', null), bundleOf('y', 'blue'), bundleOf('x', null, NOON));

      expect((await views().bundlesWith(scope, cup.id)).map(({ id }) => id)).to.deep.equal(['y', 'z']);
      expect(await views().bundlesWith(scope, bowl.id)).to.deep.equal([]);
    });

    it('shows deleted products only where they are asked for', async () => {
      const { scope } = await establish(persistence);
      const [kept, deleted] = [aProduct({ name: 'A' }), aProduct({ name: 'B', deletedAt: NOON })];
      await create(scope, kept, deleted);

      expect(await namesOf(scope, {})).to.deep.equal(['A']);
      expect(await namesOf(scope, { deleted: false })).to.deep.equal(['A']);
      expect((await views().list(scope, { ...FIRST_PAGE, deleted: true })).items).to.deep.equal([deleted]);
      expect(await views().get(scope, deleted.id)).to.equal(null);
      expect(await views().all(scope)).to.deep.equal([kept]);
    });

    it('narrows a list by every filter, and counts what it narrowed', async () => {
      const { scope } = await establish(persistence);
      const category = aCategory();
      await addCategory(scope, category);
      const special = { categoryId: category.id, visible: false, managedBy: 'sync', manageStock: true } as const;
      await create(scope, aProduct({ name: 'A' }), aProduct({ name: 'B', ...special }));

      for (const [field, value] of Object.entries(special)) expect(await namesOf(scope, { [field]: value }), field).to.deep.equal(['B']);
      for (const plain of [{ visible: true }, { managedBy: 'till' }, { manageStock: false }] as const)
        expect(await namesOf(scope, plain)).to.deep.equal(['A']);
      expect((await views().list(scope, { ...FIRST_PAGE, visible: false, pageSize: 1 })).total).to.equal(1);
      expect(await namesOf(scope, { categoryId: freshName('none') })).to.deep.equal([]);
    });

    it('searches names, references and codes, those of variants too, taking every character for itself', async () => {
      const { scope } = await establish(persistence);
      await create(
        scope,
        aProduct({ name: 'Tasse 100%', position: 1 }),
        aProduct({ name: 'Bol', reference: 'REF_9', position: 2 }),
        aProduct({ name: 'Pot', sku: 'POT-7', barcode: '40170', position: 3 }),
        aProduct({ name: 'Vase', variants: [aVariant({ sku: 'VAS-1', barcode: '50170' })], position: 4 }),
      );

      expect(await namesOf(scope, { search: 'tasse' })).to.deep.equal(['Tasse 100%']);
      expect(await namesOf(scope, { search: '%' })).to.deep.equal(['Tasse 100%']);
      expect(await namesOf(scope, { search: 'ref_' })).to.deep.equal(['Bol']);
      expect(await namesOf(scope, { search: '0170' })).to.deep.equal(['Pot', 'Vase']);
      expect(await namesOf(scope, { search: 'vas-' })).to.deep.equal(['Vase']);
      expect(await namesOf(scope, { search: '' })).to.have.length(4);
    });

    it('sorts by what is asked for, ties by name and then by id', async () => {
      const { scope } = await establish(persistence);
      const product = (label: string, position: number, priceCents: number, minutes: number, id = freshName(label)) =>
        aProduct({ id, name: label, position, priceCents, updatedAt: minutesAfter(NOON, minutes) });
      const cheapVariant = { ...product('d', 0, 9000, 1), variants: [aVariant({ priceCents: 50 }), aVariant({ priceCents: 9999 })] };
      await create(scope, product('b', 1, 100, 3), product('a', 1, 100, 2), product('c', 0, 300, 3), cheapVariant);

      expect(await namesOf(scope, {})).to.deep.equal(['c', 'd', 'a', 'b']);
      expect(await namesOf(scope, { sort: 'name' })).to.deep.equal(['a', 'b', 'c', 'd']);
      expect(await namesOf(scope, { sort: 'price' })).to.deep.equal(['d', 'a', 'b', 'c']);
      expect(await namesOf(scope, { sort: 'updatedAt' })).to.deep.equal(['b', 'c', 'a', 'd']);
    });

    it('serves every product once over its pages, with its variants', async () => {
      const { scope } = await establish(persistence);
      const products = Array.from({ length: 23 }, (_, index) =>
        aProduct({ name: `P ${index % 7}`, position: index % 3, variants: index % 2 === 0 ? [aVariant(), aVariant()] : [] }),
      );
      await create(scope, ...products);

      const pages = await Promise.all([1, 2, 3].map((page) => views().list(scope, { page, pageSize: 10 })));

      expect(pages.flatMap(({ items }) => items)).to.deep.equal([...products].sort(byPosition));
      expect(pages.map(({ items, total }) => [items.length, total])).to.deep.equal([
        [10, 23],
        [10, 23],
        [3, 23],
      ]);
    });

    it('stores and changes thousands of products with their variants and codes in moments', async () => {
      const { scope } = await establish(persistence);
      const products = Array.from({ length: 3000 }, (_, index) =>
        aProduct({ id: `p${index}`, sku: `S${index}`, variants: [aVariant({ sku: `V${index}` })] }),
      );

      await create(scope, ...products);

      expect((await views().list(scope, FIRST_PAGE)).total).to.equal(3000);
      expect((await views().bySku(scope, 'V2999'))?.id).to.equal('p2999');
      const ids = products.map(({ id }) => id);
      await transact(scope, (stores) =>
        stores.products.change(scope, ids, (before) => ({ ...before, sku: `N${before.id}`, variants: [], name: 'Changé' })),
      );
      expect((await views().all(scope)).filter((product) => product.name === 'Changé')).to.have.length(3000);
      expect((await views().bySku(scope, 'Np2999'))?.id).to.equal('p2999');
      expect(await views().bySku(scope, 'V2999')).to.equal(null);
    });
  });
}
