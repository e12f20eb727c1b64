import { type Invoice, openCents } from '@comptoir/core/invoices/invoice.js';
import { bankLine } from '@comptoir/core/invoices/party-lines.js';
import { rateOf, turn } from './line-table.js';
import { COLOURS, PAGE, type Sheet } from './sheet.js';

const SUMS_WIDTH = 208;
const SUMS_X = PAGE.right - SUMS_WIDTH;
const TAX_WIDTH = 260;
const ROW = 15;

/** Taxes on the left and totals on the right, kept together; then how to pay and what the law wants to be read. */
export function drawSums(sheet: Sheet, invoice: Invoice, top: number): void {
  const { taxes } = invoice;
  const height = Math.max(taxes.length + 2, 5) * ROW + 40;
  const y = top + height > PAGE.bottom ? turn(sheet) : top + 14;
  const end = Math.max(drawTaxes(sheet, invoice, y), drawTotals(sheet, invoice, y));
  drawWords(sheet, invoice, end + 20);
}

function drawTaxes(sheet: Sheet, { taxes, language }: Invoice, top: number): number {
  const { words, money } = sheet;
  const columns = [PAGE.left, PAGE.left + 52, PAGE.left + 120, PAGE.left + 188];
  const widths = [48, 64, 64, 72];
  const head = { size: 7.5, bold: true, colour: COLOURS.soft } as const;
  const row = (texts: readonly string[], y: number, style = {}) =>
    texts.reduce(
      (height, text, index) =>
        Math.max(
          height,
          sheet.write(text, columns[index] ?? 0, y, widths[index] ?? 0, { size: 8.5, ...style, align: index === 0 ? 'left' : 'right' }),
        ),
      0,
    );
  let y = top + row([`${words.rate} ${words.vat}`, words.base, words.tax, words.total], top, head) + 3;
  sheet.rule(y, COLOURS.line, PAGE.left, PAGE.left + TAX_WIDTH);
  y += 4;
  for (const { taxBasisPoints, netCents, taxCents, grossCents, exemption } of taxes) {
    y += row([rateOf(taxBasisPoints, language), money(netCents), money(taxCents), money(grossCents)], y) + 2;
    if (exemption !== null) y += sheet.write(exemption, PAGE.left, y, TAX_WIDTH, { size: 7.5, colour: COLOURS.soft }) + 2;
  }
  return y;
}

function drawTotals(sheet: Sheet, invoice: Invoice, top: number): number {
  const { words, money, doc } = sheet;
  const { kind, netCents, taxCents, grossCents, paidCents, creditedCents } = invoice;
  let y = top;
  const row = (name: string, cents: number, bold = false) => {
    sheet.write(name, SUMS_X, y, SUMS_WIDTH / 2, { bold });
    y += sheet.write(money(cents), SUMS_X + SUMS_WIDTH / 2, y, SUMS_WIDTH / 2, { bold, align: 'right' }) + 4;
  };
  row(words.net, netCents);
  row(words.tax, taxCents);
  doc.rect(SUMS_X - 10, y, SUMS_WIDTH + 10, 28).fill(COLOURS.tint);
  sheet.write(words.gross, SUMS_X, y + 8, SUMS_WIDTH / 2, { size: 10, bold: true });
  sheet.write(money(grossCents), SUMS_X + SUMS_WIDTH / 2 - 20, y + 5, SUMS_WIDTH / 2 + 12, {
    size: 14,
    bold: true,
    align: 'right',
    colour: COLOURS.accent,
  });
  y += 36;
  if (kind === 'invoice' && creditedCents > 0) row(words.credited, -creditedCents);
  if (kind === 'invoice' && paidCents > 0) row(words.paid, -paidCents);
  if (kind === 'invoice' && paidCents + creditedCents > 0) row(words.open, openCents(invoice), true);
  return y;
}

/** How to pay, what was noted, what the law wants to be read. On a new page where it does not fit on this one. */
function drawWords(sheet: Sheet, invoice: Invoice, top: number): void {
  const { words } = sheet;
  const { kind, terms, note, mentions } = invoice;
  const pay = [terms, bankLine(invoice)].flatMap((text) => text ?? []).join('\n');
  const blocks = [
    { title: kind === 'invoice' ? words.payment : words.terms, text: pay, size: 9 },
    { title: words.note, text: note ?? '', size: 9 },
    { title: '', text: mentions.join('\n'), size: 7.5 },
  ].filter(({ text }) => text !== '');
  const width = PAGE.right - PAGE.left;
  let y = top;
  for (const { title, text, size } of blocks) {
    if (y + sheet.heightOf(text, width, { size }) + 16 > PAGE.bottom) y = turn(sheet);
    if (title !== '') y += sheet.write(title, PAGE.left, y, width, { size: 7.5, bold: true, colour: COLOURS.soft }) + 2;
    y += sheet.write(text, PAGE.left, y, width, { size, colour: size < 9 ? COLOURS.soft : COLOURS.ink }) + 10;
  }
}
