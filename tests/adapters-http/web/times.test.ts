import { readPlaceAnswer } from '@comptoir/adapters-http/web/checkout.js';
import { formatCents, formatMoment, formatTime, formatWhen } from '@comptoir/adapters-http/web/format.js';
import { comingExceptions, openStateAt, weekOf } from '@comptoir/adapters-http/web/opening.js';
import { NO_REFUSALS, refusalsAfter, slotDays, soonestSlot, withRefusals } from '@comptoir/adapters-http/web/pickup.js';
import { textsOf } from '@comptoir/adapters-http/web/texts/texts-of.js';
import { expect } from 'chai';
import { aCarte, anItem } from './builders.js';

/** Tuesday, 13:00 in Paris. */
const NOW = new Date('2026-03-10T12:00:00Z');
const LUNCH = [1, 2, 3, 4, 5].map((day) => ({ day, from: '12:00', to: '14:30' }));
const slot = (start: string, remaining: number | null = null) => ({ start, end: start, remaining });

describe('opening hours as a guest reads them', () => {
  it('show the exception of today in the place of the usual hours', () => {
    const exception = { date: '2026-03-10', closed: true, label: 'Travaux', periods: [] };
    const week = weekOf(aCarte({ hours: LUNCH, exceptions: [exception] }), NOW);
    expect(week.filter(({ isToday }) => isToday)).to.deep.equal([{ day: 2, isToday: true, periods: [] }]);
    expect(week[0]?.periods).to.have.length(1);
  });

  it('list the exceptions to come, soonest first', () => {
    const on = (date: string) => ({ date, closed: true, label: null, periods: [] });
    const carte = aCarte({ exceptions: [on('2026-12-25'), on('2026-01-01'), on('2026-05-01')] });
    expect(comingExceptions(carte, NOW, 8).map(({ date }) => date)).to.deep.equal(['2026-05-01', '2026-12-25']);
  });

  it('say until when it is open, and when it opens next', () => {
    const carte = aCarte({ hours: LUNCH });
    expect(openStateAt(carte, NOW)).to.deep.equal({ open: true, until: new Date('2026-03-10T13:30:00Z') });
    expect(openStateAt(carte, new Date('2026-03-10T14:00:00Z'))).to.deep.equal({ open: false, next: new Date('2026-03-11T11:00:00Z') });
    expect(openStateAt(aCarte(), NOW)).to.deep.equal({ open: false, next: null });
  });

  it('see one night where midnight cuts it in two', () => {
    const night = [
      { day: 2, from: '12:00', to: '24:00' },
      { day: 3, from: '00:00', to: '02:00' },
    ];
    expect(openStateAt(aCarte({ hours: night }), NOW)).to.deep.equal({ open: true, until: new Date('2026-03-11T01:00:00Z') });
  });

  it('name no closing time where none is in sight', () => {
    const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));
    expect(openStateAt(aCarte({ hours: always }), NOW)).to.deep.equal({ open: true, until: null });
  });
});

describe('pickup times', () => {
  const slots = [slot('2026-03-10T22:45:00Z', 0), slot('2026-03-10T23:00:00Z', 2), slot('2026-03-10T23:15:00Z')];

  it('are grouped by the day of the establishment, not of the guest', () => {
    expect(slotDays({ slots }, 'Europe/Paris').map(({ date, slots: ofDay }) => [date, ofDay.length])).to.deep.equal([
      ['2026-03-10', 1],
      ['2026-03-11', 2],
    ]);
  });

  it('start with the first that has room', () => {
    expect(soonestSlot({ slots })?.start).to.equal('2026-03-10T23:00:00Z');
    expect(soonestSlot({ slots: [slot('2026-03-10T22:45:00Z', 0)] })).to.equal(null);
  });

  it('stay full and items sold out once the till said so, whatever an older menu says', () => {
    const carte = aCarte({ items: [anItem()], ordering: { ...aCarte().ordering, slots } });
    const said = (body: unknown) => {
      const answer = readPlaceAnswer(409, body, null);
      if (answer.kind !== 'refused') throw new Error('That was a refusal.');
      return answer.refusal;
    };
    const known = refusalsAfter(NO_REFUSALS, said({ error: 'slot_full' }), '2026-03-10T23:00:00Z');
    const more = refusalsAfter(known, said({ error: 'sold_out', items: [{ id: 'soupe', name: 'Soupe' }] }), null);
    const seen = withRefusals(carte, more);
    expect(soonestSlot(seen.ordering)?.start).to.equal('2026-03-10T23:15:00Z');
    expect(seen.items[0]?.available).to.equal(false);
  });
});

describe('prices and times in words', () => {
  const paris = { currency: 'EUR', timezone: 'Europe/Paris' };

  it('follow the language and the zone of the establishment', () => {
    expect(formatCents(123456, { ...paris, language: 'fr' }).replace(/\s/g, ' ')).to.equal('1 234,56 €');
    expect(formatCents(123456, { ...paris, language: 'en' })).to.equal('€1,234.56');
    expect(formatTime(NOW, { ...paris, language: 'en' })).to.equal('13:00');
  });

  it('say "at" where a sentence needs it', () => {
    const inEnglish = (instant: string) => formatWhen(new Date(instant), NOW, { ...paris, language: 'en' }, textsOf('en'));
    expect(inEnglish('2026-03-10T17:15:00Z')).to.equal('at 18:15');
    expect(inEnglish('2026-03-10T23:30:00Z')).to.equal('tomorrow at 00:30');
  });

  it('name the day only when it is another one', () => {
    const inFrench = (instant: string) => formatMoment(new Date(instant), NOW, { ...paris, language: 'fr' }, textsOf('fr'));
    expect(inFrench('2026-03-10T17:15:00Z')).to.equal('18:15');
    expect(inFrench('2026-03-10T23:30:00Z')).to.equal('demain à 00:30');
    expect(inFrench('2026-03-14T11:00:00Z')).to.equal('samedi 14 mars à 12:00');
  });
});
