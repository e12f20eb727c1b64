import type { NewStockAction, StockAction, StockLevel, StockUnit } from '@comptoir/core/stock/stock-action.js';
import type { Selectable } from 'kysely';
import type { StockActionTable, StockLevelTable } from './stock-tables.js';

/** A unit as the tables name it: a key has no nulls. */
export function unitRow({ itemId, variantId }: StockUnit) {
  return { item_id: itemId, variant_id: variantId ?? '' };
}

export function unitOf(row: { readonly item_id: string; readonly variant_id: string }): StockUnit {
  return { itemId: row.item_id, variantId: row.variant_id === '' ? null : row.variant_id };
}

export function levelOf(
  row: Pick<Selectable<StockLevelTable>, 'item_id' | 'variant_id' | 'stock' | 'reserved' | 'threshold' | 'updated_at'>,
): StockLevel {
  const { stock, reserved, threshold } = row;
  return { ...unitOf(row), stock, reserved, threshold, updatedAt: row.updated_at };
}

export function actionOf(row: Selectable<StockActionTable>): StockAction {
  const { id, direction, quantity, status, reason, reference, note, actor } = row;
  return {
    ...unitOf(row),
    id,
    direction,
    quantity,
    status,
    reason,
    reference,
    note,
    actor,
    before: row.stock_before,
    after: row.stock_after,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  };
}

/** A new action is settled at once, unless it is a forecast. */
export function settledAtOf({ status, createdAt }: NewStockAction): Date | null {
  return status === 'COMPLETED' ? createdAt : null;
}
