import { FACTUR_X_FILE } from '@comptoir/core/invoices/factur-x.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import type { InvoiceDocument, InvoiceRenderer } from '@comptoir/core/invoices/invoice-renderer.js';
import { invoiceLanguageOf, wordsOf } from '@comptoir/core/invoices/words/words-of.js';
import type PDFDocument from 'pdfkit';
import { collected } from '../pdf/collected.js';
import { loadFonts, type PdfFonts } from '../pdf/fonts.js';
import { FACTUR_X_METADATA } from './factur-x-metadata.js';
import { drawHead } from './head.js';
import { drawLines } from './line-table.js';
import { COLOURS, makeSheet, PAGE, type Sheet } from './sheet.js';
import { drawSums } from './sums.js';

/** Draws invoices as PDF/A-3b, with pdfkit. The library and the fonts are loaded with the first one. */
export function makeInvoiceRenderer(): InvoiceRenderer {
  let loading: Promise<Parts> | undefined;
  return {
    async render(document) {
      loading ??= load();
      return draw(await loading, document);
    },
  };
}

interface Parts {
  readonly Pdf: typeof PDFDocument;
  readonly fonts: PdfFonts;
}

async function load(): Promise<Parts> {
  const [{ default: Pdf }, fonts] = await Promise.all([import('pdfkit'), loadFonts()]);
  return { Pdf, fonts };
}

async function draw({ Pdf, fonts }: Parts, { invoice, xml, at }: InvoiceDocument): Promise<Uint8Array> {
  const words = wordsOf(invoiceLanguageOf(invoice.language));
  const doc = new Pdf({
    size: 'A4',
    // Where a page ends is decided here, never by the library.
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: invoice.language,
    displayTitle: true,
    font: '',
    info: infoOf(invoice, words.kinds[invoice.kind], at),
  });
  doc.registerFont('regular', fonts.regular);
  doc.registerFont('bold', fonts.bold);
  const sheet = makeSheet(doc, { ...invoice, words, printable: fonts.printable });
  drawSums(sheet, invoice, drawLines(sheet, invoice, drawHead(sheet, invoice)));
  drawFeet(sheet, invoice);
  if (xml !== null) attach(doc, xml, at);
  return collected(doc);
}

/** In the metadata texts stand as they are, beside markup. */
function infoOf({ number, seller }: Invoice, kind: string, at: Date) {
  const plain = (text: string) => text.replace(/[<>&]/g, ' ');
  return {
    Title: plain(`${kind} ${number ?? ''}`.trim()),
    Author: plain(seller?.name ?? ''),
    Creator: 'Comptoir',
    Producer: 'Comptoir',
    CreationDate: at,
  };
}

/** Who sells and which page it is, at the bottom of each. */
function drawFeet(sheet: Sheet, { seller, number }: Invoice): void {
  const { doc, words } = sheet;
  const { start, count } = doc.bufferedPageRange();
  const company = [seller?.name, seller?.legalForm, seller?.register, seller?.vatNumber].filter((text) => text != null).join(' · ');
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page);
    sheet.rule(PAGE.bottom + 22);
    const style = { size: 7.5, colour: COLOURS.soft } as const;
    sheet.write(company, PAGE.left, PAGE.bottom + 28, 360, style);
    const place = [number, words.page(page + 1, count)].filter((text) => text !== null).join(' · ');
    sheet.write(place, PAGE.right - 130, PAGE.bottom + 28, 130, { ...style, align: 'right' });
  }
}

function attach(doc: InstanceType<typeof PDFDocument>, xml: string, at: Date): void {
  const description = { name: FACTUR_X_FILE, type: 'text/xml', description: 'Factur-X', creationDate: at, modifiedDate: at };
  // That the two say the same: newer than the published types of the library.
  const options = { ...description, relationship: 'Alternative' };
  doc.file(Buffer.from(xml), options);
  doc.appendXML(FACTUR_X_METADATA);
}
