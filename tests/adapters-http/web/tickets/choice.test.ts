import { type Choice, fitting, fittingDay, hashOf, NO_CHOICE, readHash } from '@comptoir/adapters-http/web/tickets/choice.js';
import { addMonths, daysOf, isDay, weeksOf } from '@comptoir/adapters-http/web/tickets/month.js';
import { type DaySession, fillByDay, readSessions } from '@comptoir/adapters-http/web/tickets/sessions.js';
import { isoWeekday } from '@comptoir/core/sites/wall-time.js';
import { expect } from 'chai';
import fc from 'fast-check';

const TODAY = '2026-06-16';

function aSession(changes: Partial<DaySession> = {}): DaySession {
  const start = new Date('2026-06-18T08:00:00Z');
  return { id: 's1', day: '2026-06-18', start, end: new Date(start.getTime() + 3_600_000), remaining: 5, level: 'open', ...changes };
}

const asked = (changes: Partial<Choice>): Choice => ({ offerId: 'o', day: '2026-06-18', sessionId: 's1', ...changes });

describe('a link to the page of tickets', () => {
  it('says what it was made from', () => {
    const word = fc.string({ minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(word, fc.option(word), fc.option(word), (offerId, day, sessionId) => {
        expect(readHash(hashOf({ offerId, day, sessionId }))).to.deep.equal({ offerId, day, sessionId });
      }),
    );
  });

  it('asks for nothing when it is nonsense', () => {
    for (const hash of ['', '#', '#menu', '#o', '#o=&d=&s=', '#&&==']) expect(readHash(hash), hash).to.deep.equal(NO_CHOICE);
    expect(hashOf({ offerId: null, day: '2026-06-18', sessionId: 's1' })).to.equal('');
  });

  it('opens what still fits', () => {
    expect(fitting(asked({}), [aSession()], TODAY)).to.deep.equal({ day: '2026-06-18', sessionId: 's1' });
    expect(fitting(asked({ sessionId: null }), [aSession()], TODAY)).to.deep.equal({ day: '2026-06-18', sessionId: null });
  });

  it('takes the day of the session where it names none', () => {
    expect(fitting(asked({ day: null }), [aSession()], TODAY)).to.deep.equal({ day: '2026-06-18', sessionId: 's1' });
  });

  it('leaves out a session that is full, over, unknown or on another day, and keeps the day', () => {
    const day = { day: '2026-06-18', sessionId: null };
    const other = aSession({ id: 's2' });
    for (const level of ['full', 'past'] as const)
      expect(fitting(asked({}), [aSession({ level }), other], TODAY), level).to.deep.equal(day);
    expect(fitting(asked({ sessionId: 'gone' }), [other], TODAY)).to.deep.equal(day);
    expect(fitting(asked({}), [aSession({ day: '2026-06-19' }), other], TODAY)).to.deep.equal(day);
  });

  it('leaves out a day that is over, without sessions, or no day at all', () => {
    const none = { day: null, sessionId: null };
    for (const day of ['2026-06-15', '2026-06-20', '2026-02-30', 'tomorrow', '2026-6-18']) {
      expect(fitting(asked({ day }), [aSession()], TODAY), day).to.deep.equal(none);
    }
    expect(fitting(asked({}), [aSession({ level: 'past' })], TODAY)).to.deep.equal(none);
  });

  it('does not lead further than the calendar', () => {
    expect(fittingDay(asked({ day: '2027-06-30' }), TODAY)).to.equal('2027-06-30');
    expect(fittingDay(asked({ day: '2027-07-01' }), TODAY)).to.equal(null);
  });
});

describe('a month', () => {
  it('has every day once, each below its weekday', () => {
    const month = fc.tuple(fc.integer({ min: 1970, max: 2200 }), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(month, ([year, number]) => {
        const name = `${year}-${String(number).padStart(2, '0')}`;
        const weeks = weeksOf(name);
        expect(weeks.flat().filter((day) => day !== null)).to.deep.equal(daysOf(name));
        for (const week of weeks) {
          expect(week).to.have.length(7);
          for (const [column, day] of week.entries()) if (day !== null) expect(isoWeekday(day)).to.equal(column + 1);
        }
        expect(daysOf(name).every(isDay)).to.equal(true);
      }),
    );
  });

  it('follows the one before, over the turn of the year', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-05', 12)]).to.deep.equal(['2027-01', '2025-12', '2027-05']);
  });
});

describe('the sessions of an answer', () => {
  const session = { id: 's1', start: '2026-06-18T22:30:00Z', end: '2026-06-18T23:30:00Z', remaining: 2, status: 'few' };

  it('are on the day that the place has then', () => {
    const [read] = readSessions({ sessions: [session] }, 'Europe/Paris') ?? [];
    expect(read).to.deep.include({ id: 's1', day: '2026-06-19', remaining: 2, level: 'few' });
  });

  it('are left out where they cannot be read, and are unknown where there is no such answer', () => {
    expect(readSessions({ sessions: [{ ...session, status: 'maybe' }, null, { ...session, start: 5 }] }, 'UTC')).to.deep.equal([]);
    for (const answer of [null, 'no', {}, { sessions: 'none' }]) expect(readSessions(answer, 'UTC')).to.equal(null);
  });

  it('fill their day as far as the least full of them', () => {
    const days = fillByDay([
      aSession({ level: 'full' }),
      aSession({ level: 'few' }),
      aSession({ day: '2026-06-19', level: 'full' }),
      aSession({ day: '2026-06-19', level: 'past' }),
      aSession({ day: '2026-06-20', level: 'past' }),
    ]);
    expect([...days]).to.deep.equal([
      ['2026-06-18', { count: 2, state: 'bookable' }],
      ['2026-06-19', { count: 2, state: 'full' }],
      ['2026-06-20', { count: 1, state: 'past' }],
    ]);
  });
});
