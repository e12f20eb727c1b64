import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import { buyerLines, sellerLines } from '@comptoir/core/invoices/party-lines.js';
import { COLOURS, PAGE, type Sheet } from './sheet.js';

/** The top of the first page: who, what, to whom and when. Returns where it ends. */
export function drawHead(sheet: Sheet, invoice: Invoice): number {
  const { words } = sheet;
  const { kind, number, seller } = invoice;
  const half = (PAGE.right - PAGE.left) / 2;
  const nameHeight = sheet.write(seller?.name ?? '', PAGE.left, PAGE.top, half - 10, { size: 15, bold: true });
  const right = PAGE.left + half;
  sheet.write(words.kinds[kind].toLocaleUpperCase(invoice.language), right, PAGE.top - 2, half, {
    size: 9,
    bold: true,
    colour: COLOURS.accent,
    align: 'right',
  });
  const numberHeight = sheet.write(number ?? words.draft, right, PAGE.top + 9, half, { size: 20, bold: true, align: 'right' });
  const ruleAt = Math.max(PAGE.top + nameHeight, PAGE.top + 9 + numberHeight) + 8;
  sheet.rule(ruleAt, COLOURS.accent);

  const top = ruleAt + 16;
  const column = 168;
  const from = drawBlock(sheet, PAGE.left, top, column - 14, words.from, sellerLines(invoice, words, invoice.language));
  const to = drawBlock(sheet, PAGE.left + column, top, column - 14, words.to, buyerLines(invoice, words, invoice.language));
  const facts = drawFacts(sheet, PAGE.left + 2 * column + 4, top, invoice);
  return Math.max(from, to, facts) + 22;
}

function drawBlock(sheet: Sheet, x: number, top: number, width: number, title: string, [first = '', ...lines]: readonly string[]): number {
  let y = top + sheet.write(title, x, top, width, { size: 7.5, bold: true, colour: COLOURS.soft }) + 3;
  y += sheet.write(first, x, y, width, { size: 10, bold: true }) + 1;
  for (const line of lines) y += sheet.write(line, x, y, width);
  return y;
}

/** Dates and numbers, their names beside them. */
function drawFacts(sheet: Sheet, x: number, top: number, invoice: Invoice): number {
  const { words, day } = sheet;
  const { kind, issueDate, dueDate, deliveryDate, orderNumber, reference, creditOf, reason } = invoice;
  const facts: readonly (readonly [string, string | null])[] = [
    [words.issued, issueDate === null ? null : day(issueDate)],
    [kind === 'quote' ? words.validUntil : words.due, dueDate === null ? null : day(dueDate)],
    [words.delivered, deliveryDate === null ? null : day(deliveryDate)],
    [words.order, orderNumber],
    [words.reference, reference],
    [words.credits, creditOf === null ? null : `${creditOf.number} – ${day(creditOf.issueDate)}`],
    [words.reason, reason],
  ];
  const width = PAGE.right - x;
  let y = top;
  for (const [name, value] of facts) {
    if (value === null) continue;
    const isShort = value.length < 16 && name.length < 18;
    const height = sheet.write(name, x, y, width, { size: 8.5, colour: COLOURS.soft });
    if (isShort) y += Math.max(height, sheet.write(value, x, y, width, { bold: true, align: 'right' })) + 3;
    else y += height + sheet.write(value, x, y + height, width, { bold: true }) + 3;
  }
  return y;
}
