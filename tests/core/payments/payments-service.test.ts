import { expect } from 'chai';
import { anItem, HOUR_MS, MINUTE_MS } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrderFor, aRestaurant } from '../support.js';
import { aPaidShop } from './a-paid-shop.js';

const HALF_AN_HOUR = 30 * MINUTE_MS;

describe('an order that is paid by card', () => {
  it('waits for its payment, holding its goods, and says where it is paid', async () => {
    const { place, stateOf, provider } = await aPaidShop();
    const order = await place();
    expect(order).to.include({ payment: 'card', paymentStatus: 'pending', status: 'queued' });
    expect(order.payUrl).to.match(/\/orders\/\w+\/pay$/);
    expect(await stateOf(order.id)).to.deep.equal(['queued', 'pending', 2]);
    expect(provider.opened, 'placing asks no provider').to.deep.equal([]);
  });

  it('is placed once for one idempotency key, with one payment', async () => {
    const { place, promisedOf, scope } = await aPaidShop();
    const first = await place('card', 'k-1');
    expect(await place('card', 'k-1')).to.deep.equal(first);
    expect(await promisedOf(scope)).to.equal(2);
  });

  it('is settled by whichever news comes first, once', async () => {
    for (const ways of [
      ['webhook', 'comeBack'],
      ['comeBack', 'webhook'],
      ['webhook', 'webhook'],
    ] as const) {
      const shop = await aPaidShop();
      const { id } = await shop.place();
      const ref = await shop.checkout(id);
      shop.provider.decide(ref, 'paid');
      for (const way of ways) await shop[way](ref);
      expect(await shop.stateOf(id)).to.deep.equal(['queued', 'paid', 2]);
      const events = await shop.services.views.orders.events(shop.scope, id);
      expect(events.map(({ status, payment }) => [status, payment])).to.deep.equal([
        ['queued', 'pending'],
        ['queued', 'paid'],
      ]);
      expect((await shop.services.orders.find(id)).placed).to.not.have.property('payUrl');
    }
  });

  it('is settled once when all news come at the same time', async () => {
    const { place, checkout, provider, webhook, comeBack, scope, services } = await aPaidShop();
    const { id } = await place();
    const ref = await checkout(id);
    provider.decide(ref, 'paid');
    await Promise.all([webhook(ref), comeBack(ref), webhook(ref), comeBack(ref)]);
    expect(await services.views.orders.events(scope, id)).to.have.length(2);
  });

  it('tells pages in this process when it was paid', async () => {
    const { place, checkout, provider, webhook, heard } = await aPaidShop();
    const { id } = await place();
    const ref = await checkout(id);
    provider.decide(ref, 'paid');
    const before = heard.length;
    await webhook(ref);
    expect(heard.slice(before)).to.deep.equal([{ kind: 'order-changed', orderId: id }]);
  });

  for (const [what, lie] of [
    ['amount', { amountCents: 1 }],
    ['currency', { currency: 'USD' }],
    ['payment', { paymentId: 'somebody-else' }],
  ] as const) {
    it(`is not settled by another ${what}, which is logged as an error`, async () => {
      const { place, checkout, provider, webhook, stateOf, errors } = await aPaidShop();
      const { id } = await place();
      const ref = await checkout(id);
      provider.decide(ref, 'paid');
      provider.lie(ref, lie);
      await webhook(ref);
      expect(await stateOf(id)).to.deep.equal(['queued', 'pending', 2]);
      expect(errors()).to.deep.equal(['a payment was not settled']);
    });
  }

  it('is not settled by what nobody signed, nor by a provider that is not set up', async () => {
    const { place, checkout, provider, services, stateOf } = await aPaidShop();
    const { id } = await place();
    const ref = await checkout(id);
    provider.decide(ref, 'paid');
    const { notified, returned } = services.payments;
    const calls = [
      [() => notified('test', { headers: { signature: 'bad' }, body: ref }), 'invalid_signature'],
      [() => returned('test', { checkout: ref }), 'invalid_signature'],
      [() => notified('other', { headers: { signature: 'good' }, body: ref }), 'unknown_provider'],
    ] as const;
    for (const [call, code] of calls) expect((await refusalOf(call)).code).to.equal(code);
    expect(await stateOf(id)).to.deep.equal(['queued', 'pending', 2]);
  });

  it('goes back to the checkout that is open, and to another one only after a declined one', async () => {
    const { place, checkout, provider, webhook, stateOf, paymentOf } = await aPaidShop();
    const { id } = await place();
    const first = await checkout(id);
    expect(await checkout(id)).to.equal(first);
    provider.decide(first, 'failed');
    await webhook(first);
    expect(await stateOf(id)).to.deep.equal(['queued', 'failed', 2]);
    const second = await checkout(id);
    expect(second).to.not.equal(first);
    await webhook(first);
    expect(await stateOf(id), 'old news').to.deep.equal(['queued', 'pending', 2]);
    provider.decide(second, 'paid');
    await webhook(second);
    expect(await paymentOf(id)).to.include({ status: 'paid', attempt: 2, providerRef: second });
  });

  it('opens one checkout for those who ask at once', async () => {
    const { place, checkout, provider } = await aPaidShop();
    const { id } = await place();
    const refs = await Promise.all([checkout(id), checkout(id), checkout(id)]);
    expect(new Set(refs)).to.have.property('size', 1);
    expect(provider.opened).to.have.length(1);
  });

  it('needs no other checkout when the provider says that it is paid', async () => {
    const { place, checkout, provider, services, stateOf } = await aPaidShop();
    const { id } = await place();
    provider.decide(await checkout(id), 'paid');
    expect(await services.payments.checkout(id, 'fr')).to.equal(null);
    expect(await stateOf(id)).to.deep.equal(['queued', 'paid', 2]);
  });

  it('asks the provider for exactly what is to be paid', async () => {
    const { place, checkout, provider, site } = await aPaidShop();
    const order = await place();
    await checkout(order.id);
    expect(provider.opened).to.have.length(1);
    expect(provider.opened[0]).to.deep.include({
      attempt: 1,
      amountCents: order.total * 100,
      currency: 'EUR',
      description: `${site.name} ${order.number}`,
      webhookUrl: 'https://till.example/api/payments/test/webhook',
      locale: 'fr',
      expiresAt: new Date(Date.parse(order.placedAt) + HALF_AN_HOUR),
    });
  });

  it('stays as it is when the provider does not answer', async () => {
    const { place, services, provider, stateOf } = await aPaidShop();
    const { id } = await place();
    provider.answers(false);
    expect((await refusalOf(services.payments.checkout(id, 'fr'))).code).to.equal('provider_unreachable');
    expect(await stateOf(id)).to.deep.equal(['queued', 'pending', 2]);
  });

  it('is not accepted before it is paid', async () => {
    const { place, checkout, provider, webhook, step, stateOf } = await aPaidShop();
    const { id } = await place();
    const refusal = await refusalOf(step(id, 'accept'));
    expect([refusal.code, refusal.facts]).to.deep.equal(['payment_pending', { payment: 'pending' }]);
    const ref = await checkout(id);
    provider.decide(ref, 'failed');
    await webhook(ref);
    expect((await refusalOf(step(id, 'accept'))).facts).to.deep.equal({ payment: 'failed' });
    const again = await checkout(id);
    provider.decide(again, 'paid');
    await webhook(again);
    for (const name of ['accept', 'ready', 'collect'] as const) await step(id, name);
    expect(await stateOf(id)).to.deep.equal(['collected', 'paid', 0]);
  });

  describe('and then is not', () => {
    for (const steps of [['reject'], ['cancel'], ['accept', 'cancel'], ['accept', 'ready', 'cancel']] as const) {
      it(`is paid back, once, after ${steps.join(', ')}`, async () => {
        const { place, checkout, provider, webhook, step, stateOf, services } = await aPaidShop();
        const { id, total } = await place();
        const ref = await checkout(id);
        provider.decide(ref, 'paid');
        await webhook(ref);
        for (const name of steps) await step(id, name);
        const ended = steps.at(-1) === 'reject' ? 'rejected' : 'cancelled';
        expect(await stateOf(id)).to.deep.equal([ended, 'refund_due', 0]);
        expect(provider.refunds, 'nothing is sent within the step').to.deep.equal([]);
        await services.paymentWork.run();
        await services.paymentWork.run();
        expect(provider.refunds).to.deep.equal([total * 100]);
        expect(await stateOf(id)).to.deep.equal([ended, 'refunded', 0]);
      });
    }

    it('is paid back when the money comes after it was cancelled', async () => {
      const { place, checkout, provider, webhook, step, stateOf, services } = await aPaidShop();
      const { id, total } = await place();
      const ref = await checkout(id);
      await step(id, 'reject');
      expect(await stateOf(id)).to.deep.equal(['rejected', 'expired', 0]);
      provider.decide(ref, 'paid');
      await webhook(ref);
      expect(await stateOf(id)).to.deep.equal(['rejected', 'refund_due', 0]);
      await services.paymentWork.run();
      expect(provider.refunds).to.deep.equal([total * 100]);
      expect(await stateOf(id)).to.deep.equal(['rejected', 'refunded', 0]);
    });

    it('is paid back also when nobody tells that the money came: the provider is asked', async () => {
      const { place, checkout, provider, step, stateOf, services, clock } = await aPaidShop();
      const { id, total } = await place();
      const ref = await checkout(id);
      await step(id, 'cancel');
      provider.decide(ref, 'paid');
      for (let hours = 0; hours < 2; hours += 1) {
        clock.advance(HOUR_MS);
        await services.paymentWork.run();
      }
      expect(provider.refunds).to.deep.equal([total * 100]);
      expect(await stateOf(id)).to.deep.equal(['cancelled', 'refunded', 0]);
    });

    it('keeps trying to pay back, with growing pauses, while the provider does not answer', async () => {
      const { place, checkout, provider, webhook, step, services, clock, paymentOf } = await aPaidShop();
      const { id, total } = await place();
      const ref = await checkout(id);
      provider.decide(ref, 'paid');
      await webhook(ref);
      await step(id, 'cancel');
      provider.answers(false);
      const pauses: number[] = [];
      for (let tries = 0; tries < 7; tries += 1) {
        expect(await services.paymentWork.run()).to.equal(1);
        expect(await services.paymentWork.run(), 'not due yet').to.equal(0);
        const { dueAt } = await paymentOf(id);
        pauses.push(((dueAt?.getTime() ?? 0) - clock.now().getTime()) / MINUTE_MS);
        if (dueAt !== null) clock.set(dueAt);
      }
      expect(pauses).to.deep.equal([1, 5, 30, 120, 360, 1440, 1440]);
      provider.answers(true);
      await services.paymentWork.run();
      expect(provider.refunds).to.deep.equal([total * 100]);
      expect(await paymentOf(id)).to.include({ status: 'refunded', dueAt: null });
    });
  });

  describe('and is not paid in time', () => {
    it('is cancelled after half an hour, and gives its goods and its slot back', async () => {
      const { place, checkout, stateOf, services, clock, scope } = await aPaidShop();
      const { id } = await place();
      await checkout(id);
      clock.advance(HALF_AN_HOUR - 1);
      await services.paymentWork.run();
      expect(await stateOf(id)).to.deep.equal(['queued', 'pending', 2]);
      clock.advance(1);
      await services.paymentWork.run();
      expect(await stateOf(id)).to.deep.equal(['cancelled', 'expired', 0]);
      const last = (await services.views.orders.events(scope, id)).at(-1);
      expect(last).to.deep.include({ status: 'cancelled', actor: 'system:expiry', reason: 'unpaid', payment: 'expired' });
      expect((await services.views.pickupSlots.taken(scope, new Date(0), new Date('2100-01-01'))).size).to.equal(0);
      expect((await refusalOf(services.payments.checkout(id, 'fr'))).code).to.equal('payment_over');
    });

    it('is not cancelled when it was paid in the last moment and nobody has told yet', async () => {
      const { place, checkout, provider, stateOf, services, clock } = await aPaidShop();
      const { id } = await place();
      provider.decide(await checkout(id), 'paid');
      clock.advance(HALF_AN_HOUR);
      await services.paymentWork.run();
      expect(await stateOf(id)).to.deep.equal(['queued', 'paid', 2]);
    });

    it('is cancelled also when the provider does not answer, and paid back once it says that it was paid', async () => {
      const { place, checkout, provider, stateOf, services, clock } = await aPaidShop();
      const { id, total } = await place();
      provider.decide(await checkout(id), 'paid');
      provider.answers(false);
      clock.advance(HALF_AN_HOUR);
      await services.paymentWork.run();
      expect(await stateOf(id)).to.deep.equal(['cancelled', 'expired', 0]);
      provider.answers(true);
      for (let hours = 0; hours < 2; hours += 1) {
        clock.advance(HOUR_MS);
        await services.paymentWork.run();
      }
      expect(provider.refunds).to.deep.equal([total * 100]);
      expect(await stateOf(id)).to.deep.equal(['cancelled', 'refunded', 0]);
    });

    it('is not asked after for ever: a checkout that can never be paid is the end', async () => {
      const { place, checkout, services, clock, paymentOf, step } = await aPaidShop();
      const { id } = await place();
      await checkout(id);
      await step(id, 'cancel');
      clock.advance(HOUR_MS);
      await services.paymentWork.run();
      expect((await paymentOf(id)).dueAt).to.equal(null);
    });
  });

  describe('can be paid at pickup after all', () => {
    it('where the shop takes that', async () => {
      const { place, checkout, services, stateOf, step } = await aPaidShop();
      const { id } = await place();
      await checkout(id);
      await services.payments.payAtPickup(id);
      expect(await stateOf(id)).to.deep.equal(['queued', 'at_pickup', 2]);
      expect((await services.orders.find(id)).placed)
        .to.include({ payment: 'at_pickup' })
        .and.not.have.property('paymentStatus');
      for (const name of ['accept', 'ready', 'collect'] as const) await step(id, name);
      expect((await refusalOf(services.payments.payAtPickup(id))).code).to.equal('payment_over');
    });

    it('and gets the money back that comes all the same', async () => {
      const { place, checkout, provider, webhook, services, stateOf, paymentOf } = await aPaidShop();
      const { id, total } = await place();
      const ref = await checkout(id);
      await services.payments.payAtPickup(id);
      provider.decide(ref, 'paid');
      await webhook(ref);
      await services.paymentWork.run();
      expect(provider.refunds).to.deep.equal([total * 100]);
      expect(await stateOf(id)).to.deep.equal(['queued', 'at_pickup', 2]);
      expect((await paymentOf(id)).status).to.equal('refunded');
    });

    it('but not where the shop wants the card', async () => {
      const { place, services, setting, stateOf } = await aPaidShop();
      await setting('payments.atPickup', false);
      const { id } = await place();
      const refusal = await refusalOf(services.payments.payAtPickup(id));
      expect([refusal.code, refusal.facts]).to.deep.equal(['payment_not_offered', { methods: ['card'] }]);
      expect(await stateOf(id)).to.deep.equal(['queued', 'pending', 2]);
    });
  });
});

