import { ALLERGENS, type Category, type Product } from '@comptoir/core/catalogue/item.js';
import { productsCsv } from '@comptoir/core/catalogue/product-csv.js';
import { planImport } from '@comptoir/core/catalogue/product-import.js';
import { newProduct, patched } from '@comptoir/core/catalogue/product-rules.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCategory, aProduct, aVariant, NOON } from '../../suites/builders.js';

const CATEGORIES = [
  aCategory({ id: 'c1', name: 'Table' }),
  aCategory({ id: 'c2', name: 'Deux' }),
  aCategory({ id: 'c3', name: 'Deux' }),
  aCategory({ id: 'c4', name: 'c1' }),
];

function plan(text: string, products: readonly Product[] = [], categories: readonly Category[] = CATEGORIES) {
  let made = 0;
  return planImport(text, { products, categories, makeId: () => `new-${++made}` });
}

/** Texts as the contract leaves them: trimmed, without control characters, and full of what CSV and spreadsheets stumble over. */
const text = (max: number) =>
  fc
    .string({
      unit: fc.constantFrom('"', ',', ';', "'", '=', '+', '-', '@', ' ', 'a', 'é', '🫖', '[', '{', '0'),
      minLength: 1,
      maxLength: max,
    })
    .map((value) => value.trim())
    .filter((value) => value !== '');
const cents = fc.nat(100_000_000);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

/** What a fact of others can be; JSON has no minus zero. */
const jsonFact = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => value !== null)
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

/** Codes that nothing else of the test has. */
const codes = (index: number) => ({
  sku: maybe(text(5).map((code) => `${code}.${index}`)),
  barcode: maybe(text(8)),
  syncKey: maybe(text(5).map((code) => `${code}.${index}`)),
});

const productArbitrary = (index: number): fc.Arbitrary<Product> =>
  fc
    .record({
      name: text(20),
      description: maybe(text(30).map((line) => `${line}\n"${line}",`)),
      categoryId: fc.constantFrom(null, 'c1', 'c2', 'c3', 'c4'),
      priceCents: cents,
      taxBasisPoints: fc.nat(10_000),
      purchasePriceCents: maybe(cents),
      weightGrams: maybe(fc.nat(1_000_000)),
      widthMm: maybe(fc.nat(100_000)),
      heightMm: maybe(fc.nat(100_000)),
      depthMm: maybe(fc.nat(100_000)),
      reference: maybe(text(10)),
      photo: maybe(text(10)),
      position: fc.nat(100_000),
      visible: fc.boolean(),
      manageStock: fc.boolean(),
      soldOutUntil: fc.constantFrom(null, NOON),
      allergens: fc.subarray([...ALLERGENS]),
      data: fc.dictionary(
        fc.string({ minLength: 1, maxLength: 5 }).filter((key) => key !== '__proto__'),
        jsonFact,
      ),
      variants: fc.array(fc.record({ name: text(8), priceCents: cents, barcode: maybe(text(5)) }), { maxLength: 2 }),
      ...codes(index),
    })
    .map(({ variants, ...fields }) =>
      aProduct({
        ...fields,
        id: `p${index}`,
        variants: variants.map((variant, at) => ({ id: `v${at}`, sku: `v.${index}.${at}`, syncKey: null, externalId: null, ...variant })),
        optionGroups: [{ id: 'g', name: 'Sauce', min: 0, max: 1, options: [{ id: 'o', name: '=Miel', priceCents: 5 }] }],
      }),
    );

const catalogue = fc.nat(5).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => productArbitrary(index))));

