import type { InvoiceWords } from '@comptoir/core/invoices/words/words-of.js';
import { formatMoney } from '@comptoir/core/kit/money.js';
import type PDFDocument from 'pdfkit';

/** A page of an invoice, and how things are put on it. Lengths are points (1/72 inch); the page is A4. */

export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 46, bottom: 764 } as const;

export const COLOURS = { ink: '#241c15', soft: '#6b5d50', accent: '#9c2f1b', line: '#d9cdbd', tint: '#f7f0e3' } as const;

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: string;
  readonly align?: 'left' | 'right';
  readonly lineGap?: number;
}

/** What is drawn on, with a place that goes down the page. */
export interface Sheet {
  readonly doc: InstanceType<typeof PDFDocument>;
  readonly words: InvoiceWords;
  money(cents: number): string;
  day(date: string): string;
  /** Writes in a box `width` wide, on as many lines as it takes; how high that was. */
  write(text: string, x: number, y: number, width: number, style?: TextStyle): number;
  /** How high it would be. */
  heightOf(text: string, width: number, style?: TextStyle): number;
  rule(y: number, colour?: string, x?: number, right?: number): void;
}

export interface SheetFormats {
  readonly language: string;
  readonly currency: string;
  readonly words: InvoiceWords;
  printable(text: string): string;
}

export function makeSheet(doc: InstanceType<typeof PDFDocument>, { language, currency, words, printable }: SheetFormats): Sheet {
  const day = new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });

  function styled({ size = 9, bold = false, colour = COLOURS.ink }: TextStyle): void {
    doc.font(bold ? 'bold' : 'regular', size).fillColor(colour);
  }

  function heightOf(text: string, width: number, style: TextStyle = {}): number {
    styled(style);
    return doc.heightOfString(printable(text), { width, lineGap: style.lineGap ?? 1 });
  }

  return {
    doc,
    words,
    money: (cents) => formatMoney(cents, currency, language),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    heightOf,
    write(text, x, y, width, style = {}) {
      const height = heightOf(text, width, style);
      // Figures of one width, so that amounts stand below each other.
      doc.text(printable(text), x, y, { width, align: style.align ?? 'left', lineGap: style.lineGap ?? 1, features: ['tnum'] });
      return height;
    },
    rule(y, colour = COLOURS.line, x = PAGE.left, right = PAGE.right) {
      doc.moveTo(x, y).lineTo(right, y).lineWidth(0.6).strokeColor(colour).stroke();
    },
  };
}
