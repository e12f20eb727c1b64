import { includedTaxCents } from '@comptoir/core/kit/money.js';
import { addedTaxCents, apportion, sumTaxed, TAX_ROUNDINGS, type TaxableLine, taxLines } from '@comptoir/core/kit/tax-rounding.js';
import { expect } from 'chai';
import fc from 'fast-check';

const aLine = (amountCents: number, taxBasisPoints: number): TaxableLine => ({ amountCents, taxBasisPoints, taxGroup: 'S' });
const times = (count: number, line: TaxableLine) => Array.from({ length: count }, () => line);

const anyLine = fc
  .record({
    amountCents: fc.integer({ min: -5_000_000, max: 5_000_000 }),
    taxBasisPoints: fc.constantFrom(0, 210, 550, 1000, 1900, 2000, 2500),
  })
  .map(({ amountCents, taxBasisPoints }) => aLine(amountCents, taxBasisPoints));
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 60 });
const anyRounding = fc.constantFrom(...TAX_ROUNDINGS);
const anyPrices = fc.constantFrom('gross' as const, 'net' as const);

/** The sums of each rate, by rate. */
function ratesOf(lines: readonly TaxableLine[], taxed: ReturnType<typeof taxLines>) {
  const rates = [...new Set(lines.map(({ taxBasisPoints }) => taxBasisPoints))];
  return rates.map((rate) => ({ rate, ...sumTaxed(taxed.filter((_line, index) => lines[index]?.taxBasisPoints === rate)) }));
}

