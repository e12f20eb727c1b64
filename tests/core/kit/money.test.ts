import { centsOf, divideHalfUp, eurosOf, formatMoney, includedTaxCents, lineTotalCents, sumCents } from '@comptoir/core/kit/money.js';
import { expect } from 'chai';
import fc from 'fast-check';

/** The same rounding in exact arithmetic. */
function exactDivideHalfUp(dividend: number, divisor: number): number {
  const [top, bottom] = [BigInt(dividend), BigInt(divisor)];
  const negative = top < 0n !== bottom < 0n;
  const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const rounded = Number((2n * a + b) / (2n * b));
  return negative && rounded !== 0 ? -rounded : rounded;
}

const safe = fc.maxSafeInteger();

describe('money', () => {
  describe('division', () => {
    it('rounds halves away from zero', () => {
      expect([5, 15, 25, -5, -15, -25].map((dividend) => divideHalfUp(dividend, 10))).to.deep.equal([1, 2, 3, -1, -2, -3]);
      expect([4, 14, -4, -14].map((dividend) => divideHalfUp(dividend, 10))).to.deep.equal([0, 1, 0, -1]);
      expect(divideHalfUp(7, -2)).to.equal(-4);
    });

    it('is exact for every safe integer', () => {
      fc.assert(
        fc.property(
          safe,
          safe.filter((divisor) => divisor !== 0),
          (dividend, divisor) => {
            expect(divideHalfUp(dividend, divisor)).to.equal(exactDivideHalfUp(dividend, divisor));
          },
        ),
      );
    });

    it('is exact close to halves, where floats are not', () => {
      const divisors = fc.integer({ min: 1, max: 20_000 });
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), divisors, fc.integer({ min: -1, max: 1 }), (quotient, divisor, off) => {
          const dividend = quotient * divisor + Math.floor(divisor / 2) + off;
          expect(divideHalfUp(dividend, divisor)).to.equal(exactDivideHalfUp(dividend, divisor));
          expect(divideHalfUp(-dividend, divisor)).to.equal(exactDivideHalfUp(-dividend, divisor));
        }),
      );
    });

    it('never answers minus zero, which a receipt would show with a sign', () => {
      expect(Object.is(divideHalfUp(-1, 3), 0)).to.equal(true);
      expect(Object.is(divideHalfUp(0, -3), 0)).to.equal(true);
    });
  });

  describe('tax', () => {
    it('contained in a price is what its rate makes of the price without it', () => {
      expect(includedTaxCents(1200, 2000)).to.equal(200);
      expect(includedTaxCents(1000, 550)).to.equal(52);
      expect(includedTaxCents(999, 0)).to.equal(0);
      expect(includedTaxCents(1, 2000)).to.equal(0);
      expect(includedTaxCents(3, 2000)).to.equal(1);
    });

    it('of a refund is that of the sale, with the other sign', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 10_000 }), (price, rate) => {
          expect(includedTaxCents(-price, rate) + includedTaxCents(price, rate)).to.equal(0);
        }),
      );
    });

    it('and the net price make the price, to within a cent of the exact share', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 99 * 100_000_000 }), fc.integer({ min: 0, max: 10_000 }), (price, rate) => {
          const tax = includedTaxCents(price, rate);
          expect(tax).to.equal(exactDivideHalfUp(price * rate, 10_000 + rate));
          expect(tax).to.be.within(0, Math.ceil(price / 2));
        }),
      );
    });
  });

  it('adds up lines without rounding', () => {
    expect(lineTotalCents(333, 3)).to.equal(999);
    expect(sumCents([])).to.equal(0);
    expect(sumCents([10, 20, 30])).to.equal(60);
  });

  describe('euros', () => {
    it('come from cents and go back to them unchanged, for every total an order can have', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 200_000_000_000_000 }), (cents) => {
          expect(centsOf(eurosOf(cents))).to.equal(cents);
        }),
      );
    });

    it('are written with at most two decimals', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 200_000_000_000_000 }), (cents) => {
          expect(JSON.stringify(eurosOf(cents))).to.match(/^\d+(?:\.\d{1,2})?$/);
        }),
      );
      expect(JSON.stringify([1250, 1, 100, 1999].map(eurosOf))).to.equal('[12.5,0.01,1,19.99]');
    });

    it('with more than two decimals, or that are no amount, have no cents', () => {
      for (const euros of [0.001, 12.345, 1.005, 1e-9, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
        expect(centsOf(euros), String(euros)).to.equal(null);
      }
      expect([12.5, 0.29, 1.15, 0, 4.35, 1_000_000].map(centsOf)).to.deep.equal([1250, 29, 115, 0, 435, 100_000_000]);
    });
  });

  describe('as a person reads it', () => {
    const shown = (...args: Parameters<typeof formatMoney>) => formatMoney(...args).replaceAll(/[\u00a0\u202f]/g, ' ');

    it('follows the language', () => {
      expect(shown(123_450, 'EUR', 'fr')).to.equal('1 234,50 €');
      expect(shown(123_450, 'EUR', 'en')).to.equal('€1,234.50');
      expect(shown(-5, 'EUR', 'fr')).to.equal('-0,05 €');
    });

    it('follows the currency, in the same language', () => {
      expect(shown(1250, 'USD', 'en')).to.equal('$12.50');
      expect(shown(1250, 'EUR', 'en')).to.equal('€12.50');
      expect(shown(1250, 'GBP', 'en')).to.equal('£12.50');
    });

    it('shows what it is, in currencies of which people leave the hundredths out, or count thousandths', () => {
      expect([shown(120_000, 'JPY', 'en'), shown(1250, 'JPY', 'en'), shown(-50, 'JPY', 'en')]).to.deep.equal([
        '¥1,200',
        '¥12.50',
        '-¥0.50',
      ]);
      expect([shown(120_000, 'XPF', 'fr'), shown(1250, 'XPF', 'fr')]).to.deep.equal(['1 200 FCFP', '12,50 FCFP']);
      expect(shown(1250, 'KWD', 'en')).to.equal('KWD 12.500');
    });
  });
});
