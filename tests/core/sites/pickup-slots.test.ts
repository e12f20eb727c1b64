import { candidateSlots, orderingWindow, type PickupSlot, slotCapOf } from '@comptoir/core/sites/pickup-slots.js';
import type { DatedException, OrderingRules, Period, Site } from '@comptoir/core/sites/site.js';
import { addDays, instantAt, isoWeekday, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aSite, everyDay, HOUR_MS, MINUTE_MS, minutesAfter } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';

const utc = (text: string) => new Date(`${text}Z`);

function withRules(rules: Partial<OrderingRules>, changes: Partial<Site> = {}): Site {
  const site = aSite(changes);
  return { ...site, ordering: { ...site.ordering, leadMinutes: 20, slotMinutes: 15, horizonHours: 12, ...rules } };
}

/** `12:00 12:15 …`, in the time of the place. */
const starts = (site: Site, now: Date) => orderingWindow(site, now).slots.map(({ start }) => wallTimeAt(start, site.timezone).time);

describe('pickup times', () => {
  it('start when the kitchen can be ready, on the grid of the opening', () => {
    const site = withRules({}, { hours: everyDay(['12:00', '13:30']) });

    expect(starts(site, utc('2026-06-16T10:00'))).to.deep.equal(['12:30', '12:45', '13:00', '13:15']);
    expect(starts(site, utc('2026-06-16T10:10'))).to.deep.equal(['12:30', '12:45', '13:00', '13:15']);
    expect(starts(site, utc('2026-06-16T10:10:00.001'))).to.deep.equal(['12:45', '13:00', '13:15']);
  });

  it('are whole slots: one that would end after closing is not offered', () => {
    const site = withRules({ slotMinutes: 40, leadMinutes: 0 }, { hours: everyDay(['12:00', '14:00']) });

    expect(starts(site, utc('2026-06-16T10:00'))).to.deep.equal(['12:00', '12:40', '13:20']);
    expect(starts({ ...site, hours: everyDay(['12:00', '13:59']) }, utc('2026-06-16T10:00'))).to.deep.equal(['12:00', '12:40']);
  });

  it('end at the horizon', () => {
    const site = withRules({ horizonHours: 1, slotMinutes: 20, leadMinutes: 0 });

    expect(starts(site, utc('2026-06-16T10:00'))).to.deep.equal(['12:00', '12:20', '12:40']);
  });

  it('skip the break and go on at the next opening', () => {
    const site = withRules({ slotMinutes: 60 }, { hours: everyDay(['12:00', '14:00'], ['19:00', '21:00']) });

    expect(starts(site, utc('2026-06-16T10:05'))).to.deep.equal(['13:00', '19:00', '20:00']);
  });

  it('go on past midnight in a late period, and belong to its evening', () => {
    const site = withRules({ slotMinutes: 30, leadMinutes: 30 }, { hours: everyDay(['22:00', '01:30']) });

    expect(starts(site, utc('2026-06-16T21:00'))).to.deep.equal(['23:30', '00:00', '00:30', '01:00']);
    expect(starts(site, utc('2026-06-16T22:15'))).to.deep.equal(['01:00']);
  });

  it('include tomorrow morning for who orders late', () => {
    const site = withRules({ slotMinutes: 30, horizonHours: 14 }, { hours: everyDay(['09:00', '10:00'], ['20:00', '23:00']) });

    expect(starts(site, utc('2026-06-16T20:00'))).to.deep.equal(['22:30', '09:00', '09:30']);
  });

  for (const [date, count] of [
    ['2026-03-28', 24],
    ['2026-03-29', 23],
    ['2026-10-24', 24],
    ['2026-10-25', 25],
  ] as const) {
    it(`of an hour are ${count} on ${date}`, () => {
      const site = withRules({ leadMinutes: 0, slotMinutes: 60, horizonHours: 30 });
      const day = { from: instantAt(date, '00:00', site.timezone), to: instantAt(date, '24:00', site.timezone) };

      const slots = orderingWindow(site, day.from).slots.filter(({ start }) => start >= day.from && start < day.to);

      expect(slots).to.have.length(count);
    });
  }

  it('do not follow a period into another when they meet: each begins its own', () => {
    const site = withRules({ leadMinutes: 0, slotMinutes: 25 }, { hours: everyDay(['12:00', '13:00'], ['13:00', '14:00']) });

    expect(starts(site, utc('2026-06-16T10:00'))).to.deep.equal(['12:00', '12:25', '13:00', '13:25']);
  });

  it('share no minute where periods overlap, and stay where they are as time goes by', () => {
    const site = withRules({ leadMinutes: 0, slotMinutes: 40 }, { hours: everyDay(['12:00', '16:00'], ['13:10', '14:00']) });

    expect(starts(site, utc('2026-06-16T10:00'))).to.deep.equal(['12:00', '13:10', '13:50', '14:30', '15:10']);
    expect(starts(site, utc('2026-06-16T12:10'))).to.deep.equal(['14:30', '15:10']);
  });
});

