import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import { lineTotalCents, sumCents } from '@comptoir/core/kit/money.js';
import { type Choices, choiceFaults, unitPriceCents } from './choices.js';
import { QUANTITY_MAX, roomFor } from './remaining.js';

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
function merged(lines: readonly BasketLine[]): readonly BasketLine[] {
  const byKey = new Map<string, BasketLine>();
  for (const line of lines) {
    const key = lineKey(line);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? line : withQuantity(line, known.quantity + line.quantity));
  }
  return [...byKey.values()].slice(0, LINES_MAX);
}

export type BasketNews =
  | { readonly kind: 'gone' | 'sold_out' | 'choices'; readonly name: string }
  | { readonly kind: 'short'; readonly name: string; readonly left: number }
  | { readonly kind: 'repriced'; readonly name: string; readonly beforeCents: number; readonly afterCents: number };

/**
 * The basket by the menu of now, and what the guest should know about it: lines whose item or variant is no longer on the menu
 * leave; options that are gone are let go; prices and names follow the menu; what is sold out or short stays, to be seen.
 */
export function refreshBasket(basket: Basket, carte: Carte): { readonly basket: Basket; readonly news: readonly BasketNews[] } {
  const items = new Map(carte.items.map((item) => [item.id, item]));
  const news: BasketNews[] = [];
  const lines = basket.lines.flatMap((line) => {
    const item = items.get(line.itemId);
    const current = item === undefined ? null : refreshLine(line, item);
    if (item === undefined || current === null) {
      news.push({ kind: 'gone', name: line.name });
      return [];
    }
    if (current.optionIds.length < line.optionIds.length) news.push({ kind: 'choices', name: item.name });
    else if (current.unitPriceCents !== line.unitPriceCents) {
      news.push({ kind: 'repriced', name: item.name, beforeCents: line.unitPriceCents, afterCents: current.unitPriceCents });
    }
    return [current];
  });
  const refreshed = { lines: merged(lines) };
  return { basket: refreshed, news: [...priceBasket(refreshed, carte).lines.flatMap(newsOfStock), ...news] };
}

function newsOfStock({ item: { name }, state, left }: PricedLine): readonly BasketNews[] {
  if (state === 'sold_out') return [{ kind: 'sold_out', name }];
  return state === 'short' ? [{ kind: 'short', name, left }] : [];
}

function refreshLine(line: BasketLine, item: CarteItem): BasketLine | null {
  const known = new Set(item.optionGroups.flatMap(({ options }) => options.map(({ id }) => id)));
  const variantId = item.variants.length === 0 ? null : line.variantId;
  if (variantId !== null && !item.variants.some(({ id }) => id === variantId)) return null;
  const choices = { variantId, optionIds: line.optionIds.filter((id) => known.has(id)) };
  return { ...lineOf(item, choices, line.quantity, line.note) };
}

export interface PricedLine {
  readonly key: string;
  readonly line: BasketLine;
  readonly item: CarteItem;
  readonly variantName: string | null;
  readonly optionNames: readonly string[];
  readonly totalCents: number;
  /** `sold_out`, `short` and `incomplete` lines keep the order from being placed. */
  readonly state: 'ok' | 'sold_out' | 'short' | 'incomplete';
  /** How many of it there are for this line, those of the lines before it taken away. */
  readonly left: number;
  /** How many it can be raised to, those of all other lines taken away; never less than it has. */
  readonly max: number;
}

export interface PricedBasket {
  readonly lines: readonly PricedLine[];
  /** Pieces that can be had. */
  readonly count: number;
  readonly totalCents: number;
  readonly ready: boolean;
}

/** What the basket comes to by the menu: a preview; the till calculates for itself. */
export function priceBasket(basket: Basket, carte: Carte): PricedBasket {
  const items = new Map(carte.items.map((item) => [item.id, item]));
  const lines = basket.lines.flatMap((line, index) => {
    const item = items.get(line.itemId);
    return item === undefined ? [] : [priceLine(item, basket.lines, line, index)];
  });
  const sold = lines.filter(({ state }) => state !== 'sold_out');
  return {
    lines,
    count: sumCents(sold.map(({ line }) => line.quantity)),
    totalCents: sumCents(sold.map(({ totalCents }) => totalCents)),
    ready: lines.length > 0 && lines.every(({ state }) => state === 'ok'),
  };
}

function priceLine(item: CarteItem, lines: readonly BasketLine[], line: BasketLine, index: number): PricedLine {
  const left = item.available ? roomFor(item, line.variantId, lines.slice(0, index)) : 0;
  return {
    key: lineKey(line),
    line,
    item,
    variantName: item.variants.find(({ id }) => id === line.variantId)?.name ?? null,
    optionNames: item.optionGroups.flatMap(({ options }) =>
      options.filter(({ id }) => line.optionIds.includes(id)).map(({ name }) => name),
    ),
    totalCents: lineTotalCents(unitPriceCents(item, line), line.quantity),
    state: stateOf(line, item, left),
    left,
    max: Math.min(QUANTITY_MAX, line.quantity + roomFor(item, line.variantId, lines)),
  };
}

function stateOf(line: BasketLine, item: CarteItem, left: number): PricedLine['state'] {
  if (left === 0) return 'sold_out';
  if (choiceFaults(item, line).length > 0) return 'incomplete';
  return left < line.quantity ? 'short' : 'ok';
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
