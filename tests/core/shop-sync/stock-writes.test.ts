import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { stockWrite } from '@comptoir/core/shop-sync/products/stock-writes.js';
import type { ShopProduct } from '@comptoir/core/shop-sync/shop-records.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { establish } from '../../suites/builders.js';
import { aCombination, aShopProduct, foresees, imports, theParts } from '../../suites/shop-product-builders.js';

const CASES = [
  // resetStock, manageStock, isNew, before, after
  [[false, true, true, 0, 7], null],
  [[false, true, false, 3, 7], null],
  [[false, false, true, 0, 7], null],
  [[true, false, true, 0, 7], null],
  [[true, false, false, 3, 7], null],
  [[true, true, true, 0, 0], null],
  [[true, true, false, 7, 7], null],
  [[true, true, true, 0, 7], { reason: 'OPENING_BALANCE', by: 7 }],
  [[true, true, true, 0, -2], { reason: 'OPENING_BALANCE', by: -2 }],
  [[true, true, false, 3, 7], { reason: 'SHOP_SYNC', by: 4 }],
  [[true, true, false, 7, 3], { reason: 'SHOP_SYNC', by: -4 }],
] as const;

const quantity = fc.option(fc.integer({ min: -5, max: 50 }), { nil: null });

/** What a shop has, of few ids, so that runs meet the same products in many shapes. */
const shopProduct: fc.Arbitrary<ShopProduct> = fc
  .record({
    externalId: fc.constantFrom('1', '2', '3'),
    kind: fc.constantFrom('simple', 'virtual'),
    quantity,
    reference: fc.constantFrom(null, 'A', 'B'),
    active: fc.boolean(),
    combinations: fc.uniqueArray(
      fc.record({ externalId: fc.constantFrom('11', '12', '13'), quantity, name: fc.constantFrom('S', 'M') }).map(aCombination),
      { selector: ({ externalId }) => externalId, maxLength: 3 },
    ),
  })
  .map((changes) => aShopProduct(changes));
const chunk = fc.uniqueArray(shopProduct, { selector: ({ externalId }) => externalId, minLength: 1, maxLength: 3 });

describe('the stock of products of an online shop', () => {
  it('is written as the table says', () => {
    for (const [[resetStock, manageStock, isNew, before, after], expected] of CASES)
      expect(stockWrite({ resetStock, manageStock, isNew, before, after })).to.deep.equal(expected);
  });

  it('is the same after a second reset, is what the ledger adds up to at every commit, and was foreseen to the row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 4 }), async (chunks) => {
        const persistence = makeMemoryPersistence();
        const shop = await establish(persistence, { trade: 'shop', features: { ...SITE_DEFAULTS.features, stock: true } });
        for (const records of chunks) {
          const foreseen = await foresees(persistence, shop, theParts({ resetStock: true }).products, records);
          const done = await imports(persistence, shop, theParts({ resetStock: true }).products, records);
          expect(foreseen.writes).to.deep.equal(done.writes);
          expect((await persistence.views.stock.verify(shop.scope)).differences).to.deep.equal([]);
          const levels = await persistence.views.stock.levels(shop.scope);
          expect((await imports(persistence, shop, theParts({ resetStock: true }).products, records)).writes).to.deep.equal({});
          expect(await persistence.views.stock.levels(shop.scope)).to.deep.equal(levels);
        }
      }),
      { numRuns: 60 },
    );
  });
});
