import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type FulfilmentOrder, fulfilmentOf } from '@comptoir/core/orders/order.js';
import type { GoodsReturn } from '@comptoir/core/settlement/goods-return.js';
import type { Parcel } from '@comptoir/core/settlement/parcel.js';
import type { RecordedPayment, RecordedRefund } from '@comptoir/core/settlement/recorded-payment.js';
import type { Persistence, Stores } from '@comptoir/core/stores.js';
import { aFulfilment, aLine, anEvent, minutesAfter, NOON } from './builders.js';

/** 10 € in cash, taken at noon. */
export function aRecordedPayment(orderId: string, changes: Partial<RecordedPayment> = {}): RecordedPayment {
  return {
    id: randomUUID(),
    orderId,
    method: 'cash',
    amountCents: 1000,
    status: 'captured',
    reference: null,
    note: null,
    receivedAt: NOON,
    recordedAt: NOON,
    capturedAt: NOON,
    voidedAt: null,
    reconciledAt: null,
    recordedBy: 'user:lucie',
    ...changes,
  };
}

/** 3 € of it given back ten minutes later. */
export function aRecordedRefund({ id, orderId }: RecordedPayment, changes: Partial<RecordedRefund> = {}): RecordedRefund {
  return {
    id: randomUUID(),
    orderId,
    paymentId: id,
    returnId: null,
    amountCents: 300,
    method: 'cash',
    reason: null,
    reference: null,
    recordedAt: minutesAfter(NOON, 10),
    recordedBy: 'user:lucie',
    ...changes,
  };
}

export function aParcel(orderId: string, changes: Partial<Parcel> = {}): Parcel {
  return {
    id: randomUUID(),
    orderId,
    state: 'packed',
    lines: [{ lineId: 'a', quantity: 1 }],
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    address: null,
    note: null,
    createdAt: NOON,
    shippedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    version: 1,
    ...changes,
  };
}

export function aReturn(orderId: string, changes: Partial<GoodsReturn> = {}): GoodsReturn {
  return {
    id: randomUUID(),
    orderId,
    state: 'requested',
    lines: [{ lineId: 'a', quantity: 1, condition: 'sellable' }],
    reason: null,
    createdAt: NOON,
    receivedAt: null,
    version: 1,
    ...changes,
  };
}

/** A confirmed order of two mugs for 20 € and their carriage for 5 €, of which nothing has happened yet. */
export function aConfirmed(scope: Scope, changes: Partial<FulfilmentOrder> = {}): ReturnType<typeof aFulfilment> {
  const mugs = aLine({ id: 'a', itemId: 'mug', name: 'Tasse', quantity: 2, unitPriceCents: 1000, totalCents: 2000 });
  const carriage = { ...aLine({ id: 'b', quantity: 1, unitPriceCents: 500, totalCents: 500 }), kind: 'shipping', itemId: null } as const;
  return aFulfilment(scope, {
    status: 'confirmed',
    lines: [mugs, carriage],
    totalCents: 2500,
    discounts: [],
    invoiceNumber: null,
    sealedAt: null,
    paidCents: 0,
    refundedCents: 0,
    ...changes,
  });
}

export async function confirmedIn(
  { transact }: Persistence,
  scope: Scope,
  changes: Partial<FulfilmentOrder> = {},
): Promise<FulfilmentOrder> {
  return transact(scope, ({ orders }) => placeConfirmed(orders, scope, changes));
}

/** The same within a transaction of the test's own. */
export async function placeConfirmed(
  orders: Stores['orders'],
  scope: Scope,
  changes: Partial<FulfilmentOrder> = {},
): Promise<FulfilmentOrder> {
  const order = aConfirmed(scope, changes);
  const result = await orders.place(scope, order, anEvent(order.status));
  if (result === null) throw new Error('An order that claims no slot was refused one.');
  return fulfilmentOf(result.order);
}
