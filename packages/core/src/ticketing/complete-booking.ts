import type { Scope } from '../kit/scope.js';
import { AT_PICKUP, type TicketingOrder, takeTicketingStep, ticketingOf } from '../orders/order.js';
import { orderEvent, statusEvent } from '../orders/order-event.js';
import { chosenProvider, offeredPayments, type PaymentProviders } from '../payments/offered-payments.js';
import { isUnpaid, type PaymentMethod } from '../payments/payment.js';
import { newPayment } from '../payments/payment-rules.js';
import type { TicketCustomer } from './booking-service.js';
import { type BookingWork, closedPayment, issueTickets } from './booking-work.js';

export interface Completing {
  readonly customer: TicketCustomer;
  readonly payment: PaymentMethod;
  readonly providers: PaymentProviders;
}

/**
 * Says who comes and how it is paid. Paid at the desk, it is confirmed; a card that was chosen before is then not waited for. By card, it waits
 * for the payment, begun here where it was not. Throws `unknown_order`, `invalid_transition`, `payment_not_offered`.
 */
export async function completeBooking(work: BookingWork, orderId: string, { customer, payment, providers }: Completing): Promise<void> {
  const { stores, scope } = work;
  const offered = offeredPayments(await stores.settings.list(scope), providers);
  let before: TicketingOrder | undefined;
  const changed = await stores.orders.change(scope, orderId, async (locked) => {
    before = ticketingOf(locked);
    const confirmed = takeTicketingStep({ ...before, customer }, 'confirm');
    chosenProvider(offered, payment, before.totalCents);
    return payment === 'card' ? waiting(work, before, customer) : atDesk(work, before, confirmed);
  });
  const after = ticketingOf(changed);
  if (after.status === 'confirmed') return issueTickets(work, after);
  const provider = chosenProvider(offered, payment, after.totalCents);
  if (before?.payment.method === 'at_pickup' && provider !== null) await beginPayment(work, after, provider);
  work.signals.send({ kind: 'order-changed', orderId });
}

/** Confirms a hold whose payment is settled; nothing happens to any other. Throws `unknown_order`. */
export async function confirmBooking(work: BookingWork, scope: Scope, orderId: string): Promise<void> {
  let isConfirmed = false;
  const changed = await work.stores.orders.change(scope, orderId, (locked) => {
    const before = ticketingOf(locked);
    if (before.status !== 'held' || (before.payment.status !== null && before.payment.status !== 'paid')) return null;
    isConfirmed = true;
    const order = takeTicketingStep(before, 'confirm');
    return { order, event: statusEvent(order, scope, work.at) };
  });
  if (isConfirmed) await issueTickets(work, ticketingOf(changed));
}

async function atDesk(work: BookingWork, before: TicketingOrder, confirmed: TicketingOrder) {
  await closedPayment(work, before);
  const order = { ...confirmed, payment: AT_PICKUP };
  return { order, event: statusEvent(order, work.scope, work.at) };
}

function waiting({ scope, at }: BookingWork, before: TicketingOrder, customer: TicketCustomer) {
  const { payment } = before;
  const isWaiting = payment.status !== null && isUnpaid(payment.status);
  const order: TicketingOrder = {
    ...before,
    customer,
    payment: isWaiting ? payment : { method: 'card', status: 'pending' },
    version: before.version + 1,
  };
  return { order, event: orderEvent(order, scope, at, { kind: 'payment' }) };
}

/** From now on it lasts as long as the payment may come. */
async function beginPayment({ stores, scope, ids, at }: BookingWork, order: TicketingOrder, provider: string): Promise<void> {
  const { id: orderId, tenantId, siteId, totalCents: amountCents, currency } = order;
  await stores.payments.create(scope, newPayment({ orderId, tenantId, siteId, amountCents, currency, id: ids.uuid(), provider }, at));
  await stores.tickets.changeBooking(scope, orderId, (booking) => ({ ...booking, heldUntil: null }));
}