describe('the ordering window', () => {
  const lunch = withRules({}, { hours: everyDay(['12:00', '14:00']) });

  it('is open with pickup times while the establishment is open', () => {
    expect(orderingWindow(lunch, utc('2026-06-16T10:00'))).to.include({ open: true, nextOpening: null });
  });

  it('is closed while the establishment is closed, and says when it opens', () => {
    expect(orderingWindow(lunch, utc('2026-06-16T09:00'))).to.deep.equal({ open: false, nextOpening: utc('2026-06-16T10:00'), slots: [] });
    expect(orderingWindow(lunch, utc('2026-06-16T12:00'))).to.deep.equal({ open: false, nextOpening: utc('2026-06-17T10:00'), slots: [] });
  });

  it('is closed when the kitchen cannot be ready before closing, and says when it opens next', () => {
    expect(orderingWindow(lunch, utc('2026-06-16T11:50'))).to.deep.equal({ open: false, nextOpening: utc('2026-06-17T10:00'), slots: [] });
  });

  it('is open while the establishment is closed where it takes orders for later', () => {
    const early = withRules({ acceptWhenClosed: true }, { hours: everyDay(['12:00', '12:30']) });

    expect(orderingWindow(early, utc('2026-06-16T07:00'))).to.deep.equal({
      open: true,
      nextOpening: utc('2026-06-16T10:00'),
      slots: [
        { start: utc('2026-06-16T10:00'), end: utc('2026-06-16T10:15') },
        { start: utc('2026-06-16T10:15'), end: utc('2026-06-16T10:30') },
      ],
    });
    expect(orderingWindow(early, utc('2026-06-15T20:00'))).to.include({ open: false });
  });

  it('never opens for who never opens', () => {
    const never = withRules({ acceptWhenClosed: true }, { hours: [] });

    expect(orderingWindow(never, utc('2026-06-16T10:00'))).to.deep.equal({ open: false, nextOpening: null, slots: [] });
  });

  it('is closed on a day off', () => {
    const exceptions: DatedException[] = [{ date: '2026-06-16', closed: true, label: 'Fermé', periods: [] }];

    expect(orderingWindow({ ...lunch, exceptions }, utc('2026-06-16T10:30'))).to.deep.equal({
      open: false,
      nextOpening: utc('2026-06-17T10:00'),
      slots: [],
    });
  });
});

describe('the slots an order may try', () => {
  const site = withRules({ slotMinutes: 30 }, { hours: everyDay(['12:00', '14:00']) });
  const now = utc('2026-06-16T10:00');

  it('are all on offer, earliest first, when it asks for none', () => {
    expect(candidateSlots(site, null, now).map(({ start }) => start.toISOString().slice(11, 16))).to.deep.equal([
      '10:30',
      '11:00',
      '11:30',
    ]);
  });

  it('are the one it asks for', () => {
    expect(candidateSlots(site, utc('2026-06-16T11:00'), now)).to.deep.equal([
      { start: utc('2026-06-16T11:00'), end: utc('2026-06-16T11:30') },
    ]);
  });

  it('do not include a time that is not offered', async () => {
    for (const asked of [
      '2026-06-16T10:00',
      '2026-06-16T10:31',
      '2026-06-16T12:00',
      '2026-06-17T10:30',
      '2026-06-15T10:30',
      '2026-06-16T11:00:00.001',
    ]) {
      const refusal = await refusalOf(() => candidateSlots(site, utc(asked), now));
      expect([refusal.code, refusal.issues[0]?.path], asked).to.deep.equal(['invalid_slot', 'pickupAt']);
    }
  });

  it('are none when it is closed, whatever it asks for', async () => {
    for (const asked of [null, utc('2026-06-16T10:30')]) {
      const refusal = await refusalOf(() => candidateSlots(site, asked, utc('2026-06-16T09:00')));
      expect([refusal.code, refusal.facts]).to.deep.equal(['closed', { nextOpening: '2026-06-16T10:00:00.000Z' }]);
    }
    expect((await refusalOf(() => candidateSlots({ ...site, hours: [] }, null, now))).facts).to.deep.equal({ nextOpening: null });
  });

  it('have a cap only where the establishment uses slots', () => {
    const capped = withRules({ slotCap: 4 });

    expect(slotCapOf(capped)).to.equal(4);
    expect(slotCapOf(withRules({ slotCap: null }))).to.equal(null);
    expect(slotCapOf({ ...capped, features: { ...capped.features, slots: false } })).to.equal(null);
  });
});

