import type { InputOf } from '../wire.js';

/** What is being rung up, before the platform has said what it comes to. */

export type Rung = InputOf<'posOrders.price'>;

/** What can be put into a basket: something of the catalogue, or, without an item, an amount that was typed in. */
export interface Good {
  readonly itemId: string | null;
  readonly variantId: string | null;
  readonly name: string;
  readonly unitPriceCents: number;
  readonly taxBasisPoints: number;
}

/** Basis points of a percentage, cents of an amount. */
export interface Discount {
  readonly kind: 'percent' | 'amount';
  readonly value: number;
}

export interface BasketLine extends Good {
  readonly quantity: number;
  readonly discount: Discount | null;
}

export interface Basket {
  readonly lines: readonly BasketLine[];
  /** Of the sale. */
  readonly discount: Discount | null;
}

export const EMPTY_BASKET: Basket = { lines: [], discount: null };

/** One more of the good; of what was typed in, a line of its own. */
export function added(basket: Basket, good: Good): Basket {
  const at = basket.lines.findIndex((line) => isSameGood(line, good));
  if (at === -1) return { ...basket, lines: [...basket.lines, { ...good, quantity: 1, discount: null }] };
  return withLine(basket, at, (line) => ({ ...line, quantity: line.quantity + 1 }));
}

/** The line at the index so many times; none takes it out. */
export function withQuantity(basket: Basket, at: number, quantity: number): Basket {
  if (quantity > 0) return withLine(basket, at, (line) => ({ ...line, quantity }));
  const lines = basket.lines.filter((_, index) => index !== at);
  return lines.length === 0 ? EMPTY_BASKET : { ...basket, lines };
}

/** A discount of the line at the index, of the sale where that is null; null takes it away. */
export function withDiscount(basket: Basket, at: number | null, discount: Discount | null): Basket {
  return at === null ? { ...basket, discount } : withLine(basket, at, (line) => ({ ...line, discount }));
}

/** The basket as the platform is told of it; null while there is nothing in it. */
export function rungOf({ lines, discount }: Basket, label: string): Rung | null {
  if (lines.length === 0) return null;
  const ofLines = lines.flatMap((line, index) => (line.discount === null ? [] : [{ ...line.discount, label, line: index + 1 }]));
  return { lines: lines.map(rungLine), discounts: [...ofLines, ...(discount === null ? [] : [{ ...discount, label }])] };
}

/** The price of something of the catalogue is the catalogue's to say. */
function rungLine({ itemId, variantId, name, unitPriceCents, taxBasisPoints, quantity }: BasketLine): Rung['lines'][number] {
  if (itemId === null) return { name, unitPriceCents, taxBasisPoints, quantity };
  return { itemId, quantity, ...(variantId !== null && { variantId }) };
}

function withLine(basket: Basket, at: number, change: (line: BasketLine) => BasketLine): Basket {
  return { ...basket, lines: basket.lines.map((line, index) => (index === at ? change(line) : line)) };
}

function isSameGood(line: Good, good: Good): boolean {
  return good.itemId !== null && line.itemId === good.itemId && line.variantId === good.variantId;
}
