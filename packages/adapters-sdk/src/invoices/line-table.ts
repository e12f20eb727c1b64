import type { Invoice, InvoiceLine } from '@comptoir/core/invoices/invoice.js';
import { COLOURS, PAGE, type Sheet } from './sheet.js';

/** Where the columns end, from the right. */
const COLUMNS = { amount: 82, vat: 44, unitPrice: 78, quantity: 42 } as const;
const AMOUNT_X = PAGE.right - COLUMNS.amount;
const VAT_X = AMOUNT_X - COLUMNS.vat;
const PRICE_X = VAT_X - COLUMNS.unitPrice;
const QUANTITY_X = PRICE_X - COLUMNS.quantity;
const NAME_WIDTH = QUANTITY_X - PAGE.left - 10;
const PADDING = 5;
/** Room for the sum that is carried to the next page. */
const CARRY_HEIGHT = 20;

/** The lines, on as many pages as they take, with the sum so far carried from each to the next. Returns where they end on the last. */
export function drawLines(sheet: Sheet, invoice: Invoice, top: number): number {
  let y = drawColumnNames(sheet, invoice, top);
  let carried = 0;
  for (const line of invoice.lines) {
    if (y + heightOf(sheet, line) > PAGE.bottom - CARRY_HEIGHT) {
      drawCarry(sheet, carried, y);
      y = drawCarry(sheet, carried, drawColumnNames(sheet, invoice, turn(sheet)));
    }
    y = drawLine(sheet, invoice, line, y);
    carried += amountOf(invoice, line);
  }
  return y;
}

/** A new page; where its content begins. */
export function turn({ doc }: Sheet): number {
  doc.addPage();
  return PAGE.top;
}

function drawColumnNames(sheet: Sheet, { prices }: Invoice, top: number): number {
  const { words } = sheet;
  const style = { size: 7.5, bold: true, colour: COLOURS.soft } as const;
  const height = Math.max(
    sheet.write(words.item, PAGE.left, top, NAME_WIDTH, style),
    sheet.write(words.quantity, QUANTITY_X, top, COLUMNS.quantity, { ...style, align: 'right' }),
    sheet.write(words.unitPrice[prices], PRICE_X, top, COLUMNS.unitPrice, { ...style, align: 'right' }),
    sheet.write(words.vat, VAT_X, top, COLUMNS.vat, { ...style, align: 'right' }),
    sheet.write(words.amount[prices], AMOUNT_X, top, COLUMNS.amount, { ...style, align: 'right' }),
  );
  sheet.rule(top + height + 4, COLOURS.ink);
  return top + height + 4;
}

function drawLine(sheet: Sheet, invoice: Invoice, line: InvoiceLine, top: number): number {
  const y = top + PADDING;
  const right = { align: 'right' } as const;
  let below = y + sheet.write(line.name, PAGE.left, y, NAME_WIDTH, { bold: true });
  for (const text of smallPrint(sheet, line)) below += sheet.write(text, PAGE.left, below, NAME_WIDTH, SMALL);
  const quantity = line.quantity === 0 ? '–' : new Intl.NumberFormat(invoice.language, { maximumFractionDigits: 3 }).format(line.quantity);
  sheet.write(quantity, QUANTITY_X, y, COLUMNS.quantity, right);
  sheet.write(sheet.money(line.unitPriceCents), PRICE_X, y, COLUMNS.unitPrice, right);
  sheet.write(rateOf(line.taxBasisPoints, invoice.language), VAT_X, y, COLUMNS.vat, right);
  sheet.write(sheet.money(amountOf(invoice, line)), AMOUNT_X, y, COLUMNS.amount, { ...right, bold: true });
  sheet.rule(below + PADDING);
  return below + PADDING;
}

const SMALL = { size: 8, colour: COLOURS.soft } as const;

function smallPrint({ words, money }: Sheet, { description, discountCents }: InvoiceLine): readonly string[] {
  const discount = discountCents === 0 ? [] : [words.discount(money(discountCents))];
  return [...(description === null ? [] : [description]), ...discount];
}

function heightOf(sheet: Sheet, line: InvoiceLine): number {
  const small = smallPrint(sheet, line).reduce((height, text) => height + sheet.heightOf(text, NAME_WIDTH, SMALL), 0);
  return sheet.heightOf(line.name, NAME_WIDTH, { bold: true }) + small + 2 * PADDING;
}

function drawCarry(sheet: Sheet, cents: number, top: number): number {
  const y = top + PADDING;
  const style = { colour: COLOURS.soft, align: 'right' } as const;
  sheet.write(sheet.words.carried, PAGE.left, y, AMOUNT_X - PAGE.left - 8, style);
  const height = sheet.write(sheet.money(cents), AMOUNT_X, y, COLUMNS.amount, style);
  sheet.rule(y + height + PADDING);
  return y + height + PADDING;
}

function amountOf({ prices }: Invoice, { netCents, grossCents }: InvoiceLine): number {
  return prices === 'net' ? netCents : grossCents;
}

export function rateOf(basisPoints: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000);
}