describe('pickup times, whatever the hours, exceptions, zone, rules and moment', () => {
  const minute = fc
    .integer({ min: 0, max: 1439 })
    .map((value) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`);
  const period: fc.Arbitrary<Period> = fc.record({ from: minute, to: fc.oneof(minute, fc.constant('24:00')) });
  const zone = fc.constantFrom(
    'Europe/Paris',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'America/Santiago',
    'UTC',
  );
  /** Around changes of the clock in most of these zones, and in the middle of summer. */
  const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-06-16', '2026-09-06', '2026-10-04', '2026-10-25', '2026-11-01'];
  const now = fc
    .tuple(fc.constantFrom(...days), fc.integer({ min: -36 * 60, max: 36 * 60 }))
    .map(([day, minutes]) => minutesAfter(utc(`${day}T00:00`), minutes));
  const situation = fc
    .record({
      now,
      timezone: zone,
      hours: fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), period), { maxLength: 14 }),
      exceptions: fc.array(fc.record({ in: fc.integer({ min: -2, max: 3 }), periods: fc.array(period, { maxLength: 3 }) }), {
        maxLength: 3,
      }),
      leadMinutes: fc.integer({ min: 0, max: 300 }),
      slotMinutes: fc.integer({ min: 5, max: 240 }),
      horizonHours: fc.integer({ min: 1, max: 72 }),
    })
    .map(({ hours, exceptions, ...rest }) => ({
      now: rest.now,
      site: withRules(
        { leadMinutes: rest.leadMinutes, slotMinutes: rest.slotMinutes, horizonHours: rest.horizonHours, acceptWhenClosed: true },
        {
          timezone: rest.timezone,
          hours: hours.map(([day, { from, to }]) => ({ day, from, to })),
          exceptions: exceptions.map(({ in: offset, periods }) => ({
            date: addDays(rest.now.toISOString().slice(0, 10), offset),
            closed: periods.length === 0,
            label: null,
            periods,
          })),
        },
      ),
    }));

  it('lie inside the opening hours', () => {
    fc.assert(
      fc.property(situation, (given) => {
        for (const slot of orderingWindow(given.site, given.now).slots) {
          for (const instant of everyQuarter(slot)) {
            expect(showsOpen(given.site, instant), `open at ${instant.toISOString()}`).to.equal(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('start neither before the kitchen can be ready nor beyond the horizon, and have the length of a slot', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { leadMinutes, slotMinutes, horizonHours } = given.site.ordering;
        for (const { start, end } of orderingWindow(given.site, given.now).slots) {
          expect(start.getTime()).to.be.at.least(given.now.getTime() + leadMinutes * MINUTE_MS);
          expect(start.getTime()).to.be.below(given.now.getTime() + horizonHours * HOUR_MS);
          expect(end.getTime() - start.getTime()).to.equal(slotMinutes * MINUTE_MS);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never overlap or repeat', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { slots } = orderingWindow(given.site, given.now);
        for (const [index, slot] of slots.entries()) {
          const next = slots[index + 1];
          if (next !== undefined) expect(next.start.getTime()).to.be.at.least(slot.end.getTime());
        }
      }),
      { numRuns: 150 },
    );
  });

  it('do not move: what is offered later was offered before', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 24 * 60 }), (given, minutes) => {
        const horizon = given.now.getTime() + given.site.ordering.horizonHours * HOUR_MS;
        const before = new Set(orderingWindow(given.site, given.now).slots.map(({ start }) => start.getTime()));
        for (const { start } of orderingWindow(given.site, minutesAfter(given.now, minutes)).slots) {
          if (start.getTime() < horizon) expect(before.has(start.getTime()), start.toISOString()).to.equal(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function everyQuarter({ start, end }: PickupSlot): Date[] {
  const instants: Date[] = [];
  for (let ms = start.getTime(); ms < end.getTime(); ms += 15 * MINUTE_MS) instants.push(new Date(ms));
  return [...instants, minutesAfter(end, -1)];
}

/**
 * What a person reads off the clock on the wall and the sign on the door. In the hour that comes twice the clock alone does not
 * tell, so it counts as open.
 */
function showsOpen(site: Site, instant: Date): boolean {
  const { date, time } = wallTimeAt(instant, site.timezone);
  const isLate = ({ from, to }: Period) => to <= from;
  const today = signOf(site, date).some((period) => period.from <= time && (isLate(period) || time < period.to));
  const sinceYesterday = signOf(site, addDays(date, -1)).some((period) => isLate(period) && time < period.to);
  return today || sinceYesterday || comesTwice(site, instant);
}

function comesTwice(site: Site, instant: Date): boolean {
  const { date, time } = wallTimeAt(instant, site.timezone);
  return [-60, -30, 30, 60].some((minutes) => {
    const other = wallTimeAt(minutesAfter(instant, minutes), site.timezone);
    return other.date === date && other.time === time;
  });
}

function signOf(site: Site, date: string): readonly Period[] {
  const exception = site.exceptions.find((candidate) => candidate.date === date);
  return exception === undefined ? site.hours.filter(({ day }) => day === isoWeekday(date)) : exception.periods;
}