describe('the ways to pay', () => {
  it('are at pickup alone, unless the shop names a provider that is there', async () => {
    const { services, setting, site } = await aPaidShop();
    expect((await services.boutique.shopWindow(site.slug)).payments).to.deep.equal(['at_pickup', 'card']);
    await setting('payments.atPickup', false);
    expect((await services.boutique.shopWindow(site.slug)).payments).to.deep.equal(['card']);
    await setting('payments.card', 'gone');
    expect((await services.boutique.shopWindow(site.slug)).payments).to.deep.equal(['at_pickup']);
  });

  it('are kept to, and a refused order takes nothing', async () => {
    const { setting, place, promisedOf, scope } = await aPaidShop();
    await setting('payments.atPickup', false);
    const refusal = await refusalOf(place('at_pickup'));
    expect([refusal.code, refusal.facts]).to.deep.equal(['payment_not_offered', { methods: ['card'] }]);
    await setting('payments.card', 'gone');
    expect((await refusalOf(place('card'))).code).to.equal('payment_not_offered');
    expect(await promisedOf(scope)).to.equal(0);
  });

  it('are one for what is ordered from a menu, whatever is asked for', async () => {
    const shop = await aPaidShop();
    const { site, scope } = await aRestaurant(shop, {}, { items: [anItem({ id: 'galette' })] });
    await shop.services.settings.set({ tenant: scope, site: scope }, 'payments.card', 'test');
    const input = { ...anOrderFor(site, [{ id: 'galette' }]), payment: 'card' } as const;
    const { order } = await shop.services.orders.place(input, null, 'takeaway');
    expect(order).to.include({ payment: 'at_pickup' }).and.not.have.any.keys('payUrl', 'paymentStatus');
  });
});

