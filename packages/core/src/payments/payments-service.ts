import { publicScope } from '../carte/menus.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import { shortNumber } from '../kit/ids.js';
import type { Signals } from '../kit/signals.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { FoundGuestOrder } from '../orders/guest-orders.js';
import { AT_PICKUP, type GuestChannel, isTicketing, type Order } from '../orders/order.js';
import { orderEvent } from '../orders/order-event.js';
import type { SettingsStore } from '../sites/settings-store.js';
import { changePayment } from './change-payment.js';
import { type OfferedPayments, offeredPayments, type PaymentProviders } from './offered-payments.js';
import type { Payment } from './payment.js';
import { canBePaid, type PaymentNews } from './payment-news.js';
import type { Checkout, PaymentProvider, ProviderCall } from './payment-provider.js';
import { closed, withCheckout } from './payment-rules.js';
import type { PaymentViews } from './payment-store.js';

/** Whose orders can be paid by card. */
export type PayChannel = Exclude<GuestChannel, 'takeaway'>;

/** Addresses around a payment, which only the host knows. */
export interface PaymentLinks {
  /** Where a guest pays an order. */
  pay(slug: string, orderId: string, channel: PayChannel): string;
  /** Where a guest comes back to from the provider `name`. */
  payReturn(slug: string, orderId: string, name: string, channel: PayChannel): string;
  paymentWebhook(name: string): string;
}

/** What guests and providers do about payments by card. */
export interface PaymentsService {
  /** How the orders of the shop can be paid. */
  offered(scope: { readonly tenantId: string; readonly siteId: string }): Promise<OfferedPayments>;
  /** Origins of the pages that take the payments. */
  readonly checkoutOrigins: readonly string[];
  /**
   * The provider's page for the order, in a language: the one that is open, or a new one. Null when the provider says that it is paid.
   * Throws `unknown_order`, `payment_over`, `provider_unreachable`.
   */
  checkout(orderId: string, locale: string): Promise<string | null>;
  /** Lets an order that waits for a card be paid at pickup instead. Throws `unknown_order`, `payment_over`, `payment_not_offered`. */
  payAtPickup(orderId: string): Promise<void>;
  /** A guest came back from the provider. Throws `unknown_provider`, `invalid_signature`, `provider_unreachable`. */
  returned(provider: string, query: Readonly<Record<string, string | undefined>>): Promise<void>;
  /** A provider calls. The same call again changes nothing. Throws as `returned`. */
  notified(provider: string, call: ProviderCall): Promise<void>;
}

export interface PaymentsDeps {
  readonly providers: PaymentProviders;
  readonly orders: { find(orderId: string): Promise<FoundGuestOrder> };
  readonly news: PaymentNews;
  readonly unitOfWork: UnitOfWork;
  readonly paymentViews: PaymentViews;
  readonly settings: Pick<SettingsStore, 'list'>;
  readonly clock: Clock;
  readonly links: PaymentLinks & { tracking(slug: string, orderId: string, channel: GuestChannel): string };
  readonly signals: Signals;
}

export function makePaymentsService(deps: PaymentsDeps): PaymentsService {
  const { providers, orders, news, unitOfWork, paymentViews, settings, clock, links, signals } = deps;
  const offered: PaymentsService['offered'] = async (site) =>
    offeredPayments(await settings.list({ ...site, actor: { kind: 'public' } }), providers);

  function providerOf(name: string): PaymentProvider {
    const provider = providers.get(name);
    if (provider === undefined) throw new DomainError('unknown_provider');
    return provider;
  }

  /** The order with a payment that can still be made. */
  async function waiting(orderId: string): Promise<FoundGuestOrder & { readonly payment: Payment }> {
    const found = await orders.find(orderId);
    const payment = await paymentViews.ofOrder(publicScope(found.site), orderId);
    if (payment === null || !canBePaid(payment, clock.now())) throw new DomainError('payment_over');
    return { ...found, payment };
  }

  function open(provider: PaymentProvider, { order, site }: FoundGuestOrder, payment: Payment, locale: string): Promise<Checkout> {
    const inLanguage = (address: string) => `${address}?lang=${encodeURIComponent(locale)}`;
    const { id: paymentId, amountCents, currency, expiresAt } = payment;
    return provider.createCheckout({
      paymentId,
      attempt: payment.attempt + 1,
      amountCents,
      currency,
      description: `${site.name} ${shortNumber(order.sequence)}`,
      returnUrl: inLanguage(links.payReturn(site.slug, order.id, provider.name, order.channel === 'ticketing' ? 'ticketing' : 'boutique')),
      cancelUrl: inLanguage(links.tracking(site.slug, order.id, order.channel)),
      webhookUrl: links.paymentWebhook(provider.name),
      expiresAt,
      locale,
    });
  }

  async function nextCheckout(provider: PaymentProvider, found: FoundGuestOrder, payment: Payment, locale: string): Promise<string> {
    const checkout = await open(provider, found, payment, locale);
    const scope = publicScope(found.site);
    const at = clock.now();
    const { after } = await unitOfWork(scope, ({ ids, bookings, orderSales }, stores) =>
      changePayment({ stores, ids, bookings, orderSales }, scope, payment.orderId, at, (current) =>
        withCheckout(current, payment.attempt + 1, checkout),
      ),
    );
    signals.send({ kind: 'order-changed', orderId: payment.orderId });
    if (after.checkoutUrl === null || !canBePaid(after, at)) throw new DomainError('payment_over');
    return after.checkoutUrl;
  }

  return {
    offered,
    checkoutOrigins: [...providers.values()].map(({ checkoutOrigin }) => checkoutOrigin),

    async checkout(orderId, locale) {
      const { payment, ...found } = await waiting(orderId);
      const provider = providerOf(payment.provider);
      const { providerRef, checkoutUrl } = payment;
      if (providerRef === null || checkoutUrl === null) return nextCheckout(provider, found, payment, locale);
      // Only a checkout that can never be paid any more is followed by another one: nobody pays twice.
      const current = await news.learn(provider, providerRef);
      if (current?.status === 'pending') return current.checkoutUrl;
      return current?.status === 'failed' ? nextCheckout(provider, found, current, locale) : null;
    },

    async payAtPickup(orderId) {
      const { site } = await waiting(orderId);
      const scope = publicScope(site);
      const { methods } = await offered(scope);
      if (!methods.includes('at_pickup')) throw new DomainError('payment_not_offered', { facts: { methods } });
      const at = clock.now();
      await unitOfWork(scope, async ({ bookings }, stores) => {
        const changed = await stores.orders.change(scope, orderId, async (order) => {
          await stores.payments.change(scope, orderId, (payment) => {
            if (canBePaid(payment, at)) return closed(payment, at);
            throw new DomainError('payment_over');
          });
          const after: Order = { ...order, payment: AT_PICKUP, version: order.version + 1 };
          return { order: after, event: orderEvent(after, scope, at, { kind: 'payment' }) };
        });
        if (isTicketing(changed)) await bookings.confirm(scope, orderId);
      });
      signals.send({ kind: 'order-changed', orderId });
    },

    async returned(name, query) {
      const provider = providerOf(name);
      await news.learn(provider, provider.readReturn(query));
    },

    async notified(name, call) {
      const provider = providerOf(name);
      await news.learn(provider, provider.readWebhook(call));
    },
  };
}
