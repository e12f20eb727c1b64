import { fillOf } from '@comptoir/core/ticketing/session-fill.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aScope, minutesAfter, NOON } from '../../suites/builders.js';
import { aTicketSession } from '../../suites/ticket-builders.js';

const SCOPE = aScope();
const with_ = (capacity: number | null, heldSeats: number, confirmedSeats: number) =>
  fillOf(aTicketSession(SCOPE, { capacity, heldSeats, confirmedSeats }), NOON);

describe('how full a session is', () => {
  it('counts what is held and what is confirmed', () => {
    expect(with_(40, 0, 0)).to.deep.equal({ remaining: 40, fill: 0, status: 'open' });
    expect(with_(40, 4, 6)).to.deep.equal({ remaining: 30, fill: 0.25, status: 'open' });
    expect(with_(40, 31, 0)).to.deep.equal({ remaining: 9, fill: 0.775, status: 'open' });
    expect(with_(40, 0, 32)).to.deep.equal({ remaining: 8, fill: 0.8, status: 'few' });
    expect(with_(40, 1, 39)).to.deep.equal({ remaining: 0, fill: 1, status: 'full' });
  });

  it('is never full where any number may come, and always where nobody may', () => {
    expect(with_(null, 3, 5000)).to.deep.equal({ remaining: null, fill: 0, status: 'open' });
    expect(with_(0, 0, 0)).to.deep.equal({ remaining: 0, fill: 1, status: 'full' });
  });

  it('is past once it is sold no more, however full it was', () => {
    const session = aTicketSession(SCOPE, { capacity: 1, confirmedSeats: 1 });
    expect(fillOf(session, session.soldUntil).status).to.equal('full');
    expect(fillOf(session, minutesAfter(session.soldUntil, 1))).to.deep.equal({ remaining: 0, fill: 1, status: 'past' });
  });

  it('agrees with itself: what remains, how full, and what it is called', () => {
    const sessions = fc.record({
      capacity: fc.option(fc.integer({ min: 0, max: 500 })),
      heldSeats: fc.nat(300),
      confirmedSeats: fc.nat(300),
      minutes: fc.integer({ min: -60, max: 600 }),
    });
    fc.assert(
      fc.property(sessions, ({ minutes, ...seats }) => {
        const startsAt = minutesAfter(NOON, minutes);
        const { remaining, fill, status } = fillOf(aTicketSession(SCOPE, { ...seats, startsAt }), NOON);
        expect(fill).to.be.within(0, 1);
        expect(status === 'past').to.equal(startsAt < NOON);
        if (remaining === null || seats.capacity === null) {
          expect([remaining, seats.capacity, fill]).to.deep.equal([null, null, 0]);
          expect(status).to.be.oneOf(['open', 'past']);
          return;
        }
        expect(remaining).to.be.within(0, seats.capacity);
        expect(remaining === 0).to.equal(fill === 1);
        expect(fill).to.be.closeTo(seats.capacity === 0 ? 1 : 1 - remaining / seats.capacity, 1e-9);
        if (status === 'past') return;
        expect(status === 'full').to.equal(remaining === 0);
        if (status === 'few') expect(remaining * 5).to.be.within(1, seats.capacity);
        if (status === 'open') expect(remaining * 5).to.be.above(seats.capacity);
      }),
    );
  });
});
