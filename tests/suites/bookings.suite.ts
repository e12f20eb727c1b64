import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { makeServices } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import type { TicketCustomer } from '@comptoir/core/ticketing/booking-service.js';
import type { TicketSession } from '@comptoir/core/ticketing/ticket-session.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aProvider } from '../core/payments/a-provider.js';
import { keepingMails, testDeps } from '../support/service-deps.js';
import { aSite, establish, freshName, minutesAfter, NOON } from './builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';
import { anOfferedSession } from './ticket-builders.js';

const ADA: TicketCustomer = { name: 'Ada', email: 'ada@example.org', phone: null };

/** A museum that takes cards, with one session, at a time that no other test works at. */
async function aMuseum(given: Persistence, changes: Partial<TicketSession> = {}, minutesAgo = 700_000) {
  const { persistence, sent } = keepingMails(given);
  const now = minutesAfter(NOON, -minutesAgo);
  const clock = fixedClock(now);
  const provider = aProvider(clock, freshName('provider'));
  const services = makeServices(testDeps({ persistence, clock, crypto: nodeCrypto, paymentProviders: [provider] }));
  const features = { ...aSite().features, onlineTickets: true };
  const { scope, site } = await establish(persistence, { trade: 'museum', features });
  const { offer, session } = await anOfferedSession(persistence, scope, { startsAt: minutesAfter(now, 120), ...changes });
  await persistence.transact(scope, ({ settings }) => settings.set(scope, 'payments.card', provider.name));
  const rateId = offer.rates[0]?.id ?? '';
  const wanted = (quantity = 1) => ({ sessionId: session.id, lines: [{ rateId, quantity }] });
  const hold = async (quantity = 1, key: string | null = null) =>
    (await services.bookings.hold(site.slug, wanted(quantity), 'fr', key)).booking;
  const seats = async () => {
    const found = await persistence.views.ticketSessions.get(scope, session.id);
    return [found?.heldSeats, found?.confirmedSeats];
  };
  const pay = async (orderId: string) => {
    await services.payments.checkout(orderId, 'fr');
    const ref = provider.refs().at(-1) ?? '';
    provider.decide(ref, 'paid');
    await services.payments.notified(provider.name, { headers: { signature: 'good' }, body: ref });
  };
  return { services, bookings: services.bookings, scope, site, session, offer, wanted, hold, seats, pay, clock, provider, sent };
}

type Museum = Awaited<ReturnType<typeof aMuseum>>;

