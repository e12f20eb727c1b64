import type { NewStockAction, StockAction } from '../../stock/stock-action.js';
import { unitKey } from '../../stock/stock-action.js';
import type { ForecastPlan } from '../orders/order-forecasts.js';

/**
 * What the orders of an execution move of what is promised. The stock that products are reset to is the shop's and what is promised, so that of goods
 * whose orders came after them is worked out once more. Shared by the parts of one execution.
 */
export interface MovedPromises {
  note(plan: ForecastPlan): void;
  /** Ids of the items that were noted and not forgotten since. */
  items(): readonly string[];
  forget(itemIds: readonly string[]): void;
  /**
   * So much more is promised of the unit than was when the execution began; below 0: less; undefined: nothing has moved. What a dry run would have
   * promised is nowhere else.
   */
  by(key: string): number | undefined;
}

export function makeMovedPromises(): MovedPromises {
  const sums = new Map<string, number>();
  const items = new Set<string>();

  function move(action: StockAction | NewStockAction, by: number): void {
    const key = unitKey(action);
    sums.set(key, (sums.get(key) ?? 0) + by);
    items.add(action.itemId);
  }

  return {
    note({ cancelled, promises }) {
      for (const action of cancelled) move(action, -action.quantity);
      for (const action of promises) move(action, action.quantity);
    },
    items: () => [...items],
    forget(itemIds) {
      for (const id of itemIds) items.delete(id);
    },
    by: (key) => sums.get(key),
  };
}
