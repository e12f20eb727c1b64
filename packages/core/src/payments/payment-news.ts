import type { Clock } from '../kit/clock.js';
import type { Logger } from '../kit/logger.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { changePayment, PAYMENTS_ACTOR } from './change-payment.js';
import { isUnpaid, type Payment } from './payment.js';
import type { CheckoutState, PaymentProvider } from './payment-provider.js';
import { withNews } from './payment-rules.js';
import type { PaymentViews } from './payment-store.js';

export interface PaymentNewsDeps {
  readonly unitOfWork: UnitOfWork;
  readonly paymentViews: PaymentViews;
  readonly clock: Clock;
  readonly signals: Signals;
  readonly logger: Logger;
}

/** How a checkout stands with its provider, written down. */
export interface PaymentNews {
  /**
   * Asks the provider how its checkout stands, and settles the payment by that. Whoever asks first settles; to others nothing is left
   * to do. What does not belong to a payment of this provider, or has another amount or currency, settles nothing and is logged as an
   * error. The payment as it then is, or null. Throws `provider_unreachable`.
   */
  learn(provider: PaymentProvider, ref: string): Promise<Payment | null>;
}

export function makePaymentNews({ unitOfWork, paymentViews, clock, signals, logger }: PaymentNewsDeps): PaymentNews {
  async function settle(known: Payment, ref: string, { status }: CheckoutState): Promise<Payment> {
    const scope = scopeOfPayment(known);
    const at = clock.now();
    const { before, after } = await unitOfWork(scope, ({ ids, bookings, orderSales }, stores) =>
      changePayment({ stores, ids, bookings, orderSales }, scope, known.orderId, at, (payment) => withNews(payment, ref, status, at)),
    );
    if (before.status !== after.status) signals.send({ kind: 'order-changed', orderId: known.orderId });
    if (status === 'paid' && after.providerRef !== ref) {
      logger.error({ paymentId: after.id, ref, settledBy: after.providerRef }, 'a payment was made a second time');
    }
    return after;
  }

  return {
    async learn(provider, ref) {
      const state = await provider.look(ref);
      const known = state === null ? null : await paymentViews.byId(state.paymentId);
      const fault = state === null || known === null ? 'unknown' : faultOf(known, provider, state);
      if (state !== null && known !== null && fault === null) return settle(known, ref, state);
      logger.error({ provider: provider.name, ref, paymentId: state?.paymentId, fault }, 'a payment was not settled');
      return null;
    },
  };
}

/** Why what the provider says cannot be about this payment; null when it is. */
function faultOf(payment: Payment, { name }: PaymentProvider, { amountCents, currency }: CheckoutState): string | null {
  if (payment.provider !== name) return 'provider';
  if (payment.amountCents !== amountCents) return 'amount';
  return payment.currency === currency ? null : 'currency';
}

/** The establishment of the payment, for what is done about it unasked. */
export function scopeOfPayment({ tenantId, siteId }: Payment): Scope {
  return { tenantId, siteId, actor: PAYMENTS_ACTOR };
}

/** True while a checkout may still be opened for it. */
export function canBePaid({ status, expiresAt }: Payment, now: Date): boolean {
  return isUnpaid(status) && expiresAt.getTime() > now.getTime();
}