export function exerciseBookings(name: string, open: Open): void {
  describePort('bookings', name, open, (persistence) => {
    it('holds seats, and confirms them with their tickets when they are paid at the desk', async () => {
      const { bookings, hold, seats, clock, sent } = await aMuseum(persistence);

      const held = await hold(2);
      expect(held.order).to.include({ status: 'held', totalCents: 2400, number: '001' });
      expect([held.heldUntil, held.tickets, held.payments]).to.deep.equal([minutesAfter(clock.now(), 10), [], ['at_pickup', 'card']]);
      expect(await seats()).to.deep.equal([2, 0]);

      const confirmed = await bookings.complete(held.order.id, ADA, 'at_pickup');
      expect(confirmed.order).to.deep.include({ status: 'confirmed', customer: ADA });
      expect(confirmed.tickets.map(({ state, rateName }) => [state, rateName])).to.deep.equal([
        ['valid', 'Plein tarif'],
        ['valid', 'Plein tarif'],
      ]);
      expect(await seats()).to.deep.equal([0, 2]);
      expect(sent.map(({ to, text }) => [to, text.includes(confirmed.trackingUrl)])).to.deep.equal([['ada@example.org', true]]);
    });

    it('shows the same hold to a call that comes again, and refuses another under its key', async () => {
      const { bookings, site, wanted, seats } = await aMuseum(persistence);
      const hold = (quantity: number) => bookings.hold(site.slug, wanted(quantity), 'fr', 'once');

      const [first, again] = [await hold(1), await hold(1)];

      expect([first.replayed, again.replayed]).to.deep.equal([false, true]);
      expect(again.booking).to.deep.equal(first.booking);
      expect((await refusalOf(hold(2))).code).to.equal('idempotency_key_reused');
      expect(await seats()).to.deep.equal([1, 0]);
    });

    it('says how many seats remain when too many are asked for, and refuses what is not sold', async () => {
      const { bookings, site, scope, session, offer, hold, wanted, clock } = await aMuseum(persistence, { capacity: 3 });
      await hold(2);

      const full = await refusalOf(hold(2));
      expect([full.code, full.facts]).to.deep.equal(['session_full', { remaining: 1 }]);
      const unknownRate = { sessionId: session.id, lines: [{ rateId: 'gone', quantity: 1 }] };
      expect((await refusalOf(bookings.hold(site.slug, unknownRate, 'fr', null))).code).to.equal('unknown_rate');
      expect((await refusalOf(bookings.hold('nowhere', wanted(), 'fr', null))).code).to.equal('unknown_shop');
      await persistence.transact(scope, ({ offers }) => offers.change(scope, offer.id, (row) => ({ ...row, online: false })));
      expect((await refusalOf(hold())).code).to.equal('unknown_session');
      expect((await bookings.book(scope, wanted(), ADA, 'fr')).order.status).to.equal('confirmed');
      clock.advance(3 * 3_600_000);
      expect((await refusalOf(bookings.book(scope, wanted(), ADA, 'fr'))).code).to.equal('session_past');
    });

    it('confirms a booking by card when the money is there', async () => {
      const { bookings, hold, pay, seats, clock } = await aMuseum(persistence);
      const { order } = await hold(1);

      const waiting = await bookings.complete(order.id, ADA, 'card');
      expect([waiting.order.status, waiting.payUrl === null, waiting.heldUntil]).to.deep.equal([
        'held',
        false,
        minutesAfter(clock.now(), 30),
      ]);
      clock.advance(20 * 60_000);
      await bookings.expire();
      await pay(order.id);

      const paid = await bookings.find(order.id);
      expect([paid.order.status, paid.order.payment.status, paid.tickets.length]).to.deep.equal(['confirmed', 'paid', 1]);
      expect(await seats()).to.deep.equal([0, 1]);
    });

    it('gives the seats back when the money does not come, and the money when it comes late', async () => {
      const { services, bookings, scope, hold, seats, clock, provider } = await aMuseum(persistence);
      const { order } = await hold(1);
      await bookings.complete(order.id, ADA, 'card');
      await services.payments.checkout(order.id, 'fr');
      const ref = provider.refs().at(-1) ?? '';
      provider.decide(ref, 'paid');
      provider.answers(false);
      clock.advance(31 * 60_000);
      await services.paymentWork.run();

      expect((await bookings.find(order.id)).order).to.deep.include({
        status: 'cancelled',
        payment: { method: 'card', status: 'expired' },
      });
      expect(await seats()).to.deep.equal([0, 0]);
      provider.answers(true);
      await services.payments.notified(provider.name, { headers: { signature: 'good' }, body: ref });
      await services.paymentWork.run();
      expect(provider.refunds).to.deep.equal([1200]);
      expect((await bookings.find(order.id)).order.status).to.equal('cancelled');
      expect(await persistence.views.sales.ofOrder(scope, order.id), 'nothing was sold').to.deep.equal([]);
      expect(await seats()).to.deep.equal([0, 0]);
    });

    it('confirms a booking that was to be paid by card when it is paid at the desk after all', async () => {
      const { services, bookings, hold, seats } = await aMuseum(persistence);
      const [one, other] = [await hold(1), await hold(1)];
      for (const { order } of [one, other]) await bookings.complete(order.id, ADA, 'card');

      await services.payments.payAtPickup(one.order.id);
      await bookings.complete(other.order.id, ADA, 'at_pickup');

      for (const { order } of [one, other])
        expect((await bookings.find(order.id)).order).to.deep.include({
          status: 'confirmed',
          payment: { method: 'at_pickup', status: null },
        });
      expect(await seats()).to.deep.equal([0, 2]);
    });

    it('asks for no card where there is nothing to pay, whatever the museum takes', async () => {
      const { bookings, services, scope, offer, hold } = await aMuseum(persistence);
      await services.settings.set({ tenant: scope, site: scope }, 'payments.atPickup', false);
      const free = offer.rates.map((rate) => ({ ...rate, priceCents: 0 }));
      expect((await hold(1)).payments, 'for what costs something').to.deep.equal(['card']);
      await persistence.transact(scope, ({ offers }) => offers.change(scope, offer.id, (row) => ({ ...row, rates: free })));

      const held = await hold(2);
      expect(held.payments).to.deep.equal(['at_pickup']);
      expect((await refusalOf(bookings.complete(held.order.id, ADA, 'card'))).code).to.equal('payment_not_offered');
      expect((await bookings.complete(held.order.id, ADA, 'at_pickup')).tickets).to.have.length(2);
    });

    it('lets a guest cancel before the session begins: tickets are void, money is owed back and a mail tells it', async () => {
      const { bookings, services, scope, hold, pay, seats, provider, sent, clock } = await aMuseum(persistence);
      const { order } = await hold(2);
      await bookings.complete(order.id, ADA, 'card');
      await pay(order.id);

      const cancelled = await bookings.cancelByGuest(order.id);
      expect([cancelled.order.status, cancelled.tickets.map(({ state }) => state)]).to.deep.equal([
        'cancelled',
        ['cancelled', 'cancelled'],
      ]);
      expect(await seats()).to.deep.equal([0, 0]);
      await services.paymentWork.run();
      expect(provider.refunds).to.deep.equal([2400]);
      expect((await persistence.views.sales.ofOrder(scope, order.id)).map(({ totalCents }) => totalCents)).to.deep.equal([2400, -2400]);
      expect(sent).to.have.length(2);
      expect((await refusalOf(bookings.cancelByGuest(order.id))).code).to.equal('invalid_transition');
      const late = await hold(1);
      await bookings.complete(late.order.id, ADA, 'at_pickup');
      clock.advance(3 * 3_600_000);
      expect((await refusalOf(bookings.cancelByGuest(late.order.id))).code).to.equal('session_past');
      expect(await seats()).to.deep.equal([0, 1]);
    });

    it('lets no guest cancel once somebody was let in, and leaves used tickets used when the staff does', async () => {
      const { bookings, scope, wanted } = await aMuseum(persistence);
      const { order, tickets } = await bookings.book(scope, wanted(2), ADA, 'fr');
      const used = tickets[0]?.id ?? '';
      await persistence.transact(scope, (stores) => stores.tickets.mark(scope, used, { state: 'used', usedAt: NOON }));

      expect((await bookings.find(order.id)).cancellable).to.equal(false);
      expect((await refusalOf(bookings.cancelByGuest(order.id))).code).to.equal('ticket_used');
      const cancelled = await bookings.cancel(scope, order.id, 'closed');
      expect(cancelled.tickets.map(({ state }) => state).sort()).to.deep.equal(['cancelled', 'used']);
    });

    it('gives up what nobody has completed, once, however many processes do it', async () => {
      const { bookings, hold, seats, clock } = await aMuseum(persistence, {}, 900_000);
      const { order } = await hold(3);
      const confirmed = await hold(1);
      await bookings.complete(confirmed.order.id, ADA, 'at_pickup');
      clock.advance(10 * 60_000 + 1);

      const counts = await atOnce(3, () => bookings.expire());

      expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(1);
      expect(await seats()).to.deep.equal([0, 1]);
      const found = await bookings.find(order.id);
      expect([found.order.status, found.heldUntil, found.cancellable]).to.deep.equal(['cancelled', null, false]);
      expect((await refusalOf(bookings.complete(order.id, ADA, 'at_pickup'))).code).to.equal('invalid_transition');
    });

    it('leaves nothing half-done when it breaks off between the order and its seats', async () => {
      const { scope, site, session, offer, wanted, clock } = await aMuseum(persistence);
      const breaking: Persistence = {
        transact: (of, work) =>
          persistence.transact(of, (stores, views) => {
            const tickets = {
              ...stores.tickets,
              async book(): Promise<never> {
                throw new Error('The process ends here.');
              },
            };
            return work({ ...stores, tickets }, views);
          }),
        views: persistence.views,
      };
      const { bookings } = makeServices(testDeps({ persistence: breaking, clock, crypto: nodeCrypto }));

      await errorOf(bookings.hold(site.slug, wanted(), 'fr', 'once'));

      expect((await persistence.views.orders.bookingsAfter(scope, { limit: 10 })).items).to.deep.equal([]);
      expect(await persistence.views.ticketSessions.get(scope, session.id)).to.include({ heldSeats: 0, offerId: offer.id });
      const { bookings: whole } = makeServices(testDeps({ persistence, clock, crypto: nodeCrypto }));
      expect((await whole.hold(site.slug, wanted(), 'fr', 'once')).replayed).to.equal(false);
    });

    it('never sells a seat twice, however many book at once', async () => {
      const { bookings, scope, wanted, seats } = await aMuseum(persistence, { capacity: 40 });

      const made = await Promise.allSettled(
        Array.from({ length: 500 }, (_, index) => bookings.book(scope, wanted(1 + (index % 2)), { ...ADA, email: null }, 'fr')),
      );

      const booked = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      const sold = booked.reduce((sum, { tickets }) => sum + tickets.length, 0);
      expect(refused.every((reason) => hasCode(reason, 'session_full'))).to.equal(true);
      expect(sold).to.equal(40);
      expect(new Set(booked.flatMap(({ tickets }) => tickets.map(({ code }) => code))).size).to.equal(40);
      expect(await seats()).to.deep.equal([0, 40]);
    }).timeout(120_000);

    it('keeps the seats of a session those of its live bookings, whatever happens to them', async () => {
      const step = fc.record({
        kind: fc.constantFrom('hold', 'desk', 'card', 'pay', 'cancel', 'lapse', 'unpaid'),
        which: fc.nat(5),
        quantity: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const museum = await aMuseum(persistence, { capacity: 6 }, 1_100_000);
          const made: string[] = [];
          for (const { kind, which, quantity } of steps) {
            await happen(museum, kind, made, made[which % Math.max(1, made.length)] ?? '', quantity);
            await expectSound(museum, made);
          }
        }),
        { numRuns: 15 },
      );
    }).timeout(120_000);
  });
}

