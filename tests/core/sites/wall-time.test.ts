import { addDays, instantAt, isoWeekday, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../suites/builders.js';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

/** Zones and moments where clocks are changed, by an hour, by half an hour or by a day, and some that never change. */
const CHANGES = [
  ['Europe/Paris', '2026-03-29T01:00:00Z'],
  ['Europe/Paris', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['Asia/Kathmandu', '2026-06-16T10:00:00Z'],
  ['UTC', '2026-06-16T10:00:00Z'],
] as const;

/** Whole minutes: anywhere, and within two days of a change of the clock. */
const moments = fc.oneof(
  fc.tuple(zones, fc.integer({ min: Date.parse('1990-01-01') / MINUTE_MS, max: Date.parse('2037-12-31') / MINUTE_MS })),
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2880, max: 2880 }))
    .map(([[zone, change], minutes]) => [zone, Date.parse(change) / MINUTE_MS + minutes] as const),
);

const at = (zone: string, date: string, time: string) => instantAt(date, time, zone).toISOString();

describe('wall time', () => {
  it('of an instant is what calendar and clock show at the place', () => {
    const instant = new Date('2026-06-16T23:59:59.999Z');

    expect(wallTimeAt(instant, 'UTC')).to.deep.equal({ date: '2026-06-16', time: '23:59' });
    expect(wallTimeAt(instant, 'Europe/Paris')).to.deep.equal({ date: '2026-06-17', time: '01:59' });
    expect(wallTimeAt(instant, 'Asia/Kathmandu')).to.deep.equal({ date: '2026-06-17', time: '05:44' });
    expect(wallTimeAt(instant, 'America/New_York')).to.deep.equal({ date: '2026-06-16', time: '19:59' });
    expect(wallTimeAt(new Date('2026-06-16T22:00:00Z'), 'Europe/Paris')).to.deep.equal({ date: '2026-06-17', time: '00:00' });
  });

  it('means an instant, in any zone', () => {
    expect(at('Europe/Paris', '2026-01-15', '12:00')).to.equal('2026-01-15T11:00:00.000Z');
    expect(at('Europe/Paris', '2026-07-15', '12:00')).to.equal('2026-07-15T10:00:00.000Z');
    expect(at('Asia/Kathmandu', '2026-06-16', '12:00')).to.equal('2026-06-16T06:15:00.000Z');
    expect(at('Pacific/Apia', '2026-06-16', '00:30')).to.equal('2026-06-15T11:30:00.000Z');
    expect(at('Pacific/Marquesas', '2026-06-16', '23:45')).to.equal('2026-06-17T09:15:00.000Z');
  });

  it('of 24:00 is midnight at the end of the day, also on the days the clock changes', () => {
    expect(at('Europe/Paris', '2026-06-16', '24:00')).to.equal('2026-06-16T22:00:00.000Z');
    expect(at('Europe/Paris', '2026-03-29', '24:00')).to.equal('2026-03-29T22:00:00.000Z');
    expect(at('Europe/Paris', '2026-10-25', '24:00')).to.equal('2026-10-25T23:00:00.000Z');
    expect(at('America/Santiago', '2026-09-05', '24:00')).to.equal('2026-09-06T04:00:00.000Z');
  });

  it('that the clock skips in spring means the instant of the jump', () => {
    for (const time of ['02:00', '02:01', '02:30', '02:59', '03:00'])
      expect(at('Europe/Paris', '2026-03-29', time)).to.equal('2026-03-29T01:00:00.000Z');
    expect(at('Europe/Paris', '2026-03-29', '01:59')).to.equal('2026-03-29T00:59:00.000Z');
    expect(at('Europe/Paris', '2026-03-29', '03:01')).to.equal('2026-03-29T01:01:00.000Z');
    expect(at('America/New_York', '2026-03-08', '02:30')).to.equal('2026-03-08T07:00:00.000Z');
    expect(at('America/Santiago', '2026-09-06', '00:00')).to.equal('2026-09-06T04:00:00.000Z');
    expect(at('America/Santiago', '2026-09-06', '00:59')).to.equal('2026-09-06T04:00:00.000Z');
  });

  it('that comes twice in autumn means the first', () => {
    expect(at('Europe/Paris', '2026-10-25', '01:59')).to.equal('2026-10-24T23:59:00.000Z');
    expect(at('Europe/Paris', '2026-10-25', '02:00')).to.equal('2026-10-25T00:00:00.000Z');
    expect(at('Europe/Paris', '2026-10-25', '02:59')).to.equal('2026-10-25T00:59:00.000Z');
    expect(at('Europe/Paris', '2026-10-25', '03:00')).to.equal('2026-10-25T02:00:00.000Z');
    expect(at('America/New_York', '2026-11-01', '01:30')).to.equal('2026-11-01T05:30:00.000Z');
  });

  it('follows a place whose clock changes by half an hour', () => {
    expect(at('Australia/Lord_Howe', '2026-10-04', '01:59')).to.equal('2026-10-03T15:29:00.000Z');
    expect(at('Australia/Lord_Howe', '2026-10-04', '02:15')).to.equal('2026-10-03T15:30:00.000Z');
    expect(at('Australia/Lord_Howe', '2026-10-04', '02:30')).to.equal('2026-10-03T15:30:00.000Z');
    expect(at('Australia/Lord_Howe', '2026-04-05', '01:45')).to.equal('2026-04-04T14:45:00.000Z');
    expect(at('Australia/Lord_Howe', '2026-04-05', '02:00')).to.equal('2026-04-04T15:30:00.000Z');
  });

  it('of a day that a place left out means the instant it did so', () => {
    for (const time of ['00:00', '12:00', '23:59', '24:00'])
      expect(at('Pacific/Apia', '2011-12-30', time)).to.equal('2011-12-30T10:00:00.000Z');
    expect(at('Pacific/Apia', '2011-12-29', '23:59')).to.equal('2011-12-30T09:59:00.000Z');
    expect(at('Pacific/Apia', '2011-12-31', '00:01')).to.equal('2011-12-30T10:01:00.000Z');
  });

  it('leads back to the instant, or to the earlier one of the same reading', () => {
    fc.assert(
      fc.property(moments, ([zone, minutes]) => {
        const instant = new Date(minutes * MINUTE_MS);
        const wall = wallTimeAt(instant, zone);
        const found = instantAt(wall.date, wall.time, zone);
        expect(wallTimeAt(found, zone)).to.deep.equal(wall);
        expect(instant.getTime() - found.getTime()).to.be.within(0, 2 * HOUR_MS);
        for (const earlier of [30, 60, 120]) {
          expect(wallTimeAt(new Date(found.getTime() - earlier * MINUTE_MS), zone), `${earlier} minutes earlier`).to.not.deep.equal(wall);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('always means the first instant at which the clock has come that far', () => {
    const days = fc.oneof(
      fc.tuple(zones, fc.integer({ min: 0, max: 17_000 })).map(([zone, day]) => [zone, addDays('1990-01-01', day)] as const),
      fc
        .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2, max: 2 }))
        .map(([[zone, change], day]) => [zone, addDays(change.slice(0, 10), day)] as const),
    );
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1439 }), ([zone, date], minute) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const found = instantAt(date, time, zone);
        const reading = (ms: number) => {
          const wall = wallTimeAt(new Date(ms), zone);
          return `${wall.date} ${wall.time}`;
        };
        expect(reading(found.getTime()) >= `${date} ${time}`, 'has come that far').to.equal(true);
        expect(reading(found.getTime() - MINUTE_MS) < `${date} ${time}`, 'but not a minute before').to.equal(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('calendar days', () => {
  it('are counted over the ends of months and years, and over changes of the clock', () => {
    expect(addDays('2026-12-31', 1)).to.equal('2027-01-01');
    expect(addDays('2028-02-28', 1)).to.equal('2028-02-29');
    expect(addDays('2026-03-01', -1)).to.equal('2026-02-28');
    expect(addDays('2026-03-28', 2)).to.equal('2026-03-30');
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 30_000 }), (days) => {
        expect(addDays(addDays('2026-06-16', days), -days)).to.equal('2026-06-16');
      }),
    );
  });

  it('have an ISO weekday, Monday first and Sunday last', () => {
    expect(['2026-06-15', '2026-06-16', '2026-06-20', '2026-06-21'].map(isoWeekday)).to.deep.equal([1, 2, 6, 7]);
    expect(isoWeekday(new Date(Date.parse('2026-06-15') + 7 * DAY_MS).toISOString().slice(0, 10))).to.equal(1);
  });
});
