import { actorName } from '@comptoir/core/kit/scope.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import { paidCents, type RecordedPayment } from '@comptoir/core/settlement/recorded-payment.js';
import { minutesAfter } from './calendar.js';
import type { Place } from './past-order.js';

const DAY_MINUTES = 24 * 60;

/** What was paid for the order by now, and the order that says so. What is picked up is paid at the counter, and not recorded. */
export function paidOrder(
  place: Place,
  { order, events }: PastOrder,
): { readonly past: PastOrder; readonly payments: readonly RecordedPayment[] } {
  const payments = paymentsOf(place, { order, events });
  return { past: { order: { ...order, paidCents: paidCents({ payments }) }, events }, payments };
}

function paymentsOf(place: Place, { order }: PastOrder): readonly RecordedPayment[] {
  if (order.pickupAt !== null) return [];
  if (order.status === 'cancelled' || order.status === 'draft') return [];
  return order.channel === 'shop' ? [online(place, order)] : transfers(place, order);
}

function online(place: Place, order: PastOrder['order']): RecordedPayment {
  return payment(place, order, { method: 'online', at: order.placedAt, reference: order.invoiceNumber, recordedBy: 'system:shop-sync' });
}

/** Companies pay once they have what they ordered, in their own time. */
function transfers(place: Place, order: PastOrder['order']): readonly RecordedPayment[] {
  const { dice, scope, now } = place;
  if (order.sealedAt === null) return [];
  const at = minutesAfter(order.sealedAt, dice.between(4 * DAY_MINUTES, 45 * DAY_MINUTES));
  if (at.getTime() > now.getTime()) return [];
  return [payment(place, order, { method: 'transfer', at, reference: null, recordedBy: actorName(scope.actor) })];
}

type Received = Pick<RecordedPayment, 'method' | 'reference' | 'recordedBy'> & { readonly at: Date };

function payment({ ids }: Place, { id: orderId, totalCents }: PastOrder['order'], { at, ...received }: Received): RecordedPayment {
  return {
    ...received,
    id: ids.uuid(),
    orderId,
    amountCents: totalCents,
    status: 'captured',
    note: null,
    receivedAt: at,
    recordedAt: at,
    capturedAt: at,
    voidedAt: null,
    reconciledAt: at,
  };
}
