import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import { type FulfilmentOrder, fulfilmentOf, type Order } from '../orders/order.js';
import { type EventFacts, orderEvent } from '../orders/order-event.js';
import { type FulfilmentStep, stepsFrom } from '../orders/fulfilment-life.js';
import { type FulfilmentWork, fulfilmentWorkOf, takeFulfilmentStep } from '../orders/take-fulfilment-step.js';
import type { Services } from '../services.js';
import type { StockService } from '../stock/stock-service.js';
import type { Stores, Views } from '../stores.js';

/** What changes around an order work with: one transaction, its scope and its instant. */
export interface SettlementWork {
  readonly scope: Scope;
  readonly at: Date;
  readonly ids: Ids;
  readonly stores: Pick<Stores, 'orders' | 'settlement'>;
  readonly views: Pick<Views, 'products' | 'sites'>;
  readonly stock: Pick<StockService, 'adjust'>;
  readonly fulfilment: FulfilmentWork;
}

export function settlementWorkOf(services: Services, stores: Stores, scope: Scope, ids: Ids, at: Date): SettlementWork {
  return { scope, at, ids, stores, views: services.views, stock: services.stock, fulfilment: fulfilmentWorkOf(services, stores) };
}

/** What becomes of an order, and what is said of it. */
export interface OrderChange<Kind extends Order> {
  readonly order: Kind;
  readonly event: EventFacts;
}

/** Changes the order under its lock, with one event; its version grows by one. Throws `unknown_order`, or what `decide` throws. */
export function changeOrder(
  { scope, at, stores }: SettlementWork,
  orderId: string,
  decide: (order: Order) => Promise<OrderChange<Order>>,
): Promise<Order> {
  return stores.orders.change(scope, orderId, async (before) => {
    const { order, event } = await decide(before);
    const after: Order = { ...order, version: before.version + 1 };
    return { order: after, event: orderEvent(after, scope, at, event) };
  });
}

/** The same for an order that is sent; throws `invalid_transition` for any other. */
export async function changeFulfilmentOrder(
  work: SettlementWork,
  orderId: string,
  decide: (order: FulfilmentOrder) => Promise<OrderChange<FulfilmentOrder>>,
): Promise<FulfilmentOrder> {
  return fulfilmentOf(await changeOrder(work, orderId, (order) => decide(fulfilmentOf(order))));
}

/** Takes the step where the order may still take it: somebody may have taken it before. */
export async function followUp({ fulfilment, scope, at }: SettlementWork, order: FulfilmentOrder, step: FulfilmentStep): Promise<void> {
  if (stepsFrom(order.status).includes(step)) await takeFulfilmentStep(fulfilment, scope, order.id, { step, reason: null, at });
}
