import { brokenRules } from '@comptoir/core/invoices/en16931.js';
import { facturXOf } from '@comptoir/core/invoices/factur-x.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { establish } from '../../suites/builders.js';
import { A_BUYER, A_SELLER, aDraftInput, anInvoice } from '../../suites/invoice-builders.js';
import { aBench } from '../support.js';

async function issued(changes: Record<string, unknown>): Promise<Invoice> {
  const bench = aBench();
  const { scope } = await establish(bench.persistence);
  await bench.persistence.transact(scope, ({ settings }) => settings.set(scope, 'invoices.seller', A_SELLER));
  return bench.services.invoices.createInvoice(scope, aDraftInput(changes));
}

function written(invoice: Invoice): string {
  const xml = facturXOf(invoice);
  if (xml === null) throw new Error(`It is not complete: ${brokenRules(invoice).join('; ')}`);
  return xml;
}

/** The texts of every element of this name, in their order. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(([, text]) => text);
const centsOf = (text = '') => Math.round(Number(text) * 100);
const sumOf = (texts: readonly (string | undefined)[]) => texts.reduce((sum, text) => sum + centsOf(text), 0);

describe('Factur-X', () => {
  it('says everything that EN 16931 asks for, in the order of its schema', async () => {
    const invoice = await issued({ reference: 'BC-1', deliveryDate: '2026-06-15', note: 'Merci <encore> & bonne journée' });
    const xml = written(invoice);

    const mandatory = [
      'urn:cen.eu:en16931:2017',
      `<ram:ID>${invoice.number}</ram:ID><ram:TypeCode>380</ram:TypeCode>`,
      '<udt:DateTimeString format="102">20260616</udt:DateTimeString>',
      'Merci &#60;encore&#62; &#38; bonne journée',
      '<ram:LineID>1</ram:LineID>',
      '<ram:BilledQuantity unitCode="C62">2</ram:BilledQuantity>',
      '<ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>10.00</ram:RateApplicablePercent>',
      '<ram:SellerTradeParty>',
      `<ram:ID schemeID="0002">404833048</ram:ID>`,
      '<ram:CountryID>FR</ram:CountryID>',
      `<ram:ID schemeID="VA">${A_SELLER.vatNumber}</ram:ID>`,
      '<ram:BuyerTradeParty>',
      `<ram:ID schemeID="VA">${A_BUYER.vatNumber}</ram:ID>`,
      '<ram:IssuerAssignedID>BC-1</ram:IssuerAssignedID>',
      '<udt:DateTimeString format="102">20260615</udt:DateTimeString>',
      '<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>',
      `<ram:IBANID>${A_SELLER.iban}</ram:IBANID>`,
      '<udt:DateTimeString format="102">20260716</udt:DateTimeString>',
      '<ram:TaxTotalAmount currencyID="EUR">1.73</ram:TaxTotalAmount>',
      '<ram:DuePayableAmount>19.00</ram:DuePayableAmount>',
    ];
    const places = mandatory.map((text) => xml.indexOf(text));
    expect(places.map((place, index) => (place < 0 ? mandatory[index] : '')).join('')).to.equal('');
    expect(places).to.deep.equal([...places].sort((left, right) => left - right));
  });

  it('adds up as the standard says (BR-CO-10, 13, 14, 15, 17), whatever is on it', async () => {
    const aLine = fc.record({
      name: fc.constant('Article'),
      quantity: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(0.5, 1.333)),
      unitPriceCents: fc.integer({ min: -500, max: 20_000 }),
      taxBasisPoints: fc.constantFrom(0, 550, 1000, 2000),
    });
    const lines = fc
      .array(aLine, { minLength: 1, maxLength: 12 })
      .filter((all) => all.every(({ unitPriceCents }) => unitPriceCents > 0) || all.length > 1);
    const prices = fc.constantFrom('gross', 'net');
    await fc.assert(
      fc.asyncProperty(lines, prices, async (some, priced) => {
        const first = { name: 'Grand', unitPriceCents: 5_000_000, taxBasisPoints: 2000 };
        const xml = written(await issued({ lines: [first, ...some], prices: priced, discountCents: 100 }));
        const [net] = textsOf(xml, 'TaxBasisTotalAmount');
        const [tax] = textsOf(xml, 'TaxTotalAmount');
        const bases = textsOf(xml, 'BasisAmount');
        const taxes = textsOf(xml, 'CalculatedAmount');
        const rates = textsOf(xml, 'RateApplicablePercent').slice(-bases.length);

        expect(sumOf(textsOf(xml, 'LineTotalAmount').slice(0, -1))).to.equal(centsOf(net));
        expect(sumOf(bases)).to.equal(centsOf(net));
        expect(sumOf(taxes)).to.equal(centsOf(tax));
        expect(centsOf(textsOf(xml, 'GrandTotalAmount')[0])).to.equal(centsOf(net) + centsOf(tax));
        bases.forEach((base, index) => {
          const exact = (centsOf(base) * Number(rates[index])) / 100;
          expect(Math.abs(centsOf(taxes[index]) - exact)).to.be.at.most(0.5 + 1e-6);
        });
        expect(textsOf(xml, 'ChargeAmount').every((text) => Number(text) >= 0)).to.equal(true);
      }),
      { numRuns: 40 },
    );
  });

  it('names the invoice that a credit note takes back', () => {
    const creditOf = { id: 'i', number: 'F2026-000001', issueDate: '2026-06-01' };
    const xml = written(anInvoice({ kind: 'credit_note', creditOf, dueDate: null, reason: 'Retour' }));
    expect(xml).to.include('<ram:TypeCode>381</ram:TypeCode>');
    expect(xml).to.match(/<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>F2026-000001<\/ram:IssuerAssignedID>.*20260601/);
  });

  it('says why no tax is due', async () => {
    const line = { name: 'Conseil', unitPriceCents: 1000, taxBasisPoints: 0, taxCategory: 'AE' };
    const xml = written(await issued({ lines: [line], prices: 'net' }));
    expect(xml).to.match(
      /<ram:ExemptionReason>Autoliquidation[^<]*<\/ram:ExemptionReason><ram:BasisAmount>10.00<\/ram:BasisAmount><ram:CategoryCode>AE/,
    );
  });

  it('is not there where something is missing that the standard asks for, which is named', () => {
    const whole = anInvoice();
    const missing = (changes: Partial<Invoice>) => brokenRules({ ...whole, ...changes }).map((rule) => rule.split(':')[0]);
    expect(missing({})).to.deep.equal([]);
    expect(missing({ seller: { ...A_SELLER, vatNumber: null } })).to.deep.equal(['BR-S-02']);
    expect(missing({ buyer: { ...whole.buyer, address: null } })).to.deep.equal(['BR-11']);
    expect(missing({ dueDate: null, terms: null })).to.deep.equal(['BR-CO-25']);
    const offBy = (cents: number) => whole.taxes.map((tax) => ({ ...tax, taxCents: tax.taxCents + cents }));
    expect([missing({ taxes: offBy(1) }), missing({ taxes: offBy(2) })]).to.deep.equal([[], ['BR-CO-17']]);
    expect(missing({ seller: { ...A_SELLER, vatNumber: null, registration: null } })).to.deep.equal(['BR-S-02', 'BR-CO-26']);
    expect(facturXOf(anInvoice({ kind: 'quote' }))).to.equal(null);
    expect(facturXOf(anInvoice({ status: 'draft', number: null, issueDate: null, seller: null }))).to.equal(null);
  });
});
