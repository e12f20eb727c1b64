import { completeRefund, completeSale, linesLeft, priceSale } from '@comptoir/core/sales/complete-sale.js';
import { SALE_ROUNDINGS, type Sale, type SaleTax } from '@comptoir/core/sales/sale.js';
import type { DraftDiscount, SaleDraft } from '@comptoir/core/sales/sale-draft.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aRefundDraft, aSaleDraft, aSoldLine } from '../../suites/sale-builders.js';
import { refusalOf } from '../../suites/suite.js';

const HEAD = { tenantId: 'maison', siteId: 'chez-lucie', number: 1 };

const soldLines = fc.array(
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 9 }),
      unitPriceCents: fc.nat(20_000),
      taxBasisPoints: fc.constantFrom(0, 210, 550, 1000, 1900, 2000),
    })
    .map(aSoldLine),
  { minLength: 1, maxLength: 6 },
);
const discounts = fc.array(
  fc.record({
    kind: fc.constantFrom('percent' as const, 'amount' as const),
    value: fc.nat(3000),
    label: fc.constant('Remise'),
    line: fc.constantFrom(null, 1),
  }),
  { maxLength: 3 },
);

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const taxedCents = (taxes: readonly SaleTax[]) => sum(taxes.map(({ netCents, taxCents }) => netCents + taxCents));
const negative = (cents: number) => 0 - cents;

/** Null when the discounts are more than there is. */
function pricedOrNull(draft: Pick<SaleDraft, 'lines' | 'discounts' | 'rounding'>) {
  try {
    return priceSale(draft);
  } catch {
    return null;
  }
}

function sold(draft: Pick<SaleDraft, 'lines' | 'discounts' | 'rounding'>, totalCents: number): Sale {
  return completeSale(HEAD, aSaleDraft({ ...draft, payments: [{ method: 'card', amountCents: totalCents }] }));
}

/** Takes back so many of each line, whatever they come to. */
function takeBack(sale: Sale, refunds: readonly Sale[], wanted: readonly number[]): Sale | null {
  const lines = linesLeft(sale, refunds).flatMap(({ number, quantity }, index) => {
    const back = Math.min(quantity, wanted[index] ?? 0);
    return back > 0 ? [{ number, quantity: back }] : [];
  });
  if (lines.length === 0) return null;
  const draft = (amountCents: number) => aRefundDraft(sale.id, { lines, payments: [{ method: 'card', amountCents }] });
  // What a refund comes to is said by the refusal of another amount.
  try {
    return completeRefund(HEAD, draft(1_000_000_000), sale, refunds);
  } catch (error) {
    const { dueCents } = (error as { facts: { dueCents: number } }).facts;
    return completeRefund(HEAD, draft(dueCents), sale, refunds);
  }
}

