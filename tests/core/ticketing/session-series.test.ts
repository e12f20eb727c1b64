import { hasCode } from '@comptoir/core/kit/errors.js';
import { isoWeekday, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { type SessionSeries, timesOf } from '@comptoir/core/ticketing/session-series.js';
import { expect } from 'chai';
import fc from 'fast-check';

const PARIS = 'Europe/Paris';

function aSeries(changes: Partial<SessionSeries> = {}): SessionSeries {
  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  return { from: '2026-06-16', to: '2026-06-16', days: everyDay, times: ['10:00'], except: [], durationMinutes: 60, ...changes };
}

const starts = (series: SessionSeries, timezone = PARIS) => timesOf(series, timezone).map(({ startsAt }) => startsAt.toISOString());

describe('a series of sessions', () => {
  it('is at its times on its days of the week, in order, and on no day that is left out', () => {
    // Thursdays and Saturdays from Tuesday on.
    const series = aSeries({ to: '2026-06-27', days: [4, 6], times: ['18:30', '10:00'], except: ['2026-06-20'] });
    expect(starts(series)).to.deep.equal([
      '2026-06-18T08:00:00.000Z',
      '2026-06-18T16:30:00.000Z',
      '2026-06-25T08:00:00.000Z',
      '2026-06-25T16:30:00.000Z',
      '2026-06-27T08:00:00.000Z',
      '2026-06-27T16:30:00.000Z',
    ]);
  });

  it('is at the same time by the clocks of the place before and after they change', () => {
    expect(starts(aSeries({ from: '2026-03-28', to: '2026-03-30' }))).to.deep.equal([
      '2026-03-28T09:00:00.000Z',
      '2026-03-29T08:00:00.000Z',
      '2026-03-30T08:00:00.000Z',
    ]);
    expect(starts(aSeries({ from: '2026-10-24', to: '2026-10-26' }))).to.deep.equal([
      '2026-10-24T08:00:00.000Z',
      '2026-10-25T09:00:00.000Z',
      '2026-10-26T09:00:00.000Z',
    ]);
  });

  it('has one session at a time that clocks skip, when they jump, and takes the first of a time they show twice', () => {
    const spring = aSeries({ from: '2026-03-29', to: '2026-03-29', times: ['02:00', '02:30', '03:00', '03:30'] });
    expect(starts(spring)).to.deep.equal(['2026-03-29T01:00:00.000Z', '2026-03-29T01:30:00.000Z']);
    const autumn = aSeries({ from: '2026-10-25', to: '2026-10-25', times: ['02:30'] });
    expect(starts(autumn)).to.deep.equal(['2026-10-25T00:30:00.000Z']);
  });

  it('lasts its real minutes, also through a change of the clocks', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2026-06-16']) {
      const [only] = timesOf(aSeries({ from: day, to: day, times: ['01:30'], durationMinutes: 240 }), PARIS);
      expect((only?.endsAt.getTime() ?? 0) - (only?.startsAt.getTime() ?? 0), day).to.equal(240 * 60_000);
    }
  });

  it('is of the days of the place, not of Greenwich', () => {
    expect(starts(aSeries({ times: ['00:15'] }), 'Pacific/Auckland')).to.deep.equal(['2026-06-15T12:15:00.000Z']);
  });

  it('is empty where no day of it is meant, and is refused where it is too long', () => {
    expect(starts(aSeries({ days: [1] }))).to.deep.equal([]);
    const long = aSeries({ to: '2027-06-15', times: ['10:00', '11:00', '12:00', '13:00', '14:00'] });
    expect(() => timesOf(long, PARIS)).to.satisfy((make: () => unknown) => {
      try {
        make();
        return false;
      } catch (error) {
        return hasCode(error, 'invalid_request');
      }
    });
  });

  it('has for each day and time exactly the session that clocks there call so, in every zone', () => {
    const zones = fc.constantFrom('Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu', 'UTC');
    const offsets = fc.integer({ min: 0, max: 3000 });
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    const hours = fc.uniqueArray(fc.integer({ min: 4, max: 22 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(zones, offsets, fc.integer({ min: 0, max: 40 }), days, hours, (zone, offset, length, weekdays, atHours) => {
        const day = (added: number) => new Date(Date.UTC(2024, 0, 1 + offset + added)).toISOString().slice(0, 10);
        const times = atHours.map((hour) => `${String(hour).padStart(2, '0')}:45`);
        const made = timesOf(aSeries({ from: day(0), to: day(length), days: weekdays, times }), zone).map(({ startsAt }) =>
          wallTimeAt(startsAt, zone),
        );
        const wanted = Array.from({ length: length + 1 }, (_, added) => day(added))
          .filter((date) => weekdays.includes(isoWeekday(date)))
          .flatMap((date) => [...times].sort().map((time) => ({ date, time })));
        expect(made).to.deep.equal(wanted);
      }),
    );
  });
});
