import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';
import type { OrderLine } from '../orders/order.js';

/** Goods of an order on their way to a client and back, counted by line. */

export interface GoodsLine {
  /** Of the order. */
  readonly lineId: string;
  /** From 1. */
  readonly quantity: number;
}

/** Counts what a parcel or a return takes of a line. */
export type GoodsCount = 'fulfilled' | 'returned';

/** How many of the line can still be sent, or can still come back. */
export function leftOf({ quantity, fulfilled, returned }: OrderLine, count: GoodsCount): number {
  return count === 'fulfilled' ? quantity - fulfilled : fulfilled - returned;
}

/** How many of the line are among the goods, which may name it more than once. */
export function quantityIn(goods: readonly GoodsLine[], lineId: string): number {
  return sumCents(goods.filter((one) => one.lineId === lineId).map(({ quantity }) => quantity));
}

/** Throws `unknown_record` for a line that is not one of goods of the order. */
export function requireGoodsOf(lines: readonly OrderLine[], goods: readonly GoodsLine[]): void {
  const unknown = goods.find(({ lineId }) => !lines.some((line) => line.id === lineId && isGoods(line)));
  if (unknown === undefined) return;
  throw new DomainError('unknown_record', {
    message: 'The order has no such line of goods.',
    facts: { lineId: unknown.lineId },
  });
}

/**
 * The lines of the order after goods of them were sent or came back (`sign` 1), or after that was taken back (−1). Throws
 * `too_many_goods`, with what is left of the line, when it is more.
 */
export function countedLines(
  lines: readonly OrderLine[],
  goods: readonly GoodsLine[],
  count: GoodsCount,
  sign: 1 | -1 = 1,
): readonly OrderLine[] {
  return lines.map((line) => {
    const quantity = quantityIn(goods, line.id);
    if (quantity === 0) return line;
    if (sign === 1 && quantity > leftOf(line, count)) throw tooManyOf(line.id, leftOf(line, count));
    return { ...line, [count]: line[count] + sign * quantity };
  });
}

export function tooManyOf(lineId: string, left: number): DomainError {
  return new DomainError('too_many_goods', { facts: { lineId, left } });
}

/** All that is not sent yet. */
export function goodsLeft(lines: readonly OrderLine[]): readonly GoodsLine[] {
  const open = lines.filter((line) => isGoods(line) && leftOf(line, 'fulfilled') > 0);
  return open.map((line) => ({ lineId: line.id, quantity: leftOf(line, 'fulfilled') }));
}

/** The lines once everything of them was handed over; the very same list when it was. */
export function allSent(lines: readonly OrderLine[]): readonly OrderLine[] {
  const left = goodsLeft(lines);
  return left.length === 0 ? lines : countedLines(lines, left, 'fulfilled');
}

/** The lines while nothing of them is on its way; the very same list when nothing was. */
export function noneSent(lines: readonly OrderLine[]): readonly OrderLine[] {
  return lines.every(({ fulfilled }) => fulfilled === 0) ? lines : lines.map((line) => ({ ...line, fulfilled: 0 }));
}

/** All goods of the order came back. */
export function isAllBack(lines: readonly OrderLine[]): boolean {
  return lines.filter(isGoods).every((line) => line.returned === line.quantity);
}

/** True for what is sent and can come back: carriage is paid for, not sent. */
export function isGoods({ kind }: OrderLine): boolean {
  return kind !== 'shipping';
}
