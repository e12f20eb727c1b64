import { expect } from 'chai';
import { HOUR_MS, minutesAfter, NOON, placed } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBooking } from '../../suites/ticket-builders.js';
import { aMuseum, SHOW } from './a-museum.js';

const LATER = minutesAfter(NOON, 120);
const SERIES = { from: '2026-06-20', to: '2026-06-26', times: ['10:00', '15:00'], capacity: 20 };

async function aStage() {
  const museum = await aMuseum();
  const { calls, call } = museum;
  const { id: offerId } = await calls('createOffer', call, SHOW);
  const create = (changes: object = {}) => calls('createSession', call, { offerId, startsAt: LATER, capacity: 10, ...changes });
  const update = (id: string, changes: object) => calls('updateSession', call, { id, ...changes });
  return { ...museum, offerId, create, update };
}

describe('sessions', () => {
  it('are as long as they say, or else as the offer', async () => {
    const { create } = await aStage();
    const { id, createdAt, updatedAt, ...plain } = await create();
    expect([createdAt, updatedAt]).to.deep.equal([NOON, NOON]);
    expect(id).to.be.a('string');
    expect(plain).to.deep.include({
      startsAt: LATER,
      endsAt: minutesAfter(LATER, 60),
      capacity: 10,
      remaining: 10,
      status: 'open',
      version: 1,
    });
    expect((await create({ endsAt: minutesAfter(LATER, 15), capacity: undefined })).remaining).to.equal(null);
  });

  it('are refused where they end before they start, last too long, or have no end', async () => {
    const { calls, call, create } = await aStage();
    for (const minutes of [0, -1, 31 * 24 * 60 + 1]) {
      expect((await refusalOf(create({ endsAt: minutesAfter(LATER, minutes) }))).code).to.equal('invalid_request');
    }
    const { id: endless } = await calls('createOffer', call, { ...SHOW, durationMinutes: null });
    expect((await refusalOf(create({ offerId: endless }))).code).to.equal('invalid_request');
    expect((await refusalOf(create({ offerId: 'nothing' }))).code).to.equal('unknown_offer');
    expect((await refusalOf(create({ capacity: -1 }))).code).to.equal('invalid_request');
    expect((await calls('listSessions', call, {})).items).to.deep.equal([]);
  });

  it('move with their length, change in size, and tell who has not seen the latest version', async () => {
    const { create, update } = await aStage();
    const { id } = await create();
    const moved = await update(id, { startsAt: minutesAfter(LATER, 30), version: 1 });
    expect(moved).to.deep.include({ startsAt: minutesAfter(LATER, 30), endsAt: minutesAfter(LATER, 90), capacity: 10, version: 2 });
    expect(await update(id, { endsAt: minutesAfter(LATER, 45), capacity: null })).to.deep.include({
      endsAt: minutesAfter(LATER, 45),
      remaining: null,
    });
    expect((await refusalOf(update(id, { capacity: 3, version: 2 }))).code).to.equal('stale');
    expect((await refusalOf(update(id, { endsAt: LATER }))).code).to.equal('invalid_request');
    expect((await refusalOf(update('nothing', { capacity: 3 }))).code).to.equal('unknown_session');
  });

  it('of a show are sold until they start, of an exhibition until they end, and stay so when they move', async () => {
    const { create, update, calls, call, clock } = await aStage();
    const { id: exhibition } = await calls('createOffer', call, { ...SHOW, kind: 'exhibition' });
    const show = await create();
    const { id } = await create({ offerId: exhibition });
    const moved = { startsAt: minutesAfter(LATER, 10), endsAt: minutesAfter(LATER, 100) };
    await update(show.id, moved);
    await update(id, moved);

    const statuses = async () =>
      (await calls('listSessions', call, {})).items.map(({ offerId, status }) => [offerId === exhibition, status]);
    clock.set(minutesAfter(LATER, 99));
    expect(await statuses()).to.have.deep.members([
      [false, 'past'],
      [true, 'open'],
    ]);
    clock.set(minutesAfter(LATER, 101));
    expect(await statuses()).to.have.deep.members([
      [false, 'past'],
      [true, 'past'],
    ]);
  });

  it('have never fewer seats than are held and confirmed', async () => {
    const { create, update, take } = await aStage();
    const { id } = await create();
    await take(id, 2, 3);
    const refusal = await refusalOf(update(id, { capacity: 4 }));
    expect([refusal.code, refusal.facts]).to.deep.equal(['in_use', { held: 2, confirmed: 3 }]);
    expect(await update(id, { capacity: 5 })).to.deep.include({ remaining: 0, status: 'full', heldSeats: 2, confirmedSeats: 3 });
  });

  it('are cancelled once and for good, unless a group has them', async () => {
    const { calls, call, create, update, take, clock } = await aStage();
    const [free, booked] = [await create(), await create()];
    await take(booked.id, 0, 1);
    const cancelled = await calls('cancelSession', call, { id: free.id, version: 1 });
    expect(cancelled).to.deep.include({ cancelledAt: clock.now(), version: 2 });
    expect(await calls('cancelSession', call, { id: free.id })).to.deep.equal(cancelled);
    expect((await refusalOf(update(free.id, { capacity: 99 }))).code).to.equal('session_cancelled');
    expect((await refusalOf(calls('cancelSession', call, { id: booked.id }))).code).to.equal('in_use');
    expect((await refusalOf(calls('cancelSession', call, { id: booked.id, version: 7 }))).code).to.equal('stale');
    expect((await refusalOf(calls('cancelSession', call, { id: 'nothing' }))).code).to.equal('unknown_session');
    expect((await calls('getSession', call, { id: booked.id })).cancelledAt).to.equal(null);
  });

  it('take their bookings with them when they are cancelled: held ones, confirmed ones, and none that is over', async () => {
    const { calls, call, create, services, scope, site, heard } = await aStage();
    const { bookings, views } = services;
    const { id, offerId } = await create();
    const { rates } = await calls('getOffer', call, { id: offerId });
    const wanted = { sessionId: id, lines: [{ rateId: rates[0]?.id ?? '', quantity: 2 }] };
    const customer = { name: 'Ada', email: 'ada@example.test', phone: null };
    const { booking: held } = await bookings.hold(site.slug, wanted, 'fr', null);
    const confirmed = await bookings.book(scope, wanted, customer, 'fr');
    const over = await bookings.book(scope, wanted, customer, 'fr');
    await bookings.cancel(scope, over.order.id, 'ill');
    expect(await calls('getSession', call, { id })).to.include({ heldSeats: 2, confirmedSeats: 2 });
    const before = heard.length;

    expect(await calls('cancelSession', call, { id })).to.include({ heldSeats: 0, confirmedSeats: 0 });

    for (const { order } of [held, confirmed]) {
      const found = await bookings.find(order.id);
      expect(found.order.status).to.equal('cancelled');
      expect(found.tickets.every(({ state }) => state === 'cancelled')).to.equal(true);
      expect((await views.orders.events(scope, order.id)).at(-1)?.reason).to.equal('session cancelled');
    }
    expect((await views.orders.events(scope, over.order.id)).at(-1)?.reason).to.equal('ill');
    expect(heard.slice(before).map(({ kind }) => kind)).to.have.members(['order-changed', 'order-changed', 'site-changed']);
    expect((await refusalOf(bookings.hold(site.slug, wanted, 'fr', null))).code).to.equal('session_cancelled');
  });

  it('keep their bookings when cancelling them is refused', async () => {
    const { calls, call, create, services, scope, take } = await aStage();
    const { id, offerId } = await create();
    const { rates } = await calls('getOffer', call, { id: offerId });
    const wanted = { sessionId: id, lines: [{ rateId: rates[0]?.id ?? '', quantity: 2 }] };
    const { order } = await services.bookings.book(scope, wanted, { name: 'Ada', email: null, phone: null }, 'fr');
    await take(id, 0, 3);
    expect((await refusalOf(calls('cancelSession', call, { id }))).code).to.equal('in_use');
    expect((await services.bookings.find(order.id)).order.status).to.equal('confirmed');
    expect(await calls('getSession', call, { id })).to.include({ confirmedSeats: 5, cancelledAt: null });
  });

  it('go away only when nobody has ever booked them', async () => {
    const { calls, call, create, take, persistence, scope, offerId } = await aStage();
    const [free, booked, once] = [await create(), await create(), await create()];
    await take(booked.id, 1);
    const { id: orderId } = await placed(persistence, scope);
    await persistence.transact(scope, ({ tickets }) =>
      tickets.createBooking(scope, aBooking(scope, { orderId, sessionId: once.id, offerId })),
    );
    expect((await refusalOf(calls('deleteSession', call, { id: free.id, version: 2 }))).code).to.equal('stale');
    expect(await calls('deleteSession', call, { id: free.id, version: 1 })).to.deep.equal({ id: free.id });
    for (const [id, code] of [
      [booked.id, 'in_use'],
      [once.id, 'in_use'],
      [free.id, 'unknown_session'],
    ] as const) {
      expect((await refusalOf(calls('deleteSession', call, { id }))).code).to.equal(code);
    }
    const { items } = await calls('listSessions', call, {});
    expect(items.map(({ id }) => id)).to.have.members([booked.id, once.id]);
  });

  it('are listed by start, of an offer and a period, page by page', async () => {
    const { calls, call, create, offerId } = await aStage();
    const { id: other } = await calls('createOffer', call, SHOW);
    const [late, early, middle] = [
      await create({ startsAt: minutesAfter(LATER, 60) }),
      await create({ startsAt: NOON }),
      await create({ offerId: other }),
    ];
    const ids = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => id);
    const first = await calls('listSessions', call, { limit: 2 });
    expect(ids(first)).to.deep.equal([early.id, middle.id]);
    expect(ids(await calls('listSessions', call, { limit: 2, cursor: first.nextCursor }))).to.deep.equal([late.id]);
    expect(ids(await calls('listSessions', call, { offerId }))).to.deep.equal([early.id, late.id]);
    expect(ids(await calls('listSessions', call, { from: LATER, to: late.startsAt }))).to.deep.equal([middle.id]);
    expect((await refusalOf(calls('listSessions', call, { cursor: 'nonsense' }))).code).to.equal('invalid_request');
  });

  it('change nothing of another establishment’s', async () => {
    const mine = await aStage();
    const { id } = await mine.create();
    const beside = await mine.organisation.beside();
    const there = {
      ...mine.call,
      identity: mine.call.identity && { ...mine.call.identity, site: { ...mine.scope, siteId: beside.scope.siteId } },
    };
    for (const refused of [
      mine.calls('updateSession', there, { id, capacity: 1 }),
      mine.calls('cancelSession', there, { id }),
      mine.calls('deleteSession', there, { id }),
      mine.calls('getSession', there, { id }),
    ]) {
      expect((await refusalOf(refused)).code).to.equal('unknown_session');
    }
    expect((await refusalOf(mine.calls('createSession', there, { offerId: mine.offerId, startsAt: LATER }))).code).to.equal(
      'unknown_offer',
    );
  });
});

