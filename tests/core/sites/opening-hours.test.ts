import {
  nextOpening,
  type OpenPeriod,
  openPeriodAt,
  openPeriodsBetween,
  openPeriodsOf,
  periodsOf,
  serviceDayAt,
} from '@comptoir/core/sites/opening-hours.js';
import type { DatedException, OpeningTimes } from '@comptoir/core/sites/site.js';
import { expect } from 'chai';
import { ALWAYS_OPEN, everyDay } from '../../suites/builders.js';

function paris(changes: Partial<OpeningTimes> = {}): OpeningTimes {
  return { timezone: 'Europe/Paris', hours: [], exceptions: [], ...changes };
}

function exception(date: string, periods: DatedException['periods']): DatedException {
  return { date, closed: periods.length === 0, label: null, periods };
}

const utc = (text: string) => new Date(`${text}Z`);
const stretches = (periods: readonly OpenPeriod[]) =>
  periods.map(({ serviceDay, start, end }) => `${serviceDay}: ${start.toISOString().slice(5, 16)} – ${end.toISOString().slice(5, 16)}`);

describe('opening hours', () => {
  it('are those of the weekday, in order of the day', () => {
    const times = paris({
      hours: [
        { day: 2, from: '19:00', to: '22:30' },
        { day: 2, from: '12:00', to: '14:30' },
        { day: 3, from: '08:00', to: '10:00' },
      ],
    });

    expect(stretches(openPeriodsOf(times, '2026-06-16'))).to.deep.equal([
      '2026-06-16: 06-16T10:00 – 06-16T12:30',
      '2026-06-16: 06-16T17:00 – 06-16T20:30',
    ]);
    expect(openPeriodsOf(times, '2026-06-18')).to.deep.equal([]);
  });

  it('of a period that ends at or before its beginning end on the next day', () => {
    expect(stretches(openPeriodsOf(paris({ hours: everyDay(['22:00', '04:00']) }), '2026-06-16'))).to.deep.equal([
      '2026-06-16: 06-16T20:00 – 06-17T02:00',
    ]);
    expect(stretches(openPeriodsOf(paris({ hours: everyDay(['10:00', '10:00']) }), '2026-06-16'))).to.deep.equal([
      '2026-06-16: 06-16T08:00 – 06-17T08:00',
    ]);
    expect(stretches(openPeriodsOf(paris({ hours: everyDay(['18:00', '00:00']) }), '2026-06-16'))).to.deep.equal([
      '2026-06-16: 06-16T16:00 – 06-16T22:00',
    ]);
  });

  it('may end at 24:00, which is midnight of the same day', () => {
    expect(stretches(openPeriodsOf(paris({ hours: ALWAYS_OPEN }), '2026-06-16'))).to.deep.equal(['2026-06-16: 06-15T22:00 – 06-16T22:00']);
    expect(stretches(openPeriodsOf(paris({ hours: everyDay(['18:00', '24:00']) }), '2026-06-16'))).to.deep.equal([
      '2026-06-16: 06-16T16:00 – 06-16T22:00',
    ]);
  });

  it('of a dated exception replace those of the weekday, they do not add to them', () => {
    const times = paris({
      hours: everyDay(['12:00', '14:00'], ['19:00', '22:00']),
      exceptions: [exception('2026-06-16', [{ from: '10:00', to: '11:00' }]), exception('2026-06-17', [])],
    });

    expect(periodsOf(times, '2026-06-16')).to.deep.equal([{ from: '10:00', to: '11:00' }]);
    expect(periodsOf(times, '2026-06-17')).to.deep.equal([]);
    expect(periodsOf(times, '2026-06-18')).to.have.length(2);
  });

  it('of a closed day do not cut off the late period of the evening before', () => {
    const times = paris({ hours: everyDay(['20:00', '03:00']), exceptions: [exception('2026-06-17', [])] });

    expect(openPeriodAt(times, utc('2026-06-17T00:30'))?.serviceDay).to.equal('2026-06-16');
    expect(openPeriodAt(times, utc('2026-06-17T01:00'))).to.equal(null);
    expect(openPeriodAt(times, utc('2026-06-17T19:00'))).to.equal(null);
    expect(openPeriodAt(times, utc('2026-06-18T00:30'))).to.equal(null);
  });

  it('are open from the first instant to the last, excluded', () => {
    const times = paris({ hours: everyDay(['12:00', '14:00']) });

    expect(openPeriodAt(times, utc('2026-06-16T09:59:59.999'))).to.equal(null);
    expect(openPeriodAt(times, utc('2026-06-16T10:00'))?.serviceDay).to.equal('2026-06-16');
    expect(openPeriodAt(times, utc('2026-06-16T11:59:59.999'))?.serviceDay).to.equal('2026-06-16');
    expect(openPeriodAt(times, utc('2026-06-16T12:00'))).to.equal(null);
  });

  it('never close for who is always open', () => {
    const times = paris({ hours: ALWAYS_OPEN });
    for (const instant of [
      '2026-06-16T21:59:59.999',
      '2026-06-16T22:00',
      '2026-03-29T00:59',
      '2026-03-29T01:00',
      '2026-10-25T00:30',
      '2026-10-25T01:30',
    ]) {
      expect(openPeriodAt(times, utc(instant)), instant).to.not.equal(null);
    }
  });

  it('are shorter by the hour that is missing in spring and longer by the one that comes twice in autumn', () => {
    const times = paris({ hours: everyDay(['01:00', '05:00']) });

    expect(stretches(openPeriodsOf(times, '2026-03-29'))).to.deep.equal(['2026-03-29: 03-29T00:00 – 03-29T03:00']);
    expect(stretches(openPeriodsOf(times, '2026-10-25'))).to.deep.equal(['2026-10-25: 10-24T23:00 – 10-25T04:00']);
  });

  it('that lie in the missing hour altogether do not open at all', () => {
    expect(openPeriodsOf(paris({ hours: everyDay(['02:00', '03:00']) }), '2026-03-29')).to.deep.equal([]);
    expect(openPeriodsOf({ ...paris({ hours: ALWAYS_OPEN }), timezone: 'Pacific/Apia' }, '2011-12-30')).to.deep.equal([]);
  });

  it('between two instants are all periods that touch the time, in order', () => {
    const times = paris({ hours: everyDay(['12:00', '14:00'], ['22:00', '03:00']) });

    expect(stretches(openPeriodsBetween(times, utc('2026-06-16T00:30'), utc('2026-06-16T21:00')))).to.deep.equal([
      '2026-06-15: 06-15T20:00 – 06-16T01:00',
      '2026-06-16: 06-16T10:00 – 06-16T12:00',
      '2026-06-16: 06-16T20:00 – 06-17T01:00',
    ]);
    expect(openPeriodsBetween(times, utc('2026-06-16T12:00'), utc('2026-06-16T20:00'))).to.deep.equal([]);
  });
});

