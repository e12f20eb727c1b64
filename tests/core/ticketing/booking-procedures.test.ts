import { ordersRouter } from '@comptoir/core/orders/orders-procedures.js';
import { expect } from 'chai';
import { aSite } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOfferedSession } from '../../suites/ticket-builders.js';
import { callsOf } from '../organisation.js';
import { aMuseum } from './a-museum.js';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.test' };

async function aSession(changes: Parameters<typeof aMuseum>[0] = {}) {
  const museum = await aMuseum(changes);
  const { offer, session } = await anOfferedSession(museum.persistence, museum.scope);
  const wanted = { sessionId: session.id, lines: [{ rateId: offer.rates[0]?.id ?? '', quantity: 2 }] };
  return { ...museum, session, wanted, staff: (await museum.organisation.joinAs('staff')).call };
}

describe('bookings in the back office', () => {
  it('are made, found and cancelled by the staff', async () => {
    const { calls, staff, wanted, session } = await aSession();

    const booked = await calls('bookingsCreate', staff, { ...wanted, customer: ADA });
    expect(booked).to.deep.include({ status: 'confirmed', totalCents: 2400, payment: 'at_pickup', sessionId: session.id, language: 'fr' });
    expect(booked.tickets.map(({ state }) => state)).to.deep.equal(['valid', 'valid']);
    expect(await calls('bookingsGet', staff, { id: booked.id })).to.deep.equal(booked);
    const found = await calls('bookingsList', staff, { search: 'lovel' });
    expect(found.items).to.deep.equal([booked]);

    const cancelled = await calls('bookingsCancel', staff, { id: booked.id, reason: 'closed' });
    expect([cancelled.status, cancelled.tickets.map(({ state }) => state)]).to.deep.equal(['cancelled', ['cancelled', 'cancelled']]);
    expect((await calls('bookingsList', staff, { status: 'confirmed' })).total).to.equal(0);
    expect((await refusalOf(calls('bookingsCancel', staff, { id: booked.id }))).code).to.equal('invalid_transition');
  });

  for (const [what, changes] of [
    ['a restaurant', { trade: 'restaurant' }],
    ['a museum that has not switched it on', { features: aSite().features }],
  ] as const) {
    it(`are not made for ${what}, nor held there by the public`, async () => {
      const { calls, call, wanted, services, site } = await aSession(changes);

      expect((await refusalOf(calls('bookingsCreate', call, { ...wanted, customer: ADA }))).code).to.equal('feature_disabled');
      expect((await refusalOf(services.bookings.hold(site.slug, wanted, 'fr', null))).code).to.equal('unknown_shop');
    });
  }

  it('are not cancelled as orders are, and the refusal says how', async () => {
    const { calls, call, wanted } = await aSession();
    const { id } = await calls('bookingsCreate', call, { ...wanted, customer: ADA });

    const refusal = await refusalOf(callsOf('orders', ordersRouter())('cancel', call, { id }));

    expect(refusal.code).to.equal('invalid_transition');
    expect(refusal.message).to.include('`ticketing.bookingsCancel`');
    expect((await calls('bookingsGet', call, { id })).status).to.equal('confirmed');
  });
});