async function happen({ bookings, services, hold, pay, clock }: Museum, kind: string, made: string[], id: string, quantity: number) {
  const tried = async (work: Promise<unknown>) => work.catch((error: unknown) => expect(error).to.have.property('code'));
  if (kind === 'hold') await tried(hold(quantity).then(({ order }) => made.push(order.id)));
  if (kind === 'desk') await tried(bookings.complete(id, ADA, 'at_pickup'));
  if (kind === 'card') await tried(bookings.complete(id, ADA, 'card'));
  if (kind === 'pay') await tried(pay(id));
  if (kind === 'cancel') await tried(bookings.cancelByGuest(id));
  if (kind === 'lapse') {
    clock.advance(11 * 60_000);
    await bookings.expire();
  }
  if (kind === 'unpaid') {
    clock.advance(31 * 60_000);
    await services.paymentWork.run();
  }
}

async function expectSound({ bookings, seats, session }: Museum, made: readonly string[]): Promise<void> {
  const found = await Promise.all(made.map((id) => bookings.find(id)));
  const seatsIn = (status: string) =>
    found
      .filter(({ order }) => order.status === status)
      .reduce((sum, { order }) => sum + order.lines.reduce((all, { quantity }) => all + quantity, 0), 0);
  expect(await seats()).to.deep.equal([seatsIn('held'), seatsIn('confirmed')]);
  expect(seatsIn('held') + seatsIn('confirmed')).to.be.at.most(session.capacity ?? 0);
  for (const { order, tickets } of found) {
    const live = tickets.filter(({ state }) => state === 'valid').length;
    expect(live).to.equal(order.status === 'confirmed' ? order.lines.reduce((all, { quantity }) => all + quantity, 0) : 0);
  }
}
