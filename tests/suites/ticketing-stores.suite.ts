import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SeatChange, TicketSession } from '@comptoir/core/ticketing/ticket-session.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, minutesAfter, NOON, placed } from './builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';
import { aBookedSession, aBooking, anOffer, anOfferedSession, aRate, aTicket, aTicketSession } from './ticket-builders.js';

const ONE_HELD: SeatChange = { held: 1, confirmed: 0 };
const HELD_TO_CONFIRMED: SeatChange = { held: -1, confirmed: 1 };

export function exerciseTicketingStores(name: string, open: Open): void {
  describePort('OfferStore and OfferViews', name, open, (persistence) => {
    it('gives an offer back as it was stored, with its rates in their order', async () => {
      const { scope } = await establish(persistence);
      const rates = [aRate({ conditions: { fr: 'Sur justificatif' } }), aRate({ active: false, priceCents: 0 })];
      const offer = anOffer(scope, { rates, description: { fr: 'Été 🌻', it: 'Estate' }, photo: '/p/1.webp', durationMinutes: null });

      await persistence.transact(scope, ({ offers }) => offers.create(scope, offer));

      expect(await persistence.views.offers.get(scope, offer.id)).to.deep.equal(offer);
    });

    it('lists what is sold by position and finds it by a title in any language; what is deleted is only found by its id', async () => {
      const { scope } = await establish(persistence);
      const [second, first] = [anOffer(scope, { position: 2 }), anOffer(scope, { position: 1, title: { de: 'Die Welle' } })];
      const deleted = anOffer(scope, { deletedAt: NOON });
      await persistence.transact(scope, async ({ offers }) => {
        for (const offer of [second, first, deleted]) await offers.create(scope, offer);
      });

      expect(await persistence.views.offers.all(scope)).to.deep.equal([first, second]);
      expect(await persistence.views.offers.list(scope, FIRST_PAGE)).to.deep.include({ items: [first, second], total: 2 });
      expect((await persistence.views.offers.list(scope, { ...FIRST_PAGE, search: 'welle' })).items).to.deep.equal([first]);
      expect(await persistence.views.offers.get(scope, deleted.id)).to.deep.equal(deleted);
    });

    it('changes an offer, and refuses to delete one that has sessions', async () => {
      const { scope } = await establish(persistence);
      const { offer } = await anOfferedSession(persistence, scope);
      const rename = persistence.transact(scope, ({ offers }) =>
        offers.change(scope, offer.id, (row) => ({ ...row, title: { en: 'New' } })),
      );

      expect(await rename).to.deep.equal({ ...offer, title: { en: 'New' } });
      expect((await persistence.views.offers.list(scope, { ...FIRST_PAGE, search: 'new' })).total).to.equal(1);
      expect((await refusalOf(persistence.transact(scope, ({ offers }) => offers.delete(scope, offer.id)))).code).to.equal('in_use');
    });
  });

  describePort('SessionStore and SessionViews', name, open, (persistence) => {
    const claim = (scope: Scope, sessionId: string, seats: SeatChange, now = NOON) =>
      persistence.transact(scope, ({ ticketSessions }) => ticketSessions.claim(scope, sessionId, seats, now));

    it('takes seats while there are some, and gives them back', async () => {
      const { scope } = await establish(persistence);
      const { session } = await anOfferedSession(persistence, scope, { capacity: 2 });

      expect(await claim(scope, session.id, { held: 2, confirmed: 0 })).to.deep.equal({ ...session, heldSeats: 2 });
      expect(await claim(scope, session.id, ONE_HELD)).to.equal(null);
      expect(await claim(scope, session.id, HELD_TO_CONFIRMED)).to.deep.equal({ ...session, heldSeats: 1, confirmedSeats: 1 });
      expect(await claim(scope, session.id, { held: -1, confirmed: 0 })).to.deep.equal({ ...session, confirmedSeats: 1 });
      expect(await persistence.views.ticketSessions.get(scope, session.id)).to.deep.equal({ ...session, confirmedSeats: 1 });
    });

    it('takes no seat of a session that is cancelled or has begun, and takes seats back from it all the same', async () => {
      const { scope } = await establish(persistence);
      const { session } = await anOfferedSession(persistence, scope, { heldSeats: 3 });
      const { session: cancelled } = await anOfferedSession(persistence, scope, { heldSeats: 3, cancelledAt: NOON });
      const begun = minutesAfter(session.startsAt, 1);

      expect(await claim(scope, session.id, ONE_HELD, begun)).to.equal(null);
      expect(await claim(scope, cancelled.id, ONE_HELD)).to.equal(null);
      expect(await claim(scope, session.id, HELD_TO_CONFIRMED, begun)).to.include({ heldSeats: 2, confirmedSeats: 1 });
      expect(await claim(scope, cancelled.id, { held: -3, confirmed: 0 })).to.include({ heldSeats: 0 });
      expect((await refusalOf(claim(scope, randomUUID(), ONE_HELD))).code).to.equal('unknown_record');
    });

    it('takes seats of a session that is sold throughout until it ends, and finds it as the next one', async () => {
      const { scope } = await establish(persistence);
      const endsAt = minutesAfter(NOON, 180);
      const { session, offer } = await anOfferedSession(persistence, scope, { endsAt, soldUntil: endsAt });
      const next = async (now: Date) => (await persistence.views.ticketSessions.next(scope, now)).get(offer.id)?.id;

      expect(await claim(scope, session.id, ONE_HELD, endsAt)).to.include({ heldSeats: 1 });
      expect(await claim(scope, session.id, ONE_HELD, minutesAfter(endsAt, 1))).to.equal(null);
      expect([await next(endsAt), await next(minutesAfter(endsAt, 1))]).to.deep.equal([session.id, undefined]);
    });

    it('never takes more seats than there are, however many ask at once', async () => {
      const { scope } = await establish(persistence);
      const { session } = await anOfferedSession(persistence, scope, { capacity: 5 });

      const claimed = await atOnce(20, () => claim(scope, session.id, ONE_HELD));

      expect(claimed.filter((one) => one !== null)).to.have.length(5);
      expect(await persistence.views.ticketSessions.get(scope, session.id)).to.include({ heldSeats: 5 });
    });

    it('takes any number where there is no capacity', async () => {
      const { scope } = await establish(persistence);
      const { session } = await anOfferedSession(persistence, scope, { capacity: null });

      expect(await claim(scope, session.id, { held: 0, confirmed: 5000 })).to.include({ confirmedSeats: 5000 });
    });

    it('leaves the seats as they are when the session is edited', async () => {
      const { scope } = await establish(persistence);
      const { session } = await anOfferedSession(persistence, scope, { heldSeats: 2, confirmedSeats: 3 });
      const edit = persistence.transact(scope, ({ ticketSessions }) =>
        ticketSessions.change(scope, session.id, (row) => ({ ...row, capacity: 4, heldSeats: 0, confirmedSeats: 0, version: 2 })),
      );

      expect(await edit).to.deep.equal({ ...session, capacity: 4, version: 2 });
      expect(await persistence.views.ticketSessions.get(scope, session.id)).to.deep.equal({ ...session, capacity: 4, version: 2 });
    });

    it('refuses a session of an offer that is not there', async () => {
      const { scope } = await establish(persistence);
      const { session } = await anOfferedSession(persistence, scope);
      const orphan = aTicketSession(scope, { offerId: randomUUID() });

      for (const refused of [
        persistence.transact(scope, ({ ticketSessions }) => ticketSessions.create(scope, orphan)),
        persistence.transact(scope, ({ ticketSessions }) =>
          ticketSessions.change(scope, session.id, (row) => ({ ...row, offerId: orphan.offerId })),
        ),
      ])
        expect((await refusalOf(refused)).code).to.equal('unknown_record');
    });

    it('lists sessions by start, of a period, of an offer, and page by page', async () => {
      const { scope } = await establish(persistence);
      const { offer, session: middle } = await anOfferedSession(persistence, scope);
      const at = (minutes: number) => minutesAfter(middle.startsAt, minutes);
      const [early, late] = [-60, 60].map((minutes) => aTicketSession(scope, { offerId: offer.id, startsAt: at(minutes) }));
      if (early === undefined || late === undefined) throw new Error('Two sessions were made.');
      const { session: other } = await anOfferedSession(persistence, scope, { startsAt: at(30), cancelledAt: NOON });
      await persistence.transact(scope, async ({ ticketSessions }) => {
        for (const session of [late, early]) await ticketSessions.create(scope, session);
      });
      const { between, list } = persistence.views.ticketSessions;

      expect(await between(scope, { from: early.startsAt, to: late.startsAt })).to.deep.equal([early, middle, other]);
      expect(await between(scope, { from: middle.startsAt, to: at(600), offerId: offer.id })).to.deep.equal([middle, late]);
      const first = await list(scope, { limit: 3 });
      expect(first.items).to.deep.equal([early, middle, other]);
      expect(await list(scope, { limit: 3, cursor: first.nextCursor ?? '' })).to.deep.equal({ items: [late], nextCursor: null });
      expect((await refusalOf(list(scope, { limit: 3, cursor: '5b5d' }))).code).to.equal('invalid_request');
    });

    it('creates many sessions at once, or none of them', async () => {
      const { scope } = await establish(persistence);
      const { offer, session } = await anOfferedSession(persistence, scope);
      const many = [1, 2, 3].map((hours) =>
        aTicketSession(scope, { offerId: offer.id, startsAt: minutesAfter(session.startsAt, hours * 60) }),
      );
      const create = (sessions: readonly TicketSession[]) =>
        persistence.transact(scope, ({ ticketSessions }) => ticketSessions.createAll(scope, sessions));
      const period = { from: NOON, to: minutesAfter(NOON, 6000) };

      expect((await refusalOf(create([...many, aTicketSession(scope, { offerId: randomUUID() })]))).code).to.equal('unknown_record');
      expect(await persistence.views.ticketSessions.between(scope, period)).to.deep.equal([session]);
      await create(many);
      await create([]);
      expect(await persistence.views.ticketSessions.between(scope, period)).to.deep.equal([session, ...many]);
    });

    it('knows when each offer is on, by its sessions that take place, past ones too', async () => {
      const { scope } = await establish(persistence);
      const { offer, session } = await anOfferedSession(persistence, scope, { startsAt: minutesAfter(NOON, -6000) });
      const { session: only } = await anOfferedSession(persistence, scope);
      await anOfferedSession(persistence, scope, { cancelledAt: NOON });
      const at = (minutes: number, changes = {}) =>
        aTicketSession(scope, { offerId: offer.id, startsAt: minutesAfter(NOON, minutes), ...changes });
      const last = at(50);
      await persistence.transact(scope, ({ ticketSessions }) =>
        ticketSessions.createAll(scope, [at(10), last, at(90, { cancelledAt: NOON }), at(-9000, { cancelledAt: NOON })]),
      );

      expect(await persistence.views.ticketSessions.periods(scope)).to.deep.equal(
        new Map([
          [offer.id, { first: session.startsAt, last: last.startsAt }],
          [only.offerId, { first: only.startsAt, last: only.startsAt }],
        ]),
      );
    });

    it('names the next session of each offer that takes place and has a seat left', async () => {
      const { scope } = await establish(persistence);
      const { offer } = await anOfferedSession(persistence, scope, { startsAt: minutesAfter(NOON, -1) });
      const { session: only } = await anOfferedSession(persistence, scope, { startsAt: NOON, capacity: null });
      await anOfferedSession(persistence, scope, { capacity: 1, confirmedSeats: 1 });
      const [full, cancelled, next, later] = [
        aTicketSession(scope, { offerId: offer.id, startsAt: minutesAfter(NOON, 1), heldSeats: 4, confirmedSeats: 6 }),
        aTicketSession(scope, { offerId: offer.id, startsAt: minutesAfter(NOON, 2), cancelledAt: NOON }),
        aTicketSession(scope, { offerId: offer.id, startsAt: minutesAfter(NOON, 3), heldSeats: 9 }),
        aTicketSession(scope, { offerId: offer.id, startsAt: minutesAfter(NOON, 4) }),
      ];
      await persistence.transact(scope, async ({ ticketSessions }) => {
        for (const session of [later, next, cancelled, full]) await ticketSessions.create(scope, session);
      });

      const found = await persistence.views.ticketSessions.next(scope, NOON);

      expect(found).to.deep.equal(
        new Map([
          [offer.id, next],
          [only.offerId, only],
        ]),
      );
    });
  });

  describePort('TicketStore and TicketViews', name, open, (persistence) => {
    it('gives a booking and its tickets back as they were stored', async () => {
      const { scope } = await establish(persistence);
      const { booking, ticket } = await aBookedSession(persistence, scope, { state: 'used', usedAt: NOON });

      expect(await persistence.views.tickets.booking(scope, booking.orderId)).to.deep.equal(booking);
      expect(await persistence.views.tickets.bookings(scope, [booking.orderId, randomUUID()])).to.deep.equal([booking]);
      expect(await persistence.views.tickets.bookingsOf(scope, booking.sessionId)).to.deep.equal([booking]);
      expect(await persistence.views.tickets.ofOrders(scope, [booking.orderId])).to.deep.equal([ticket]);
      expect(await persistence.views.tickets.get(scope, ticket.id)).to.deep.equal(ticket);
    });

    it('refuses a second booking of an order, one of nothing, tickets without one, and a code that exists', async () => {
      const { scope } = await establish(persistence);
      const { booking, ticket } = await aBookedSession(persistence, scope);
      const { id: orderId } = await placed(persistence, scope);
      const book = (changes: object) =>
        persistence.transact(scope, ({ tickets }) => tickets.createBooking(scope, { ...booking, ...changes }));
      const issue = (changes: object) =>
        persistence.transact(scope, ({ tickets }) => tickets.createAll(scope, [aTicket(scope, { ...ticket, ...changes })]));

      expect((await refusalOf(book({}))).code).to.equal('duplicate');
      expect((await refusalOf(book({ orderId: randomUUID() }))).code).to.equal('unknown_record');
      expect((await refusalOf(book({ orderId, sessionId: randomUUID() }))).code).to.equal('unknown_record');
      expect((await refusalOf(issue({ id: randomUUID() }))).code).to.equal('duplicate');
      expect((await refusalOf(issue({ code: aTicket(scope).code }))).code).to.equal('duplicate');
      expect((await refusalOf(issue({ id: randomUUID(), code: aTicket(scope).code, orderId }))).code).to.equal('unknown_record');
    });

    it('changes a booking and marks tickets', async () => {
      const { scope } = await establish(persistence);
      const { booking, ticket } = await aBookedSession(persistence, scope);

      const locked = await persistence.transact(scope, async ({ tickets }) => {
        await tickets.changeBooking(scope, booking.orderId, (row) => ({ ...row, heldUntil: NOON }));
        await tickets.mark(scope, ticket.id, { state: 'used', usedAt: NOON });
        return [await tickets.lockByCode(scope, ticket.code), await tickets.lockOfOrder(scope, booking.orderId)];
      });

      const used = { ...ticket, state: 'used', usedAt: NOON };
      expect(locked).to.deep.equal([used, [used]]);
      expect(await persistence.views.tickets.booking(scope, booking.orderId)).to.deep.equal({ ...booking, heldUntil: NOON });
    });

    it('names what has lapsed, longest ago first', async () => {
      const { scope } = await establish(persistence);
      const { session, offer } = await anOfferedSession(persistence, scope);
      const held = async (minutes: number | null) => {
        const { id: orderId } = await placed(persistence, scope);
        // Long ago, so that what other tests hold does not come between.
        const heldUntil = minutes === null ? null : minutesAfter(new Date(0), minutes);
        const booking = aBooking(scope, { orderId, sessionId: session.id, offerId: offer.id, heldUntil });
        await persistence.transact(scope, ({ tickets }) => tickets.createBooking(scope, booking));
        return { tenantId: scope.tenantId, siteId: scope.siteId, orderId };
      };
      const [second, first, third] = [await held(2), await held(1), await held(3)];
      await held(4);
      await held(null);

      expect(await persistence.views.tickets.lapsed(minutesAfter(new Date(0), 4), 10)).to.deep.equal([first, second, third]);
      expect(await persistence.views.tickets.lapsed(minutesAfter(new Date(0), 4), 2)).to.deep.equal([first, second]);
    });

    it('lists the tickets of sessions of a period by code', async () => {
      const { scope } = await establish(persistence);
      const { session, ticket, booking } = await aBookedSession(persistence, scope);
      const more = [aTicket(scope, { ...booking }), aTicket(scope, { ...booking })];
      await persistence.transact(scope, ({ tickets }) => tickets.createAll(scope, more));
      const period = { from: session.startsAt, to: minutesAfter(session.startsAt, 1) };
      const codes = [ticket, ...more].map(({ code }) => code).sort();

      const all = await persistence.views.tickets.ofSessions(scope, { ...period, limit: 10, after: null });
      const rest = await persistence.views.tickets.ofSessions(scope, { ...period, limit: 1, after: codes[0] ?? null });

      expect(all.map(({ code }) => code)).to.deep.equal(codes);
      expect(rest.map(({ code }) => code)).to.deep.equal(codes.slice(1, 2));
      expect(await persistence.views.tickets.ofSessions(scope, { from: NOON, to: period.from, limit: 10, after: null })).to.deep.equal([]);
    });

    it('keeps the order and the session of a booking', async () => {
      const { scope } = await establish(persistence);
      const { session, booking } = await aBookedSession(persistence, scope);
      const [order, date] = [
        persistence.transact(scope, ({ orders }) => orders.remove(scope, booking.orderId, () => undefined)),
        persistence.transact(scope, ({ ticketSessions }) => ticketSessions.delete(scope, session.id)),
      ];

      expect((await refusalOf(order)).code).to.equal('in_use');
      expect((await refusalOf(date)).code).to.equal('in_use');
    });
  });
}
