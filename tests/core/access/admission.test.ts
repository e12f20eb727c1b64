import { decide, type Holder, type Situation } from '@comptoir/core/access/admission.js';
import { type GateRules, rulesAt } from '@comptoir/core/access/gate.js';
import type { GatePass } from '@comptoir/core/access/pass-gate.js';
import { NEVER_HERE, type Presence } from '@comptoir/core/access/scan.js';
import { TICKET_STATES } from '@comptoir/core/ticketing/ticket.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { HOUR_MS, minutesAfter, NOON } from '../../suites/builders.js';

const RULES: GateRules = { offerIds: [], earlyMinutes: 60, lateMinutes: 0, reentry: true };
const SESSION = { startsAt: NOON, endsAt: new Date(NOON.getTime() + HOUR_MS), cancelledAt: null };
const INSIDE: Presence = { inside: 1, lastEntry: { gate: 'A', at: NOON } };
const OUT_AGAIN: Presence = { inside: 0, lastEntry: { gate: 'A', at: NOON } };

type TicketHolder = Extract<Holder, { kind: 'ticket' }>;

function aHolder(ticket: Partial<TicketHolder['ticket']> = {}, session: TicketHolder['session'] = SESSION): TicketHolder {
  return { kind: 'ticket', ticket: { id: 't', state: 'valid', offerId: 'ondes', ...ticket }, session };
}

function aPass(changes: Partial<GatePass> = {}): Holder {
  return { kind: 'pass', pass: { id: 'p', label: 'Ada', fault: null, spent: false, ...changes } };
}

const USED = aHolder({ state: 'used' });

/** What is held against the gate, and what comes of it. */
const CASES: readonly (readonly [what: string, situation: Partial<Situation>, reason: string | null])[] = [
  ['an unknown code', { holder: null }, 'invalid'],
  ['an unknown code on the way out', { holder: null, direction: 'exit' }, 'invalid'],
  ['a ticket of a session that is on', {}, null],
  ['a cancelled ticket', { holder: aHolder({ state: 'cancelled' }) }, 'cancelled'],
  ['a ticket of a cancelled session', { holder: aHolder({}, { ...SESSION, cancelledAt: NOON }) }, 'cancelled'],
  ['a ticket whose session is gone', { holder: aHolder({}, null) }, 'cancelled'],
  ['a ticket of an offer the gate lets in', { rules: { ...RULES, offerIds: ['ondes'] } }, null],
  ['a ticket of another offer', { rules: { ...RULES, offerIds: ['autre'] } }, 'wrong_session'],
  ['a ticket an hour before', { at: minutesAfter(NOON, -60) }, null],
  ['a ticket more than an hour before', { at: minutesAfter(NOON, -61) }, 'too_early'],
  ['a ticket at the end', { at: minutesAfter(NOON, 60) }, null],
  ['a ticket after the end', { at: minutesAfter(NOON, 61) }, 'too_late'],
  ['a ticket after the end where the gate is patient', { at: minutesAfter(NOON, 61), rules: { ...RULES, lateMinutes: 5 } }, null],
  ['a ticket that is inside', { holder: USED, presence: INSIDE }, 'used'],
  ['a ticket that was used, nobody knows where', { holder: USED }, 'used'],
  ['a ticket that has left', { holder: USED, presence: OUT_AGAIN }, null],
  ['a ticket that has left, after the end', { holder: USED, presence: OUT_AGAIN, at: minutesAfter(NOON, 61) }, 'too_late'],
  ['a ticket that has left where nobody may come back', { holder: USED, presence: OUT_AGAIN, rules: { ...RULES, reentry: false } }, 'used'],
  ['a pass', { holder: aPass() }, null],
  ['a blocked pass', { holder: aPass({ fault: 'blocked' }) }, 'blocked'],
  ['a pass that was blocked while somebody was outside', { holder: aPass({ fault: 'blocked' }), presence: OUT_AGAIN }, 'blocked'],
  ['a pass without entries', { holder: aPass({ spent: true }) }, 'used'],
  ['a pass whose last entry has left', { holder: aPass({ spent: true }), presence: OUT_AGAIN }, null],
  ['a pass at a gate for other offers', { holder: aPass(), rules: { ...RULES, offerIds: ['autre'] } }, null],
  ['a cancelled ticket on the way out', { holder: aHolder({ state: 'cancelled' }), direction: 'exit' }, null],
];

function situation(changes: Partial<Situation>): Situation {
  return { holder: aHolder(), direction: 'entry', at: NOON, rules: RULES, presence: NEVER_HERE, ...changes };
}

describe('who is let in', () => {
  for (const [what, changes, reason] of CASES) {
    it(`${reason === null ? 'admits' : `refuses, as ${reason},`} ${what}`, () => {
      expect(decide(situation(changes)).reason).to.equal(reason);
    });
  }

  it('counts an exit only of somebody who is inside', () => {
    expect(decide(situation({ direction: 'exit', presence: INSIDE }))).to.deep.equal({ reason: null, counts: true, uses: false });
    expect(decide(situation({ direction: 'exit', presence: OUT_AGAIN }))).to.deep.equal({ reason: null, counts: false, uses: false });
  });

  it('takes an entry of a pass once while somebody goes out and comes back', () => {
    expect(decide(situation({ holder: aPass() })).uses).to.equal(true);
    expect(decide(situation({ holder: aPass(), presence: OUT_AGAIN })).uses).to.equal(false);
  });

  it('never has more inside with one ticket than one, nor fewer than none, whatever is scanned in whatever order', () => {
    const scan = fc.record({
      direction: fc.constantFrom('entry', 'exit'),
      minute: fc.integer({ min: -120, max: 120 }),
      reentry: fc.boolean(),
      offerIds: fc.constantFrom([], ['ondes'], ['autre']),
    });
    fc.assert(
      fc.property(fc.array(scan, { maxLength: 30 }), fc.constantFrom(...TICKET_STATES), (scans, first) => {
        let [state, presence, uses] = [first, NEVER_HERE, 0];
        for (const { direction, minute, reentry, offerIds } of scans) {
          const at = minutesAfter(NOON, minute);
          const verdict = decide(
            situation({ holder: aHolder({ state }), direction, at, rules: { ...RULES, reentry, offerIds }, presence }),
          );
          if (verdict.uses) [state, uses] = ['used', uses + 1];
          if (!verdict.counts) continue;
          expect(verdict.reason).to.equal(null);
          presence =
            direction === 'entry'
              ? { inside: presence.inside + 1, lastEntry: { gate: 'A', at } }
              : { inside: presence.inside - 1, lastEntry: presence.lastEntry };
        }
        expect(presence.inside).to.be.within(0, 1);
        expect(uses).to.be.at.most(first === 'valid' ? 1 : 0);
      }),
    );
  });
});

describe('what holds at a gate', () => {
  it('is what is said of it, else of the establishment, else by itself', () => {
    const settings = new Map<string, unknown>([['access.earlyMinutes', 30]]);
    const gate = { offerIds: ['ondes'], earlyMinutes: null, lateMinutes: 10, reentry: false };

    expect(rulesAt(gate, settings)).to.deep.equal({ offerIds: ['ondes'], earlyMinutes: 30, lateMinutes: 10, reentry: false });
    expect(rulesAt(null, new Map())).to.deep.equal({ offerIds: [], earlyMinutes: 60, lateMinutes: 0, reentry: true });
  });
});
