import { type CompleteInvoice, isComplete } from './en16931.js';
import type { Invoice, InvoiceLine, InvoiceTax } from './invoice.js';
import type { Buyer, Seller } from './parties.js';
import type { TaxCategory } from './tax-categories.js';
import { invoiceLanguageOf, wordsOf } from './words/words-of.js';
import { element, type Xml, xmlDocument } from './xml.js';

/**
 * The invoice as UN/CEFACT Cross Industry Invoice (D16B), profile EN 16931, as Factur-X 1.0 and ZUGFeRD 2 carry it in a PDF. As it was
 * issued: what was paid since is no part of it. The order of elements is that of the schema.
 */

/** The name under which programs look for it in a PDF. */
export const FACTUR_X_FILE = 'factur-x.xml';

const PROFILE = 'urn:cen.eu:en16931:2017';
const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
} as const;

/** Null where something is missing that EN 16931 asks for (`brokenRules` says what). */
export function facturXOf(invoice: Invoice): string | null {
  return isComplete(invoice) ? xmlDocument(documentOf(invoice)) : null;
}

function documentOf(invoice: CompleteInvoice): Xml | null {
  return element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [element('ram:GuidelineSpecifiedDocumentContextParameter', [ram('ID', PROFILE)])]),
      element('rsm:ExchangedDocument', [
        ram('ID', invoice.number),
        ram('TypeCode', invoice.kind === 'invoice' ? '380' : '381'),
        ram('IssueDateTime', [dateOf(invoice.issueDate)]),
        ...[invoice.note, invoice.reason, ...invoice.mentions].map((text) => ram('IncludedNote', [ram('Content', text)])),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...invoice.lines.map(lineOf),
        agreementOf(invoice),
        deliveryOf(invoice),
        settlementOf(invoice),
      ]),
    ],
    NAMESPACES,
  );
}

/** The price is that of the whole quantity, so that the line is exactly its net; what is negative has a negative quantity (BR-27). */
function lineOf(line: InvoiceLine): Xml | null {
  const { number, name, description, unit, netCents } = line;
  const pieces = line.quantity === 0 ? 1 : line.quantity;
  const quantity = String(netCents < 0 ? -pieces : pieces);
  return ram('IncludedSupplyChainTradeLineItem', [
    ram('AssociatedDocumentLineDocument', [ram('LineID', String(number))]),
    ram('SpecifiedTradeProduct', [ram('Name', name), ram('Description', description)]),
    ram('SpecifiedLineTradeAgreement', [
      ram('NetPriceProductTradePrice', [
        ram('ChargeAmount', amountOf(Math.abs(netCents))),
        ram('BasisQuantity', String(pieces), { unitCode: unit }),
      ]),
    ]),
    ram('SpecifiedLineTradeDelivery', [ram('BilledQuantity', quantity, { unitCode: unit })]),
    ram('SpecifiedLineTradeSettlement', [
      ram('ApplicableTradeTax', [
        ram('TypeCode', 'VAT'),
        ram('CategoryCode', line.taxCategory),
        ram('RateApplicablePercent', percentOf(line.taxCategory, line.taxBasisPoints)),
      ]),
      ram('SpecifiedTradeSettlementLineMonetarySummation', [ram('LineTotalAmount', amountOf(netCents))]),
    ]),
  ]);
}

function agreementOf({ seller, buyer, reference }: CompleteInvoice): Xml | null {
  return ram('ApplicableHeaderTradeAgreement', [
    ram('BuyerReference', reference),
    ram('SellerTradeParty', [...partyOf(seller, seller.address), ram('SpecifiedTaxRegistration', [taxNumberOf(seller)])]),
    ram('BuyerTradeParty', [
      ...partyOf(buyer, buyer.address),
      ram('SpecifiedTaxRegistration', [ram('ID', buyer.vatNumber, { schemeID: 'VA' })]),
    ]),
    ram('BuyerOrderReferencedDocument', [ram('IssuerAssignedID', reference)]),
  ]);
}

function partyOf(party: Seller | Buyer, address: Seller['address']): readonly (Xml | null)[] {
  return [
    ram('Name', party.name),
    ram('SpecifiedLegalOrganization', [legalIdOf(party.registration, address.country)]),
    ram('PostalTradeAddress', [
      ram('PostcodeCode', address.postcode),
      ram('LineOne', address.line1),
      ram('LineTwo', address.line2),
      ram('CityName', address.city),
      ram('CountryID', address.country),
    ]),
    ram('URIUniversalCommunication', [ram('URIID', party.email, { schemeID: 'EM' })]),
  ];
}

