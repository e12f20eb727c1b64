import type { TicketRenderer, TicketSheet } from '@comptoir/core/ticketing/ticket-renderer.js';
import { ticketWordsOf } from '@comptoir/core/ticketing/ticket-words.js';
import type PDFDocument from 'pdfkit';
import { collected } from '../pdf/collected.js';
import { loadFonts, type PdfFonts } from '../pdf/fonts.js';
import { drawTicket, HALF, PAGE, type TicketPen } from './half-page.js';

/** Draws tickets with pdfkit, two on a page of A4. The library and the fonts are loaded with the first ones. */
export function makeTicketRenderer(): TicketRenderer {
  let loading: Promise<Parts> | undefined;
  return {
    async render(sheet) {
      loading ??= load();
      return draw(await loading, sheet);
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

function draw({ Pdf, fonts }: Parts, sheet: TicketSheet): Promise<Uint8Array> {
  const { language, site, number, tickets, at } = sheet;
  const words = ticketWordsOf(language);
  const doc = new Pdf({
    size: 'A4',
    // Where a page ends is decided here, never by the library.
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    font: '',
    info: { Title: `${words.booking} ${number}`, Author: site.name, Creator: 'Comptoir', Producer: 'Comptoir', CreationDate: at },
  });
  doc.registerFont('regular', fonts.regular);
  doc.registerFont('bold', fonts.bold);
  const pen: TicketPen = { doc, words, printable: fonts.printable };
  for (const [index, ticket] of tickets.entries()) {
    const isUpper = index % 2 === 0;
    if (isUpper) doc.addPage();
    else drawCut(pen);
    drawTicket(pen, sheet, ticket, { top: isUpper ? 0 : HALF, number: index + 1 });
  }
  return collected(doc);
}

/** Where the page is cut in two. */
function drawCut({ doc }: TicketPen): void {
  doc
    .moveTo(24, HALF)
    .lineTo(PAGE.width - 24, HALF)
    .dash(3, { space: 4 })
    .lineWidth(0.6)
    .strokeColor('#b8a892')
    .stroke()
    .undash();
}