describe('an order that nobody answers', () => {
  const aDayAfter = (pickupAt: string) => new Date(Date.parse(pickupAt) + 24 * HOUR_MS + 1);

  it('is cancelled a day after its pickup time, once, and gives back what it held', async () => {
    const { place, services, clock, stateOf, scope } = await aPaidShop();
    const { id, pickupAt } = await place('at_pickup');
    clock.set(new Date(aDayAfter(pickupAt).getTime() - 1));
    expect(await services.orderExpiry.expire()).to.equal(0);
    clock.set(aDayAfter(pickupAt));
    expect((await Promise.all([services.orderExpiry.expire(), services.orderExpiry.expire()])).sort()).to.deep.equal([0, 1]);
    expect(await stateOf(id)).to.deep.equal(['cancelled', 'at_pickup', 0]);
    const events = await services.views.orders.events(scope, id);
    expect(events.at(-1)).to.deep.include({ status: 'cancelled', actor: 'system:expiry', reason: 'unanswered' });
    expect(events).to.have.length(2);
  });

  it('is left alone once it was answered, or paid', async () => {
    const { place, services, clock, stateOf, step, checkout, provider, webhook } = await aPaidShop();
    const paid = await place('card');
    const ref = await checkout(paid.id);
    provider.decide(ref, 'paid');
    await webhook(ref);
    clock.set(aDayAfter(paid.pickupAt));
    expect(await services.orderExpiry.expire()).to.equal(0);
    await step(paid.id, 'accept');
    expect(await services.orderExpiry.expire()).to.equal(0);
    expect(await stateOf(paid.id)).to.deep.equal(['accepted', 'paid', 2]);
  });
});
