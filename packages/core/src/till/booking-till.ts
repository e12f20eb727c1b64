import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { type TicketingOrder, ticketingOf } from '../orders/order.js';
import { orderEvent } from '../orders/order-event.js';
import type { Sale, SalePayment } from '../sales/sale.js';
import type { Views } from '../stores.js';
import { contentsOfOrder } from './order-contents.js';

/** Where bookings of tickets are paid that are to be paid at the desk. */
export interface BookingTill {
  /**
   * Sells what was booked at a register with an open shift, once: the sale, its entry in the journal and the news of the booking commit together.
   * Throws `unknown_order`, `invalid_transition` for a booking that is not confirmed, `payment_over` for one that is paid by card or was rung up
   * already, `invalid_request` for payments that are not what is due, `unknown_register`, `no_open_shift`, `shift_over`.
   */
  ringUp(scope: Scope, bookingId: string, at: DeskPayment): Promise<Sale>;
}

export interface DeskPayment {
  /** By its name. */
  readonly register: string;
  readonly payments: readonly SalePayment[];
}

export interface BookingTillDeps {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Seats are no goods. */
const AT_THE_DESK = { movesGoods: false, shift: 'required' } as const;

export function makeBookingTill({ unitOfWork, clock, ids }: BookingTillDeps): BookingTill {
  return {
    ringUp: (scope, bookingId, { register, payments }) =>
      unitOfWork(scope, async ({ views, sales, signals }, stores) => {
        const [saleId, at] = [ids.uuid(), clock.now()];
        const paid = await stores.orders.change(scope, bookingId, async (locked) => {
          const before = ticketingOf(locked);
          await requireToPay(views, scope, before);
          const order = { ...before, version: before.version + 1 };
          const data = { saleId, register, amountCents: order.totalCents };
          return { order, event: orderEvent(order, scope, at, { kind: 'payment', data }) };
        });
        const contents = await contentsOfOrder(views, scope, await stores.settings.list(scope), paid);
        const head = { kind: 'sale', id: saleId, register, at, currency: paid.currency, orderId: paid.id } as const;
        const sale = await sales.sell(scope, { ...head, ...contents, payments }, AT_THE_DESK);
        signals.send({ kind: 'order-changed', orderId: paid.id });
        return sale;
      }),
  };
}

/** The booking is locked, so that nobody else sells it meanwhile. */
async function requireToPay({ sales }: Pick<Views, 'sales'>, scope: Scope, { id, status, payment }: TicketingOrder): Promise<void> {
  if (status !== 'confirmed') {
    const message = `A booking that is ${status} is not paid at the desk.`;
    throw new DomainError('invalid_transition', { message, facts: { status, step: 'pay' } });
  }
  if (payment.method !== 'at_pickup') throw new DomainError('payment_over', { message: 'This booking is paid by card.' });
  const [sold] = await sales.ofOrder(scope, id);
  if (sold === undefined) return;
  throw new DomainError('payment_over', { message: 'This booking was rung up already.', facts: { saleId: sold.id, number: sold.number } });
}
