import { makeCronerCronTimes } from '@comptoir/adapters-sdk/cron/croner-cron-times.js';
import { expect } from 'chai';

const times = makeCronerCronTimes();

/** The next times, as UTC without the year. */
function nextOf(cron: string, timezone: string, after: string, count: number): string[] {
  const found: string[] = [];
  let last = new Date(after);
  for (let index = 0; index < count; index += 1) {
    const next = times.next(cron, timezone, last);
    if (next === null) break;
    found.push(next.toISOString().slice(5, 16).replace('T', ' '));
    last = next;
  }
  return found;
}

describe('cron times', () => {
  describe('when clocks go forward', () => {
    it('keep the rhythm of every hour and of every few minutes', () => {
      expect(nextOf('0 * * * *', 'Europe/Paris', '2026-03-28T23:30:00Z', 4)).to.deep.equal([
        '03-29 00:00',
        '03-29 01:00',
        '03-29 02:00',
        '03-29 03:00',
      ]);
      expect(nextOf('*/10 * * * *', 'Australia/Lord_Howe', '2026-10-03T15:15:00Z', 4)).to.deep.equal([
        '10-03 15:20',
        '10-03 15:30',
        '10-03 15:40',
        '10-03 15:50',
      ]);
    });

    it('come at the jump when they are in the gap', () => {
      expect(nextOf('30 2 * * *', 'Europe/Paris', '2026-03-28T12:00:00Z', 2)).to.deep.equal(['03-29 01:00', '03-30 00:30']);
      expect(nextOf('30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 2)).to.deep.equal(['03-08 07:00', '03-09 06:30']);
      expect(nextOf('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 2)).to.deep.equal(['10-03 15:30', '10-04 15:15']);
    });
  });

  describe('when clocks go back', () => {
    it('keep the rhythm of every hour and of every few minutes', () => {
      expect(nextOf('0 * * * *', 'Europe/Paris', '2026-10-24T23:30:00Z', 4)).to.deep.equal([
        '10-25 00:00',
        '10-25 01:00',
        '10-25 02:00',
        '10-25 03:00',
      ]);
      expect(nextOf('*/15 * * * *', 'Europe/Paris', '2026-10-25T00:40:00Z', 5)).to.deep.equal([
        '10-25 00:45',
        '10-25 01:00',
        '10-25 01:15',
        '10-25 01:30',
        '10-25 01:45',
      ]);
    });

    it('come once when their time comes twice, also for whoever asks in between', () => {
      expect(nextOf('30 2 * * *', 'Europe/Paris', '2026-10-24T12:00:00Z', 2)).to.deep.equal(['10-25 00:30', '10-26 01:30']);
      expect(nextOf('30 2 * * *', 'Europe/Paris', '2026-10-25T00:45:00Z', 1)).to.deep.equal(['10-26 01:30']);
      expect(nextOf('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)).to.deep.equal(['11-01 05:30', '11-02 06:30']);
      expect(nextOf('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', 2)).to.deep.equal(['04-04 14:45', '04-05 15:15']);
    });
  });

  it('never go back, whenever one asks', () => {
    const DAYS = ['2026-03-28T22:00:00Z', '2026-10-24T22:00:00Z', '2026-04-04T13:00:00Z', '2026-10-03T13:00:00Z', '2026-11-01T03:00:00Z'];
    for (const timezone of ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe']) {
      for (const cron of ['30 2 * * *', '45 1 * * *', '*/15 2 * * *', '0 * * * *', '10,40 1,2 * * *']) {
        for (const day of DAYS) {
          let last = 0;
          for (let minute = 0; minute < 480; minute += 1) {
            const asked = Date.parse(day) + minute * 60_000;
            const next = Number(times.next(cron, timezone, new Date(asked)));
            expect(next, `${cron} ${timezone} ${new Date(asked).toISOString()}`)
              .to.be.greaterThan(asked)
              .and.at.least(last);
            last = next;
          }
        }
      }
    }
  });

  it('are on whole seconds after the instant, whatever its milliseconds', () => {
    const next = (after: string) => times.next('* * * * * *', 'UTC', new Date(after))?.toISOString();
    expect(next('2026-06-16T10:00:00.000Z')).to.equal('2026-06-16T10:00:01.000Z');
    expect(next('2026-06-16T10:00:00.999Z')).to.equal('2026-06-16T10:00:01.000Z');
  });

  for (const cron of [
    '*/5 * * * *',
    '*/5 * * * * *',
    '0 9 * * MON-FRI',
    '0 0 L * *',
    '0 9 * * 5#2',
    '0 0 29 2 *',
    '0 0 30 2,4 *',
    '0 0 * * 7',
  ]) {
    it(`takes ${cron}`, () => {
      expect(times.faultOf(cron, 'Europe/Paris')).to.equal(null);
    });
  }

  const REFUSED: readonly (readonly [string, RegExp])[] = [
    ['', /five fields/],
    ['* * * *', /five fields/],
    ['0 0 1 1 * 2030 *', /five fields/],
    ['0 0 0 1 1 * 2030', /five fields/],
    ['2026-06-16T10:00:00', /five fields/],
    ['@daily', /five fields/],
    ['@reboot', /five fields/],
    ['? * * * *', /five fields/],
    ['61 * * * *', /minute: 61/],
    ['* 24 * * *', /hour: 24/],
    ['0 0 1 13 *', /month/],
    ['0/10 * * * *', /stepping/],
    ['*/0 * * * *', /stepping: 0/],
    ['5-1 * * * *', /5-1/],
    ['h * * * *', /illegal/],
    ['0 0 31 2 *', /never comes/],
    ['0 0 31 4,6,9,11 *', /never comes/],
    ['0 0 1 1 * 2020', /dayOfWeek/],
  ];
  for (const [cron, words] of REFUSED) {
    it(`refuses ${JSON.stringify(cron)} and says why`, () => {
      const fault = times.faultOf(cron, 'UTC');
      expect(fault?.field).to.equal('schedule');
      expect(fault?.message).to.match(words);
    });
  }

  for (const timezone of ['Mars/Olympus', '', '+02:00', 'Europe/Paris; drop table', 'UTC\n']) {
    it(`refuses the zone ${JSON.stringify(timezone)}`, () => {
      expect(times.faultOf('* * * * *', timezone)?.field).to.equal('timezone');
    });
  }
});
