import type { OrderStatus } from '@comptoir/core/orders/order.js';
import { goodsOf } from '@comptoir/core/orders/order-goods.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import { happened, promised } from '@comptoir/core/stock/new-stock-action.js';
import { type NewStockAction, type StockUnit, signedQuantity, unitKey, unitsOf } from '@comptoir/core/stock/stock-action.js';
import { minutesAfter } from './calendar.js';
import type { Place } from './past-order.js';

/**
 * What the orders did to the shelves: balances when it all began, then month by month what was promised, handed over and brought back, after
 * as much was received on the first as it takes; so the balances are what can be sold today.
 */
export function stockOf(
  place: Place,
  past: readonly PastOrder[],
  balances: ReadonlyMap<string, number>,
  openedAt: Date,
): readonly (readonly NewStockAction[])[] {
  const moves = past.flatMap((one) => movesOf(place, one)).sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const months = new Map<string, NewStockAction[]>();
  for (const move of moves) {
    const month = move.createdAt.toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), move]);
  }
  return [
    openings(place, balances, openedAt),
    ...[...months].map(([month, taken]) => [...receipts(place, month, taken, openedAt), ...taken]),
  ];
}

function openings({ ids, scope, items }: Place, balances: ReadonlyMap<string, number>, at: Date): NewStockAction[] {
  const cause = { reason: 'OPENING_BALANCE', reference: null, note: null } as const;
  return items.flatMap((item) => {
    const balance = balances.get(item.id) ?? 0;
    return balance === 0 ? [] : unitsOf(item).map((unit) => happened(ids, scope, unit, balance, cause, at));
  });
}

/** As the steps of an order leave it: a forecast that is pending, or became a fact when the goods were handed over; returns are refunds. */
function movesOf({ ids, scope }: Place, { order, events }: PastOrder): NewStockAction[] {
  const { id, status, sealedAt, lines } = order;
  const goods = goodsOf(lines);
  if (sealedAt === null) {
    const since = events.find((event) => PROMISED.includes(event.status))?.at;
    if (since === undefined || !PROMISED.includes(status)) return [];
    return goods.map(({ quantity, ...unit }) => promised(ids, scope, unit, quantity, id, since));
  }
  const handedOver = { reason: 'ORDER_FORECAST', reference: id, note: null } as const;
  const gone = goods.map(({ quantity, ...unit }) => happened(ids, scope, unit, -quantity, handedOver, sealedAt));
  if (status !== 'returned') return gone;
  const broughtBack = { ...handedOver, reason: 'REFUND' } as const;
  const at = (events.at(-1) ?? events[0]).at;
  return [...gone, ...goods.map(({ quantity, ...unit }) => happened(ids, scope, unit, quantity, broughtBack, at))];
}

/** The states in which goods are promised to an order. */
const PROMISED: readonly OrderStatus[] = ['queued', 'accepted', 'ready', 'confirmed', 'preparing', 'shipped'];

/** What was received in the month, on its first morning: all that is taken in it and does not come back in it. */
function receipts({ ids, scope }: Place, month: string, taken: readonly NewStockAction[], openedAt: Date): NewStockAction[] {
  const wanted = new Map<string, { readonly unit: StockUnit; readonly quantity: number }>();
  for (const action of taken) {
    const { itemId, variantId } = action;
    const before = wanted.get(unitKey(action))?.quantity ?? 0;
    wanted.set(unitKey(action), { unit: { itemId, variantId }, quantity: before - signedQuantity(action) });
  }
  const morning = new Date(`${month}-01T05:30:00Z`);
  const at = morning.getTime() > openedAt.getTime() ? morning : minutesAfter(openedAt, 1);
  const cause = { reason: 'RECEIPT', reference: null, note: 'Réassort du mois' } as const;
  const missing = [...wanted.values()].filter(({ quantity }) => quantity > 0);
  return missing.map(({ unit, quantity }) => happened(ids, scope, unit, quantity, cause, at));
}