describe('the price of a sale', () => {
  it('is divided to the cent among lines, net and tax, by every rounding and with any discounts', () => {
    fc.assert(
      fc.property(soldLines, discounts, fc.constantFrom(...SALE_ROUNDINGS), (lines, granted, rounding) => {
        const priced = pricedOrNull({ lines, discounts: granted, rounding });
        fc.pre(priced !== null);
        if (priced === null) return;
        expect(sum(priced.lines.map(({ totalCents }) => totalCents))).to.equal(priced.totalCents);
        expect(taxedCents(priced.taxes)).to.equal(priced.totalCents);
        const listCents = sum(lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity));
        expect(sum(priced.lines.map(({ discountCents }) => discountCents))).to.equal(
          sum(priced.discounts.map(({ amountCents }) => amountCents)),
        );
        if (rounding === 'rate' || rounding === 'line')
          expect(priced.totalCents).to.equal(listCents - sum(priced.discounts.map(({ amountCents }) => amountCents)));
      }),
    );
  });

  it('is refunded to the cent in any parts and any order, of every line and every rate', () => {
    fc.assert(
      fc.property(
        soldLines,
        discounts,
        fc.constantFrom(...SALE_ROUNDINGS),
        fc.array(fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }), { maxLength: 5 }),
        (lines, granted, rounding, parts) => {
          const priced = pricedOrNull({ lines, discounts: granted, rounding });
          fc.pre(priced !== null);
          if (priced === null) return;
          const sale = sold({ lines, discounts: granted, rounding }, priced.totalCents);
          const refunds: Sale[] = [];
          for (const wanted of [...parts, Array.from({ length: 6 }, () => 99)]) {
            const refund = takeBack(sale, refunds, wanted);
            if (refund === null) continue;
            expect(taxedCents(refund.taxes)).to.equal(refund.totalCents);
            refunds.push(refund);
          }
          expect(sum(refunds.map(({ totalCents }) => totalCents))).to.equal(negative(sale.totalCents));
          for (const { quantity, totalCents, discountCents, taxCents } of linesLeft(sale, refunds))
            expect([quantity, totalCents, discountCents, taxCents ?? 0]).to.deep.equal([0, 0, 0, 0]);
          for (const { taxBasisPoints, netCents, taxCents } of sale.taxes) {
            const back = refunds.flatMap(({ taxes }) => taxes).filter((tax) => tax.taxBasisPoints === taxBasisPoints);
            expect([sum(back.map((tax) => tax.netCents)), sum(back.map((tax) => tax.taxCents))]).to.deep.equal([
              negative(netCents),
              negative(taxCents),
            ]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes discounts of lines off before those of the sale, whichever come first', () => {
    const lines = [aSoldLine({ quantity: 1, unitPriceCents: 1000 }), aSoldLine({ quantity: 1, unitPriceCents: 1000 })];
    const tenth: DraftDiscount = { kind: 'percent', value: 1000, label: 'Tout', line: null };
    const half: DraftDiscount = { kind: 'percent', value: 5000, label: 'Ligne', line: 1 };
    const one = priceSale({ lines, discounts: [tenth, half] });
    expect(one).to.deep.equal(priceSale({ lines, discounts: [half, tenth] }));
    expect(one.discounts.map(({ amountCents }) => amountCents)).to.deep.equal([500, 150]);
    expect(one.lines.map(({ totalCents }) => totalCents)).to.deep.equal([450, 900]);
  });

  it('follows the roundings of the published example: five times 100.00 at 19 %', () => {
    const lines = Array.from({ length: 5 }, () => aSoldLine({ quantity: 1, unitPriceCents: 10_000, taxBasisPoints: 1900 }));
    const of = (rounding: Sale['rounding']) => priceSale({ lines, rounding });
    expect(of('line').taxes).to.deep.equal([{ taxBasisPoints: 1900, netCents: 42_015, taxCents: 7985 }]);
    expect(of('sum_by_net').taxes).to.deep.equal([{ taxBasisPoints: 1900, netCents: 42_015, taxCents: 7983 }]);
    expect(of('sum_by_net').totalCents).to.equal(49_998);
    expect(of('sum_by_net_keep_gross').taxes).to.deep.equal([{ taxBasisPoints: 1900, netCents: 42_017, taxCents: 7983 }]);
  });

  it('refuses discounts of more than there is, and of lines that are not there', async () => {
    for (const discount of [
      { kind: 'amount', value: 1901, label: 'x', line: null },
      { kind: 'amount', value: 1901, label: 'x', line: 1 },
      { kind: 'amount', value: 1, label: 'x', line: 2 },
      { kind: 'amount', value: -1, label: 'x', line: null },
      { kind: 'percent', value: 10_001, label: 'x', line: null },
    ] as const) {
      const { code, issues } = await refusalOf(() => priceSale({ lines: [aSoldLine()], discounts: [discount] }));
      expect([code, issues[0]?.path]).to.deep.equal(['invalid_request', 'discounts']);
    }
  });
});

describe('payments in cash', () => {
  const lines = [aSoldLine({ quantity: 1, unitPriceCents: 1003 })];
  const paid = (payments: SaleDraft['payments'], cashStepCents: number | null = 5) =>
    completeSale(HEAD, aSaleDraft({ lines, payments, cashStepCents }));

  it('are rounded to the smallest coin, where the establishment has said so', async () => {
    expect(paid([{ method: 'cash', amountCents: 1005 }])).to.deep.include({ totalCents: 1003, cashRoundingCents: 2 });
    expect(paid([{ method: 'card', amountCents: 1003 }])).to.deep.include({ cashRoundingCents: 0 });
    const mixed = paid([
      { method: 'card', amountCents: 501 },
      { method: 'cash', amountCents: 500 },
    ]);
    expect(mixed.cashRoundingCents).to.equal(-2);
    const refusal = await refusalOf(() => paid([{ method: 'cash', amountCents: 1003 }]));
    expect(refusal).to.deep.include({ code: 'invalid_request', facts: { dueCents: 1005 } });
    expect(paid([{ method: 'cash', amountCents: 1003 }], null).cashRoundingCents).to.equal(0);
  });

  it('say what was handed over, which is cash alone', async () => {
    expect(paid([{ method: 'cash', amountCents: 1005, tenderedCents: 2000 }]).payments[0]?.tenderedCents).to.equal(2000);
    for (const payment of [
      { method: 'cash', amountCents: 1005, tenderedCents: 1000 },
      { method: 'card', amountCents: 1003, tenderedCents: 2000 },
    ] as const)
      expect((await refusalOf(() => paid([payment]))).code).to.equal('invalid_request');
  });
});
