import { makeCronerCronTimes } from '@comptoir/adapters-sdk/cron/croner-cron-times.js';
import { planTicks, SKIPPED_COUNTED_MAX } from '@comptoir/core/scheduler/plan-ticks.js';
import { expect } from 'chai';
import fc from 'fast-check';

const times = makeCronerCronTimes();
const at = (text: string) => new Date(text);
const plan = (cron: string, catchupSecs: number, firstDue: string, now: string, timezone = 'UTC') =>
  planTicks({ cron, timezone, catchupSecs }, at(firstDue), at(now), times);

describe('ticks that are due', () => {
  it('starts the one that is due, and works out the next from it, not from now', () => {
    expect(plan('* * * * *', 60, '2026-06-16T10:00:00Z', '2026-06-16T10:00:00.400Z')).to.deep.equal({
      due: at('2026-06-16T10:00:00Z'),
      missed: null,
      nextRunAt: at('2026-06-16T10:01:00Z'),
    });
  });

  it('starts the latest of several once, and counts the others', () => {
    expect(plan('* * * * *', 60, '2026-06-16T10:00:00Z', '2026-06-16T10:05:30Z')).to.deep.equal({
      due: at('2026-06-16T10:05:00Z'),
      missed: { from: at('2026-06-16T10:00:00Z'), count: 5 },
      nextRunAt: at('2026-06-16T10:06:00Z'),
    });
  });

  it('starts none when the latest is too old', () => {
    expect(plan('0 * * * *', 60, '2026-06-16T10:00:00Z', '2026-06-16T12:01:01Z')).to.deep.equal({
      due: null,
      missed: { from: at('2026-06-16T10:00:00Z'), count: 3 },
      nextRunAt: at('2026-06-16T13:00:00Z'),
    });
    expect(plan('0 * * * *', 60, '2026-06-16T10:00:00Z', '2026-06-16T12:01:00Z').due).to.deep.equal(at('2026-06-16T12:00:00Z'));
  });

  it('starts what is about on time also where nothing is to be caught up', () => {
    expect(plan('* * * * *', 0, '2026-06-16T10:00:00Z', '2026-06-16T10:00:05Z').due).to.deep.equal(at('2026-06-16T10:00:00Z'));
    expect(plan('* * * * *', 0, '2026-06-16T10:00:00Z', '2026-06-16T10:00:05.001Z').due).to.equal(null);
  });

  it('makes one record of a year of missed seconds, at once', () => {
    const startedAt = performance.now();
    const planned = plan('* * * * * *', 60, '2025-06-16T10:00:00Z', '2026-06-16T10:00:00Z', 'Europe/Paris');
    expect(performance.now() - startedAt).to.be.lessThan(5000);
    expect(planned).to.deep.equal({
      due: at('2026-06-16T10:00:00Z'),
      missed: { from: at('2025-06-16T10:00:00Z'), count: SKIPPED_COUNTED_MAX },
      nextRunAt: at('2026-06-16T10:00:01Z'),
    });
  });

  it('finds the latest among times that come in bursts', () => {
    expect(plan('* * 3 1 * *', 86_400, '2026-06-01T03:00:00Z', '2026-06-01T18:20:00Z').due).to.deep.equal(at('2026-06-01T03:59:59Z'));
  });

  const CRONS = ['* * * * *', '*/7 * * * * *', '0 * * * *', '30 2 * * *', '15,45 1-3 * * *', '0 0 * * 1', '0 0 9 29 2 *', '*/20 2 * * *'];
  const ZONES = ['UTC', 'Europe/Paris', 'America/New_York', 'Australia/Lord_Howe'];

  it('accounts for every time once: the one started, the ones counted, and the next, which is still to come', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CRONS),
        fc.constantFrom(...ZONES),
        fc.constantFrom(
          '2026-03-28T12:00:00Z',
          '2026-10-24T12:00:00Z',
          '2026-04-04T06:00:00Z',
          '2026-10-31T20:00:00Z',
          '2027-12-31T23:00:00Z',
        ),
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.constantFrom(0, 60, 3600, 86_400),
        (cron, timezone, start, offsetSecs, behindSecs, catchupSecs) => {
          const firstDue = times.next(cron, timezone, new Date(Date.parse(start) + offsetSecs * 1000));
          if (firstDue === null) return;
          const now = new Date(firstDue.getTime() + behindSecs * 1000 + 137);
          const { due, missed, nextRunAt } = planTicks({ cron, timezone, catchupSecs }, firstDue, now, times);
          const come = timesUntil(cron, timezone, firstDue, now);
          const latest = come.at(-1);
          expect(nextRunAt).to.deep.equal(times.next(cron, timezone, now));
          expect(due).to.deep.equal(now.getTime() - Number(latest) <= Math.max(catchupSecs, 5) * 1000 ? latest : null);
          expect(missed?.count ?? 0).to.equal(Math.min(come.length - (due === null ? 0 : 1), SKIPPED_COUNTED_MAX));
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Every time from one of them until an instant, asked for one by one. */
function timesUntil(cron: string, timezone: string, first: Date, until: Date): Date[] {
  const found: Date[] = [];
  for (let tick: Date | null = first; tick !== null && tick <= until; tick = times.next(cron, timezone, tick)) found.push(tick);
  return found;
}
