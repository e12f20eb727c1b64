import type { Invoice, InvoicePayment } from '../invoices/invoice.js';
import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { GoodsLine } from './goods.js';
import type { GoodsReturn, ReturnedLine } from './goods-return.js';
import { reconcile, recordPayment, takePaymentStep } from './order-money.js';
import { createFulfilment, updateFulfilment } from './order-parcels.js';
import { orderOfPayment, refund } from './order-refunds.js';
import { cancelReturn, createReturn, receiveReturn } from './order-returns.js';
import type { Parcel, ParcelStep } from './parcel.js';
import { payInvoice } from './pay-invoice.js';
import type { RecordedMethod, RecordedPayment, RecordedRefund, RecordedStep } from './recorded-payment.js';
import { type SettlementWork, settlementWorkOf } from './settlement-work.js';

export interface NewPayment {
  readonly method: RecordedMethod;
  readonly amountCents: number;
  /** False: promised, to be captured or voided. */
  readonly captured: boolean;
  readonly reference: string | null;
  readonly note: string | null;
  /** Null: now. Not in the future. */
  readonly receivedAt: Date | null;
}

export interface NewRefund {
  /** The return it belongs to; null: none. */
  readonly returnId: string | null;
  /** Null: all that came in and is still there. */
  readonly amountCents: number | null;
  /** Null: of the latest payments first. */
  readonly paymentId: string | null;
  readonly method: RecordedMethod | null;
  readonly reason: string | null;
  readonly reference: string | null;
}

export interface NewFulfilment {
  /** Null: all goods that are not sent yet. */
  readonly lines: readonly GoodsLine[] | null;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  readonly note: string | null;
  /** True: it leaves at once. */
  readonly shipped: boolean;
}

export interface FulfilmentChange {
  readonly step?: ParcelStep | undefined;
  readonly carrier?: string | null | undefined;
  readonly trackingNumber?: string | null | undefined;
  readonly trackingUrl?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly version?: number | undefined;
}

export interface NewReturn {
  readonly lines: readonly ReturnedLine[];
  readonly reason: string | null;
  /** True: the goods are there already. */
  readonly received: boolean;
}

/** What staff does about the money and the goods of orders. Every call is one transaction, or takes part in the one it is made in. */
export interface SettlementService {
  /**
   * Records money for an order. Throws `unknown_order`, `over_paid` (with what is due), `payment_not_offered` (an order that is paid by card on
   * the page of a provider), `invalid_transition` (an order that was given up), `invalid_request` (money that is still to come).
   */
  recordPayment(scope: Scope, orderId: string, payment: NewPayment): Promise<RecordedPayment>;
  /**
   * Records money that came for an invoice of the order, or went back (negative), on both. Throws `unknown_record`, `invalid_transition`,
   * `invalid_request`, `over_paid` (more is promised for the order already), `over_refunded`, `payment_not_offered`.
   */
  payInvoice(scope: Scope, orderId: string, payment: InvoicePayment): Promise<Invoice>;
  /** Captures or voids promised money. Throws `unknown_record`, `invalid_transition`. */
  takePaymentStep(scope: Scope, paymentId: string, step: RecordedStep): Promise<RecordedPayment>;
  /** Notes of all of them whether they were found on a statement of the bank. Throws `unknown_record`, `invalid_transition`. */
  reconcile(scope: Scope, paymentIds: readonly string[], isFound: boolean): Promise<readonly RecordedPayment[]>;
  /**
   * Records money given back for an order, part by part of the payments it came by. Throws `unknown_order`, `unknown_record` (the payment or the
   * return, which must be of the order), `over_refunded` (with what can be given back), `invalid_transition`.
   */
  refund(scope: Scope, orderId: string, refund: NewRefund): Promise<readonly RecordedRefund[]>;
  /** The same for the order of a payment, which must be this one where it is named. Throws as `refund`. */
  refundPayment(
    scope: Scope,
    orderId: string | null,
    refund: NewRefund & { readonly paymentId: string },
  ): Promise<readonly RecordedRefund[]>;
  /** Packs goods of an order. Throws `unknown_order`, `unknown_record` (a line), `invalid_transition`, `too_many_goods`. */
  createFulfilment(scope: Scope, orderId: string, fulfilment: NewFulfilment): Promise<Parcel>;
  /** Changes a parcel, and the order with its last one. Throws `unknown_record`, `stale`, `invalid_transition`. */
  updateFulfilment(scope: Scope, parcelId: string, change: FulfilmentChange): Promise<Parcel>;
  /** Announces goods that come back. Throws `unknown_order`, `unknown_record` (a line), `invalid_transition`, `too_many_goods`. */
  createReturn(scope: Scope, orderId: string, goodsReturn: NewReturn): Promise<GoodsReturn>;
  /**
   * The goods are there, as announced (null) or as `came` says: what can be sold again goes into stock. Throws `unknown_record`,
   * `invalid_transition`, `too_many_goods` (more than was announced).
   */
  receiveReturn(scope: Scope, returnId: string, came: readonly ReturnedLine[] | null): Promise<GoodsReturn>;
  /** The goods will not come. Throws `unknown_record`, `invalid_transition`. */
  cancelReturn(scope: Scope, returnId: string): Promise<GoodsReturn>;
}

export interface SettlementDeps {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function makeSettlementService({ unitOfWork, clock, ids }: SettlementDeps): SettlementService {
  const within = <Result>(scope: Scope, work: (settlement: SettlementWork) => Promise<Result>): Promise<Result> =>
    unitOfWork(scope, (services, stores) => work(settlementWorkOf(services, stores, scope, ids, clock.now())));
  return {
    recordPayment: (scope, orderId, payment) => within(scope, (work) => recordPayment(work, orderId, payment)),
    payInvoice: (scope, orderId, payment) => within(scope, (work) => payInvoice(work, orderId, payment)),
    takePaymentStep: (scope, paymentId, step) => within(scope, (work) => takePaymentStep(work, paymentId, step)),
    reconcile: (scope, paymentIds, isFound) => within(scope, (work) => reconcile(work, paymentIds, isFound)),
    refund: (scope, orderId, wanted) => within(scope, (work) => refund(work, orderId, wanted)),
    refundPayment: (scope, orderId, wanted) =>
      within(scope, async (work) => refund(work, await orderOfPayment(work, wanted.paymentId, orderId), wanted)),
    createFulfilment: (scope, orderId, fulfilment) => within(scope, (work) => createFulfilment(work, orderId, fulfilment)),
    updateFulfilment: (scope, parcelId, change) => within(scope, (work) => updateFulfilment(work, parcelId, change)),
    createReturn: (scope, orderId, goodsReturn) => within(scope, (work) => createReturn(work, orderId, goodsReturn)),
    receiveReturn: (scope, returnId, came) => within(scope, (work) => receiveReturn(work, returnId, came)),
    cancelReturn: (scope, returnId) => within(scope, (work) => cancelReturn(work, returnId)),
  };
}
