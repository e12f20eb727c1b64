import type { Scope } from '../kit/scope.js';
import type { Payment } from './payment.js';

/** Writes of payments. */
export interface PaymentStore {
  /** Stores the payment of an order. Throws `duplicate` when the order has one, `unknown_record` when there is no such order. */
  create(scope: Scope, payment: Payment): Promise<void>;
  /**
   * Locks the payment of the order, hands it to `decide` and stores what it returns, unless that is the very same. What was agreed
   * (order, provider, amount, currency) never changes. Call it with the order locked (`OrderStore.change`): locks are taken in the
   * order order, payment, stock. Throws `unknown_record`, or what `decide` throws.
   */
  change(scope: Scope, orderId: string, decide: (payment: Payment) => Payment): Promise<Payment>;
  /**
   * Up to `limit` payments of any tenant that are due at `now`, longest first, as they were; each is counted as tried and put off to
   * what `next` says. Of several callers at once each payment is given to one; what somebody else is changing is left to a later call.
   */
  claimDue(now: Date, limit: number, next: (payment: Payment) => Date): Promise<readonly Payment[]>;
}

/** Reads of payments. */
export interface PaymentViews {
  /** The payment with this id, of any tenant: it is asked by what a provider has signed or answered. Null when there is none. */
  byId(paymentId: string): Promise<Payment | null>;
  /** The payment of the order, when the order belongs to the establishment; else null. */
  ofOrder(scope: Scope, orderId: string): Promise<Payment | null>;
}
