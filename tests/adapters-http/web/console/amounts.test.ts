import { parseCents, parsePercent } from '@comptoir/adapters-http/web/console/amounts.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('an amount that is typed', () => {
  const amounts: [text: string, cents: number | null][] = [
    ['12', 1200],
    ['12,5', 1250],
    ['12.50', 1250],
    [' 1 234,56 ', 123_456],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['1,234', null],
    ['1e3', null],
    ['12 €', null],
    ['1234567', null],
  ];
  for (const [text, cents] of amounts) {
    it(`is ${cents} cents for "${text}"`, () => {
      expect(parseCents(text)).to.equal(cents);
    });
  }

  it('is read to the cent, with a comma or a point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom(',', '.'), (cents, point) => {
        expect(parseCents((cents / 100).toFixed(2).replace('.', point))).to.equal(cents);
      }),
    );
  });

  it('is a percentage up to a hundred', () => {
    expect(['5,5', '20 %', '100', '100,01', 'x'].map(parsePercent)).to.deep.equal([550, 2000, 10_000, null, null]);
  });
});
