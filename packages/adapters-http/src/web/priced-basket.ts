import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import { lineTotalCents, sumCents } from '@comptoir/core/kit/money.js';
import { type Basket, type BasketLine, lineKey } from './basket.js';
import { choiceFaults, unitPriceCents } from './choices.js';
import { QUANTITY_MAX, roomFor } from './remaining.js';

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