describe('products as CSV', () => {
  it('are read back as the same products', () => {
    fc.assert(
      fc.property(catalogue, (products) => {
        const read = plan(productsCsv(products, CATEGORIES), products);
        expect(read).to.deep.equal({ create: [], update: [], changes: [], unchanged: products.length, errors: [] });
      }),
    );
  });

  it('bring back what has changed since', () => {
    fc.assert(
      fc.property(catalogue, (products) => {
        const changed = products.map(({ id, sku, data }) => aProduct({ id, sku, data }));
        const { update, errors } = plan(productsCsv(products, CATEGORIES), changed);
        const after = changed.map((product) => patched(product, update.find(({ id }) => id === product.id)?.patch ?? {}));
        expect(errors).to.deep.equal([]);
        expect(after).to.deep.equal(products);
      }),
    );
  });

  it('make the same products anew where nothing is there', () => {
    fc.assert(
      fc.property(catalogue, (products) => {
        const csv = productsCsv(
          products.map((product) => ({ ...product, id: '' })),
          CATEGORIES,
        );
        const { create, errors } = plan(csv);
        expect(errors).to.deep.equal([]);
        expect(create.map((fields, index) => newProduct(`p${index}`, fields, NOON))).to.deep.equal(products);
      }),
    );
  });

  it('let no spreadsheet calculate anything', () => {
    const csv = productsCsv([aProduct({ name: '=HYPERLINK("https://evil.example")', description: '@SUM(A1)' })], []);
    expect(csv).to.include(`"'=HYPERLINK(""https://evil.example"")"`).and.to.include("'@SUM(A1)");
  });
});