describe('a series that is created', () => {
  it('has its sessions by the clocks of the establishment, and makes none twice', async () => {
    const { calls, call, offerId } = await aStage();
    const made = await calls('createSessions', call, { ...SERIES, offerId, days: [6, 7] });
    expect(made.skipped).to.equal(0);
    expect(
      made.created.map(({ startsAt, endsAt, capacity }) => [startsAt.toISOString(), endsAt.getTime() - startsAt.getTime(), capacity]),
    ).to.deep.equal([
      ['2026-06-20T08:00:00.000Z', HOUR_MS, 20],
      ['2026-06-20T13:00:00.000Z', HOUR_MS, 20],
      ['2026-06-21T08:00:00.000Z', HOUR_MS, 20],
      ['2026-06-21T13:00:00.000Z', HOUR_MS, 20],
    ]);
    const more = await calls('createSessions', call, { ...SERIES, offerId });
    expect([more.created.length, more.skipped]).to.deep.equal([10, 4]);
    expect((await calls('listSessions', call, { offerId })).items).to.have.length(14);
  });

  it('leaves a session that was cancelled at the same time as it is', async () => {
    const { calls, call, offerId, create } = await aStage();
    const { id } = await create({ startsAt: new Date('2026-06-20T08:00:00Z') });
    await calls('cancelSession', call, { id });
    const { created, skipped } = await calls('createSessions', call, { ...SERIES, offerId, to: '2026-06-20' });
    expect([created.map(({ startsAt }) => startsAt.toISOString()), skipped]).to.deep.equal([['2026-06-20T13:00:00.000Z'], 1]);
  });

  it('makes its sessions once when two make it at once', async () => {
    const { calls, call, offerId } = await aStage();
    const make = () => calls('createSessions', call, { ...SERIES, offerId });
    const both = await Promise.all([make(), make()]);
    expect(both.map(({ created }) => created.length).sort()).to.deep.equal([0, 14]);
  });

  it('is refused where it ends before it begins, lasts more than a year, or has too many sessions', async () => {
    const { calls, call, offerId } = await aStage();
    const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
    for (const fault of [
      { to: '2026-06-19' },
      { to: '2027-06-21' },
      { to: '2027-06-19', times },
      { times: ['24:00'] },
      { times: ['10:00', '10:00'] },
      { days: [8] },
      { days: [] },
      { from: '2026-02-30' },
    ]) {
      const refusal = await refusalOf(calls('createSessions', call, { ...SERIES, offerId, ...fault }));
      expect(refusal.code, JSON.stringify(fault)).to.equal('invalid_request');
    }
    expect((await calls('listSessions', call, {})).items).to.deep.equal([]);
  });
});
