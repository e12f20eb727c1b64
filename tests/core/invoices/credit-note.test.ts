import { creditLines, leftOf } from '@comptoir/core/invoices/credit-note.js';
import type { CreditRequest, InvoiceLine } from '@comptoir/core/invoices/invoice.js';
import { lineInput } from '@comptoir/core/invoices/invoice-contract.js';
import { priceInvoice } from '@comptoir/core/invoices/price-invoice.js';
import { taxesOf } from '@comptoir/core/invoices/tax-categories.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { sumCents } from '@comptoir/core/kit/money.js';
import { sumTaxed, TAX_ROUNDINGS } from '@comptoir/core/kit/tax-rounding.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { refusalOf } from '../../suites/suite.js';

const invoiceWith = (prices: fc.Arbitrary<number>) =>
  fc
    .record({
      lines: fc.array(
        fc.record({
          name: fc.constant('Galette'),
          quantity: fc.oneof(
            fc.integer({ min: 1, max: 40 }),
            fc.integer({ min: 1, max: 9000 }).map((milli) => milli / 1000),
          ),
          unitPriceCents: prices,
          taxBasisPoints: fc.constantFrom(0, 550, 1000, 2000),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      prices: fc.constantFrom('gross' as const, 'net' as const),
      rounding: fc.constantFrom(...TAX_ROUNDINGS),
      discount: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    // Nobody is invoiced less than nothing, whatever the tax adds to the lines that take something off, and the discount takes off the others.
    .filter(({ lines }) => {
      const amounts = lines.map(({ quantity, unitPriceCents }) => quantity * unitPriceCents);
      const sumOf = (sign: 1 | -1) => sumCents(amounts.filter((amount) => Math.sign(amount) === sign));
      return sumOf(1) > 4 * Math.abs(sumOf(-1)) + lines.length;
    })
    .map(({ lines, prices, rounding, discount }) => {
      const inputs = lines.map((line) => lineInput.parse(line));
      const pricing = { prices, rounding, discountCents: 0 };
      const total = priceInvoice(inputs, pricing)[prices === 'gross' ? 'grossCents' : 'netCents'];
      return { ...priceInvoice(inputs, { ...pricing, discountCents: Math.floor(discount * total * 0.9) }), prices };
    });

const anInvoice = invoiceWith(fc.integer({ min: 0, max: 100_000 }));
/** With lines that take something off it. */
const aMixedInvoice = invoiceWith(
  fc.oneof({ weight: 2, arbitrary: fc.integer({ min: 0, max: 100_000 }) }, fc.integer({ min: -40_000, max: -1 })),
);

/** Takes a part of one line: some of its quantity, or some of its money. */
const aPart = fc.record({ line: fc.nat(7), byAmount: fc.boolean(), share: fc.double({ min: 0, max: 1, noNaN: true }) });

function requestOf(
  left: ReturnType<typeof leftOf>,
  { line: index, byAmount, share }: { line: number; byAmount: boolean; share: number },
): CreditRequest | null {
  const from = left[index % left.length];
  if (from === undefined) return null;
  const [amountCents, milli] = [Math.round(from.grossCents * share), Math.round(from.milli * share)];
  if (byAmount) return amountCents === 0 ? null : [{ line: from.line.number, amountCents }];
  return milli === 0 ? null : [{ line: from.line.number, quantity: milli / 1000 }];
}

/** The lines of the note; none where it is refused. */
function linesUnlessRefused(left: ReturnType<typeof leftOf>, request: CreditRequest, prices: 'gross' | 'net'): readonly InvoiceLine[] {
  try {
    return creditLines(left, request, prices).lines;
  } catch (error) {
    if (error instanceof DomainError && ['over_refunded', 'invalid_request'].includes(error.code)) return [];
    throw error;
  }
}

describe('credit notes', () => {
  it('are the invoice to the cent in whatever parts it is taken back: in net, tax and gross, of every rate', () => {
    fc.assert(
      fc.property(anInvoice, fc.array(aPart, { maxLength: 25 }), (invoice, parts) => {
        const credited: InvoiceLine[] = [];
        for (const part of parts) {
          const left = leftOf(invoice.lines, credited);
          const request = requestOf(left, part);
          if (request !== null) credited.push(...creditLines(left, request, invoice.prices).lines);
        }
        const rest = leftOf(invoice.lines, credited);
        if (rest.some(({ milli, grossCents }) => milli !== 0 || grossCents !== 0))
          credited.push(...creditLines(rest, null, invoice.prices).lines);

        const { netCents, taxCents, grossCents } = invoice;
        expect(sumTaxed(credited)).to.deep.equal({ netCents, taxCents, grossCents });
        const sums = (lines: readonly InvoiceLine[]) =>
          taxesOf(lines, 'fr', null)
            .filter((tax) => tax.netCents !== 0 || tax.taxCents !== 0)
            .map((tax) => [tax.taxBasisPoints, tax.netCents, tax.taxCents, tax.grossCents]);
        expect(sums(credited)).to.deep.equal(sums(invoice.lines));
      }),
    );
  });

  it('are the invoice to the cent where lines take something off it too, and never more than it in between', () => {
    fc.assert(
      fc.property(aMixedInvoice, fc.array(aPart, { maxLength: 25 }), (invoice, parts) => {
        const credited: InvoiceLine[] = [];
        for (const part of parts) {
          const left = leftOf(invoice.lines, credited);
          const request = requestOf(left, part);
          const note = request === null ? [] : linesUnlessRefused(left, request, invoice.prices);
          credited.push(...note);
          expect(sumTaxed(credited).grossCents).to.be.within(0, invoice.grossCents);
        }
        const rest = leftOf(invoice.lines, credited);
        if (rest.some(({ milli, grossCents }) => milli !== 0 || grossCents !== 0))
          credited.push(...creditLines(rest, null, invoice.prices).lines);
        const { netCents, taxCents, grossCents } = invoice;
        expect(sumTaxed(credited)).to.deep.equal({ netCents, taxCents, grossCents });
      }),
    );
  });

  it('take a line that takes something off the invoice back with the last of it', async () => {
    const inputs = [10_000, -2_000].map((unitPriceCents) => lineInput.parse({ name: 'Jeton', unitPriceCents, taxBasisPoints: 2000 }));
    const { lines } = priceInvoice(inputs, { prices: 'gross', rounding: 'sum_by_net_keep_gross', discountCents: 0 });
    const left = leftOf(lines, []);

    for (const request of [[{ line: 1, quantity: 1 }], [{ line: 1, amountCents: 8_000 }]]) {
      expect(await refusalOf(() => creditLines(left, request, 'gross'))).to.deep.include({
        code: 'over_refunded',
        facts: { leftCents: 8_000 },
      });
    }
    expect(creditLines(left, [{ line: 1, amountCents: 7_999 }], 'gross').grossCents).to.equal(7_999);
    const both = [
      { line: 1, quantity: 1 },
      { line: 2, quantity: 1 },
    ];
    expect(creditLines(left, both, 'gross').grossCents).to.equal(8_000);
  });

  it('never take a sign of their own: each part lies between nothing and what is left', () => {
    fc.assert(
      fc.property(anInvoice, fc.array(aPart, { maxLength: 25 }), (invoice, parts) => {
        const credited: InvoiceLine[] = [];
        for (const part of parts) {
          const left = leftOf(invoice.lines, credited);
          const request = requestOf(left, part);
          if (request === null) continue;
          for (const line of creditLines(left, request, invoice.prices).lines) {
            const before = left.find((each) => each.line.number === line.creditedLine);
            expect(line.grossCents).to.be.within(0, before?.grossCents ?? 0);
            expect(line.netCents).to.be.within(0, before?.netCents ?? 0);
            credited.push(line);
          }
        }
      }),
    );
  });

  it('refuse more than is left of a line, and any more once all is taken back', async () => {
    const { lines } = priceInvoice([lineInput.parse({ name: 'Galette', quantity: 3, unitPriceCents: 950, taxBasisPoints: 1000 })], {
      prices: 'gross',
      rounding: 'line',
      discountCents: 0,
    });
    const first = creditLines(leftOf(lines, []), [{ line: 1, quantity: 2 }], 'gross').lines;
    const left = leftOf(lines, first);

    expect(await refusalOf(() => creditLines(left, [{ line: 1, quantity: 2 }], 'gross'))).to.deep.include({
      code: 'over_refunded',
      facts: { line: 1, left: 1 },
    });
    expect(await refusalOf(() => creditLines(left, [{ line: 1, amountCents: 951 }], 'gross'))).to.deep.include({
      code: 'over_refunded',
      facts: { line: 1, leftCents: 950 },
    });
    expect((await refusalOf(() => creditLines(left, [{ line: 1, amountCents: -1 }], 'gross'))).code).to.equal('over_refunded');
    expect((await refusalOf(() => creditLines(left, [{ line: 2, quantity: 1 }], 'gross'))).code).to.equal('unknown_record');
    const all = [...first, ...creditLines(left, null, 'gross').lines];
    expect((await refusalOf(() => creditLines(leftOf(lines, all), null, 'gross'))).code).to.equal('over_refunded');
  });
});
