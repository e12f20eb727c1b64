import { makeInvoiceRenderer } from '@comptoir/adapters-sdk/invoices/invoice-renderer.js';
import { facturXOf } from '@comptoir/core/invoices/factur-x.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import { INVOICE_LANGUAGES, wordsOf } from '@comptoir/core/invoices/words/words-of.js';
import { expect } from 'chai';
import { getDocumentProxy } from 'unpdf';
import { NOON } from '../../suites/builders.js';
import { A_SELLER, anInvoice } from '../../suites/invoice-builders.js';

const renderer = makeInvoiceRenderer();

async function drawn(invoice: Invoice) {
  const bytes = await renderer.render({ invoice, xml: facturXOf(invoice), at: NOON });
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(
      items
        .flatMap((item) => ('str' in item ? item.str : []))
        .join(' ')
        .replace(/\s+/g, ' '),
    );
  }
  return { bytes: Buffer.from(bytes), pdf, pages };
}

/** An invoice of so many lines. */
function ofLines(count: number): Invoice {
  const invoice = anInvoice();
  const [line] = invoice.lines;
  if (line === undefined) throw new Error('The invoice has no line.');
  const lines = Array.from({ length: count }, (_, index) => ({ ...line, number: index + 1, name: `Article ${index + 1}` }));
  return { ...invoice, lines, grossCents: count * line.grossCents, netCents: count * line.netCents, taxCents: count * line.taxCents };
}

describe('the PDF of an invoice', function () {
  this.timeout(60_000);

  it('says what is on it, in its language', async () => {
    for (const language of INVOICE_LANGUAGES) {
      const invoice = anInvoice({ language, number: 'F2026-000042', mentions: ['Pas d’escompte.'], note: 'Œuf & Łódź' });
      const { pages } = await drawn(invoice);
      const words = wordsOf(language);
      const wanted = [
        words.kinds.invoice.toLocaleUpperCase(language),
        'F2026-000042',
        A_SELLER.name,
        invoice.buyer.name,
        words.gross,
        'Pas d’escompte.',
      ];
      for (const text of [...wanted, 'Œuf & Łódź', 'FR76 3000 6000 0112 3456 7890 189', words.page(1, 1)])
        expect(pages[0], language).to.include(text);
      expect(pages[0], language).to.match(/19[.,]00 ?€|€ ?19[.,]00/);
    }
  });

  it('goes over as many pages as it takes, carries the sum along and numbers them', async () => {
    const { pages } = await drawn(ofLines(60));
    const { carried, page } = wordsOf('fr');

    expect(pages.length).to.be.greaterThan(2);
    for (const [index, text] of pages.entries()) expect(text).to.include(page(index + 1, pages.length));
    const shown = pages.flatMap((text) => [...text.matchAll(/Article (\d+)/g)].map(([, number]) => Number(number)));
    expect(shown).to.deep.equal(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(pages[0]).to.include(carried);
    expect(pages[1]).to.include(carried);
    const first = [...(pages[0] ?? '').matchAll(/Article/g)].length;
    expect(pages[0]?.replace(/[\s\u00a0\u202f]/g, '')).to.include(`${carried}${first * 19},00€`);
  });

  it('carries the invoice for programs as Factur-X wants it: PDF/A-3, named, related and declared', async () => {
    const invoice = anInvoice();
    const { pdf, bytes } = await drawn(invoice);
    const attachments = (await pdf.getAttachments()) as Record<string, { filename: string; content: Uint8Array }>;
    const [file] = Object.values(attachments);

    expect(Object.values(attachments)).to.have.length(1);
    expect(file?.filename).to.equal('factur-x.xml');
    expect(Buffer.from(file?.content ?? []).toString()).to.equal(facturXOf(invoice));
    const source = bytes.toString('latin1');
    for (const text of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '/AFRelationship /Alternative',
      '/OutputIntents',
    ]) {
      expect(source, text).to.include(text);
    }
  });

  it('carries none where it is not complete', async () => {
    const { pdf, bytes } = await drawn(anInvoice({ seller: { ...A_SELLER, vatNumber: null } }));
    expect(await pdf.getAttachments()).to.equal(null);
    expect(bytes.toString('latin1')).not.to.include('fx:ConformanceLevel');
  });

  it('embeds its fonts, and puts a question mark for what they cannot write', async () => {
    const invoice = anInvoice();
    const { pages, bytes } = await drawn({ ...invoice, buyer: { ...invoice.buyer, name: 'Étoile 東京 <b>&amp;' } });
    expect(pages[0]).to.include('Étoile ?? <b>&amp;');
    expect(bytes.toString('latin1'))
      .to.include('/FontFile2')
      .and.not.to.match(/\/BaseFont \/(?:Helvetica|Times|Courier)/);
  });

  it('keeps names out of the markup of its metadata', async () => {
    const { bytes } = await drawn(anInvoice({ seller: { ...A_SELLER, name: 'A & <B>' } }));
    const metadata = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(bytes.toString('utf8'))?.[0] ?? '';
    expect(metadata).to.include('<rdf:li>A    B </rdf:li>');
  });

  it('is the same bytes for the same invoice and instant', async () => {
    const invoice = anInvoice();
    const [one, other] = [await drawn(invoice), await drawn(invoice)];
    expect(one.bytes.equals(other.bytes)).to.equal(true);
  });

  it('is drawn for a draft, a quote and a credit note too', async () => {
    const creditOf = { id: 'i', number: 'F2026-000001', issueDate: '2026-06-01' };
    expect((await drawn(anInvoice({ status: 'draft', number: null, issueDate: null, dueDate: null, seller: null }))).pages[0]).to.include(
      'Brouillon',
    );
    expect((await drawn(anInvoice({ kind: 'quote', status: 'sent' }))).pages[0]).to.include('DEVIS');
    expect((await drawn(anInvoice({ kind: 'credit_note', creditOf }))).pages[0]).to.include('F2026-000001');
  });
});
