import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Fulfilment, FulfilmentState, GoodsReturn } from './goods.js';
import type { OrderMoney, RecordedMethod, RecordedPayment, RecordedRefund, RecordedStatus } from './recorded-payment.js';

/**
 * What belongs to an order besides its lines. Everything here is written with the order locked (`OrderStore.change`), which is what makes
 * its sums and counts true; so nothing here locks by itself.
 */
export interface SettlementStore {
  /** The money of the order, payments and refunds each in the order they were recorded. Empty for an order of somebody else. */
  money(scope: Scope, orderId: string): Promise<OrderMoney>;
  /** The payment; null when there is none of the establishment. */
  payment(scope: Scope, paymentId: string): Promise<RecordedPayment | null>;
  /** Throws `unknown_record` when there is no such order. */
  addPayment(scope: Scope, payment: RecordedPayment): Promise<void>;
  /** Stores the status, its times, the reference, the note and whether it was reconciled; nothing else of it changes. Throws `unknown_record`. */
  updatePayment(scope: Scope, payment: RecordedPayment): Promise<void>;
  /** Throws `unknown_record` when there is no such payment. */
  addRefund(scope: Scope, refund: RecordedRefund): Promise<void>;
  fulfilment(scope: Scope, fulfilmentId: string): Promise<Fulfilment | null>;
  /** Those of the order, in the order they were made. */
  fulfilmentsOf(scope: Scope, orderId: string): Promise<readonly Fulfilment[]>;
  addFulfilment(scope: Scope, fulfilment: Fulfilment): Promise<void>;
  /** Throws `unknown_record`. */
  updateFulfilment(scope: Scope, fulfilment: Fulfilment): Promise<void>;
  goodsReturn(scope: Scope, returnId: string): Promise<GoodsReturn | null>;
  /** Those of the order, in the order they were made. */
  returnsOf(scope: Scope, orderId: string): Promise<readonly GoodsReturn[]>;
  addReturn(scope: Scope, goodsReturn: GoodsReturn): Promise<void>;
  /** Throws `unknown_record`. */
  updateReturn(scope: Scope, goodsReturn: GoodsReturn): Promise<void>;
}

export interface PaymentFilter extends PageInput {
  readonly orderId?: string | undefined;
  readonly method?: RecordedMethod | undefined;
  readonly status?: RecordedStatus | undefined;
  readonly reconciled?: boolean | undefined;
  /** Received from then on, and before then. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface FulfilmentFilter extends PageInput {
  readonly orderId?: string | undefined;
  readonly state?: FulfilmentState | undefined;
}

/** Money that came in and went back within a period, by method. */
export interface MethodSum {
  readonly method: RecordedMethod;
  readonly payments: number;
  readonly paidCents: number;
  readonly refunds: number;
  readonly refundedCents: number;
}

/** Reads of what belongs to orders. */
export interface SettlementViews {
  /** Recorded payments of the establishment, received last first. `search` looks in the beginnings of references. */
  payments(scope: Scope, filter: PaymentFilter): Promise<Page<RecordedPayment>>;
  money(scope: Scope, orderId: string): Promise<OrderMoney>;
  /** Captured payments received, and refunds recorded, from `from` and before `to`, by method in alphabetical order. */
  sums(scope: Scope, from: Date, to: Date): Promise<readonly MethodSum[]>;
  /** Parcels of the establishment, latest first. `search` looks in the beginnings of tracking numbers. */
  fulfilments(scope: Scope, filter: FulfilmentFilter): Promise<Page<Fulfilment>>;
  fulfilmentsOf(scope: Scope, orderId: string): Promise<readonly Fulfilment[]>;
  returnsOf(scope: Scope, orderId: string): Promise<readonly GoodsReturn[]>;
}
