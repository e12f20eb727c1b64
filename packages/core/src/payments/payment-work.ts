import type { Clock } from '../kit/clock.js';
import type { Logger } from '../kit/logger.js';
import { NOBODYS_ID } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { isTicketing, type Order } from '../orders/order.js';
import { EXPIRY_ACTOR, EXPIRY_REASONS } from '../orders/order-expiry.js';
import { takeOrderStep } from '../orders/order-steps.js';
import { changePayment, PAYMENTS_ACTOR } from './change-payment.js';
import type { PaymentProviders } from './offered-payments.js';
import { isUnpaid, type Payment } from './payment.js';
import { type PaymentNews, scopeOfPayment } from './payment-news.js';
import type { PaymentProvider } from './payment-provider.js';
import { nextTryAt, refunded } from './payment-rules.js';

/** Begun in one go. A try waits for a provider, so a batch ends before its payments are due again. */
const BATCH = 10;

/** What is to be done about payments though nobody asks for it. */
export interface PaymentWork {
  /**
   * Sees to what is due, in every tenant: cancels orders whose payment has not come, asks after payments that were given up, sends
   * refunds. How many it saw to. What fails is logged and tried again later, with growing pauses. Safe to run anywhere, any number of
   * times at once; cut at any point, it goes on with the next run.
   */
  run(): Promise<number>;
}

export interface PaymentWorkDeps {
  readonly providers: PaymentProviders;
  readonly news: PaymentNews;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly signals: Signals;
  readonly logger: Logger;
}

export function makePaymentWork({ providers, news, unitOfWork, clock, signals, logger }: PaymentWorkDeps): PaymentWork {
  const everyTenant = { tenantId: NOBODYS_ID, actor: PAYMENTS_ACTOR } as const;

  function claim(): Promise<readonly Payment[]> {
    const now = clock.now();
    return unitOfWork(everyTenant, (_services, { payments }) => payments.claimDue(now, BATCH, (payment) => nextTryAt(payment, now)));
  }

  async function seeTo(payment: Payment): Promise<void> {
    const provider = providers.get(payment.provider);
    if (isUnpaid(payment.status)) await expire(payment, provider);
    else if (provider === undefined) throw new Error(`The provider ${payment.provider} is not set up.`);
    else if (payment.status === 'refund_due') await refund(payment, provider);
    else if (payment.providerRef !== null) await news.learn(provider, payment.providerRef);
  }

  /** What was paid in the last moment is not given up. A provider that does not answer is not waited for: late money is paid back. */
  async function expire(payment: Payment, provider: PaymentProvider | undefined): Promise<void> {
    if (provider !== undefined && payment.providerRef !== null) await news.learn(provider, payment.providerRef).catch(told(payment));
    const scope = { ...scopeOfPayment(payment), actor: EXPIRY_ACTOR };
    const onlyIf = (order: Order) => order.payment.status !== null && isUnpaid(order.payment.status);
    const cancelled = await unitOfWork(scope, async ({ bookings, orderSales, stock, views }, stores) => {
      const order = await views.orders.get(scope, payment.orderId);
      const reason = EXPIRY_REASONS.unpaid;
      if (order !== null && isTicketing(order)) return bookings.giveUp(scope, order.id, reason, onlyIf);
      const step = { step: 'cancel', reason, at: clock.now(), onlyIf } as const;
      return (await takeOrderStep({ stores, stock, orderSales }, scope, payment.orderId, step)) !== null;
    });
    if (cancelled) signals.send({ kind: 'order-changed', orderId: payment.orderId });
  }

  async function refund(payment: Payment, provider: PaymentProvider): Promise<void> {
    const { id: paymentId, providerRef: ref, amountCents, currency } = payment;
    if (ref === null) throw new Error('Money came by no checkout.');
    await provider.refund({ ref, paymentId, amountCents, currency });
    const scope = scopeOfPayment(payment);
    const at = clock.now();
    await unitOfWork(scope, ({ ids, bookings, orderSales }, stores) =>
      changePayment({ stores, ids, bookings, orderSales }, scope, payment.orderId, at, (current) => refunded(current, at)),
    );
    signals.send({ kind: 'order-changed', orderId: payment.orderId });
  }

  function told(payment: Payment): (error: unknown) => void {
    return (error) => logger.warn({ err: error, paymentId: payment.id, status: payment.status }, 'a payment is seen to later');
  }

  return {
    async run() {
      let count = 0;
      for (;;) {
        const due = await claim();
        await Promise.all(due.map((payment) => seeTo(payment).catch(told(payment))));
        count += due.length;
        if (due.length < BATCH) return count;
      }
    },
  };
}
