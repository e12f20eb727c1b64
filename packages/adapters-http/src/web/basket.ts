import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { type Choices, unitPriceCents } from './choices.js';
import { QUANTITY_MAX } from './remaining.js';

/** The limits of an order (`OrderInput`), which the till enforces. */
export const LINES_MAX = 100;
export const LINE_NOTE_MAX = 200;

/** What a guest wants. Name and price are those last seen, to be able to say what changed. */
export interface BasketLine extends Choices {
  readonly itemId: string;
  readonly note: string;
  readonly quantity: number;
  readonly name: string;
  readonly unitPriceCents: number;
}

export interface Basket {
  readonly lines: readonly BasketLine[];
}

export const EMPTY_BASKET: Basket = { lines: [] };

export type BasketAction =
  | { readonly kind: 'add'; readonly line: BasketLine }
  | { readonly kind: 'replace'; readonly key: string; readonly line: BasketLine }
  | { readonly kind: 'quantity'; readonly key: string; readonly quantity: number }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'set'; readonly basket: Basket };

/** Lines with the same key are the same wish. */
export function lineKey({ itemId, variantId, optionIds, note }: Omit<BasketLine, 'quantity' | 'name' | 'unitPriceCents'>): string {
  return JSON.stringify([itemId, variantId, [...optionIds].sort(), note]);
}

export function lineOf(item: CarteItem, choices: Choices, quantity: number, note: string): BasketLine {
  const { variantId, optionIds } = choices;
  return {
    itemId: item.id,
    variantId,
    optionIds,
    note: note.trim(),
    quantity,
    name: item.name,
    unitPriceCents: unitPriceCents(item, choices),
  };
}

export function changeBasket(basket: Basket, action: BasketAction): Basket {
  switch (action.kind) {
    case 'add':
      return { lines: merged([...basket.lines, action.line]) };
    case 'replace':
      return { lines: merged(basket.lines.map((line) => (lineKey(line) === action.key ? action.line : line))) };
    case 'quantity':
      return { lines: basket.lines.map((line) => (lineKey(line) === action.key ? withQuantity(line, action.quantity) : line)) };
    case 'remove':
      return { lines: basket.lines.filter((line) => lineKey(line) !== action.key) };
    case 'set':
      return action.basket;
  }
}

function withQuantity(line: BasketLine, quantity: number): BasketLine {
  return { ...line, quantity: Math.min(QUANTITY_MAX, Math.max(1, quantity)) };
}

/** The same wish twice is one line with both quantities; lines beyond what an order may hold are not taken. */
export function merged(lines: readonly BasketLine[]): readonly BasketLine[] {
  const byKey = new Map<string, BasketLine>();
  for (const line of lines) {
    const key = lineKey(line);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? line : withQuantity(line, known.quantity + line.quantity));
  }
  return [...byKey.values()].slice(0, LINES_MAX);
}

/** The basket as it is kept in the browser. */
export function writeBasket(basket: Basket): string {
  return JSON.stringify(basket.lines);
}

/** The basket that was kept, or an empty one: what a browser keeps may be of an older page, or anybody's. */
export function readBasket(kept: string | null): Basket {
  if (kept === null) return EMPTY_BASKET;
  try {
    const lines: unknown = JSON.parse(kept);
    return { lines: Array.isArray(lines) ? merged(lines.filter(isBasketLine)) : [] };
  } catch {
    return EMPTY_BASKET;
  }
}

function isBasketLine(value: unknown): value is BasketLine {
  if (typeof value !== 'object' || value === null) return false;
  const line: Partial<Record<keyof BasketLine, unknown>> = value;
  const { itemId, variantId, optionIds, note, quantity, name, unitPriceCents: price } = line;
  return (
    [itemId, note, name].every((text) => typeof text === 'string') &&
    (variantId === null || typeof variantId === 'string') &&
    Array.isArray(optionIds) &&
    optionIds.every((id) => typeof id === 'string') &&
    typeof quantity === 'number' &&
    Number.isInteger(quantity) &&
    quantity >= 1 &&
    quantity <= QUANTITY_MAX &&
    Number.isSafeInteger(price)
  );
}
