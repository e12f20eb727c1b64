import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import { type FulfilmentStep, stepsFrom } from '../orders/fulfilment-life.js';
import { type FulfilmentOrder, fulfilmentOf, type Order } from '../orders/order.js';
import { type EventFacts, orderEvent } from '../orders/order-event.js';
import { type FulfilmentWork, fulfilmentWorkOf, takeFulfilmentStep } from '../orders/take-fulfilment-step.js';
import type { Services } from '../services.js';
import type { StockService } from '../stock/stock-service.js';
import type { Stores, Views } from '../stores.js';

/** What changes around an order work with: one transaction, its scope and its instant. */
export interface SettlementWork {
  readonly scope: Scope;
  readonly at: Date;
  readonly ids: Ids;
  readonly stores: Pick<Stores, 'invoices' | 'orders' | 'settlement'>;
  readonly views: Pick<Views, 'products' | 'settlement' | 'sites'>;
  readonly stock: Pick<StockService, 'adjust'>;
  readonly fulfilment: FulfilmentWork;
}

export function settlementWorkOf(services: Services, stores: Stores, scope: Scope, ids: Ids, at: Date): SettlementWork {
  return { scope, at, ids, stores, views: services.views, stock: services.stock, fulfilment: fulfilmentWorkOf(services, stores) };
}

/** What becomes of an order, what is said of it, and what the change was for. */
export interface OrderChange<Result> {
  readonly order: Order;
  readonly event: EventFacts;
  readonly result: Result;
}

export interface ChangedOrder<Result> {
  readonly order: Order;
  readonly result: Result;
}

/** Changes the order under its lock, with one event; its version grows by one. Throws `unknown_order`, or what `decide` throws. */
export async function changeOrder<Result>(
  { scope, at, stores, fulfilment: { signals } }: SettlementWork,
  orderId: string,
  decide: (order: Order) => Promise<OrderChange<Result>>,
): Promise<ChangedOrder<Result>> {
  let result: { readonly value: Result } | undefined;
  const order = await stores.orders.change(scope, orderId, async (before) => {
    const change = await decide(before);
    result = { value: change.result };
    const after: Order = { ...change.order, version: before.version + 1 };
    return { order: after, event: orderEvent(after, scope, at, change.event) };
  });
  if (result === undefined) throw new Error('The order was not handed over to be changed.');
  signals.send({ kind: 'order-changed', orderId });
  return { order, result: result.value };
}

/** Takes the step where the order may still take it: somebody may have taken it before. */
export async function followUp({ fulfilment, scope, at }: SettlementWork, order: FulfilmentOrder, step: FulfilmentStep): Promise<void> {
  if (stepsFrom(order.status).includes(step)) await takeFulfilmentStep(fulfilment, scope, order.id, { step, reason: null, at });
}

/** The order as one that is sent and is in one of these states; throws `invalid_transition`. */
export function inState(order: Order, states: readonly FulfilmentOrder['status'][], step: string): FulfilmentOrder {
  const sent = fulfilmentOf(order);
  if (states.includes(sent.status)) return sent;
  throw new DomainError('invalid_transition', {
    message: `An order that is ${sent.status} cannot take the step "${step}".`,
    facts: { status: sent.status, step },
  });
}
