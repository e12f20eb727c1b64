import type { Item, Menu, OptionGroup } from '@comptoir/core/catalogue/item.js';
import { PRICE_MAX_CENTS } from '@comptoir/core/catalogue/product-fields.js';
import { NEW_LINE } from '@comptoir/core/orders/order.js';
import { type PricedOrder, priceOrder } from '@comptoir/core/orders/price-order.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { anItem, aVariant, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrderFor } from '../support.js';

const sauces: OptionGroup = {
  id: 'sauces',
  name: 'Sauces',
  min: 0,
  max: 2,
  options: [
    { id: 'caramel', name: 'Caramel', priceCents: 150 },
    { id: 'cream', name: 'Crème', priceCents: 80 },
    { id: 'honey', name: 'Miel', priceCents: 0 },
  ],
};
const cooking: OptionGroup = {
  id: 'cooking',
  name: 'Cuisson',
  min: 1,
  max: 1,
  options: [{ id: 'soft', name: 'Moelleuse', priceCents: 0 }],
};

const galette = anItem({ id: 'galette', name: 'Galette', priceCents: 950, taxBasisPoints: 1000 });
const crepe = anItem({ id: 'crepe', name: 'Crêpe', priceCents: 500, optionGroups: [sauces] });
const cider = anItem({
  id: 'cider',
  name: 'Cidre',
  priceCents: 1,
  taxBasisPoints: 2000,
  variants: [aVariant({ id: 'bowl', name: 'Bolée', priceCents: 350 }), aVariant({ id: 'bottle', name: 'Bouteille', priceCents: 1400 })],
});
const egg = anItem({ id: 'egg', name: 'Œuf', optionGroups: [cooking] });
const menu: Menu = { categories: [], items: [galette, crepe, cider, egg], components: [] };

const price = (items: readonly unknown[], from: Menu = menu): PricedOrder =>
  priceOrder(from, anOrderFor({ slug: 'lucie' }, items).items, NOON);
const serving = (...items: Item[]): Menu => ({ categories: [], items, components: [] });

describe('the price of an order', () => {
  it('is that of the menu, times the quantity', () => {
    expect(price([{ id: 'galette', quantity: 3 }])).to.deep.equal({
      lines: [
        {
          ...NEW_LINE,
          id: '1',
          itemId: 'galette',
          name: 'Galette',
          variant: null,
          options: [],
          quantity: 3,
          unitPriceCents: 950,
          totalCents: 2850,
          taxBasisPoints: 1000,
          note: null,
        },
      ],
      dropped: [],
      totalCents: 2850,
    });
  });

  it('of an item with variants is that of the variant', () => {
    const { lines, totalCents } = price([{ id: 'cider', variantId: 'bottle', quantity: 2 }]);

    expect(lines[0]?.variant).to.deep.equal({ id: 'bottle', name: 'Bouteille' });
    expect(totalCents).to.equal(2800);
  });

  it('adds the options that were chosen, each once, in the order of the menu', () => {
    const { lines } = price([{ id: 'crepe', optionIds: ['cream', 'caramel', 'cream', 'caramel', 'unknown'], quantity: 2 }]);

    expect(lines[0]).to.deep.include({ unitPriceCents: 730, totalCents: 1460 });
    expect(lines[0]?.options).to.deep.equal([
      { id: 'caramel', name: 'Caramel', priceCents: 150 },
      { id: 'cream', name: 'Crème', priceCents: 80 },
    ]);
  });

  it('is the sum of its lines, and lines of the same item stay apart with their notes', () => {
    const { lines, totalCents } = price([
      { id: 'galette', note: 'bien cuite' },
      { id: 'galette', note: '' },
      { id: 'cider', variantId: 'bowl' },
    ]);

    expect(lines.map(({ note, totalCents: total }) => [note, total])).to.deep.equal([
      ['bien cuite', 950],
      [null, 950],
      [null, 350],
    ]);
    expect(totalCents).to.equal(2250);
  });

  it('is exact for the largest order there can be', () => {
    const options = Array.from({ length: 50 }, (_, index) => ({ id: `o${index}`, name: 'O', priceCents: PRICE_MAX_CENTS }));
    const groups = [0, 1, 2, 3].map((group) => ({
      id: `g${group}`,
      name: 'G',
      min: 0,
      max: 50,
      options: options.map((o) => ({ ...o, id: `${group}${o.id}` })),
    }));
    const dearest = anItem({ id: 'dearest', priceCents: PRICE_MAX_CENTS, optionGroups: groups });
    const optionIds = groups.flatMap((group) => group.options.map(({ id }) => id));

    const { totalCents } = price(
      Array.from({ length: 100 }, () => ({ id: 'dearest', quantity: 99, optionIds })),
      serving(dearest),
    );

    expect(BigInt(totalCents)).to.equal(100n * 99n * 201n * BigInt(PRICE_MAX_CENTS));
    expect(Number.isSafeInteger(totalCents)).to.equal(true);
  });

  it('never depends on what the client sent beside ids and quantities', () => {
    const honest = fc.array(
      fc.oneof(
        fc.record({ id: fc.constantFrom('galette', 'nothing'), quantity: fc.integer({ min: 1, max: 99 }) }),
        fc.record({
          id: fc.constant('cider'),
          variantId: fc.constantFrom('bowl', 'bottle', 'bucket'),
          quantity: fc.integer({ min: 1, max: 99 }),
        }),
        fc.record({ id: fc.constant('crepe'), optionIds: fc.subarray(['caramel', 'cream', 'chalk'], { maxLength: 2 }) }),
      ),
      { minLength: 1, maxLength: 10 },
    );
    const money = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null));
    const names = fc.constantFrom(
      'price',
      'priceCents',
      'unitPrice',
      'unitPriceCents',
      'total',
      'totalCents',
      'discount',
      'tax',
      'name',
      'variant',
      'options',
      '__proto__',
    );
    const greed = fc.dictionary(names, money);
    const outcome = (items: readonly object[], rest: object) => {
      try {
        return priceOrder(menu, anOrderFor({ slug: 'lucie' }, items, { ...rest }).items, NOON);
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(honest, fc.array(greed, { minLength: 10, maxLength: 10 }), greed, (items, greeds, rest) => {
        const greedy = items.map((item, index) => ({ ...greeds[index], ...item }));
        expect(outcome(greedy, rest)).to.deep.equal(outcome(items, {}));
      }),
    );
  });

  it('is that of an independent reckoning, for any order', () => {
    const line = fc.record({
      item: fc.constantFrom(...menu.items.slice(0, 2)),
      quantity: fc.integer({ min: 1, max: 99 }),
      honey: fc.boolean(),
      cream: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 100 }), (lines) => {
        const { totalCents } = price(
          lines.map(({ item, quantity, honey, cream }) => ({
            id: item.id,
            quantity,
            optionIds: [...(honey ? ['honey'] : []), ...(cream ? ['cream'] : [])],
          })),
        );
        let expected = 0n;
        for (const { item, quantity, cream } of lines) {
          expected += BigInt(item.priceCents + (cream && item === crepe ? 80 : 0)) * BigInt(quantity);
        }
        expect(BigInt(totalCents)).to.equal(expected);
      }),
    );
  });
});

