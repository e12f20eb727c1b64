import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { NewStockAction, StockLevel, StockUnit } from '@comptoir/core/stock/stock-action.js';
import type { Posted, StockStore } from '@comptoir/core/stock/stock-store.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { freshName, NOON } from './builders.js';

/** An item without variants unless told. */
export function aUnit(itemId: string = freshName('item'), variantId: string | null = null): StockUnit {
  return { itemId, variantId };
}

/** A receipt of one piece. */
export function aStockAction(changes: Partial<NewStockAction> = {}): NewStockAction {
  return {
    id: randomUUID(),
    itemId: 'galette',
    variantId: null,
    direction: 'INCREMENT',
    quantity: 1,
    status: 'COMPLETED',
    reason: 'RECEIPT',
    reference: null,
    note: null,
    actor: 'system:tests',
    createdAt: NOON,
    ...changes,
  };
}

/** A promise of one piece to some order. */
export function aForecast(changes: Partial<NewStockAction> = {}): NewStockAction {
  const promise = { direction: 'DECREMENT', status: 'PENDING', reason: 'ORDER_FORECAST', reference: freshName('order') } as const;
  return aStockAction({ ...promise, ...changes });
}

/** Something taken from the shelf. */
export function aSale(changes: Partial<NewStockAction> = {}): NewStockAction {
  return aStockAction({ direction: 'DECREMENT', reason: 'SALE', ...changes });
}

/** Starts keeping stock of the units, and puts the same number of each on the shelf. */
export async function onTheShelf({ transact }: Pick<Persistence, 'transact'>, scope: Scope, units: readonly StockUnit[], quantity: number) {
  await transact(scope, async ({ stock }) => {
    await stock.open(scope, units, NOON);
    if (quantity > 0)
      await stock.post(
        scope,
        units.map((unit) => aStockAction({ ...unit, quantity })),
        'fact',
      );
  });
}

/** The level of a unit; fails when no stock is kept of it. */
export async function levelIn({ views }: Pick<Persistence, 'views'>, scope: Scope, unit: StockUnit): Promise<StockLevel> {
  const levels = await views.stock.levels(scope, [unit.itemId]);
  const level = levels.find(({ variantId }) => variantId === unit.variantId);
  if (level === undefined) throw new Error(`No stock is kept of ${JSON.stringify(unit)}.`);
  return level;
}

/** Posts in a transaction of its own. */
export function postIn(
  { transact }: Pick<Persistence, 'transact'>,
  scope: Scope,
  actions: readonly NewStockAction[],
  guard: Parameters<StockStore['post']>[2] = 'guarded',
): Promise<Posted> {
  return transact(scope, ({ stock }) => stock.post(scope, actions, guard));
}
