import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { makeServices } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { aProvider, type TestProvider } from '../core/payments/a-provider.js';
import { testDeps } from '../support/service-deps.js';
import { anItem, aProduct, aSite, establish, freshName, HOUR_MS, NOON } from './builders.js';
import { describePort, type Open } from './suite.js';

/** Two processes on one persistence, with one provider that counts what it is asked. */
async function aShopOfTwoProcesses(persistence: Persistence) {
  // A time that no other test works at, and a provider that no other test has.
  const clock = fixedClock(new Date(NOON.getTime() - 365 * 24 * HOUR_MS));
  const provider = aProvider(clock, freshName('provider'));
  let refundCalls = 0;
  const counting: TestProvider = {
    ...provider,
    refund: (request) => {
      refundCalls += 1;
      return provider.refund(request);
    },
  };
  const process = () => makeServices(testDeps({ persistence, clock, crypto: nodeCrypto, paymentProviders: [counting] }));
  const [one, other] = [process(), process()];
  const features = { ...aSite().features, stock: true, slots: false };
  const { scope, site } = await establish(persistence, { trade: 'shop', features });
  await persistence.transact(scope, async (stores) => {
    await stores.products.create(scope, [aProduct(anItem({ id: 'carafe', priceCents: 3900, manageStock: true }))]);
    await stores.settings.set(scope, 'payments.card', provider.name);
  });
  await one.stock.open(scope, { id: 'carafe', variants: [] }, 100);
  const place = async () => {
    const input = { slug: site.slug, items: [{ id: 'carafe', quantity: 1 }], customer: { name: 'Ada' }, payment: 'card' as const };
    const { order } = await one.orders.place(input, null, 'boutique');
    await one.payments.checkout(order.id, 'fr');
    const ref = provider.refs().at(-1) ?? '';
    return { id: order.id, ref };
  };
  const promised = async () => (await one.views.stock.levels(scope, ['carafe']))[0]?.reserved;
  const hear = (services: typeof one, ref: string) =>
    services.payments.notified(provider.name, { headers: { signature: 'good' }, body: ref });
  return { clock, provider, one, other, scope, place, promised, hear, refundCalls: () => refundCalls };
}

export function exercisePaymentWork(name: string, open: Open): void {
  describePort('payments of several processes', name, open, (persistence) => {
    it('pay back once what one process has cancelled before it died, whichever others work', async () => {
      const { one, other, provider, scope, place, hear, refundCalls } = await aShopOfTwoProcesses(persistence);
      const { id, ref } = await place();
      provider.decide(ref, 'paid');
      await hear(one, ref);
      await one.orders.step(scope, id, 'cancel', null);
      // Here the first process ends: nothing of the refund was sent.
      expect(refundCalls()).to.equal(0);
      await Promise.all([1, 2, 3, 4].map(() => other.paymentWork.run()));
      expect([refundCalls(), provider.refunds]).to.deep.equal([1, [3900]]);
      expect((await other.views.orders.get(scope, id))?.payment.status).to.equal('refunded');
    });

    it('end in one of the sound ways when news, expiry and a cancellation meet', async () => {
      const { clock, one, other, provider, scope, place, hear, promised } = await aShopOfTwoProcesses(persistence);
      for (let round = 0; round < 6; round += 1) {
        const { id, ref } = await place();
        provider.decide(ref, 'paid');
        clock.advance(HOUR_MS / 2);
        const outcomes = await Promise.allSettled([
          hear(one, ref),
          other.paymentWork.run(),
          hear(other, ref),
          one.orders.step(scope, id, 'cancel', null),
          one.paymentWork.run(),
        ]);
        for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).to.be.instanceOf(DomainError);
        const order = await one.views.orders.get(scope, id);
        expect(order?.status).to.equal('cancelled');
        clock.advance(HOUR_MS);
        await one.paymentWork.run();
        clock.advance(HOUR_MS);
        await other.paymentWork.run();
        expect((await one.views.orders.get(scope, id))?.payment.status).to.equal('refunded');
        expect(provider.refunds).to.have.length(round + 1);
        expect(await promised()).to.equal(0);
      }
    }).timeout(30_000);
  });
}