describe('a line', () => {
  it('of an unknown or hidden item is dropped, the others stay', () => {
    const { lines, dropped } = price(
      [{ id: 'absent' }, { id: 'galette' }, { id: 'secret' }, { id: 'absent' }],
      serving(galette, anItem({ id: 'secret', visible: false })),
    );

    expect(lines.map(({ itemId }) => itemId)).to.deep.equal(['galette']);
    expect(dropped).to.deep.equal(['absent', 'secret', 'absent']);
  });

  it('without the variant it needs, or with one that does not exist, is dropped', () => {
    const { lines, dropped } = price([
      { id: 'cider' },
      { id: 'cider', variantId: 'barrel' },
      { id: 'cider', variantId: null },
      { id: 'galette' },
    ]);

    expect(lines).to.have.length(1);
    expect(dropped).to.deep.equal(['cider', 'cider', 'cider']);
  });

  it('with a variant of an item that has none is served as the item', () => {
    expect(price([{ id: 'galette', variantId: 'xl' }]).lines[0]).to.deep.include({ variant: null, unitPriceCents: 950 });
  });

  it('that is dropped is not looked at any further', () => {
    const eggless = anItem({ id: 'egg-to-go', visible: false, optionGroups: [cooking], soldOutUntil: minutesAfter(NOON, 60) });

    expect(price([{ id: 'egg-to-go' }, { id: 'galette' }], serving(eggless, galette)).dropped).to.deep.equal(['egg-to-go']);
  });

  it('is the last: an order that loses all of them is empty', async () => {
    const refusal = await refusalOf(() => price([{ id: 'absent' }, { id: 'cider' }]));

    expect([refusal.code, refusal.facts]).to.deep.equal(['empty_order', { dropped: ['absent', 'cider'] }]);
    expect((await refusalOf(() => price([{ id: 'galette' }], serving()))).code).to.equal('empty_order');
  });
});

describe('options', () => {
  it('below the minimum are refused, with the line', async () => {
    const refusal = await refusalOf(() => price([{ id: 'galette' }, { id: 'egg' }]));

    expect(refusal.code).to.equal('invalid_options');
    expect(refusal.issues).to.deep.equal([{ path: 'items.1.optionIds', message: 'Œuf: choose exactly 1 of "Cuisson".' }]);
  });

  it('above the maximum are refused, and naming one twice is not above it', async () => {
    expect((await refusalOf(() => price([{ id: 'crepe', optionIds: ['caramel', 'cream', 'honey'] }]))).issues[0]?.message).to.contain(
      'at most 2',
    );
    expect(price([{ id: 'crepe', optionIds: ['caramel', 'caramel', 'caramel'] }]).totalCents).to.equal(650);
    expect(price([{ id: 'egg', optionIds: ['soft', 'soft'] }]).lines).to.have.length(1);
  });

  it('that do not exist do not count for the minimum', async () => {
    expect((await refusalOf(() => price([{ id: 'egg', optionIds: ['hard'] }]))).code).to.equal('invalid_options');
  });

  it('of several bad lines are all told, at most twenty', async () => {
    const bad = Array.from({ length: 100 }, () => ({ id: 'egg' }));

    expect((await refusalOf(() => price([{ id: 'egg' }, { id: 'galette' }, { id: 'egg' }]))).issues.map(({ path }) => path)).to.deep.equal([
      'items.0.optionIds',
      'items.2.optionIds',
    ]);
    expect((await refusalOf(() => price(bad))).issues).to.have.length(20);
  });
});

describe('sold out', () => {
  const later = anItem({ id: 'later', name: 'Plus tard', soldOutUntil: minutesAfter(NOON, 1) });
  const again = anItem({ id: 'again', name: 'De retour', soldOutUntil: NOON });

  it('items are refused by name, each once', async () => {
    const refusal = await refusalOf(() => price([{ id: 'later' }, { id: 'again' }, { id: 'later', quantity: 5 }], serving(later, again)));

    expect([refusal.code, refusal.facts]).to.deep.equal(['sold_out', { items: [{ id: 'later', name: 'Plus tard' }] }]);
  });

  it('ends at its instant', () => {
    expect(price([{ id: 'again' }], serving(again)).lines).to.have.length(1);
  });
});
