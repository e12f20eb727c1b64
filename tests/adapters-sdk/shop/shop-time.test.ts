import { instantOf, isDate, isRepeated, windowStart } from '@comptoir/adapters-sdk/shop/shop-time.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { expect } from 'chai';
import fc from 'fast-check';

const HOUR_MS = 3_600_000;

describe('times of a shop', () => {
  it('are instants of its zone, summer and winter, to the second', () => {
    expect(instantOf('2026-07-02 09:30:15', 'Europe/Paris')).to.deep.equal(new Date('2026-07-02T07:30:15Z'));
    expect(instantOf('2026-01-02 09:30:15', 'Europe/Paris')).to.deep.equal(new Date('2026-01-02T08:30:15Z'));
    expect(instantOf('2026-01-02 00:10:59', 'Pacific/Auckland')).to.deep.equal(new Date('2026-01-01T11:10:59Z'));
  });

  it('that exist twice are the first, and those that do not exist are when the clock jumped', () => {
    expect(instantOf('2026-10-25 02:30:00', 'Europe/Paris')).to.deep.equal(new Date('2026-10-25T00:30:00Z'));
    expect(instantOf('2026-03-29 02:30:00', 'Europe/Paris')).to.deep.equal(new Date('2026-03-29T01:00:00Z'));
  });

  it('are known to exist twice, wherever and by how much clocks are set back', () => {
    const repeated = (wall: string, zone: string) => isRepeated(instantOf(wall, zone) ?? new Date(0), zone);
    const twice = ['2026-10-25 02:00:00', '2026-10-25 02:59:59'].map((wall) => repeated(wall, 'Europe/Paris'));
    const once = ['2026-10-25 01:59:59', '2026-10-25 03:00:00', '2026-03-29 03:30:00'].map((wall) => repeated(wall, 'Europe/Paris'));
    expect([...twice, ...once]).to.deep.equal([true, true, false, false, false]);
    expect(['01:29', '01:30', '01:59', '02:00'].map((time) => repeated(`2026-04-05 ${time}:00`, 'Australia/Lord_Howe'))).to.deep.equal([
      false,
      true,
      true,
      false,
    ]);
    expect(repeated('2026-10-25 02:30:00', 'UTC')).to.equal(false);
  });

  it('are none when no calendar has them', () => {
    for (const wall of [
      '2026-02-30 10:00:00',
      '2026-13-01 10:00:00',
      '2026-01-01 24:00:00',
      '2026-01-01',
      'yesterday',
      '0000-00-00 00:00:00',
    ]) {
      expect(instantOf(wall, 'Europe/Paris'), wall).to.equal(null);
    }
    expect(isDate('2024-02-29')).to.equal(true);
    expect(isDate('2023-02-29')).to.equal(false);
  });

  it('come back as the instant they were written at, outside the hour that exists twice', () => {
    fc.assert(
      fc.property(anInstant(), aZone(), (instant, zone) => {
        const read = instantOf(wallOf(instant, zone), zone);
        const apartMs = Math.abs((read?.getTime() ?? 0) - instant.getTime());
        expect(apartMs === 0 || apartMs <= HOUR_MS).to.equal(true);
      }),
    );
  });
});

describe('a window of changes', () => {
  it('holds whatever any clock on earth has written since, with a clock that is off and times of the database instead of the shop', () => {
    fc.assert(
      fc.property(
        anInstant(),
        fc.integer({ min: 0, max: 40 * 24 * HOUR_MS }),
        aZone(),
        anOffsetMs(),
        (since, laterMs, zone, clockAheadMs) => {
          const written = new Date(since.getTime() + laterMs + clockAheadMs);
          const from = windowStart(since, clockAheadMs);
          expect(wallOf(written, zone) >= from, `${wallOf(written, zone)} in ${zone}, from ${from}`).to.equal(true);
          expect(wallOf(written, 'UTC') >= from).to.equal(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('holds the hour that a clock repeats in autumn', () => {
    // 02:10 is written again forty minutes after 02:30 was.
    expect(windowStart(new Date('2026-10-25T00:30:00Z'), 0) <= '2026-10-25 02:10:00').to.equal(true);
  });

  it('is no wider than a day and a clock that is off', () => {
    expect(windowStart(new Date('2026-07-02T12:00:00Z'), 0)).to.equal('2026-07-01 23:00:00');
    expect(windowStart(new Date('2026-07-02T12:00:00Z'), -2 * HOUR_MS)).to.equal('2026-07-01 21:00:00');
    expect(windowStart(new Date('2026-07-02T12:00:00Z'), 2 * HOUR_MS)).to.equal('2026-07-01 23:00:00');
  });
});

function wallOf(instant: Date, zone: string): string {
  const { date, time } = wallTimeAt(instant, zone);
  return `${date} ${time}:${String(instant.getUTCSeconds()).padStart(2, '0')}`;
}

const anInstant = () =>
  fc
    .integer({ min: Date.parse('2005-01-01T00:00:00Z') / 1000, max: Date.parse('2035-01-01T00:00:00Z') / 1000 })
    .map((secs) => new Date(secs * 1000));

const aZone = () => fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14');
const anOffsetMs = () => fc.integer({ min: -48 * HOUR_MS, max: 48 * HOUR_MS });