describe('the next opening', () => {
  it('is the next start after now, today or later', () => {
    const times = paris({ hours: everyDay(['12:00', '14:00'], ['19:00', '22:00']) });

    expect(nextOpening(times, utc('2026-06-16T09:00'))).to.deep.equal(utc('2026-06-16T10:00'));
    expect(nextOpening(times, utc('2026-06-16T10:00'))).to.deep.equal(utc('2026-06-16T17:00'));
    expect(nextOpening(times, utc('2026-06-16T21:00'))).to.deep.equal(utc('2026-06-17T10:00'));
  });

  it('skips closed days, and is found at the end of a long closure', () => {
    const times = paris({
      hours: [{ day: 2, from: '12:00', to: '14:00' }],
      exceptions: [exception('2026-06-16', []), exception('2026-06-23', [])],
    });

    expect(nextOpening(times, utc('2026-06-16T05:00'))).to.deep.equal(utc('2026-06-30T10:00'));
    expect(
      nextOpening(paris({ exceptions: [exception('2027-06-16', [{ from: '12:00', to: '13:00' }])] }), utc('2026-06-16T05:00')),
    ).to.deep.equal(utc('2027-06-16T10:00'));
  });

  it('is none for who never opens, or is closed all year', () => {
    const closed = Array.from({ length: 400 }, (_, day) => exception(new Date(Date.UTC(2026, 5, 10 + day)).toISOString().slice(0, 10), []));

    expect(nextOpening(paris(), utc('2026-06-16T05:00'))).to.equal(null);
    expect(nextOpening(paris({ hours: ALWAYS_OPEN, exceptions: closed }), utc('2026-06-16T05:00'))).to.equal(null);
  });
});

describe('the service day', () => {
  it('of a late hour is the day its period began on', () => {
    const times = paris({ hours: everyDay(['18:00', '02:00']) });

    expect(serviceDayAt(times, utc('2026-06-16T23:30'))).to.equal('2026-06-16');
    expect(serviceDayAt(times, utc('2026-06-17T00:00'))).to.equal('2026-06-17');
  });

  it('is the calendar day of the place while it is closed', () => {
    expect(serviceDayAt(paris(), utc('2026-06-16T22:30'))).to.equal('2026-06-17');
  });
});
