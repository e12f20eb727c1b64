import type { Item } from '../catalogue/item.js';
import { DomainError } from '../kit/errors.js';
import { byUnit, unitKey } from './stock-action.js';
import type { StockLine } from './stock-service.js';

/** What is to be known of an item for its stock. */
export type StockedItem = Pick<Item, 'id' | 'bundle' | 'manageStock'>;

/**
 * What the lines take from the shelves: components instead of bundles, one line per unit, without what keeps no stock; in the
 * order of `byUnit`. `items` holds every item named by a line or a bundle; throws `unknown_item` for one it does not.
 */
export function linesOfUnits(items: ReadonlyMap<string, StockedItem>, lines: readonly StockLine[]): readonly StockLine[] {
  return merged(lines.flatMap((line) => partsOf(items, line))).sort(byUnit);
}

function partsOf(items: ReadonlyMap<string, StockedItem>, { itemId, variantId, quantity }: StockLine): readonly StockLine[] {
  const { bundle } = itemIn(items, itemId);
  const parts =
    bundle.length === 0
      ? [{ itemId, variantId, quantity }]
      : bundle.map((component) => ({ ...component, quantity: component.quantity * quantity }));
  return parts.filter((part) => itemIn(items, part.itemId).manageStock);
}

function merged(lines: readonly StockLine[]): StockLine[] {
  const byKey = new Map<string, StockLine>();
  for (const line of lines) {
    const key = unitKey(line);
    byKey.set(key, { ...line, quantity: line.quantity + (byKey.get(key)?.quantity ?? 0) });
  }
  return [...byKey.values()];
}

function itemIn(items: ReadonlyMap<string, StockedItem>, id: string): StockedItem {
  const item = items.get(id);
  if (item === undefined) throw new DomainError('unknown_item');
  return item;
}
