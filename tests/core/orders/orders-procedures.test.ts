import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import type { Permission } from '@comptoir/core/kit/procedure.js';
import { PICKUP_STEP_NAMES } from '@comptoir/core/orders/order.js';
import { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import { expect } from 'chai';
import { anItem, establish, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aCall, anOrderFor, aRestaurant } from '../support.js';

const ALL: Permission[] = ['orders:read', 'orders:accept', 'orders:reject', 'orders:ready', 'orders:collect', 'orders:cancel'];

async function aKitchen() {
  const bench = aBench();
  const { scope, site } = await aRestaurant(bench, {}, { items: [anItem({ id: 'galette', name: 'Galette' })] });
  const place = async (name = 'Ada') =>
    (await bench.services.orders.place(anOrderFor(site, [{ id: 'galette', quantity: 2 }, { id: 'absent' }], { customer: { name } }), null))
      .order;
  return { ...bench, router: ordersRouter(), call: aCall(bench.services, { site: scope, permissions: ALL }), scope, place };
}

describe('the orders router', () => {
  it('shows an order in whole cents and dates, and nothing of the inside', async () => {
    const { router, call, place } = await aKitchen();
    const { id } = await place();

    const shown = await callProcedure('orders.get', router.get, call, { id });

    expect(shown).to.deep.include({
      id,
      number: '001',
      channel: 'takeaway',
      serviceDay: '2026-06-16',
      status: 'queued',
      placedAt: NOON,
      pickupAt: minutesAfter(NOON, 30),
      customer: { name: 'Ada', phone: null, email: null },
      totalCents: 1900,
      currency: 'EUR',
      version: 1,
    });
    expect(shown.lines).to.have.length(1);
    expect(shown).to.not.have.any.keys('tenantId', 'siteId');
  });

  it('lists orders by status and search, newest first, in pages', async () => {
    const { router, call, place, clock } = await aKitchen();
    const ada = await place('Ada');
    clock.advance(1000);
    const bob = await place('Bob');
    clock.advance(1000);
    await callProcedure('orders.accept', router.accept, call, { id: ada.id });

    const ids = async (input: object) => (await callProcedure('orders.list', router.list, call, input)).items.map(({ id }) => id);
    expect(await ids({})).to.deep.equal([bob.id, ada.id]);
    expect(await ids({ status: 'accepted' })).to.deep.equal([ada.id]);
    expect(await ids({ search: 'bob' })).to.deep.equal([bob.id]);
    expect(await ids({ page: 2, pageSize: 1 })).to.deep.equal([ada.id]);
    expect(await callProcedure('orders.list', router.list, call, { pageSize: 1 })).to.include({ total: 2, page: 1, pageSize: 1 });
    expect((await refusalOf(callProcedure('orders.list', router.list, call, { status: 'lost' }))).code).to.equal('invalid_request');
  });

  it('takes an order through its life, with who did it and why', async () => {
    const { router, call, place, services, scope } = await aKitchen();
    const { id } = await place();

    await callProcedure('orders.accept', router.accept, call, { id, reason: 'dans 20 minutes' });
    await callProcedure('orders.ready', router.ready, call, { id });
    expect(await callProcedure('orders.collect', router.collect, call, { id })).to.include({ status: 'collected', version: 4 });

    const events = await services.views.orders.events(scope, id);
    expect(events.map(({ status, reason }) => [status, reason])).to.deep.equal([
      ['queued', null],
      ['accepted', 'dans 20 minutes'],
      ['ready', null],
      ['collected', null],
    ]);
  });

  it('turns an order down or calls it off', async () => {
    const { router, call, place } = await aKitchen();

    expect(await callProcedure('orders.reject', router.reject, call, { id: (await place()).id })).to.include({ status: 'rejected' });
    expect(await callProcedure('orders.cancel', router.cancel, call, { id: (await place()).id })).to.include({ status: 'cancelled' });
  });

  it('refuses a step the order cannot take, and orders that do not exist', async () => {
    const { router, call, place } = await aKitchen();
    const { id } = await place();

    expect((await refusalOf(callProcedure('orders.collect', router.collect, call, { id }))).code).to.equal('invalid_transition');
    expect((await refusalOf(callProcedure('orders.get', router.get, call, { id: 'none' }))).code).to.equal('unknown_order');
    expect((await refusalOf(callProcedure('orders.accept', router.accept, call, { id: 'none' }))).code).to.equal('unknown_order');
    expect((await refusalOf(callProcedure('orders.accept', router.accept, call, { id: 'a\u0000' }))).code).to.equal('invalid_request');
    expect((await refusalOf(callProcedure('orders.accept', router.accept, call, { id, reason: 'x'.repeat(201) }))).code).to.equal(
      'invalid_request',
    );
  });

  it('asks for the permission of each step, and no other will do', async () => {
    const { router, services, scope, place } = await aKitchen();
    const { id } = await place();
    for (const step of PICKUP_STEP_NAMES) {
      const others = ALL.filter((permission) => permission !== `orders:${step}`);
      expect(
        (await refusalOf(callProcedure(`orders.${step}`, router[step], aCall(services, { site: scope, permissions: others }), { id })))
          .code,
        step,
      ).to.equal('forbidden');
    }
    expect(
      (await refusalOf(callProcedure('orders.list', router.list, aCall(services, { site: scope, permissions: ['orders:accept'] }), {})))
        .code,
    ).to.equal('forbidden');
  });

  it('shows and changes nothing of another establishment', async () => {
    const { router, place, persistence, services } = await aKitchen();
    const { id } = await place();
    const stranger = aCall(services, { site: (await establish(persistence)).scope, permissions: ALL });

    expect((await refusalOf(callProcedure('orders.get', router.get, stranger, { id }))).code).to.equal('unknown_order');
    for (const step of PICKUP_STEP_NAMES)
      expect((await refusalOf(callProcedure(`orders.${step}`, router[step], stranger, { id }))).code).to.equal('unknown_order');
    expect((await callProcedure('orders.list', router.list, stranger, {})).total).to.equal(0);
    expect((await services.orders.find(id)).order.status).to.equal('queued');
  });
});
