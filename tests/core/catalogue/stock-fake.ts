import type { ProductStock } from '@comptoir/core/catalogue/products-service.js';
import { type StockLevel, type StockUnit, unitKey, unitsOf } from '@comptoir/core/stock/stock-action.js';
import type { StockViews } from '@comptoir/core/stock/stock-store.js';
import { NOON } from '../../suites/builders.js';

/** As much of a stock ledger as the catalogue asks for: of which units stock is kept, and how much. */
export interface StockFake extends ProductStock, Pick<StockViews, 'levels'> {
  set(unit: StockUnit, level: Partial<StockLevel>): void;
}

export function aStockFake(): StockFake {
  const kept = new Map<string, StockLevel>();
  return {
    open: async (_scope, item, balance) => {
      for (const unit of unitsOf(item)) {
        if (!kept.has(unitKey(unit))) kept.set(unitKey(unit), levelOf(unit, { stock: balance ?? 0 }));
      }
    },
    lock: async (_scope, unit) => kept.get(unitKey(unit)) ?? null,
    levels: async (_scope, itemIds = []) => [...kept.values()].filter(({ itemId }) => itemIds.includes(itemId)),
    set: (unit, level) => kept.set(unitKey(unit), levelOf(unit, level)),
  };
}

function levelOf({ itemId, variantId }: StockUnit, level: Partial<StockLevel>): StockLevel {
  return { itemId, variantId, stock: 0, reserved: 0, threshold: null, updatedAt: NOON, ...level };
}
