import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { PickupStep } from '@comptoir/core/orders/order.js';
import type { PlacedOrder } from '@comptoir/core/orders/order-contract.js';
import type { Payment, PaymentMethod } from '@comptoir/core/payments/payment.js';
import type { Setting } from '@comptoir/core/settings/settings-service.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { keepingLogger, type LogLine } from '../../adapters-http/log.js';
import { NOON } from '../../suites/builders.js';
import { aShop, BOL_PETIT, CARAFE } from '../boutique/a-shop.js';
import { aBench, anOrderFor } from '../support.js';
import { aProvider } from './a-provider.js';

/** A shop that takes cards by a provider of the test. */
export async function aPaidShop(persistence: Persistence = makeMemoryPersistence()) {
  const clock = fixedClock(NOON);
  const provider = aProvider(clock);
  const log: LogLine[] = [];
  const bench = aBench(persistence, { clock, paymentProviders: [provider], logger: keepingLogger(log) });
  const { services } = bench;
  const shop = await aShop(bench);
  const { scope, site } = shop;
  const setting = (key: string, value: unknown): Promise<Setting> => services.settings.set({ tenant: scope, site: scope }, key, value);
  await setting('payments.card', 'test');

  const place = async (payment: PaymentMethod = 'card', key: string | null = null): Promise<PlacedOrder> => {
    const input = anOrderFor(site, [{ id: 'carafe' }, { id: 'bol', variantId: 'petit' }]);
    return (await services.orders.place({ ...input, payment }, key, 'boutique')).order;
  };
  const paymentOf = async (orderId: string): Promise<Payment> => {
    const payment = await services.views.payments.ofOrder(scope, orderId);
    if (payment === null) throw new Error('The order has no payment.');
    return payment;
  };
  /** Opens the checkout of the order and gives its reference. */
  const checkout = async (orderId: string): Promise<string> => {
    const url = await services.payments.checkout(orderId, 'fr');
    if (url === null) throw new Error('There is nothing to pay.');
    return url.replace('https://pay.example/', '');
  };
  const webhook = (ref: string) => services.payments.notified('test', { headers: { signature: 'good' }, body: ref });
  const comeBack = (ref: string) => services.payments.returned('test', { checkout: ref, signature: 'good' });
  const step = (id: string, name: PickupStep) => services.orders.step(scope, id, name, null);
  /** An order, its payment, and the promises on its carafe and bowl. */
  const stateOf = async (orderId: string) => {
    const order = await services.views.orders.get(scope, orderId);
    expect(order?.payment.status ?? null, 'what the order says of its payment').to.equal(
      order?.payment.method === 'card' ? (await paymentOf(orderId)).status : null,
    );
    return [order?.status, order?.payment.status ?? order?.payment.method, await promisedOf(scope)] as const;
  };
  const promisedOf = async (of: Scope) => {
    const levels = await services.views.stock.levels(of);
    const reserved = [CARAFE, BOL_PETIT].map(
      (unit) => levels.find(({ itemId, variantId }) => itemId === unit.itemId && variantId === unit.variantId)?.reserved ?? 0,
    );
    return reserved.reduce((sum, count) => sum + count, 0);
  };
  const errors = () => log.filter(({ level }) => level === 'error').map(({ message }) => message);
  return {
    ...bench,
    ...shop,
    clock,
    provider,
    setting,
    place,
    paymentOf,
    checkout,
    webhook,
    comeBack,
    step,
    stateOf,
    promisedOf,
    errors,
    log,
  };
}