/** Who charges no tax and has no VAT number is known to the tax office by the number in the register (BT-32). */
function taxNumberOf({ vatNumber, registration }: Seller): Xml | null {
  return vatNumber === null ? ram('ID', registration, { schemeID: 'FC' }) : ram('ID', vatNumber, { schemeID: 'VA' });
}

/** In France with the scheme of ISO 6523 that tells a SIREN from a SIRET. */
function legalIdOf(registration: string | null, country: string): Xml | null {
  const digits = (registration ?? '').replace(/\s/g, '');
  if (country === 'FR' && /^\d{9}$/.test(digits)) return ram('ID', digits, { schemeID: '0002' });
  if (country === 'FR' && /^\d{14}$/.test(digits)) return ram('ID', digits, { schemeID: '0009' });
  return ram('ID', registration);
}

/** Within the Union it is said where it was delivered (BR-IC-12): to the buyer. */
function deliveryOf({ deliveryDate, taxes, buyer }: CompleteInvoice): Xml {
  const isWithinUnion = taxes.some(({ category }) => category === 'K');
  const written = ram('ApplicableHeaderTradeDelivery', [
    ram('ShipToTradeParty', isWithinUnion ? [ram('PostalTradeAddress', [ram('CountryID', buyer.address.country)])] : null),
    ram('ActualDeliverySupplyChainEvent', deliveryDate === null ? null : [ram('OccurrenceDateTime', [dateOf(deliveryDate)])]),
  ]);
  // Mandatory, also where it says nothing.
  return written ?? { xml: '<ram:ApplicableHeaderTradeDelivery/>' };
}

function settlementOf(invoice: CompleteInvoice): Xml | null {
  const { currency, seller, taxes, dueDate, netCents, taxCents, grossCents, creditOf } = invoice;
  return ram('ApplicableHeaderTradeSettlement', [
    ram('InvoiceCurrencyCode', currency),
    seller.iban === null ? null : paymentMeansOf(seller.iban, seller.bic),
    ...taxes.map(taxOf),
    ram('SpecifiedTradePaymentTerms', [
      ram('Description', termsOf(invoice)),
      ram('DueDateDateTime', dueDate === null ? null : [dateOf(dueDate)]),
    ]),
    ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
      ram('LineTotalAmount', amountOf(netCents)),
      ram('TaxBasisTotalAmount', amountOf(netCents)),
      ram('TaxTotalAmount', amountOf(taxCents), { currencyID: currency }),
      ram('GrandTotalAmount', amountOf(grossCents)),
      ram('DuePayableAmount', amountOf(grossCents)),
    ]),
    ram('InvoiceReferencedDocument', [
      ram('IssuerAssignedID', creditOf?.number ?? null),
      ram('FormattedIssueDateTime', creditOf === null ? null : [dateOf(creditOf.issueDate, 'qdt')]),
    ]),
  ]);
}

/** The standard asks it of credit notes too (BR-CO-25), and those from before it was said on them do not. */
function termsOf({ terms, creditOf, language }: CompleteInvoice): string | null {
  return creditOf === null ? terms : (terms ?? wordsOf(invoiceLanguageOf(language)).creditTerms(creditOf.number));
}

/** Code 30: a credit transfer. */
function paymentMeansOf(iban: string, bic: string | null): Xml | null {
  return ram('SpecifiedTradeSettlementPaymentMeans', [
    ram('TypeCode', '30'),
    ram('PayeePartyCreditorFinancialAccount', [ram('IBANID', iban)]),
    ram('PayeeSpecifiedCreditorFinancialInstitution', [ram('BICID', bic)]),
  ]);
}

function taxOf({ category, taxBasisPoints, netCents, taxCents, exemption }: InvoiceTax): Xml | null {
  return ram('ApplicableTradeTax', [
    ram('CalculatedAmount', amountOf(taxCents)),
    ram('TypeCode', 'VAT'),
    ram('ExemptionReason', exemption),
    ram('BasisAmount', amountOf(netCents)),
    ram('CategoryCode', category),
    ram('RateApplicablePercent', percentOf(category, taxBasisPoints)),
  ]);
}

function ram(name: string, content: Parameters<typeof element>[1], attributes?: Readonly<Record<string, string>>): Xml | null {
  return element(`ram:${name}`, content, attributes);
}

/** Format 102: `20261121`. */
function dateOf(day: string, prefix: 'udt' | 'qdt' = 'udt'): Xml | null {
  return element(`${prefix}:DateTimeString`, day.replaceAll('-', ''), { format: '102' });
}

/** Cents with two decimals and a point: `-12.50`. */
function amountOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `20.00`; what is outside the tax has no rate (BR-O-05). */
function percentOf(category: TaxCategory, basisPoints: number): string | null {
  return category === 'O' ? null : amountOf(basisPoints);
}
