import {
  type Basket,
  changeBasket,
  EMPTY_BASKET,
  LINES_MAX,
  lineKey,
  lineOf,
  readBasket,
  writeBasket,
} from '@comptoir/adapters-http/web/basket.js';
import { refreshBasket } from '@comptoir/adapters-http/web/basket-news.js';
import { priceBasket } from '@comptoir/adapters-http/web/priced-basket.js';
import { QUANTITY_MAX } from '@comptoir/adapters-http/web/remaining.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCarte, anItem, BURGER } from './builders.js';

const SOUP = anItem();
const CARTE = aCarte({ items: [SOUP, BURGER] });
const NOTHING = { variantId: null, optionIds: [] };
const soupLine = lineOf(SOUP, NOTHING, 1, '');
const burgerLine = lineOf(BURGER, { variantId: 'simple', optionIds: ['lard', 'saignant'] }, 2, 'sans oignon');

function basketOf(...lines: Basket['lines']): Basket {
  return { lines };
}

describe('a basket', () => {
  it('adds the same wish to its line, in whatever order the options were ticked', () => {
    const again = lineOf(BURGER, { variantId: 'simple', optionIds: ['saignant', 'lard'] }, 1, 'sans oignon ');
    const basket = changeBasket(basketOf(burgerLine), { kind: 'add', line: again });
    expect(basket.lines.map(({ quantity }) => quantity)).to.deep.equal([3]);
  });

  it('keeps wishes with another note apart', () => {
    const basket = changeBasket(basketOf(burgerLine), { kind: 'add', line: { ...burgerLine, note: '' } });
    expect(basket.lines).to.have.length(2);
  });

  it('joins a line that was edited into the one it became equal to', () => {
    const two = basketOf(burgerLine, { ...burgerLine, note: '' });
    const basket = changeBasket(two, { kind: 'replace', key: lineKey({ ...burgerLine, note: '' }), line: burgerLine });
    expect(basket.lines.map(({ quantity }) => quantity)).to.deep.equal([4]);
  });

  it('never leaves the limits of an order', () => {
    const quantities = fc.array(fc.record({ note: fc.string({ maxLength: 3 }), quantity: fc.integer({ min: 1, max: QUANTITY_MAX }) }), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(quantities, (wishes) => {
        const basket = wishes.reduce(
          (sofar, { note, quantity }) => changeBasket(sofar, { kind: 'add', line: lineOf(SOUP, NOTHING, quantity, note) }),
          EMPTY_BASKET,
        );
        expect(basket.lines.length).to.be.at.most(LINES_MAX);
        for (const { quantity } of basket.lines) expect(quantity).to.be.within(1, QUANTITY_MAX);
      }),
    );
  });

  it('is the same after it was kept', () => {
    const basket = basketOf(soupLine, burgerLine);
    expect(readBasket(writeBasket(basket))).to.deep.equal(basket);
  });

  it('is empty where nothing or nonsense was kept', () => {
    const nonsense = [null, '', '{', '7', '{"lines":[]}', '[{"itemId":"x"}]', JSON.stringify([{ ...soupLine, quantity: 1e9 }])];
    for (const kept of nonsense) expect(readBasket(kept), String(kept)).to.deep.equal(EMPTY_BASKET);
  });
});

describe('a basket that meets the menu of now', () => {
  it('stays as it is when nothing changed', () => {
    const basket = basketOf(soupLine, burgerLine);
    expect(refreshBasket(basket, CARTE)).to.deep.equal({ basket, news: [] });
  });

  it('loses what left the menu and says so', () => {
    const { basket, news } = refreshBasket(basketOf(soupLine, burgerLine), aCarte({ items: [BURGER] }));
    expect(basket.lines).to.deep.equal([burgerLine]);
    expect(news).to.deep.equal([{ kind: 'gone', name: 'Soupe' }]);
  });

  it('loses a line whose variant is no longer made', () => {
    const [, double] = BURGER.variants;
    const smaller = { ...BURGER, variants: double === undefined ? [] : [double] };
    expect(refreshBasket(basketOf(burgerLine), aCarte({ items: [smaller] })).news).to.deep.equal([{ kind: 'gone', name: 'Burger' }]);
  });

  it('shows what is sold out instead of hiding it', () => {
    const carte = aCarte({ items: [{ ...SOUP, available: false }, BURGER] });
    const { basket, news } = refreshBasket(basketOf(soupLine, burgerLine), carte);
    expect(news).to.deep.equal([{ kind: 'sold_out', name: 'Soupe' }]);
    const priced = priceBasket(basket, carte);
    expect(priced.lines.map(({ state }) => state)).to.deep.equal(['sold_out', 'ok']);
    expect(priced).to.include({ ready: false, count: 2, totalCents: 3100 });
  });

  it('takes over new prices and names them', () => {
    const { basket, news } = refreshBasket(basketOf(soupLine), aCarte({ items: [{ ...SOUP, price: 9 }] }));
    expect(news).to.deep.equal([{ kind: 'repriced', name: 'Soupe', beforeCents: 850, afterCents: 900 }]);
    expect(basket.lines[0]?.unitPriceCents).to.equal(900);
  });

  it('lets go of options that are gone and asks for the choice again', () => {
    const [cooking, extras] = BURGER.optionGroups;
    if (cooking === undefined || extras === undefined) throw new Error('The burger has two groups.');
    const changed = { ...BURGER, optionGroups: [{ ...cooking, options: cooking.options.slice(1) }, extras] };
    const carte = aCarte({ items: [changed] });
    const { basket, news } = refreshBasket(basketOf(burgerLine), carte);
    expect(news).to.deep.equal([{ kind: 'choices', name: 'Burger' }]);
    expect(priceBasket(basket, carte).lines[0]?.state).to.equal('incomplete');
  });
});
