import { couponKeyOf } from '../coupons/coupon.js';
import { DomainError } from '../kit/errors.js';
import { divideHalfUp } from '../kit/money.js';
import { NEW_LINE, type OrderDiscount, type OrderLine } from './order.js';

/** What an order contains: changed while it is a draft, priced anew after every change. */
export interface Contents {
  readonly lines: readonly OrderLine[];
  readonly discounts: readonly OrderDiscount[];
}

/** As many lines as an order has at most. */
export const LINES_MAX = 300;

/** Something that is not of the catalogue, at a price somebody typed in. */
export interface TypedLine {
  readonly name: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly taxBasisPoints: number;
  readonly note: string | null;
}

export function customLine(typed: TypedLine, id: string): OrderLine {
  const { name, quantity, unitPriceCents, taxBasisPoints, note } = typed;
  const price = { quantity, unitPriceCents, taxBasisPoints, totalCents: unitPriceCents * quantity };
  return { ...NEW_LINE, ...price, id, kind: 'custom', itemId: null, name, variant: null, options: [], note };
}

export interface Carriage {
  readonly name: string;
  readonly priceCents: number;
  readonly taxBasisPoints: number;
}

export function carriageLine({ name, priceCents, taxBasisPoints }: Carriage, id: string): OrderLine {
  return { ...customLine({ name, quantity: 1, unitPriceCents: priceCents, taxBasisPoints, note: null }, id), kind: 'shipping' };
}

/** Throws `invalid_request` when there are too many lines then. */
export function withLine(contents: Contents, line: OrderLine): Contents {
  if (contents.lines.length >= LINES_MAX)
    throw new DomainError('invalid_request', { issues: [{ path: 'items', message: `An order has at most ${LINES_MAX} lines.` }] });
  return { ...contents, lines: [...contents.lines, line] };
}

/** The carriage in place of what it was; null: none. */
export function withCarriage(contents: Contents, line: OrderLine | null): Contents {
  const before = contents.lines.find(({ kind }) => kind === 'shipping');
  const bare = before === undefined ? contents : withoutLine(contents, before.id);
  return line === null ? bare : withLine(bare, line);
}

export interface LinePatch {
  readonly quantity?: number | undefined;
  readonly unitPriceCents?: number | undefined;
  readonly note?: string | null | undefined;
}

/** Throws `unknown_record`, and `in_use` when more of the line was sent or invoiced than is left of it. */
export function withLinePatch(contents: Contents, lineId: string, { quantity, unitPriceCents, note }: LinePatch): Contents {
  const before = lineIn(contents.lines, lineId);
  const line = {
    ...before,
    quantity: quantity ?? before.quantity,
    unitPriceCents: unitPriceCents ?? before.unitPriceCents,
    note: note === undefined ? before.note : note,
  };
  requireFree(before, line.quantity);
  return { ...contents, lines: contents.lines.map((one) => (one.id === lineId ? line : one)) };
}

/** With the discounts of the line. Throws `unknown_record`, `in_use`. */
export function withoutLine({ lines, discounts }: Contents, lineId: string): Contents {
  requireFree(lineIn(lines, lineId), 0);
  return { lines: lines.filter(({ id }) => id !== lineId), discounts: discounts.filter((discount) => discount.lineId !== lineId) };
}

/** Throws `unknown_record` for a discount of a line that is not in the order. */
export function withDiscount(contents: Contents, discount: OrderDiscount): Contents {
  if (discount.lineId !== null) lineIn(contents.lines, discount.lineId);
  return { ...contents, discounts: [...contents.discounts, discount] };
}

/** Throws `duplicate` for a coupon that is on the order already. */
export function withCoupon(contents: Contents, coupon: OrderDiscount): Contents {
  const keyOf = (discount: OrderDiscount) => couponKeyOf(discount.coupon?.code ?? '');
  if (contents.discounts.some((other) => other.coupon !== null && keyOf(other) === keyOf(coupon))) throw new DomainError('duplicate');
  return withDiscount(contents, coupon);
}

/** Throws `unknown_record` when there is none that is meant. */
export function withoutDiscount(contents: Contents, isMeant: (discount: OrderDiscount) => boolean): Contents {
  const discounts = contents.discounts.filter((discount) => !isMeant(discount));
  if (discounts.length === contents.discounts.length) throw new DomainError('unknown_record');
  return { ...contents, discounts };
}

/**
 * Throws `in_use` when what is on an invoice would come to something else than it did: prices and discounts of invoiced lines stay, or the
 * order would not be what its invoices say.
 */
export function requireInvoicedKept(before: readonly OrderLine[], after: readonly OrderLine[]): void {
  for (const line of before) {
    const now = after.find(({ id }) => id === line.id);
    if (line.invoiced === 0 || now === undefined || invoicedCents(now, line.invoiced) === invoicedCents(line, line.invoiced)) continue;
    throw new DomainError('in_use', {
      message: 'Some of this line is invoiced: its price and its discounts stay, until a credit note has taken it back.',
      facts: { lineId: line.id, invoiced: line.invoiced },
    });
  }
}

/** What so many of the line come to, as an invoice over them has it. */
function invoicedCents({ unitPriceCents, quantity, discountCents }: OrderLine, invoiced: number): number {
  return unitPriceCents * invoiced - divideHalfUp(discountCents * invoiced, quantity);
}

/** The line; `unknown_record` when the order has none with the id. */
export function lineIn(lines: readonly OrderLine[], lineId: string): OrderLine {
  const line = lines.find(({ id }) => id === lineId);
  if (line === undefined) throw new DomainError('unknown_record', { facts: { lineId } });
  return line;
}

/** Throws `in_use` when so much of the line is on its way or on an invoice that fewer than that cannot be left. */
function requireFree({ id, fulfilled, invoiced }: OrderLine, quantity: number): void {
  if (quantity >= Math.max(fulfilled, invoiced)) return;
  throw new DomainError('in_use', {
    message: 'More of this line was sent or invoiced already.',
    facts: { lineId: id, fulfilled, invoiced },
  });
}
