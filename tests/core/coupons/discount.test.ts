import type { CouponLine } from '@comptoir/core/coupons/coupon.js';
import { discountByLine, discountOf } from '@comptoir/core/coupons/discount.js';
import { sumCents } from '@comptoir/core/kit/money.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCoupon } from '../../suites/reference-builders.js';

const LINES: readonly CouponLine[] = [
  { productId: 'bol', categoryId: 'table', totalCents: 999 },
  { productId: 'carafe', categoryId: 'table', totalCents: 3900 },
  { productId: 'savon', categoryId: null, totalCents: 550 },
];

describe('a discount', () => {
  it('is a percentage, rounded half up once for the whole order', () => {
    expect(discountOf(aCoupon({ value: 1000 }), LINES)).to.equal(545);
    expect(discountOf(aCoupon({ value: 5000 }), [{ productId: 'x', categoryId: null, totalCents: 5 }])).to.equal(3);
    expect(discountOf(aCoupon({ value: 10_000 }), LINES)).to.equal(5449);
  });

  it('is an amount, but never more than what it is for', () => {
    expect(discountOf(aCoupon({ kind: 'amount', value: 500 }), LINES)).to.equal(500);
    expect(discountOf(aCoupon({ kind: 'amount', value: 500, productIds: ['savon'] }), LINES.slice(0, 2))).to.equal(0);
    expect(discountOf(aCoupon({ kind: 'amount', value: 99_999, categoryIds: ['table'] }), LINES)).to.equal(4899);
  });

  it('never goes beyond its maximum', () => {
    expect(discountOf(aCoupon({ value: 5000, maxDiscountCents: 1000 }), LINES)).to.equal(1000);
  });

  it('is for its products and the products of its categories only', () => {
    expect(discountByLine(aCoupon({ value: 1000, productIds: ['savon'], categoryIds: [] }), LINES)).to.deep.equal([0, 0, 55]);
    expect(discountByLine(aCoupon({ value: 1000, productIds: ['savon'], categoryIds: ['table'] }), LINES)).to.deep.equal([100, 390, 55]);
  });

  it('takes off the delivery and leaves the lines alone', () => {
    const free = aCoupon({ kind: 'freeShipping', value: 0, maxDiscountCents: 400 });
    expect([discountOf(free, LINES, 390), discountOf(free, LINES, 490), discountOf(free, LINES)]).to.deep.equal([390, 400, 0]);
    expect(discountByLine(free, LINES)).to.deep.equal([0, 0, 0]);
    expect(discountOf({ ...free, productIds: ['other'] }, LINES, 390)).to.equal(0);
  });

  it('is shared among the lines to the cent, and no line gets more than it comes to', () => {
    const line = fc.record({
      productId: fc.constantFrom('a', 'b', 'c'),
      categoryId: fc.constantFrom('x', 'y', null),
      totalCents: fc.integer({ min: 0, max: 90_000_000 }),
    });
    const coupon = fc
      .record({
        kind: fc.constantFrom('percent' as const, 'amount' as const),
        value: fc.integer({ min: 1, max: 10_000 }),
        maxDiscountCents: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: null }),
        productIds: fc.subarray(['a', 'b']),
        categoryIds: fc.subarray(['x']),
      })
      .map((terms) => aCoupon(terms));
    fc.assert(
      fc.property(coupon, fc.array(line, { maxLength: 20 }), (terms, lines) => {
        const parts = discountByLine(terms, lines);
        expect(sumCents(parts)).to.equal(discountOf(terms, lines));
        parts.forEach((part, index) => {
          expect(part).to.be.within(0, lines[index]?.totalCents ?? -1);
        });
      }),
    );
  });
});
