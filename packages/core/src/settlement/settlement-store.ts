import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { GoodsReturn } from './goods-return.js';
import type { ListedPayment, MoneySource } from './listed-payment.js';
import type { MoneySum } from './money-sums.js';
import type { Parcel, ParcelState } from './parcel.js';
import type { OrderMoney, RecordedMethod, RecordedPayment, RecordedRefund, RecordedStatus } from './recorded-payment.js';

/**
 * What belongs to an order besides its lines. Everything here is written with the order locked (`OrderStore.change`), which is what makes
 * its sums and counts true; so nothing here locks by itself.
 */
export interface SettlementStore {
  /** The money of the order, payments and refunds each in the order they were recorded. Empty for an order of somebody else. */
  money(scope: Scope, orderId: string): Promise<OrderMoney>;
  /** Those of the payments that are of the establishment, in no order. */
  payments(scope: Scope, paymentIds: readonly string[]): Promise<readonly RecordedPayment[]>;
  /** Throws `unknown_record` when there is no such order. */
  addPayment(scope: Scope, payment: RecordedPayment): Promise<void>;
  /** Adds payments of any of its orders, all or nothing. Throws `unknown_record` when one of the orders is not there. */
  addPayments(scope: Scope, payments: readonly RecordedPayment[]): Promise<void>;
  /** Stores the status, its times and whether it was reconciled; nothing else of it ever changes. Throws `unknown_record`. */
  updatePayment(scope: Scope, payment: RecordedPayment): Promise<void>;
  /** Throws `unknown_record` when there is no such payment or return. */
  addRefund(scope: Scope, refund: RecordedRefund): Promise<void>;
  /** Adds refunds of any of its orders, all or nothing. Throws `unknown_record` when one of the orders, payments or returns is not there. */
  addRefunds(scope: Scope, refunds: readonly RecordedRefund[]): Promise<void>;
  parcel(scope: Scope, parcelId: string): Promise<Parcel | null>;
  /** Those of the order, in the order they were made. */
  parcelsOf(scope: Scope, orderId: string): Promise<readonly Parcel[]>;
  /** Throws `unknown_record` when there is no such order. */
  addParcel(scope: Scope, parcel: Parcel): Promise<void>;
  /** Its goods and its address never change. Throws `unknown_record`. */
  updateParcel(scope: Scope, parcel: Parcel): Promise<void>;
  goodsReturn(scope: Scope, returnId: string): Promise<GoodsReturn | null>;
  /** Those of the order, in the order they were made. */
  returnsOf(scope: Scope, orderId: string): Promise<readonly GoodsReturn[]>;
  /** Throws `unknown_record` when there is no such order. */
  addReturn(scope: Scope, goodsReturn: GoodsReturn): Promise<void>;
  /** Throws `unknown_record`. */
  updateReturn(scope: Scope, goodsReturn: GoodsReturn): Promise<void>;
  /** Erases where parcels of the order went, and what was noted about them and its returns. */
  forgetRecipient(scope: Scope, orderId: string): Promise<void>;
}

export interface PaymentFilter extends PageInput {
  readonly source?: MoneySource | undefined;
  readonly orderId?: string | undefined;
  readonly method?: RecordedMethod | undefined;
  readonly status?: RecordedStatus | undefined;
  readonly reconciled?: boolean | undefined;
  /** Received from then on, and before then. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface ParcelFilter extends PageInput {
  readonly orderId?: string | undefined;
  readonly state?: ParcelState | undefined;
}

/** So many parcels with one tracking number are looked at. */
export const TRACKED_MAX = 20;

/** Reads of what belongs to orders. */
export interface SettlementViews {
  /**
   * Payments of the establishment, recorded ones and those that came by a provider, received last first. `search` looks in the beginnings
   * of references.
   */
  payments(scope: Scope, filter: PaymentFilter): Promise<Page<ListedPayment>>;
  /** Those of them with these ids, in the order of the ids. */
  paymentsById(scope: Scope, paymentIds: readonly string[]): Promise<readonly ListedPayment[]>;
  money(scope: Scope, orderId: string): Promise<OrderMoney>;
  /**
   * What was captured and refunded in each of the periods between these instants, which ascend, of both sources; in the order of
   * `bySum`, without what is nothing.
   */
  sums(scope: Scope, instants: readonly Date[]): Promise<readonly MoneySum[]>;
  /** Parcels of the establishment, latest first. `search` looks in the beginnings of tracking numbers. */
  parcels(scope: Scope, filter: ParcelFilter): Promise<Page<Parcel>>;
  parcel(scope: Scope, parcelId: string): Promise<Parcel | null>;
  /** Those with exactly this tracking number, latest first, at most `TRACKED_MAX`. */
  tracked(scope: Scope, trackingNumber: string): Promise<readonly Parcel[]>;
  parcelsOf(scope: Scope, orderId: string): Promise<readonly Parcel[]>;
  returnsOf(scope: Scope, orderId: string): Promise<readonly GoodsReturn[]>;
}
