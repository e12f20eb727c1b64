import { grossCents } from '@comptoir/core/shop-sync/products/shop-price.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { refusalOf } from '../../suites/suite.js';

/** A net price as the shop writes it. */
const millionths = fc.integer({ min: -10_000_000_000, max: 100_000_000_000_000 });
const textOf = (units: number) => {
  const [sign, digits] = [units < 0 ? '-' : '', String(Math.abs(units)).padStart(7, '0')];
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
};
const rate = fc.integer({ min: 0, max: 10_000 });

describe('prices of an online shop', () => {
  it('are reckoned from the text, halves away from zero', () => {
    const cases = [
      [['24.166667'], 2000, 2900],
      [['0.004166'], 2000, 0],
      [['0.004167'], 2000, 1],
      [['1.005'], 0, 101],
      [['-1.005'], 0, -101],
      [['8.285'], 0, 829],
      [['4'], 2000, 480],
      [[' 10.50 '], 550, 1108],
      [['10.000000', '2.5', '-0.25'], 2000, 1470],
      [['999999999999999.999999'], 0, 100_000_000_000_000_000],
    ] as const;
    for (const [amounts, basisPoints, cents] of cases) expect(grossCents(amounts, basisPoints), amounts.join(' + ')).to.equal(cents);
  });

  it('are off the exact price by no more than half a cent, whatever the digits', () => {
    fc.assert(
      fc.property(millionths, rate, (units, basisPoints) => {
        const cents = BigInt(grossCents([textOf(units)], basisPoints));
        // Both in 10⁻¹⁰ of a unit: 10⁶ × 10⁴.
        const exact = BigInt(units) * BigInt(10_000 + basisPoints);
        const off = cents * 10n ** 8n - exact;
        expect(off <= 5n * 10n ** 7n && off >= -5n * 10n ** 7n).to.equal(true);
      }),
    );
  });

  it('are those of the sum, in whatever pieces the shop says it', () => {
    fc.assert(
      fc.property(millionths, millionths, rate, (left, right, basisPoints) => {
        fc.pre(Number.isSafeInteger(left + right));
        expect(grossCents([textOf(left), textOf(right)], basisPoints)).to.equal(grossCents([textOf(left + right)], basisPoints));
      }),
    );
  });

  it('are refused where they are no decimals', async () => {
    for (const text of ['', 'free', '1,50', '1e3', 'NaN', '0x10', '1.2.3', '1234567890123456']) {
      expect((await refusalOf(() => grossCents([text], 0))).code, text).to.equal('invalid_request');
    }
  });
});
