import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import { sumCents } from '../kit/money.js';
import type { Scope } from '../kit/scope.js';
import { FULFILMENT_CHANNELS, type Order } from '../orders/order.js';
import type { Payment } from '../payments/payment.js';
import { linesLeft } from '../sales/complete-sale.js';
import type { PaymentMethod } from '../sales/sale.js';
import type { SalesService } from '../sales/sales-service.js';
import { sellsAtPickup } from '../sales/till-settings.js';
import type { TransactAll } from '../stores.js';
import { contentsOfOrder } from './order-contents.js';
import { ONLINE_REGISTER } from './register.js';

/**
 * Sells online orders that guests pay, once each, and takes the sales back when the money goes back. Every call takes part in the transaction that has
 * locked the order, after the locks of that; goods move by the order alone.
 */
export interface OrderSales {
  /** The payment of the order has changed: money that came is a sale, money that went back a refund. */
  paymentChanged(scope: Scope, order: Order, before: Payment['status'], after: Payment['status']): Promise<void>;
  /** The order was handed over: what is paid at pickup is a sale. */
  collected(scope: Scope, order: Order): Promise<void>;
}

export interface OrderSalesDeps {
  readonly transact: TransactAll;
  readonly sales: Pick<SalesService, 'sell' | 'refund'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const APART = { movesGoods: false, shift: 'none' } as const;

export function makeOrderSales({ transact, sales, clock, ids }: OrderSalesDeps): OrderSales {
  async function sellOnce(scope: Scope, order: Order, method: PaymentMethod): Promise<void> {
    const draft = await transact(scope, async ({ settings }, views) => {
      if ((await views.sales.ofOrder(scope, order.id)).length > 0) return null;
      return contentsOfOrder(views, scope, await settings.list(scope), order);
    });
    if (draft === null || draft.lines.length === 0) return;
    const payments = [{ method, amountCents: sumCents(order.lines.map(({ totalCents }) => totalCents)) }];
    const head = { kind: 'sale', id: ids.uuid(), register: ONLINE_REGISTER, at: clock.now(), currency: order.currency } as const;
    await sales.sell(scope, { ...head, ...draft, orderId: order.id, payments, cashStepCents: null }, APART);
  }

  async function takeBack(scope: Scope, orderId: string): Promise<void> {
    const [sale, ...refunds] = await transact(scope, (_stores, views) => views.sales.ofOrder(scope, orderId));
    const left = sale === undefined ? [] : linesLeft(sale, refunds).filter(({ quantity }) => quantity > 0);
    const [paid] = sale?.payments ?? [];
    // Money by card that came late goes back though the order was paid at pickup, or at a till.
    if (sale === undefined || sale.register !== ONLINE_REGISTER || paid?.method !== 'card' || left.length === 0) return;
    const lines = left.map(({ number, quantity }) => ({ number, quantity }));
    const payments = [{ method: paid.method, amountCents: sumCents(left.map(({ totalCents }) => totalCents)) }];
    const head = { kind: 'refund', id: ids.uuid(), register: ONLINE_REGISTER, at: clock.now(), refundOf: sale.id } as const;
    // Money goes back by card when an order ends unserved: its goods never left.
    await sales.refund(scope, { ...head, lines, payments, orderId, cashStepCents: null }, { ...APART, isRestocked: true });
  }

  return {
    async paymentChanged(scope, order, before, after) {
      if (before === after || !isSoldOnline(order)) return;
      if (after === 'paid') await sellOnce(scope, order, 'card');
      if (after === 'refunded') await takeBack(scope, order.id);
    },
    async collected(scope, order) {
      if (order.payment.method !== 'at_pickup' || !isSoldOnline(order)) return;
      const sells = await transact(scope, async ({ settings }) => sellsAtPickup(await settings.list(scope)));
      // The staff took the money, and this service is not told in which form.
      if (sells) await sellOnce(scope, order, 'other');
    },
  };
}

/** What is sent is sold by invoices. */
function isSoldOnline({ channel }: Order): boolean {
  return !FULFILMENT_CHANNELS.some((sent) => sent === channel);
}
