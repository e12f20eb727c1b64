import type { Scope } from '../kit/scope.js';
import { promised } from './new-stock-action.js';
import { type StockAction, unitKey } from './stock-action.js';
import { type StockWork, writeFacts } from './stock-moves.js';
import type { StockLine } from './stock-service.js';

/**
 * Moves forecasts from one order to another, at most so much of each unit: those of both are given back and promised anew, as facts,
 * while their levels stay locked.
 */
export async function moveForecasts(
  work: StockWork,
  scope: Scope,
  from: string,
  to: string,
  units: readonly StockLine[] | 'all',
): Promise<readonly StockAction[]> {
  const giveBack = (orderId: string) => work.stock.settle(scope, 'ORDER_FORECAST', orderId, 'CANCELLED', work.at);
  const [held, kept] = [await giveBack(from), await giveBack(to)];
  const wanted = units === 'all' ? null : new Map(units.map((unit) => [unitKey(unit), unit.quantity]));
  const moved = held.map((unit) => withQuantity(unit, Math.min(unit.quantity, wanted?.get(unitKey(unit)) ?? (wanted ? 0 : unit.quantity))));
  const left = held.map((unit, index) => withQuantity(unit, unit.quantity - (moved[index]?.quantity ?? 0)));
  const forecasts = [...promisesTo(work, scope, from, left), ...promisesTo(work, scope, to, [...kept, ...moved])];
  return writeFacts(work.stock, scope, forecasts);
}

function withQuantity({ itemId, variantId }: StockAction, quantity: number): StockLine {
  return { itemId, variantId, quantity };
}

/** One forecast per unit, without those of nothing. */
function promisesTo({ ids, at }: StockWork, scope: Scope, orderId: string, lines: readonly StockLine[]) {
  const sums = new Map<string, StockLine>();
  for (const line of lines) sums.set(unitKey(line), { ...line, quantity: line.quantity + (sums.get(unitKey(line))?.quantity ?? 0) });
  const units = [...sums.values()].filter(({ quantity }) => quantity > 0);
  return units.map(({ quantity, itemId, variantId }) => promised(ids, scope, { itemId, variantId }, quantity, orderId, at));
}
