import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';
import { type Contents, lineIn } from './draft-contents.js';
import type { OrderDiscount, OrderLine } from './order.js';
import { shareOut } from './price-fulfilment.js';

/** So much of a line. */
export interface LinePart {
  readonly lineId: string;
  readonly quantity: number;
}

export interface Divided {
  readonly rest: Contents;
  readonly taken: Contents;
}

/**
 * Takes parts of lines out of contents. What the two come to, and what each discount takes off, is together what it was before, to the
 * cent: a line bears its discount by quantity, and each side names its share of every discount. Discounts of coupons become amounts, because
 * the coupon was redeemed for what was one order.
 *
 * Throws `unknown_record` (a line), `invalid_request` when a line is named twice, too much of it, nothing or everything is taken.
 */
export function divide(contents: Contents, parts: readonly LinePart[]): Divided {
  const wanted = new Map(parts.map(({ lineId, quantity }) => [lineId, quantity]));
  for (const { lineId, quantity } of parts) requirePart(lineIn(contents.lines, lineId), quantity);
  if (wanted.size < parts.length) throw refusedParts('A line is named twice.');
  const cut = contents.lines.map((line) => cutLine(line, wanted.get(line.id) ?? 0));
  const taken = cut.flatMap(({ part }) => (part === null ? [] : [part]));
  const rest = cut.flatMap(({ left }) => (left === null ? [] : [left]));
  if (taken.length === 0 || rest.length === 0) throw refusedParts('Take some of the lines, not all of them.');
  const shares = sharesOf(contents, taken);
  return {
    rest: {
      lines: rest,
      discounts: contents.discounts.map((discount, index) => fixed(discount, discount.amountCents - (shares[index] ?? 0))),
    },
    taken: {
      lines: taken,
      discounts: contents.discounts.map((discount, index) => fixed(discount, shares[index] ?? 0)).filter(isSomething),
    },
  };
}

/**
 * What each discount takes off the lines that were taken out: first those that are for certain lines, then the others by what they take off
 * in all. Cents that are lost by rounding go to the first discount that has some left.
 */
function sharesOf({ lines, discounts }: Contents, taken: readonly OrderLine[]): readonly number[] {
  const room = new Map(taken.map(({ id, discountCents }) => [id, discountCents]));
  const own = discounts.map((discount) => ownShare(discount, lines, taken, room));
  const others = discounts.map(({ amountCents }, index) => (own[index] === null ? amountCents : 0));
  const left = sumCents(room.values());
  const byAmount = shareOut(Math.min(left, sumCents(others)), others);
  const shares = own.map((share, index) => share ?? byAmount[index] ?? 0);
  return withRest(shares, discounts, discountsOf(taken) - sumCents(shares));
}

/** Null for a discount of the whole order. What it takes is taken out of the room there is in the lines. */
function ownShare(
  { lineId, kind, amountCents }: OrderDiscount,
  lines: readonly OrderLine[],
  taken: readonly OrderLine[],
  room: Map<string, number>,
): number | null {
  if (lineId === null && kind !== 'free_shipping') return null;
  let share = 0;
  for (const { id, quantity, kind: lineKind } of taken) {
    if (lineId === null ? lineKind !== 'shipping' : id !== lineId) continue;
    const whole = lines.find((line) => line.id === id)?.quantity ?? quantity;
    const due = lineId === null ? amountCents - share : Number((BigInt(amountCents) * BigInt(quantity)) / BigInt(whole));
    const part = Math.min(due, room.get(id) ?? 0);
    room.set(id, (room.get(id) ?? 0) - part);
    share += part;
  }
  return share;
}

function withRest(shares: readonly number[], discounts: readonly OrderDiscount[], rest: number): readonly number[] {
  let left = rest;
  return shares.map((share, index) => {
    const more = Math.min(left, (discounts[index]?.amountCents ?? 0) - share);
    left -= more;
    return share + more;
  });
}

/**
 * All of several contents as one: every line and every discount as it is, coupons as `divide` has them. Lines that were copied out of one
 * order share an id: all but the first get a new one.
 */
export function united(parts: readonly Contents[], makeId: () => string): Contents {
  const taken = new Set<string>();
  const renamed = parts.map(({ lines, discounts }) => {
    const ids = new Map(lines.map(({ id }) => [id, taken.has(id) ? makeId() : id]));
    for (const id of ids.values()) taken.add(id);
    const nameOf = (id: string) => ids.get(id) ?? id;
    return {
      lines: lines.map((line) => ({ ...line, externalKey: null, id: nameOf(line.id) })),
      discounts: discounts.map((discount) => ({
        ...fixed(discount, discount.amountCents),
        id: makeId(),
        lineId: discount.lineId === null ? null : nameOf(discount.lineId),
      })),
    };
  });
  return { lines: renamed.flatMap(({ lines }) => lines), discounts: renamed.flatMap(({ discounts }) => discounts) };
}

/** A discount that takes off so much, whatever it was reckoned from; percentages that nobody brought a coupon for stay what they are. */
function fixed(discount: OrderDiscount, amountCents: number): OrderDiscount {
  const isRule = discount.kind === 'free_shipping' || (discount.kind === 'percent' && discount.coupon === null);
  if (isRule) return { ...discount, coupon: null, amountCents };
  return { ...discount, kind: 'amount', value: amountCents, coupon: null, amountCents };
}

function isSomething({ amountCents }: OrderDiscount): boolean {
  return amountCents > 0;
}

function discountsOf(lines: readonly OrderLine[]): number {
  return sumCents(lines.map(({ discountCents }) => discountCents));
}

function requirePart({ quantity: whole, fulfilled, returned, invoiced }: OrderLine, quantity: number): void {
  if (quantity > whole) throw refusedParts('More is taken of a line than it has.');
  if (fulfilled + returned + invoiced > 0) throw new DomainError('in_use', { message: 'Some of this line was sent or invoiced already.' });
}

/** The line in two; null for a side that has nothing of it. */
function cutLine(line: OrderLine, quantity: number): { readonly part: OrderLine | null; readonly left: OrderLine | null } {
  if (quantity === 0) return { part: null, left: line };
  if (quantity === line.quantity) return { part: { ...line, externalKey: null }, left: null };
  const discountCents = Number((BigInt(line.discountCents) * BigInt(quantity)) / BigInt(line.quantity));
  return {
    part: { ...sized(line, quantity, discountCents), externalKey: null },
    left: sized(line, line.quantity - quantity, line.discountCents - discountCents),
  };
}

function sized(line: OrderLine, quantity: number, discountCents: number): OrderLine {
  return { ...line, quantity, discountCents, totalCents: line.unitPriceCents * quantity - discountCents };
}

function refusedParts(message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path: 'lines', message }] });
}
