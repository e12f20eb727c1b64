import { type Decimal, decimalText, isSame, parseDecimal, product, rounded } from '@comptoir/adapters-sdk/shop/decimal.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('decimals of a shop', () => {
  const of = (text: string): Decimal => {
    const decimal = parseDecimal(text);
    if (decimal === null) throw new Error(`${text} is no decimal`);
    return decimal;
  };

  it('become cents, halves away from zero', () => {
    const cents = ['1.005', '1.004999', '-1.005', '24.166667', '0.005', '-0.004', '12', '1.1'].map((text) => rounded(of(text), 2));
    expect(cents).to.deep.equal([101, 100, -101, 2417, 1, 0, 1200, 110]);
  });

  it('are exact where floats are not', () => {
    expect(rounded(of('1.005'), 2)).to.equal(101);
    expect(Math.round(1.005 * 100)).to.equal(100);
    expect(rounded(of('90071992547.409935'), 2)).to.equal(9_007_199_254_741);
  });

  it('become what is nearest, whatever their places', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 14n), 10n ** 14n), fc.integer({ min: 0, max: 9 }), (digits, scale) => {
        const tenth = rounded({ digits, scale }, 2) * 2;
        // Twice the value, in units of the last place, is at most one unit of a cent away.
        const exact = (digits * 200n) / 10n ** BigInt(scale);
        expect(Math.abs(tenth - Number(exact))).to.be.at.most(1);
        expect(rounded({ digits: -digits, scale }, 2) + 0).to.equal(-rounded({ digits, scale }, 2) + 0);
      }),
    );
  });

  it('are written as they were read', () => {
    for (const text of ['0.000000', '-0.500000', '24.166667', '12', '-3', '0.05']) expect(decimalText(of(text))).to.equal(text);
  });

  it('are compared by their worth', () => {
    expect(isSame(of('1.50'), of('1.5000'))).to.equal(true);
    expect(isSame(of('1.50'), of('1.5001'))).to.equal(false);
    expect(rounded(product(of('0.75'), of('453.59237')), 0)).to.equal(340);
  });

  it('are nothing else', () => {
    for (const text of ['', 'NaN', '1e3', '1,5', '--1', '1.', '.5', '0x10', ' 1', '1234567890123456', 'Infinity']) {
      expect(parseDecimal(text), text).to.equal(null);
    }
  });
});
