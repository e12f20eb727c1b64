import type { BundleComponent, Item } from '../catalogue/item.js';
import { availableOf, type StockLevel, type StockUnit, unitKey } from './stock-action.js';

/** How many of an item can still be sold; null where no stock is kept of it. */
export interface Remaining {
  ofItem(item: Item): number | null;
  ofVariant(item: Item, variantId: string): number | null;
}

/**
 * What the levels leave to sell of the items of a catalogue. A unit whose ledger is not open yet, or below zero, has nothing; a bundle is as many
 * as its scarcest component allows, and without limit where none of them keeps stock.
 */
export function remainingBy(levels: readonly StockLevel[], items: ReadonlyMap<string, Item>): Remaining {
  const byKey = new Map(levels.map((level) => [unitKey(level), Math.max(0, availableOf(level))]));
  const ofUnit = (unit: StockUnit) => byKey.get(unitKey(unit)) ?? 0;

  function ofComponent({ itemId, variantId, quantity }: BundleComponent): number | null {
    const item = items.get(itemId);
    if (item === undefined) return 0;
    return item.manageStock ? Math.floor(ofUnit({ itemId, variantId }) / quantity) : null;
  }

  function ofItem(item: Item): number | null {
    if (item.bundle.length > 0) return least(item.bundle.map(ofComponent));
    if (!item.manageStock) return null;
    const units = item.variants.length === 0 ? [null] : item.variants.map(({ id }) => id);
    return units.reduce((sum, variantId) => sum + ofUnit({ itemId: item.id, variantId }), 0);
  }

  return {
    ofItem,
    ofVariant: (item, variantId) => (item.bundle.length > 0 || !item.manageStock ? ofItem(item) : ofUnit({ itemId: item.id, variantId })),
  };
}

function least(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : Math.min(...known);
}
