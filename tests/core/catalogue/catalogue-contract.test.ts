import { newCatalogueSchema, newItemSchema } from '@comptoir/core/catalogue/catalogue-contract.js';
import { optionGroupsSchema } from '@comptoir/core/catalogue/product-fields.js';
import { expect } from 'chai';
import { anItem } from '../../suites/builders.js';

/** What only the back office knows of an item, where nothing is said. */
const unknown = {
  reference: null,
  purchasePriceCents: null,
  weightGrams: null,
  widthMm: null,
  heightMm: null,
  depthMm: null,
  syncKey: null,
  data: {},
};
const { id: _id, ...plain } = anItem();
const item = { ...plain, ...unknown };
const option = { id: 'o', name: 'Miel', priceCents: 0 };
const group = { id: 'g', name: 'Sauces', min: 0, max: 1, options: [option] };
const acceptsItem = (changes: object) => newItemSchema.safeParse({ ...item, ...changes }).success;
const acceptsGroup = (changes: object) => optionGroupsSchema.safeParse([{ ...group, ...changes }]).success;

describe('a new item', () => {
  it('is accepted as the builders make it', () => {
    expect(newItemSchema.parse(item)).to.deep.equal(item);
  });

  it('is the plainest there is where nothing is said: shown, for sale, without choices, kept by the till', () => {
    expect(newItemSchema.parse({ name: 'Café', priceCents: 150, taxBasisPoints: 1000 })).to.deep.equal({
      ...item,
      name: 'Café',
      priceCents: 150,
    });
  });

  it('costs whole cents, from nothing to a million euros', () => {
    expect([0, 1, 100_000_000].map((priceCents) => acceptsItem({ priceCents }))).to.deep.equal([true, true, true]);
    for (const priceCents of [-1, 0.5, 100_000_001, '5', null, Number.NaN])
      expect(acceptsItem({ priceCents }), String(priceCents)).to.equal(false);
  });

  it('is refused with unknown allergens, impossible rates or control characters', () => {
    for (const changes of [
      { allergens: ['love'] },
      { taxBasisPoints: -1 },
      { taxBasisPoints: 10_001 },
      { name: '' },
      { name: 'a\nb' },
      { photo: 'a\u0000.png' },
      { managedBy: 'ghost' },
    ]) {
      expect(acceptsItem(changes), JSON.stringify(changes)).to.equal(false);
    }
    expect(acceptsItem({ description: 'deux\nlignes' })).to.equal(true);
  });
});

describe('an option group', () => {
  it('asks for no more options than it allows or has', () => {
    const two = [option, { ...option, id: 'p' }];

    expect(acceptsGroup({ min: 1, max: 1 })).to.equal(true);
    expect(acceptsGroup({ min: 2, max: 2, options: two })).to.equal(true);
    expect(acceptsGroup({ min: 2, max: 1, options: two })).to.equal(false);
    expect(acceptsGroup({ min: 2, max: 2 })).to.equal(false);
    expect(acceptsGroup({ min: 0, max: 0 })).to.equal(false);
    expect(acceptsGroup({ options: [] })).to.equal(false);
  });
});

describe('a whole catalogue', () => {
  it('has items of its own categories only, and says which item is wrong', () => {
    const catalogue = { categories: [{ id: 'c', name: 'Galettes' }], items: [{ ...item, id: 'i', categoryId: 'c' }] };
    expect(newCatalogueSchema.safeParse(catalogue).success).to.equal(true);

    const wrong = newCatalogueSchema.safeParse({ ...catalogue, items: [...catalogue.items, { ...item, id: 'j', categoryId: 'd' }] });

    expect(wrong.error?.issues[0]?.path).to.deep.equal(['items', 1, 'categoryId']);
  });
});
