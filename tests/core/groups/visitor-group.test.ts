import { GROUP_STATUSES, type GroupStatus, seatChanges, takeGroupStepTo, type VisitorGroup } from '@comptoir/core/groups/visitor-group.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aGroup } from '../../suites/guest-builders.js';

/** As STATES.md draws it. */
const DRAWN: Readonly<Record<GroupStatus, readonly GroupStatus[]>> = {
  requested: ['quoted', 'cancelled', 'declined'],
  quoted: ['quoted', 'confirmed', 'cancelled', 'declined'],
  confirmed: ['visited', 'cancelled'],
  visited: [],
  cancelled: [],
  declined: [],
};

function reached(from: GroupStatus): GroupStatus[] {
  return GROUP_STATUSES.filter((to) => {
    try {
      return takeGroupStepTo(aGroup({ status: from }), to).status === to;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'invalid_transition') return false;
      throw error;
    }
  });
}

describe('the states of a group', () => {
  it('are reached as they are drawn, and in no other way', () => {
    expect(Object.fromEntries(GROUP_STATUSES.map((from) => [from, reached(from)]))).to.deep.equal(DRAWN);
  });

  it('leave a session with exactly the seats that its groups have, whatever changes', () => {
    const change = fc.record({
      status: fc.constantFrom(...GROUP_STATUSES),
      sessionId: fc.constantFrom(null, 'one', 'two'),
      size: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const seats = new Map([
          ['one', 0],
          ['two', 0],
        ]);
        let before: VisitorGroup | null = null;
        for (const each of changes) {
          const after: VisitorGroup = aGroup(each);
          for (const taken of seatChanges(before, after)) seats.set(taken.sessionId, (seats.get(taken.sessionId) ?? 0) + taken.seats);
          before = after;
        }
        const last = changes.at(-1);
        const holds = last?.status === 'confirmed' || last?.status === 'visited';
        for (const [session, count] of seats) expect(count).to.equal(holds && last?.sessionId === session ? last.size : 0);
      }),
    );
  });
});
