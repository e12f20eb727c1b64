import { formatMoney } from '@comptoir/core/kit/money.js';
import type { PrintedTicket, TicketSheet } from '@comptoir/core/ticketing/ticket-renderer.js';
import type { TicketWords } from '@comptoir/core/ticketing/ticket-words.js';
import type PDFDocument from 'pdfkit';
import { drawQr } from './draw-qr.js';

/** One ticket on half a page of A4. Lengths are points (1/72 inch). */

export const PAGE = { width: 595.28, height: 841.89 } as const;
export const HALF = PAGE.height / 2;

const COLOURS = { ink: '#241c15', soft: '#6b5d50', cover: '#6a1e16', onCover: '#fbefda', softOnCover: '#ecd0b0', line: '#d9cdbd' } as const;
const EDGE = 40;
const STUB = 190;
const BAND = 74;
const QR_SIZE = 190;

export interface TicketPen {
  readonly doc: InstanceType<typeof PDFDocument>;
  readonly words: TicketWords;
  printable(text: string): string;
}

interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly colour?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** What does not fit in this many lines ends in an ellipsis. */
  readonly lines?: number;
}

interface Spot {
  /** Where the half begins. */
  readonly top: number;
  /** Which of the tickets it is, from 1. */
  readonly number: number;
}

export function drawTicket(pen: TicketPen, sheet: TicketSheet, ticket: PrintedTicket, spot: Spot): void {
  drawBand(pen, sheet, spot);
  drawStub(pen, ticket, spot);
  drawFacts(pen, sheet, ticket, drawOffer(pen, sheet, spot.top + BAND + 26) + 14);
  drawFoot(pen, sheet, spot.top);
}

/** Writes in a box; how high that was. */
function write({ doc, printable }: TicketPen, text: string, x: number, y: number, width: number, style: TextStyle): number {
  const { size, bold = false, colour = COLOURS.ink, align = 'left', lines } = style;
  doc.font(bold ? 'bold' : 'regular', size).fillColor(colour);
  const lineHeight = doc.currentLineHeight(true);
  const shown = printable(text);
  const height = Math.min(doc.heightOfString(shown, { width }), lines === undefined ? Number.POSITIVE_INFINITY : lines * lineHeight);
  doc.text(shown, x, y, { width, align, ...(lines !== undefined && { height: height + 1, ellipsis: true }) });
  return height;
}

/** Whose ticket it is, and which of the booking. */
function drawBand(pen: TicketPen, { site, offer, number, tickets }: TicketSheet, { top, number: index }: Spot): void {
  const { doc, words } = pen;
  doc.rect(0, top, PAGE.width, BAND).fill(COLOURS.cover);
  const width = PAGE.width - 2 * EDGE - STUB;
  write(pen, site.name, EDGE, top + 19, width, { size: 19, bold: true, colour: COLOURS.onCover, lines: 1 });
  write(pen, words.kinds[offer.kind], EDGE, top + 45, width, { size: 10, colour: COLOURS.softOnCover, lines: 1 });
  const right = { colour: COLOURS.onCover, align: 'right' } as const;
  const x = PAGE.width - EDGE - STUB;
  write(pen, `${words.booking} ${number}`, x, top + 22, STUB, { ...right, size: 13, bold: true, lines: 1 });
  write(pen, words.place(index, tickets.length), x, top + 42, STUB, { ...right, size: 10, lines: 1 });
}

/** What is read at the entrance: the code as a QR code, and in letters for when no scanner works. */
function drawStub(pen: TicketPen, { code }: PrintedTicket, { top }: Spot): void {
  const x = PAGE.width - EDGE - STUB;
  const y = top + BAND + 2;
  drawQr(pen.doc, code, x + (STUB - QR_SIZE) / 2, y, QR_SIZE);
  const spelt = (code.match(/.{1,7}/g) ?? []).join(' ');
  const below = y + QR_SIZE - 8;
  const height = write(pen, spelt, x - 6, below, STUB + 12, { size: 9.5, bold: true, align: 'center' });
  write(pen, pen.words.hint, x, below + height + 6, STUB, { size: 8.5, colour: COLOURS.soft, align: 'center', lines: 5 });
}

/** What it is for, and when. Returns where that ends. */
function drawOffer(pen: TicketPen, { offer, session, site, language }: TicketSheet, top: number): number {
  const width = PAGE.width - 3 * EDGE - STUB;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone: site.timezone, ...options });
  const day = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(session.startsAt);
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  let y = top + write(pen, offer.title, EDGE, top, width, { size: 18, bold: true, lines: 2 }) + 10;
  y += write(pen, day, EDGE, y, width, { size: 13 }) + 1;
  return y + write(pen, `${time.format(session.startsAt)} – ${time.format(session.endsAt)}`, EDGE, y, width, { size: 20, bold: true });
}

/** English as written in Europe, as on the pages. */
const LOCALES = { fr: 'fr-FR', en: 'en-GB', de: 'de-DE', it: 'it-IT', es: 'es-ES' } as const;

function drawFacts(pen: TicketPen, sheet: TicketSheet, { rateName, priceCents }: PrintedTicket, top: number): void {
  const { words } = pen;
  const { language, currency, holder, toPayAtDesk } = sheet;
  const price = formatMoney(priceCents, currency, LOCALES[language]);
  const facts: readonly (readonly [string, string])[] = [
    [words.rate, rateName],
    [words.price, toPayAtDesk ? `${price} – ${words.payAtDesk}` : price],
    [words.bookedBy, holder],
  ];
  const width = PAGE.width - 3 * EDGE - STUB;
  let y = top;
  for (const [name, value] of facts) {
    const label = write(pen, name, EDGE, y + 1, 92, { size: 9, colour: COLOURS.soft, lines: 1 });
    y += Math.max(label, write(pen, value, EDGE + 96, y, width - 96, { size: 11, bold: true, lines: 2 })) + 5;
  }
}

function drawFoot(pen: TicketPen, { site: { name, address, phone } }: TicketSheet, top: number): void {
  const y = top + HALF - 46;
  const width = PAGE.width - 2 * EDGE;
  pen.doc
    .moveTo(EDGE, y)
    .lineTo(PAGE.width - EDGE, y)
    .lineWidth(0.6)
    .strokeColor(COLOURS.line)
    .stroke();
  const { line1, line2, postcode, city } = address;
  const place = [name, line1, line2, `${postcode} ${city}`, phone].filter((part) => part !== null).join(' · ');
  write(pen, place, EDGE, y + 9, width, { size: 8.5, colour: COLOURS.soft, lines: 2 });
}