describe('tax rounding', () => {
  describe('five times 100.00 at 19 %, tax included', () => {
    const lines = times(5, aLine(10_000, 1900));

    it('comes to 420.15 + 79.85 = 500.00 line by line', () => {
      expect(sumTaxed(taxLines(lines, 'gross', 'line'))).to.deep.equal({ netCents: 42_015, taxCents: 7_985, grossCents: 50_000 });
    });

    it('comes to 420.15 + 79.83 = 499.98 by the sum of the nets, two lines giving a cent', () => {
      const taxed = taxLines(lines, 'gross', 'sum_by_net');
      expect(sumTaxed(taxed)).to.deep.equal({ netCents: 42_015, taxCents: 7_983, grossCents: 49_998 });
      expect(taxed.map(({ grossCents }) => grossCents)).to.deep.equal([9_999, 9_999, 10_000, 10_000, 10_000]);
    });

    it('comes to 420.17 + 79.83 = 500.00 where the gross is kept, two nets taking a cent', () => {
      const taxed = taxLines(lines, 'gross', 'sum_by_net_keep_gross');
      expect(sumTaxed(taxed)).to.deep.equal({ netCents: 42_017, taxCents: 7_983, grossCents: 50_000 });
      expect(taxed.map(({ netCents }) => netCents)).to.deep.equal([8_404, 8_404, 8_403, 8_403, 8_403]);
    });
  });

  it('moves the gross by a cent where no net has it: 99.99 at 19 %', () => {
    expect(taxLines([aLine(9_999, 1900)], 'gross', 'sum_by_net_keep_gross')).to.deep.equal([
      { netCents: 8_403, taxCents: 1_597, grossCents: 10_000 },
    ]);
  });

  it('never changes a net price', () => {
    fc.assert(
      fc.property(anyLines, anyRounding, (lines, rounding) => {
        const taxed = taxLines(lines, 'net', rounding);
        expect(taxed.map(({ netCents }) => netCents)).to.deep.equal(lines.map(({ amountCents }) => amountCents));
      }),
    );
  });

  it('adds up in every line, whatever is rounded how', () => {
    fc.assert(
      fc.property(anyLines, anyPrices, anyRounding, (lines, prices, rounding) => {
        for (const line of taxLines(lines, prices, rounding)) expect(line.netCents + line.taxCents).to.equal(line.grossCents);
      }),
    );
  });

  it('line: never changes a price that includes tax, and rounds each tax by itself', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const taxed = taxLines(lines, 'gross', 'line');
        taxed.forEach((line, index) => {
          const { amountCents = 0, taxBasisPoints = 0 } = lines[index] ?? {};
          expect(line.grossCents).to.equal(amountCents);
          expect(Math.abs(line.taxCents - (amountCents * taxBasisPoints) / (10_000 + taxBasisPoints))).to.be.at.most(0.5 + 1e-6);
        });
      }),
    );
  });

  it('by sums: the tax of each rate is that of its net, to the cent', () => {
    fc.assert(
      fc.property(
        anyLines,
        anyPrices,
        fc.constantFrom('sum_by_net' as const, 'sum_by_net_keep_gross' as const),
        (lines, prices, rounding) => {
          for (const { rate, netCents, taxCents } of ratesOf(lines, taxLines(lines, prices, rounding))) {
            expect(taxCents, `${rate}`).to.equal(addedTaxCents(netCents, rate));
          }
        },
      ),
    );
  });

  it('sum_by_net: keeps the net of each line', () => {
    fc.assert(
      fc.property(anyLines, anyPrices, (lines, prices) => {
        const nets = (rounding: 'line' | 'sum_by_net') => taxLines(lines, prices, rounding).map(({ netCents }) => netCents);
        expect(nets('sum_by_net')).to.deep.equal(nets('line'));
      }),
    );
  });

  it('sum_by_net_keep_gross: keeps the gross of each rate, but for the one cent that no net can give', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        for (const { rate, grossCents, netCents } of ratesOf(lines, taxLines(lines, 'gross', 'sum_by_net_keep_gross'))) {
          const agreed = lines
            .filter(({ taxBasisPoints }) => taxBasisPoints === rate)
            .reduce((sum, { amountCents }) => sum + amountCents, 0);
          const possible = [-1, 0, 1].map((cent) => netCents + cent).map((net) => net + addedTaxCents(net, rate));
          if (possible.includes(agreed)) expect(grossCents).to.equal(agreed);
          else expect(Math.abs(grossCents - agreed)).to.equal(1);
        }
      }),
    );
  });

  it('sum_by_net_keep_gross: keeps every gross that was agreed, with the tax it contains', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const taxed = taxLines(lines, 'gross', 'sum_by_net_keep_gross', true);
        expect(taxed.map(({ grossCents }) => grossCents)).to.deep.equal(lines.map(({ amountCents }) => amountCents));
        for (const { rate, grossCents, netCents, taxCents } of ratesOf(lines, taxed)) {
          expect(taxCents).to.equal(includedTaxCents(grossCents, rate));
          expect(Math.abs(taxCents - addedTaxCents(netCents, rate))).to.be.at.most(1);
        }
      }),
    );
    expect(taxLines([aLine(9_999, 1900)], 'gross', 'sum_by_net_keep_gross', true)).to.deep.equal([
      { netCents: 8_403, taxCents: 1_596, grossCents: 9_999 },
    ]);
  });

  it('rounds what is taken back as what was sold', () => {
    fc.assert(
      fc.property(anyLines, anyPrices, anyRounding, (lines, prices, rounding) => {
        const back = lines.map((line) => ({ ...line, amountCents: 0 - line.amountCents }));
        const negative = taxLines(lines, prices, rounding).map(({ netCents, taxCents, grossCents }) => [
          0 - netCents,
          0 - taxCents,
          0 - grossCents,
        ]);
        expect(taxLines(back, prices, rounding).map((line) => [line.netCents, line.taxCents, line.grossCents])).to.deep.equal(negative);
      }),
    );
  });

  it('keeps what is taxed for other reasons apart, at the same rate', () => {
    const groups = ['E', 'AE'].map((taxGroup) => ({ amountCents: 1000, taxBasisPoints: 0, taxGroup }));
    expect(taxLines(groups, 'gross', 'sum_by_net').map(({ taxCents }) => taxCents)).to.deep.equal([0, 0]);
  });
});

describe('apportion', () => {
  it('gives every cent away, to whom most is missing first', () => {
    expect(apportion(100, [1, 1, 1])).to.deep.equal([34, 33, 33]);
    expect(apportion(-100, [1, 1, 1])).to.deep.equal([-34, -33, -33]);
    expect(apportion(10, [0, 0])).to.deep.equal([10, 0]);
    expect(apportion(10, [500, -100])).to.deep.equal([10, 0]);
  });

  it('is the whole, and nobody gets a cent more than their share', () => {
    const weights = fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: -1e10, max: 1e10 }), weights, (cents, shares) => {
        const parts = apportion(cents, shares);
        const whole = shares.reduce((sum, share) => sum + share, 0);
        expect(parts.reduce((sum, part) => sum + part, 0)).to.equal(cents);
        const excess = parts.map((part, index) => Math.abs(part - (cents * (shares[index] ?? 0)) / (whole || 1)));
        if (whole > 0) expect(Math.max(...excess)).to.be.below(1.001);
      }),
    );
  });
});
