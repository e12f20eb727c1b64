import type { Ids } from '../kit/ids.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { NewStockAction, StockReason, StockUnit } from './stock-action.js';

/** Why stock changes. */
interface Cause {
  readonly reason: StockReason;
  readonly reference: string | null;
  readonly note: string | null;
}

/** Something that has happened to the stock of a unit: `by` was added (above zero) or taken (below). */
export function happened(
  ids: Pick<Ids, 'uuid'>,
  scope: Scope,
  { itemId, variantId }: StockUnit,
  by: number,
  cause: Cause,
  at: Date,
): NewStockAction {
  const { reason, reference, note } = cause;
  return {
    id: ids.uuid(),
    itemId,
    variantId,
    direction: by > 0 ? 'INCREMENT' : 'DECREMENT',
    quantity: Math.abs(by),
    status: 'COMPLETED',
    reason,
    reference,
    note,
    actor: actorName(scope.actor),
    createdAt: at,
  };
}

/** So many of the unit will be taken for the order. */
export function promised(
  ids: Pick<Ids, 'uuid'>,
  scope: Scope,
  unit: StockUnit,
  quantity: number,
  orderId: string,
  at: Date,
): NewStockAction {
  const cause = { reason: 'ORDER_FORECAST', reference: orderId, note: null } as const;
  return { ...happened(ids, scope, unit, -quantity, cause, at), status: 'PENDING' };
}
