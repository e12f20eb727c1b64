import type { Scope } from '../kit/scope.js';
import { serviceDayAt } from '../sites/opening-hours.js';
import type { Site } from '../sites/site.js';
import { addDays } from '../sites/wall-time.js';
import type { Views } from '../stores.js';
import { isFinal, isPickup, type Order } from './order.js';

/**
 * The order that a number means which is called out now: that of today, or else of the next service day, as late orders are picked up
 * after midnight. The number of today may come again then: it means tomorrow's once today's order is over. Null when there is neither.
 */
export async function orderCalled(
  { orderDesk }: Pick<Views, 'orderDesk'>,
  scope: Scope,
  site: Site,
  sequence: number,
  now: Date,
): Promise<Order | null> {
  const today = serviceDayAt(site, now);
  const order = await orderDesk.byNumber(scope, today, sequence);
  if (order !== null && !(isPickup(order) && isFinal(order.status))) return order;
  return (await orderDesk.byNumber(scope, addDays(today, 1), sequence)) ?? order;
}
