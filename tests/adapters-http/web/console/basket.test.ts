import { added, EMPTY_BASKET, type Good, rungOf, withDiscount, withQuantity } from '@comptoir/adapters-http/web/console/till/basket.js';
import { expect } from 'chai';

const SOUP: Good = { itemId: 'soup', variantId: null, name: 'Soupe', unitPriceCents: 850, taxBasisPoints: 1000 };
const BURGER: Good = { itemId: 'burger', variantId: 'double', name: 'Burger double', unitPriceCents: 1750, taxBasisPoints: 1000 };
const FREE: Good = { itemId: null, variantId: null, name: 'Bouquet', unitPriceCents: 500, taxBasisPoints: 2000 };

describe('the basket of the counter', () => {
  it('counts the same good once more, and keeps what was typed in apart', () => {
    const basket = [SOUP, BURGER, SOUP, FREE, FREE].reduce(added, EMPTY_BASKET);
    expect(basket.lines.map(({ name, quantity }) => [name, quantity])).to.deep.equal([
      ['Soupe', 2],
      ['Burger double', 1],
      ['Bouquet', 1],
      ['Bouquet', 1],
    ]);
  });

  it('leaves the prices of the catalogue to the catalogue', () => {
    expect(rungOf([BURGER, FREE].reduce(added, EMPTY_BASKET), 'Remise')).to.deep.equal({
      lines: [
        { itemId: 'burger', variantId: 'double', quantity: 1 },
        { name: 'Bouquet', unitPriceCents: 500, taxBasisPoints: 2000, quantity: 1 },
      ],
      discounts: [],
    });
  });

  it('names the lines of discounts by where they stand, after one before was taken out too', () => {
    const ten = { kind: 'percent', value: 1000 } as const;
    const basket = withDiscount([SOUP, BURGER].reduce(added, EMPTY_BASKET), 1, ten);
    expect(rungOf(basket, 'Remise')?.discounts).to.deep.equal([{ ...ten, label: 'Remise', line: 2 }]);
    expect(rungOf(withQuantity(basket, 0, 0), 'Remise')?.discounts).to.deep.equal([{ ...ten, label: 'Remise', line: 1 }]);
  });

  it('forgets the discount of a sale of which nothing is left', () => {
    const basket = withDiscount(added(EMPTY_BASKET, SOUP), null, { kind: 'amount', value: 100 });
    expect(rungOf(withQuantity(basket, 0, 0), 'Remise')).to.equal(null);
    expect(withQuantity(basket, 0, 0)).to.deep.equal(EMPTY_BASKET);
  });
});
