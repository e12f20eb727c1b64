import { completeRefund, completeSale, linesLeft } from '@comptoir/core/sales/complete-sale.js';
import type { Sale, SaleTax } from '@comptoir/core/sales/sale.js';
import type { SaleDraft } from '@comptoir/core/sales/sale-draft.js';
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
      taxBasisPoints: fc.constantFrom(0, 210, 550, 1000, 2000),
    })
    .map(aSoldLine),
  { minLength: 1, maxLength: 6 },
);

const cents = (taxes: readonly SaleTax[]) => taxes.reduce((sum, { netCents, taxCents }) => sum + netCents + taxCents, 0);
const paid = ({ payments }: Pick<Sale, 'payments'>) => payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
const sell = (changes: Partial<SaleDraft> = {}) => completeSale(HEAD, aSaleDraft(changes));

/** Refunds so many of each line of the sale, of what is left after the refunds before. */
function refund(sale: Sale, refunds: readonly Sale[], quantities: readonly number[]): Sale {
  const lines = sale.lines.flatMap(({ number }, index) => {
    const quantity = quantities[index] ?? 0;
    return quantity > 0 ? [{ number, quantity }] : [];
  });
  const amountCents = lines.reduce((sum, { number, quantity }) => sum + quantity * (sale.lines[number - 1]?.unitPriceCents ?? 0), 0);
  return completeRefund(HEAD, aRefundDraft(sale.id, { lines, payments: [{ method: 'card', amountCents }] }), sale, refunds);
}

describe('a sale', () => {
  it('adds up to the cent: lines, payments, and net and tax of all rates', () => {
    fc.assert(
      fc.property(soldLines, (lines) => {
        const sale = sell({ lines });
        expect(sale.lines.reduce((sum, { totalCents }) => sum + totalCents, 0)).to.equal(sale.totalCents);
        expect(paid(sale)).to.equal(sale.totalCents);
        expect(cents(sale.taxes)).to.equal(sale.totalCents);
      }),
    );
  });

  it('contains per rate the tax of all its lines together, rounded once', () => {
    const lines = Array.from({ length: 3 }, () => aSoldLine({ quantity: 1, unitPriceCents: 103, taxBasisPoints: 2000 }));
    expect(sell({ lines }).taxes).to.deep.equal([{ taxBasisPoints: 2000, netCents: 257, taxCents: 52 }]);
  });

  it('is refused when it is nothing, or its amounts cannot be', async () => {
    for (const [changes, path] of [
      [{ lines: [] }, 'lines'],
      [{ lines: [aSoldLine({ quantity: 0 })] }, 'lines'],
      [{ lines: [aSoldLine({ quantity: 1.5 })] }, 'lines'],
      [{ lines: [aSoldLine({ unitPriceCents: -1 })] }, 'lines'],
      [{ lines: [aSoldLine({ unitPriceCents: 0.5 })] }, 'lines'],
      [{ payments: [] }, 'payments'],
      [{ payments: [{ method: 'cash', amountCents: 1899 }] }, 'payments'],
      [
        {
          payments: [
            { method: 'cash', amountCents: 2000 },
            { method: 'card', amountCents: -100 },
          ],
        },
        'payments',
      ],
    ] as const) {
      const { code, issues } = await refusalOf(() => sell(changes));
      expect([code, issues[0]?.path], JSON.stringify(changes)).to.deep.equal(['invalid_request', path]);
    }
  });

  it('may be for nothing', () => {
    expect(sell({ lines: [aSoldLine({ unitPriceCents: 0 })], payments: [] })).to.deep.include({ totalCents: 0, payments: [] });
  });
});

describe('refunds of a sale', () => {
  it('take back in any number of parts exactly what was paid, taxes too', () => {
    fc.assert(
      fc.property(soldLines, fc.array(fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }), { maxLength: 4 }), (lines, parts) => {
        const sale = sell({ lines });
        const refunds: Sale[] = [];
        for (const wanted of [...parts, Array.from({ length: 6 }, () => 99)]) {
          const quantities = linesLeft(sale, refunds).map(({ quantity }, index) => Math.min(quantity, wanted[index] ?? 0));
          if (quantities.some((quantity) => quantity > 0)) refunds.push(refund(sale, refunds, quantities));
        }
        for (const part of refunds) {
          expect([cents(part.taxes), paid(part)]).to.deep.equal([part.totalCents, part.totalCents]);
          for (const { netCents, taxCents } of part.taxes) expect(Math.max(netCents, taxCents)).to.be.at.most(0);
        }
        for (const rate of sale.taxes) {
          const back = refunds.flatMap(({ taxes }) => taxes).filter(({ taxBasisPoints }) => taxBasisPoints === rate.taxBasisPoints);
          expect(back.reduce((sum, { taxCents }) => sum + taxCents, rate.taxCents)).to.equal(0);
          expect(back.reduce((sum, { netCents }) => sum + netCents, rate.netCents)).to.equal(0);
        }
      }),
    );
  });

  it('are refused beyond what is left, of a line that was never sold, and of one line twice', async () => {
    const sale = sell();
    const one = refund(sale, [], [1]);
    expect(await refusalOf(() => refund(sale, [one], [2]))).to.deep.include({ code: 'over_refunded', facts: { line: 1, left: 1 } });
    const twice = [1, 1].map((number) => ({ number, quantity: 1 }));
    const payments = [{ method: 'cash', amountCents: 1900 }] as const;
    for (const [lines, code] of [
      [[{ number: 2, quantity: 1 }], 'over_refunded'],
      [twice, 'invalid_request'],
      [[{ number: 1, quantity: 0 }], 'invalid_request'],
      [[{ number: 1, quantity: -1 }], 'invalid_request'],
      [[], 'invalid_request'],
    ] as const) {
      const refusal = await refusalOf(() => completeRefund(HEAD, aRefundDraft(sale.id, { lines, payments }), sale, []));
      expect(refusal.code, JSON.stringify(lines)).to.equal(code);
    }
  });

  it('are refused when another amount is paid out', async () => {
    const sale = sell();
    const draft = aRefundDraft(sale.id, { payments: [{ method: 'cash', amountCents: 1000 }] });
    expect((await refusalOf(() => completeRefund(HEAD, draft, sale, []))).code).to.equal('invalid_request');
  });

  it('never show a zero with a sign', () => {
    const sale = sell({ lines: [aSoldLine({ unitPriceCents: 0 })], payments: [] });
    const { lines, taxes, totalCents, payments } = refund(sale, [], [1]);
    const amounts = [totalCents, lines[0]?.totalCents, taxes[0]?.netCents, taxes[0]?.taxCents, payments[0]?.amountCents];
    for (const amount of amounts) expect(Object.is(amount, 0), JSON.stringify(amounts)).to.equal(true);
  });
});
