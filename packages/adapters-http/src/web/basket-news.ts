import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import { type Basket, type BasketLine, lineOf, merged } from './basket.js';
import { type PricedLine, priceBasket } from './priced-basket.js';

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
