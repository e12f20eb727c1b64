import { PRICE_MAX_CENTS } from '@comptoir/core/catalogue/product-fields.js';
import { changesOf, newProductOf } from '@comptoir/core/keyed/item-changes.js';
import { itemCreate, itemRecord, itemUpdate } from '@comptoir/core/keyed/item-contract.js';
import { presentItem } from '@comptoir/core/keyed/present-item.js';
import { parse } from '@comptoir/core/kit/validate.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aProduct, aVariant, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';

const MINIMAL = { name: 'Galette', price: 9.5 };
const noId = (): string => {
  throw new Error('no id was needed');
};
const counted = () => {
  let count = 0;
  return () => `new-${++count}`;
};
const created = (changes: Record<string, unknown>, newId: () => string = noId) =>
  newProductOf(parse(itemCreate, { ...MINIMAL, ...changes }), newId);
const changed = (update: Record<string, unknown>, newId: () => string = noId) => changesOf(parse(itemUpdate, update), newId);
const faults = async (schema: typeof itemCreate | typeof itemUpdate, value: unknown) =>
  (await refusalOf(Promise.resolve().then(() => parse(schema, value)))).issues;

describe('items of the keyed API', () => {
  describe('money', () => {
    it('is the same after a way in and a way out, for every price in cents', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: PRICE_MAX_CENTS }), (priceCents) => {
          const shown = presentItem(aProduct({ priceCents }), NOON);
          const sent = JSON.parse(JSON.stringify({ price: shown.price }));
          expect(created(sent).priceCents).to.equal(priceCents);
          expect(changed(sent).patch.priceCents).to.equal(priceCents);
        }),
      );
    });

    it('is the same after a way in and a way out, for every rate in basis points', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 10_000 }), (taxBasisPoints) => {
          const { vatRate } = presentItem(aProduct({ taxBasisPoints }), NOON);
          expect(created({ vatRate }).taxBasisPoints).to.equal(taxBasisPoints);
        }),
      );
    });

    it('has at most two decimals, wherever it stands', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 9 }), async (cents, thousandths) => {
          const price = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${thousandths}`);
          expect(await faults(itemUpdate, { price })).to.deep.equal([{ path: 'price', message: 'At most two decimals' }]);
        }),
        { numRuns: 50 },
      );
      const parts = {
        variants: [{ name: 'a', price: 1.005 }],
        optionGroups: [{ name: 'b', min: 0, max: 1, options: [{ name: 'c', price: 0.001 }] }],
      };
      const paths = (await faults(itemCreate, { ...MINIMAL, vatRate: 5.555, ...parts })).map(({ path }) => path);
      expect(paths).to.have.members(['vatRate', 'variants.0.price', 'optionGroups.0.options.0.price']);
    });

    it('is between nothing and a million, and a rate at most the whole', async () => {
      for (const price of [-0.01, 1_000_000.01, null, '9.50']) {
        expect((await faults(itemUpdate, { price })).map(({ path }) => path)).to.deep.equal(['price']);
      }
      expect((await faults(itemUpdate, { vatRate: 100.01 })).map(({ path }) => path)).to.deep.equal(['vatRate']);
      expect(Object.is(changed({ price: -0 }).patch.priceCents, 0)).to.equal(true);
    });
  });

  describe('a new one', () => {
    it('is the plainest where nothing is said', () => {
      const {
        id: _id,
        createdAt: _c,
        updatedAt: _u,
        deletedAt: _d,
        version: _v,
        ...plain
      } = aProduct({ name: 'Galette', taxBasisPoints: 2000 });
      expect(created({})).to.deep.equal(plain);
    });

    it('takes the empty text for none', () => {
      expect(created({ description: '', sku: ' ', barcode: '' })).to.include({ description: null, sku: null, barcode: null });
    });

    it('gives ids to parts that name none, and leaves the others theirs', () => {
      const { variants, optionGroups } = created(
        {
          variants: [
            { name: 'Petite', price: 7 },
            { id: 'xl', name: 'Grande', price: 9, sku: 'G' },
          ],
          optionGroups: [{ name: 'Sauce', min: 0, max: 1, options: [{ name: 'Aïoli', price: 0.5 }] }],
        },
        counted(),
      );
      expect(variants).to.deep.equal([
        aVariant({ id: 'new-1', name: 'Petite' }),
        aVariant({ id: 'xl', name: 'Grande', priceCents: 900, sku: 'G' }),
      ]);
      expect(optionGroups).to.deep.equal([
        { id: 'new-2', name: 'Sauce', min: 0, max: 1, options: [{ id: 'new-3', name: 'Aïoli', priceCents: 50 }] },
      ]);
    });

    it('is refused with fields it does not have, each by name', async () => {
      const [fault, ...others] = await faults(itemCreate, { ...MINIMAL, pirce: 3, managedBy: 'sync' });
      expect(others).to.deep.equal([]);
      expect(fault?.message).to.include('pirce').and.include('managedBy');
    });
  });

  describe('a change', () => {
    it('names only what was sent', () => {
      const { patch, variants } = changed({ name: 'Crêpe' });
      expect(Object.entries(patch).filter(([, value]) => value !== undefined)).to.deep.equal([['name', 'Crêpe']]);
      expect(variants).to.equal(null);
    });

    it('clears by the empty text or by null what may be nothing', () => {
      for (const nothing of ['', null]) {
        const { patch } = changed({ description: nothing, sku: nothing, barcode: nothing });
        expect(patch).to.include({ description: null, sku: null, barcode: null });
      }
      expect(changed({ categoryId: null, photo: null }).patch).to.include({ categoryId: null, photo: null });
    });

    it('puts an item off sale until it is put back', () => {
      const off = changed({ available: false }).patch.soldOutUntil ?? null;
      const on = changed({ available: true }).patch.soldOutUntil ?? null;
      const inFiftyYears = new Date(NOON.getTime() + 50 * 365 * 86_400_000);
      expect(presentItem(aProduct({ soldOutUntil: off }), inFiftyYears).available).to.equal(false);
      expect(presentItem(aProduct({ soldOutUntil: on }), NOON).available).to.equal(true);
    });

    it('keeps the codes of a variant that were not sent, and its link to the online shop', () => {
      const known = aVariant({ id: 'xl', sku: 'S', barcode: 'B', syncKey: 'K' });
      const following = (sent: Record<string, unknown>) =>
        changed({ variants: [{ id: 'xl', name: 'XL', price: 8, ...sent }] }).variants?.([known]);
      expect(following({})).to.deep.equal([{ ...known, name: 'XL', priceCents: 800 }]);
      expect(following({ sku: '', barcode: null })).to.deep.equal([{ ...known, name: 'XL', priceCents: 800, sku: null, barcode: null }]);
    });

    it('is refused with fields an item does not have, and with what cannot be set', async () => {
      for (const field of ['id', 'managedBy', 'updatedAt', 'priceCents', '__proto__x']) {
        expect((await faults(itemUpdate, { [field]: 1 }))[0]?.message, field).to.include(field);
      }
    });

    it('is refused with two variants of one id', async () => {
      const twice = { id: 'xl', name: 'XL', price: 8 };
      expect((await faults(itemUpdate, { variants: [twice, twice] }))[0]?.path).to.equal('variants');
    });
  });

  it('are shown as their contract says', () => {
    const product = aProduct({
      categoryId: 'plats',
      taxBasisPoints: 550,
      allergens: ['milk'],
      soldOutUntil: new Date(NOON.getTime() + 1),
      purchasePriceCents: 300,
      variants: [aVariant({ syncKey: 'K' })],
      optionGroups: [{ id: 'g', name: 'Sauce', min: 0, max: 1, options: [{ id: 'o', name: 'Aïoli', priceCents: 50 }] }],
    });
    const shown = presentItem(product, NOON);
    expect(itemRecord.parse(shown)).to.deep.equal(shown);
    expect(shown).to.include({ vatRate: 5.5, available: false, updatedAt: NOON.toISOString() });
    expect(presentItem(product, new Date(NOON.getTime() + 1)).available).to.equal(true);
    expect(JSON.stringify(shown)).not.to.match(/syncKey|purchase|Cents/);
  });
});
