import type { GoodsReturn } from '@comptoir/core/settlement/goods-return.js';
import type { Parcel } from '@comptoir/core/settlement/parcel.js';
import type { RecordedPayment, RecordedRefund } from '@comptoir/core/settlement/recorded-payment.js';
import type { Selectable } from 'kysely';
import { json } from '../kit/json.js';
import type { GoodsReturnTable, OrderPaymentTable, OrderRefundTable, ParcelTable } from './settlement-tables.js';

/** Rows are without tenant and establishment, which the scope tells. */

export function paymentRow(payment: RecordedPayment) {
  const { id, method, reference, note } = payment;
  return {
    ...{ id, method, reference, note, ...paymentStateRow(payment) },
    order_id: payment.orderId,
    amount_cents: payment.amountCents,
    received_at: payment.receivedAt,
    recorded_at: payment.recordedAt,
    recorded_by: payment.recordedBy,
  };
}

/** What changes in the life of recorded money. */
export function paymentStateRow({ status, capturedAt, voidedAt, reconciledAt }: RecordedPayment) {
  return { status, captured_at: capturedAt, voided_at: voidedAt, reconciled_at: reconciledAt };
}

export function paymentOf(row: Selectable<OrderPaymentTable>): RecordedPayment {
  const { id, method, status, reference, note } = row;
  return {
    ...{ id, method, status, reference, note },
    orderId: row.order_id,
    amountCents: row.amount_cents,
    receivedAt: row.received_at,
    recordedAt: row.recorded_at,
    capturedAt: row.captured_at,
    voidedAt: row.voided_at,
    reconciledAt: row.reconciled_at,
    recordedBy: row.recorded_by,
  };
}

export function refundRow({ id, method, reason, reference, ...refund }: RecordedRefund) {
  return {
    ...{ id, method, reason, reference },
    order_id: refund.orderId,
    payment_id: refund.paymentId,
    return_id: refund.returnId,
    amount_cents: refund.amountCents,
    recorded_at: refund.recordedAt,
    recorded_by: refund.recordedBy,
  };
}

export function refundOf(row: Selectable<OrderRefundTable>): RecordedRefund {
  const { id, method, reason, reference } = row;
  return {
    ...{ id, method, reason, reference },
    orderId: row.order_id,
    paymentId: row.payment_id,
    returnId: row.return_id,
    amountCents: row.amount_cents,
    recordedAt: row.recorded_at,
    recordedBy: row.recorded_by,
  };
}

export function parcelRow(parcel: Parcel) {
  const { id, orderId, lines, address, createdAt } = parcel;
  return { ...parcelStateRow(parcel), id, order_id: orderId, lines: json(lines), address: address && json(address), created_at: createdAt };
}

/** What changes in the life of a parcel. */
export function parcelStateRow({ state, carrier, note, version, ...parcel }: Parcel) {
  return {
    ...{ state, carrier, note, version },
    tracking_number: parcel.trackingNumber,
    tracking_url: parcel.trackingUrl,
    shipped_at: parcel.shippedAt,
    delivered_at: parcel.deliveredAt,
    cancelled_at: parcel.cancelledAt,
  };
}

export function parcelOf(row: Selectable<ParcelTable>): Parcel {
  const { id, state, lines, carrier, address, note, version } = row;
  return {
    ...{ id, state, lines, carrier, address, note, version },
    orderId: row.order_id,
    trackingNumber: row.tracking_number,
    trackingUrl: row.tracking_url,
    createdAt: row.created_at,
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at,
    cancelledAt: row.cancelled_at,
  };
}

export function returnRow(goodsReturn: GoodsReturn) {
  const { id, orderId, reason, createdAt } = goodsReturn;
  return { ...returnStateRow(goodsReturn), id, order_id: orderId, reason, created_at: createdAt };
}

/** What changes in the life of a return. */
export function returnStateRow({ state, lines, receivedAt, version }: GoodsReturn) {
  return { state, lines: json(lines), received_at: receivedAt, version };
}

export function returnOf(row: Selectable<GoodsReturnTable>): GoodsReturn {
  const { id, state, lines, reason, version } = row;
  return { ...{ id, state, lines, reason, version }, orderId: row.order_id, createdAt: row.created_at, receivedAt: row.received_at };
}
