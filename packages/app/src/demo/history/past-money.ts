import { actorName } from '@comptoir/core/kit/scope.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import { paidCents, type RecordedPayment } from '@comptoir/core/settlement/recorded-payment.js';
import { minutesAfter } from './calendar.js';
import type { Choices } from './dice.js';
import type { PaidOrder } from './order-books.js';
import type { Place } from './past-order.js';

const DAY_MINUTES = 24 * 60;

/** What was paid for the order by now, and the order that says so. What is picked up is paid at the counter, and not recorded. */
export function paidOrder(place: Place, { order, events }: PastOrder): PaidOrder {
  const payments = paymentsOf(place, { order, events });
  return { past: { order: { ...order, paidCents: paidCents({ payments }) }, events }, payments };
}

function paymentsOf(place: Place, { order }: PastOrder): readonly RecordedPayment[] {
  if (order.pickupAt !== null) return [];
  if (order.status === 'cancelled' || order.status === 'draft') return [];
  return order.channel === 'shop' ? [online(place, order)] : transfers(place, order);
}

function online(place: Place, order: PastOrder['order']): RecordedPayment {
  return payment(place, order, order.totalCents, {
    method: 'online',
    at: order.placedAt,
    reference: order.invoiceNumber,
    recordedBy: 'system:shop-sync',
  });
}

/** Companies pay once they have what they ordered, in their own time: some in two parts, some late. What is long ago is paid. */
function transfers(place: Place, order: PastOrder['order']): readonly RecordedPayment[] {
  const { dice, scope, now } = place;
  const { sealedAt } = order;
  if (sealedAt === null) return [];
  const recordedBy = actorName(scope.actor);
  const firstCents = Math.round((order.totalCents * dice.between(30, 60)) / 100);
  const parts = {
    once: [{ cents: order.totalCents, days: dice.between(4, 45) }],
    inParts: [
      { cents: firstCents, days: dice.between(3, 15) },
      { cents: order.totalCents - firstCents, days: dice.between(60, 100) },
    ],
    late: [{ cents: order.totalCents, days: dice.between(70, 110) }],
  }[dice.weighted(HABITS)];
  const received = parts.map(({ cents, days }) => ({ cents, at: minutesAfter(sealedAt, days * DAY_MINUTES + dice.between(0, 480)) }));
  return received
    .filter(({ at, cents }) => at < now && cents > 0)
    .map(({ at, cents }) => payment(place, order, cents, { method: 'transfer', at, reference: null, recordedBy }));
}

const HABITS: Choices<'once' | 'inParts' | 'late'> = [
  ['once', 78],
  ['inParts', 10],
  ['late', 12],
];

type Received = Pick<RecordedPayment, 'method' | 'reference' | 'recordedBy'> & { readonly at: Date };

function payment({ ids }: Place, { id: orderId }: PastOrder['order'], amountCents: number, { at, ...received }: Received): RecordedPayment {
  return {
    ...received,
    id: ids.uuid(),
    orderId,
    amountCents,
    status: 'captured',
    note: null,
    receivedAt: at,
    recordedAt: at,
    capturedAt: at,
    voidedAt: null,
    reconciledAt: at,
  };
}
