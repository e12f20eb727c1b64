import { effectOf, type NewStockAction, type StockUnit, unitKey } from '@comptoir/core/stock/stock-action.js';

/** What several actions do to one unit together. */
export interface UnitMove extends StockUnit {
  /** Added to the stock. */
  readonly moved: number;
  /** Added to what is promised. */
  readonly promised: number;
}

/** An action, and what those before it in the same call have added to the stock of its unit. */
export interface PlacedAction {
  readonly action: NewStockAction;
  readonly movedBefore: number;
}

/** The actions unit by unit, for locks that are taken once, and each in its place. */
export function movesOf(actions: readonly NewStockAction[]): {
  readonly units: readonly UnitMove[];
  readonly placed: readonly PlacedAction[];
} {
  const units = new Map<string, UnitMove>();
  const placed = actions.map((action) => {
    const { itemId, variantId } = action;
    const { moved, promised } = units.get(unitKey(action)) ?? { moved: 0, promised: 0 };
    const { stock, reserved } = effectOf(action);
    units.set(unitKey(action), { itemId, variantId, moved: moved + stock, promised: promised + reserved });
    return { action, movedBefore: moved };
  });
  return { units: [...units.values()], placed };
}
