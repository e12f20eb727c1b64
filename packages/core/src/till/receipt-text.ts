import { percentOf } from '../kit/money.js';
import type { Receipt } from './receipt.js';
import { RECEIPT_WORDS, type ReceiptLanguage, type ReceiptWords } from './receipt-words.js';

/** Characters in a line of a printer of 80 mm. */
const WIDTH = 42;

/** The receipt as plain text, a line per line. */
export function receiptText(receipt: Receipt, language: ReceiptLanguage): string {
  const words = RECEIPT_WORDS[language];
  const money = (cents: number) => amountIn(cents, language);
  const rule = '-'.repeat(WIDTH);
  const parts = [headLines(receipt, words), goodsLines(receipt, words, money), taxLines(receipt, words, money), footLines(receipt, words)];
  return parts.map((lines) => lines.join('\n')).join(`\n${rule}\n`);
}

function headLines({ establishment, kind, number, register, date, time, copy, training }: Receipt, words: ReceiptWords): string[] {
  const { name, address, phone } = establishment;
  const marks = [training ? words.training : null, copy === null ? null : `${words.duplicate} ${copy}`].filter((mark) => mark !== null);
  return [
    ...marks.map(centred),
    ...[name, ...address, ...(phone === null ? [] : [phone])].map(centred),
    '',
    sides(`${kind === 'sale' ? words.sale : words.refund} ${number}`, `${date} ${time}`),
    `${words.register} ${register}`,
  ];
}

function goodsLines(receipt: Receipt, words: ReceiptWords, money: (cents: number) => string): string[] {
  const { lines, discounts, totalCents, cashRoundingCents, currency } = receipt;
  return [
    ...lines.flatMap(({ name, quantity, unitPriceCents, discountCents, totalCents: lineCents, taxBasisPoints }) => [
      cut(name, WIDTH),
      sides(`  ${quantity} × ${money(unitPriceCents)}  ${percentOf(taxBasisPoints)} %`, money(lineCents)),
      ...(discountCents === 0 ? [] : [`    ${words.discount} ${money(-discountCents)}`]),
    ]),
    ...discounts.map(({ label, amountCents }) => sides(`  (${label})`, money(-amountCents))),
    sides(`${words.total} (${currency})`, money(totalCents)),
    ...(cashRoundingCents === 0 ? [] : [sides(words.rounding, money(cashRoundingCents))]),
  ];
}

function taxLines({ taxes, payments, changeCents }: Receipt, words: ReceiptWords, money: (cents: number) => string): string[] {
  return [
    ...taxes.map(({ taxBasisPoints, netCents, taxCents }) =>
      sides(`${words.tax} ${percentOf(taxBasisPoints)} %  ${words.net} ${money(netCents)}`, money(taxCents)),
    ),
    ...payments.flatMap(({ method, amountCents, tenderedCents }) => [
      sides(words.methods[method], money(amountCents)),
      ...(tenderedCents === undefined ? [] : [sides(`  ${words.tendered}`, money(tenderedCents))]),
    ]),
    ...(changeCents === 0 ? [] : [sides(`  ${words.change}`, money(changeCents))]),
  ];
}

function footLines({ lines, signature, version }: Receipt, words: ReceiptWords): string[] {
  return [sides(`${words.lines} ${lines.length}`, `${words.signature} ${signature}`), centred(`Comptoir ${version}`)];
}

function amountIn(cents: number, language: ReceiptLanguage): string {
  const point = language === 'en' ? '.' : ',';
  return `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}${point}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

function sides(left: string, right: string): string {
  const room = Math.max(WIDTH - right.length - 1, 0);
  return `${cut(left, room).padEnd(room)} ${right}`;
}

function centred(text: string): string {
  const shown = cut(text, WIDTH);
  return `${' '.repeat(Math.floor((WIDTH - shown.length) / 2))}${shown}`;
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(width - 1, 0))}…`;
}
