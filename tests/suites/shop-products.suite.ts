import { type Logger, silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { ShopProduct } from '@comptoir/core/shop-sync/shop-records.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { aFulfilment, anEvent, aProduct, aVariant, establish, FIRST_PAGE } from './builders.js';
import {
  aCombination,
  aShopCategory,
  aShopProduct,
  aShopVendor,
  foresees,
  importedAs,
  imports,
  loses,
  theParts,
} from './shop-product-builders.js';
import { aForecast, aUnit, levelIn, onTheShelf, postIn } from './stock-builders.js';
import { describePort, type Open } from './suite.js';
import { aVendor } from './vendor-builders.js';

const A_SHOP: Partial<Site> = { trade: 'shop', features: { ...SITE_DEFAULTS.features, stock: true } };

const stockOf = async (persistence: Persistence, scope: Scope) =>
  (await persistence.views.stock.levels(scope)).map(({ stock, reserved }) => [stock, reserved]);
const actionsOf = async (persistence: Persistence, scope: Scope) =>
  (await persistence.views.stock.actions(scope, FIRST_PAGE)).items.map(({ reason, direction, quantity, before }) => [
    reason,
    direction,
    quantity,
    before,
  ]);

export function exerciseShopProducts(name: string, open: Open): void {
  describePort('products of an online shop', name, open, (persistence) => {
    const aShop = () => establish(persistence, A_SHOP);

    it('imports a product with everything the shop says of it', async () => {
      const shop = await aShop();
      const parts = theParts();
      await imports(persistence, shop, parts.vendors.part, [aShopVendor({ externalId: 'supplier:12' })]);
      await imports(persistence, shop, parts.categories.part, [aShopCategory()]);
      const record = aShopProduct({
        externalId: '7',
        name: ' Mug  bleu\n',
        description: '<p>Grès <b>émaillé</b></p>',
        reference: 'MUG-7',
        barcode: '3017620422003',
        netPrice: '24.166667',
        taxBasisPoints: 2000,
        purchasePriceCents: 900,
        weightGrams: 350,
        widthMm: 80,
        heightMm: 95,
        depthMm: 81,
        categoryId: '3',
        categoryIds: ['2', '3'],
        supplierId: '12',
        supplierReference: 'GC-1',
        manufacturerId: '12',
        manufacturerName: 'Ateliers du Nord',
        photo: 'https://shop.example/1.jpg',
      });

      const plan = await imports(persistence, shop, parts.products, [record]);

      const product = await importedAs(persistence, shop.scope, '7');
      const [category] = await persistence.views.catalogue.categories(shop.scope);
      const vendors = await persistence.views.vendors.all(shop.scope);
      expect(product).to.deep.include({
        name: 'Mug bleu',
        description: 'Grès émaillé',
        reference: 'MUG-7',
        sku: 'MUG-7',
        barcode: '3017620422003',
        priceCents: 2900,
        taxBasisPoints: 2000,
        purchasePriceCents: 900,
        weightGrams: 350,
        widthMm: 80,
        heightMm: 95,
        depthMm: 81,
        managedBy: 'sync',
        manageStock: true,
        visible: true,
        photo: 'https://shop.example/1.jpg',
        categoryId: category?.id,
      });
      expect(product.data).to.deep.equal({
        active: true,
        classification: 'simple',
        categories: ['2', '3'],
        manufacturer: { id: '12', name: 'Ateliers du Nord' },
        supplier: { id: '12', reference: 'GC-1' },
      });
      // The number 12 is one supplier and another manufacturer, who was not known yet.
      expect(vendors.map(({ name, type }) => [name, type])).to.deep.equal([
        ['Ateliers du Nord', 'manufacturer'],
        ['Grès & Cie', 'supplier'],
      ]);
      expect(product.defaultVendorId).to.equal(vendors[1]?.id);
      expect(plan.links).to.deep.equal([{ externalId: '7', localId: product.id }]);
      expect(plan.writes).to.deep.equal({ vendors: 1, items: 1, stock_levels: 1 });
    });

    it('writes nothing when nothing is new', async () => {
      const shop = await aShop();
      const records = [aShopProduct({ externalId: '1', combinations: [aCombination()] }), aShopProduct({ externalId: '2' })];
      await imports(persistence, shop, theParts().products, records);
      const before = await persistence.views.products.all(shop.scope);

      expect((await imports(persistence, shop, theParts().products, records)).writes).to.deep.equal({});

      expect(await persistence.views.products.all(shop.scope)).to.deep.equal(before);
    });

    it('keeps what only people know of a product, and merges its data', async () => {
      const shop = await aShop();
      await imports(persistence, shop, theParts().products, [aShopProduct()]);
      const own = { position: 9, allergens: ['milk'], visible: false, soldOutUntil: new Date('2030-01-01T00:00:00Z') } as const;
      const { id } = await importedAs(persistence, shop.scope, '1');
      await persistence.transact(shop.scope, ({ products }) =>
        products.change(shop.scope, [id], (before) => ({ ...before, ...own, data: { ...before.data, shelf: 'B2' } })),
      );

      await imports(persistence, shop, theParts().products, [aShopProduct({ name: 'Mug 2', taxBasisPoints: null, netPrice: '20' })]);

      const product = await importedAs(persistence, shop.scope, '1');
      expect(product).to.deep.include({ ...own, id, name: 'Mug 2', version: 2, taxBasisPoints: 2000, priceCents: 2400 });
      expect(product.data).to.deep.include({ shelf: 'B2', active: true });
    });

    it('makes combinations variants that stay the same, and prices each of them exactly', async () => {
      const shop = await aShop();
      const [red, blue] = [aCombination({ reference: 'R' }), aCombination({ externalId: '12', name: 'Bleu', netPriceImpact: '-0.005' })];
      await imports(persistence, shop, theParts().products, [aShopProduct({ combinations: [red, blue] })]);
      const before = await importedAs(persistence, shop.scope, '1');

      const plan = await imports(persistence, shop, theParts().products, [
        aShopProduct({ combinations: [{ ...blue, name: 'Bleu ciel' }, red] }),
      ]);

      const after = await importedAs(persistence, shop.scope, '1');
      expect(after.variants.map(({ externalId, name, priceCents, sku }) => [externalId, name, priceCents, sku])).to.deep.equal([
        ['12', 'Bleu ciel', 1199, null],
        ['11', 'Rouge, M', 1440, 'R'],
      ]);
      expect(after.variants.map(({ id }) => id)).to.deep.equal(before.variants.map(({ id }) => id).toReversed());
      expect(plan.writes).to.deep.equal({ items: 1, item_variants: 2 });
    });

    it('lets a combination go with the shop, but not while there is stock of it', async () => {
      const shop = await aShop();
      const combinations = [aCombination(), aCombination({ externalId: '12' }), aCombination({ externalId: '13' })];
      await imports(persistence, shop, theParts().products, [aShopProduct({ combinations })]);
      const { id, variants } = await importedAs(persistence, shop.scope, '1');
      await onTheShelf(persistence, shop.scope, [aUnit(id, variants[2]?.id)], 4);

      await imports(persistence, shop, theParts().products, [aShopProduct({ combinations: combinations.slice(0, 1) })]);
      const none = await imports(persistence, shop, theParts().products, [aShopProduct({ combinations: [] })]);

      expect((await importedAs(persistence, shop.scope, '1')).variants.map(({ externalId }) => externalId)).to.deep.equal(['11', '13']);
      expect(none.refused.map(({ code }) => code)).to.deep.equal(['in_use']);
    });

    it('refuses what has the sku of another item, before anything is written, and imports the others', async () => {
      const shop = await aShop();
      const varied = aProduct({ variants: [aVariant({ sku: 'TAKEN' })] });
      await persistence.transact(shop.scope, ({ products }) => products.create(shop.scope, [varied]));
      const records = [
        aShopProduct({ externalId: '1', reference: 'TAKEN' }),
        aShopProduct({ externalId: '2', reference: 'TWICE' }),
        aShopProduct({ externalId: '3', reference: 'TWICE' }),
      ];

      const { refused } = await imports(persistence, shop, theParts().products, records);

      expect(refused.map(({ externalId, code }) => [externalId, code])).to.have.deep.members([
        ['1', 'duplicate_sku'],
        ['3', 'duplicate_sku'],
      ]);
      expect((await importedAs(persistence, shop.scope, '2')).sku).to.equal('TWICE');
      expect(await persistence.views.products.all(shop.scope)).to.have.length(2);
    });

    it('takes a product of the till that has the very sku for the one of the shop', async () => {
      const shop = await aShop();
      const own = aProduct({ sku: 'MUG', position: 4, reference: 'old', manageStock: true });
      await persistence.transact(shop.scope, ({ products }) => products.create(shop.scope, [own]));

      await imports(persistence, shop, theParts().products, [aShopProduct({ reference: 'MUG' })]);

      expect(await importedAs(persistence, shop.scope, '1')).to.deep.include({
        id: own.id,
        managedBy: 'sync',
        position: 4,
        name: 'Mug',
        reference: 'MUG',
      });
    });

    it('lets products exchange their codes in one chunk', async () => {
      const shop = await aShop();
      await imports(persistence, shop, theParts().products, [
        aShopProduct({ reference: 'A' }),
        aShopProduct({ externalId: '2', reference: 'B' }),
      ]);

      const records = [
        aShopProduct({ reference: 'B' }),
        aShopProduct({ externalId: '2' }),
        aShopProduct({ externalId: '3', reference: 'A' }),
      ];
      const { refused } = await imports(persistence, shop, theParts().products, records);

      expect(refused).to.deep.equal([]);
      expect((await importedAs(persistence, shop.scope, '3')).sku).to.equal('A');
    });

    it('imports bundles after what they consist of, and lets those wait whose components are not here', async () => {
      const shop = await aShop();
      const box = aShopProduct({
        externalId: '1',
        kind: 'bundle',
        bundle: [
          { productId: '2', combinationId: null, quantity: 1 },
          { productId: '3', combinationId: '11', quantity: 2 },
          { productId: '2', combinationId: null, quantity: 4 },
        ],
      });
      const waiting = aShopProduct({ externalId: '4', kind: 'bundle', bundle: [{ productId: '99', combinationId: null, quantity: 1 }] });
      const components = [aShopProduct({ externalId: '2' }), aShopProduct({ externalId: '3', combinations: [aCombination()] })];

      const { refused } = await imports(persistence, shop, theParts().products, [box, waiting, ...components]);

      const [cup, shirt] = [await importedAs(persistence, shop.scope, '2'), await importedAs(persistence, shop.scope, '3')];
      const { bundle, manageStock } = await importedAs(persistence, shop.scope, '1');
      expect(bundle).to.deep.equal([
        { itemId: cup.id, variantId: null, quantity: 5 },
        { itemId: shirt.id, variantId: shirt.variants[0]?.id, quantity: 2 },
      ]);
      expect(manageStock).to.equal(false);
      expect(refused.map(({ externalId, code }) => [externalId, code])).to.deep.equal([['4', 'unknown_item']]);
    });

    it('refuses a rate that nobody knows only where no standard rate is known', async () => {
      const [french, nowhere] = [
        await aShop(),
        await establish(persistence, { ...A_SHOP, address: { line1: '1', line2: null, postcode: '1', city: 'X', country: 'ZZ' } }),
      ];
      const record = aShopProduct({ taxBasisPoints: null });

      await imports(persistence, french, theParts().products, [record]);
      const { refused } = await imports(persistence, nowhere, theParts().products, [record]);

      expect(await importedAs(persistence, french.scope, '1')).to.deep.include({ taxBasisPoints: 2000, priceCents: 1200 });
      expect(refused.map(({ code, reason }) => [code, reason.split(':')[0]])).to.deep.equal([['invalid_request', 'tax rate']]);
    });

    it('hides what the shop does not have any more, and shows it again when it is back', async () => {
      const shop = await aShop();
      await imports(persistence, shop, theParts().products, [aShopProduct()]);

      expect((await loses(persistence, shop, theParts().products, ['1', 'never'])).writes).to.deep.equal({ items: 1 });
      const gone = await importedAs(persistence, shop.scope, '1');
      expect(gone).to.deep.include({ visible: false, deletedAt: null });
      expect(gone.data).to.deep.include({ active: false, deleted_from_shop: true });
      expect((await loses(persistence, shop, theParts().products, ['1'])).writes).to.deep.equal({});

      await imports(persistence, shop, theParts().products, [aShopProduct()]);
      const back = await importedAs(persistence, shop.scope, '1');
      expect(back.visible).to.equal(true);
      expect(back.data).to.deep.equal({ active: true, classification: 'simple' });
    });

    it('leaves hidden what people hid, whatever the shop does', async () => {
      const shop = await aShop();
      await imports(persistence, shop, theParts().products, [aShopProduct()]);
      const { id } = await importedAs(persistence, shop.scope, '1');
      await persistence.transact(shop.scope, ({ products }) =>
        products.change(shop.scope, [id], (before) => ({ ...before, visible: false })),
      );

      await loses(persistence, shop, theParts().products, ['1']);
      await imports(persistence, shop, theParts().products, [aShopProduct()]);

      expect((await importedAs(persistence, shop.scope, '1')).visible).to.equal(false);
    });

    it('foresees exactly what a run writes, over several chunks, and writes nothing', async () => {
      const shop = await aShop();
      const chunks = [
        [
          aShopProduct({
            externalId: '1',
            categoryId: '3',
            supplierId: '12',
            manufacturerId: '4',
            manufacturerName: 'GRES & CIE',
            reference: 'A',
          }),
        ],
        [
          aShopProduct({ externalId: '2', kind: 'bundle', bundle: [{ productId: '1', combinationId: null, quantity: 2 }] }),
          aShopProduct({ externalId: '3', reference: 'A' }),
          aShopProduct({ externalId: '5', combinations: [aCombination(), aCombination({ externalId: '12' })], manufacturerId: '4' }),
        ],
      ];
      const run = async (go: typeof imports) => {
        const parts = theParts({ resetStock: true });
        const plans = [
          await go(persistence, shop, parts.vendors.part, [aShopVendor({ externalId: 'supplier:12' })]),
          await go(persistence, shop, parts.categories.part, [aShopCategory()]),
        ];
        for (const chunk of chunks) plans.push(await go(persistence, shop, parts.products, chunk));
        return plans.map(({ writes, refused }) => ({ writes, refused }));
      };

      const foreseen = await run(foresees);
      expect(await persistence.views.products.all(shop.scope)).to.deep.equal([]);
      const done = await run(imports);

      expect(foreseen).to.deep.equal(done);
      expect(done[3]).to.deep.equal({
        writes: { items: 2, item_variants: 2, stock_levels: 2, stock_actions: 2 },
        refused: [{ externalId: '3', code: 'duplicate_sku', reason: 'reference: "A" is the sku of another item or variant' }],
      });
    });

    exerciseStock(persistence);
    exerciseVendors(persistence);
  });
}

/** The table "Product stock write" (interfaces D), against a ledger. */
function exerciseStock(persistence: Persistence): void {
  const resetting = (logger: Logger = silentLogger) => theParts({ resetStock: true, logger }).products;
  const aShop = () => establish(persistence, A_SHOP);

  it('does not touch stock unless it is told to, and opens new ledgers at 0', async () => {
    const shop = await aShop();
    await imports(persistence, shop, theParts().products, [aShopProduct({ quantity: 7 })]);
    await imports(persistence, shop, theParts().products, [aShopProduct({ quantity: 9, name: 'Mug 2' })]);

    expect(await stockOf(persistence, shop.scope)).to.deep.equal([[0, 0]]);
    expect(await actionsOf(persistence, shop.scope)).to.deep.equal([]);
  });

  it('opens new ledgers with the balance of the shop, and then writes the difference', async () => {
    const shop = await aShop();
    await imports(persistence, shop, resetting(), [aShopProduct({ quantity: 7 })]);
    await imports(persistence, shop, resetting(), [aShopProduct({ quantity: 7 })]);
    await imports(persistence, shop, resetting(), [aShopProduct({ quantity: 4 })]);

    expect(await stockOf(persistence, shop.scope)).to.deep.equal([[4, 0]]);
    const [latest, first] = [
      ['SHOP_SYNC', 'DECREMENT', 3, 7],
      ['OPENING_BALANCE', 'INCREMENT', 7, 0],
    ];
    expect(await actionsOf(persistence, shop.scope)).to.have.deep.members([latest, first]);
    expect((await persistence.views.stock.verify(shop.scope)).differences).to.deep.equal([]);
  });

  it('adds what is promised to orders of the shop, and not what is promised to others', async () => {
    const shop = await aShop();
    await imports(persistence, shop, resetting(), [aShopProduct({ quantity: 7 })]);
    const { id } = await importedAs(persistence, shop.scope, '1');
    const [ofShop, ofOffice] = [aFulfilment(shop.scope, { channel: 'shop' }), aFulfilment(shop.scope, { invoiceNumber: null })];
    await persistence.transact(shop.scope, async ({ orders }) => {
      for (const order of [ofShop, ofOffice]) await orders.place(shop.scope, order, anEvent('draft'));
    });
    const forecasts = [ofShop, ofOffice].map((order, index) => aForecast({ itemId: id, reference: order.id, quantity: index + 2 }));
    await postIn(persistence, shop.scope, forecasts);

    // The shop sold two: it has five, and seven are still on the shelf.
    expect((await imports(persistence, shop, resetting(), [aShopProduct({ quantity: 5 })])).writes).to.deep.equal({});

    expect(await levelIn(persistence, shop.scope, aUnit(id))).to.deep.include({ stock: 7, reserved: 5 });
  });

  it('writes what the shop has of a product whose stock is not kept, without any ledger', async () => {
    const shop = await aShop();
    const records = [aShopProduct({ kind: 'virtual', quantity: 7 })];
    const plan = await imports(persistence, shop, resetting(), records);

    expect(plan.writes).to.deep.equal({ items: 1 });
    expect((await importedAs(persistence, shop.scope, '1')).data['stock']).to.deep.equal([{ variantId: null, stock: 7 }]);
    expect(await persistence.views.stock.levels(shop.scope)).to.deep.equal([]);
    expect((await imports(persistence, shop, resetting(), records)).writes).to.deep.equal({});
  });

  it('imports the product when the ledger fails, and says so', async () => {
    const shop = await aShop();
    const said: string[] = [];
    const logger = { ...silentLogger, error: (_fields: unknown, message: string) => said.push(message) };
    const failing: Persistence = {
      ...persistence,
      transact: (scope, work) =>
        persistence.transact(scope, (stores, views) => {
          const stock = { ...stores.stock, open: async () => undefined };
          return work({ ...stores, stock }, views);
        }),
    };

    await imports(failing, shop, resetting(logger), [aShopProduct({ quantity: 7 })]);

    expect((await importedAs(persistence, shop.scope, '1')).name).to.equal('Mug');
    expect(await persistence.views.stock.levels(shop.scope)).to.deep.equal([]);
    expect(said).to.have.length(1);
  });
}

function exerciseVendors(persistence: Persistence): void {
  const keyed = (changes: Partial<ReturnType<typeof aShopVendor>>) =>
    aShopVendor({ ...changes, externalId: `${changes.type ?? 'supplier'}:${changes.externalId ?? '12'}` });

  it('makes one vendor of a company that is both, and two of two that share a number', async () => {
    const shop = await establish(persistence, A_SHOP);
    const records = [
      keyed({ name: 'S.A.R.L. Éclair' }),
      keyed({ type: 'manufacturer', externalId: '12', name: 'Autre' }),
      keyed({ type: 'manufacturer', externalId: '8', name: 'SARL  ECLAIR' }),
    ];

    const plan = await imports(persistence, shop, theParts().vendors.part, records);
    const again = await imports(persistence, shop, theParts().vendors.part, records);

    const vendors = await persistence.views.vendors.all(shop.scope);
    expect(vendors.map(({ name }) => name)).to.deep.equal(['Autre', 'S.A.R.L. Éclair']);
    expect(plan.links.map(({ localId }) => localId)).to.deep.equal([vendors[1]?.id, vendors[0]?.id, vendors[1]?.id]);
    expect([plan.writes, again.writes, again.links]).to.deep.equal([{ vendors: 3 }, {}, plan.links]);
  });

  it('refreshes whether a vendor is active and keeps the rest of its data, also of rows without a type', async () => {
    const shop = await establish(persistence, A_SHOP);
    const portal = { hash: 'f'.repeat(64), createdAt: '2026-06-16T10:00:00Z', expiresAt: '2026-06-17T10:00:00Z' };
    const typed = aVendor({ type: 'supplier', externalId: '12', data: { portal: { ...portal, hash: shop.site.id }, active: true } });
    const legacy = aVendor({ type: null, externalId: '5', data: { active: true, note: 'x' } });
    await persistence.transact(shop.scope, ({ vendors }) => vendors.createAll(shop.scope, [typed, legacy]));

    const records = [
      keyed({ active: false }),
      keyed({ type: 'manufacturer', externalId: '12', name: 'Autre' }),
      keyed({ type: 'manufacturer', externalId: '5', active: false }),
    ];
    const plan = await imports(persistence, shop, theParts().vendors.part, records);

    expect((await persistence.views.vendors.get(shop.scope, typed.id))?.data).to.deep.equal({ ...typed.data, active: false });
    expect(await persistence.views.vendors.get(shop.scope, legacy.id)).to.deep.include({
      type: 'manufacturer',
      data: { active: false, note: 'x' },
    });
    expect(plan.writes).to.deep.equal({ vendors: 3 });
  });

  it('marks vendors that the shop does not have any more as inactive', async () => {
    const shop = await establish(persistence, A_SHOP);
    await imports(persistence, shop, theParts().vendors.part, [keyed({})]);

    expect((await loses(persistence, shop, theParts().vendors.part, ['supplier:12', 'manufacturer:12'])).writes).to.deep.equal({
      vendors: 1,
    });

    expect((await persistence.views.vendors.all(shop.scope)).map(({ data }) => data)).to.deep.equal([{ active: false }]);
  });

  it('links products to their vendors, makes those that are unknown once, and takes 0 for none', async () => {
    const shop = await establish(persistence, A_SHOP);
    const records: ShopProduct[] = [
      aShopProduct({ externalId: '1', supplierId: '4' }),
      aShopProduct({ externalId: '2', manufacturerId: '4', manufacturerName: 'Potiers' }),
      aShopProduct({ externalId: '3', manufacturerId: '4', manufacturerName: 'Potiers' }),
      aShopProduct({ externalId: '5', supplierId: '0', manufacturerId: '' }),
    ];
    await imports(persistence, shop, theParts().products, records);
    await imports(persistence, shop, theParts().vendors.part, [keyed({ externalId: '4', name: 'Argiles' })]);

    const names = new Map((await persistence.views.vendors.all(shop.scope)).map(({ id, name }) => [id, name]));
    const vendorOf = async (id: string) => names.get((await importedAs(persistence, shop.scope, id)).defaultVendorId ?? '');
    expect(await Promise.all(['1', '2', '3', '5'].map(vendorOf))).to.deep.equal(['Argiles', 'Potiers', 'Potiers', undefined]);
    expect(names.size).to.equal(2);
  });
}
