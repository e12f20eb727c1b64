import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { Fulfilment, GoodsLine, GoodsReturn, ParcelStep, ReturnedLine } from './goods.js';
import { cancelReturn, createReturn, receiveReturn } from './order-returns.js';
import { createFulfilment, updateFulfilment } from './order-parcels.js';
import { reconcile, recordPayment, refund, takePaymentStep } from './order-money.js';
import type { RecordedMethod, RecordedPayment, RecordedRefund, RecordedStep } from './recorded-payment.js';
import { type SettlementWork, settlementWorkOf } from './settlement-work.js';

export interface NewPayment {
  readonly method: RecordedMethod;
  readonly amountCents: number;
  /** False: promised, to be captured or voided. */
  readonly captured: boolean;
  readonly reference: string | null;
  readonly note: string | null;
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
   * the page of a provider), `invalid_transition` (an order that was given up).
   */
  recordPayment(scope: Scope, orderId: string, payment: NewPayment): Promise<RecordedPayment>;
  /** Captures or voids promised money. Throws `unknown_record`, `invalid_transition`. */
  takePaymentStep(scope: Scope, paymentId: string, step: RecordedStep): Promise<RecordedPayment>;
  /** Notes whether the payment was found on a statement of the bank. Throws `unknown_record`. */
  reconcile(scope: Scope, paymentId: string, isFound: boolean): Promise<RecordedPayment>;
  /** Records money given back, part by part of the payments it came by. Throws `unknown_order`, `unknown_record`, `over_refunded`. */
  refund(scope: Scope, orderId: string, refund: NewRefund): Promise<readonly RecordedRefund[]>;
  /** Packs goods of an order. Throws `unknown_order`, `invalid_transition`, `too_many_goods`, `invalid_request`. */
  createFulfilment(scope: Scope, orderId: string, fulfilment: NewFulfilment): Promise<Fulfilment>;
  /** Changes a parcel, and the order with its last one. Throws `unknown_record`, `stale`, `invalid_transition`. */
  updateFulfilment(scope: Scope, fulfilmentId: string, change: FulfilmentChange): Promise<Fulfilment>;
  /** Announces goods that come back. Throws `unknown_order`, `invalid_transition`, `too_many_goods`, `invalid_request`. */
  createReturn(scope: Scope, orderId: string, goodsReturn: NewReturn): Promise<GoodsReturn>;
  /** The goods are there: what can be sold again goes into stock. Throws `unknown_record`, `invalid_transition`. */
  receiveReturn(scope: Scope, returnId: string): Promise<GoodsReturn>;
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
    takePaymentStep: (scope, paymentId, step) => within(scope, (work) => takePaymentStep(work, paymentId, step)),
    reconcile: (scope, paymentId, isFound) => within(scope, (work) => reconcile(work, paymentId, isFound)),
    refund: (scope, orderId, wanted) => within(scope, (work) => refund(work, orderId, wanted)),
    createFulfilment: (scope, orderId, fulfilment) => within(scope, (work) => createFulfilment(work, orderId, fulfilment)),
    updateFulfilment: (scope, fulfilmentId, change) => within(scope, (work) => updateFulfilment(work, fulfilmentId, change)),
    createReturn: (scope, orderId, goodsReturn) => within(scope, (work) => createReturn(work, orderId, goodsReturn)),
    receiveReturn: (scope, returnId) => within(scope, (work) => receiveReturn(work, returnId)),
    cancelReturn: (scope, returnId) => within(scope, (work) => cancelReturn(work, returnId)),
  };
}