describe('an import of products', () => {
  it('makes the plainest product of a name, a price and a tax', () => {
    const { create, errors } = plan('Name,price,taxPercent\nTasse,"12,5",20\n');

    expect(errors).to.deep.equal([]);
    const { id: _id, createdAt: _c, updatedAt: _u, deletedAt: _d, version: _v, ...plain } = aProduct();
    expect(create).to.deep.equal([{ ...plain, name: 'Tasse', priceCents: 1250, taxBasisPoints: 2000 }]);
  });

  it('changes the product with the sku, else the one with the id, and leaves what has no column', () => {
    const products = [aProduct({ id: 'a', sku: 'A' }), aProduct({ id: 'b', sku: 'B' }), aProduct({ id: 'c' })];

    const { update, create } = plan('id,sku,name\nb,A,by sku\nb,B2,by id\nc,,by id too\n', products);

    expect(update).to.deep.equal([
      { id: 'a', patch: { sku: 'A', name: 'by sku' } },
      { id: 'b', patch: { sku: 'B2', name: 'by id' } },
      { id: 'c', patch: { sku: null, name: 'by id too' } },
    ]);
    expect(create).to.deep.equal([]);
  });

  it('clears what an empty cell can clear, and leaves what must be something', () => {
    const product = aProduct({
      id: 'a',
      barcode: '1',
      weightGrams: 3,
      variants: [aVariant()],
      data: { a: 1 },
      visible: false,
      position: 4,
    });

    const { update } = plan('id,barcode,weightGrams,price,position,visible,variants,data,category\na,,,,,,,,\n', [product]);

    expect(update.map(({ patch }) => patched(product, patch))).to.deep.equal([
      { ...product, barcode: null, weightGrams: null, variants: [] },
    ]);
  });

  it('gives ids to variants and options that have none', () => {
    const variants = JSON.stringify([{ name: 'S', priceCents: 1 }]).replaceAll('"', '""');
    const groups = JSON.stringify([{ name: 'G', min: 0, max: 1, options: [{ name: 'O', priceCents: 0 }] }]).replaceAll('"', '""');

    const { create, errors } = plan(`name,price,taxPercent,variants,optionGroups\nT,1,20,"${variants}","${groups}"\n`);

    expect(errors).to.deep.equal([]);
    const ids = create
      .flatMap((fields) => [...fields.variants, ...fields.optionGroups, ...fields.optionGroups.flatMap(({ options }) => options)])
      .map(({ id }) => id);
    expect(new Set(ids).size).to.equal(3);
  });

  it('finds a category by its id, or by a name that only one has', () => {
    const { create, errors } = plan('name,price,taxPercent,category\nA,1,20,Table\nB,1,20,c1\nC,1,20,Deux\nD,1,20,Nulle\n');

    expect(create.map(({ name, categoryId }) => [name, categoryId])).to.deep.equal([
      ['A', 'c1'],
      ['B', 'c1'],
    ]);
    expect(errors.map(({ line, field }) => [line, field])).to.deep.equal([
      [4, 'category'],
      [5, 'category'],
    ]);
  });

  const cases: readonly (readonly [title: string, csv: string, errors: readonly (readonly [number, string | null])[]])[] = [
    ['a text without lines', '', [[1, null]]],
    [
      'columns that do not exist or are there twice',
      'id,colour,ID\n',
      [
        [1, 'colour'],
        [1, 'id'],
      ],
    ],
    ['a broken quote', 'id,name\n"a,b', [[2, null]]],
    [
      'too few and too many cells',
      'id,name\na\na,b,c\n',
      [
        [2, null],
        [3, null],
      ],
    ],
    [
      'what is missing of a new product',
      'name\nTasse\n',
      [
        [2, 'price'],
        [2, 'taxPercent'],
      ],
    ],
    [
      'prices, numbers and words that are none',
      'name,price,taxPercent,position,visible,variants\nT,1.234,x,-1,maybe,[\n',
      [
        [2, 'price'],
        [2, 'taxPercent'],
        [2, 'position'],
        [2, 'visible'],
        [2, 'variants'],
      ],
    ],
    [
      'what is beyond the limits',
      'name,price,taxPercent,allergens,soldOutUntil\nT,1000000.01,101,gravel,soon\n',
      [
        [2, 'price'],
        [2, 'taxPercent'],
        [2, 'allergens'],
        [2, 'soldOutUntil'],
      ],
    ],
    ['an empty name', 'id,name\nplain,\n', [[2, 'name']]],
    [
      'groups that cannot be met',
      'id,optionGroups\nplain,"[{""name"":""G"",""min"":2,""max"":1,""options"":[{""name"":""O"",""priceCents"":0}]}]"\n',
      [[2, 'optionGroups']],
    ],
    ['an id that does not exist', 'id,name\nnone,N\n', [[2, 'id']]],
    ['a sku that a variant has', 'sku,name\nVAR,N\n', [[2, 'sku']]],
    ['a product on two lines', 'id,name\nplain,A\nplain,B\n', [[3, null]]],
    ['what the online shop keeps', 'id,name\nsynced,A\n', [[2, null]]],
    [
      'codes that are taken',
      'id,sku,syncKey,name,price,taxPercent\nplain,VAR2,,N,,\n,NEW,KEY,N,1,20\n,NEW,,N,1,20\n',
      [
        [3, 'syncKey'],
        [4, 'sku'],
      ],
    ],
  ];
  const products = [
    aProduct({ id: 'plain' }),
    aProduct({ id: 'varied', variants: [aVariant({ sku: 'VAR', syncKey: 'KEY' })] }),
    aProduct({ id: 'synced', managedBy: 'sync' }),
  ];
  for (const [title, csv, errors] of cases) {
    it(`names the lines and fields of ${title}`, () => {
      expect(plan(csv, products).errors.map(({ line, field }) => [line, field])).to.deep.equal(errors);
    });
  }

  it('lets a line about what the online shop keeps pass where it changes nothing', () => {
    const synced = aProduct({ id: 'synced', managedBy: 'sync', sku: 'S' });
    expect(plan(productsCsv([synced], []), [synced], [])).to.include({ unchanged: 1 });
  });

  it('takes a code that an earlier line gives up', () => {
    const taken = [aProduct({ id: 'a', syncKey: 'A' }), aProduct({ id: 'b' })];
    const { errors } = plan('id,syncKey\na,\nb,A\n', taken);
    expect(errors.map(({ line }) => line)).to.deep.equal([]);
  });
});
