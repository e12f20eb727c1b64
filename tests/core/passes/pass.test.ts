import { passRefusal } from '@comptoir/core/passes/pass.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { aPass } from '../../suites/guest-builders.js';

const TODAY = '2026-06-16';
const refusal = (changes: Parameters<typeof aPass>[0], usedToday = 0) => passRefusal(aPass(changes), TODAY, usedToday);

describe('a pass', () => {
  it('lets its owner in on its first and on its last day', () => {
    expect(refusal({ validFrom: TODAY, validUntil: TODAY })).to.equal(null);
  });

  it('is not valid before its first day and after its last', () => {
    expect(refusal({ validFrom: '2026-06-17' })).to.equal('not_yet');
    expect(refusal({ validUntil: '2026-06-15' })).to.equal('expired');
  });

  it('is used up by its last entry', () => {
    expect([9, 10, 11].map((used) => refusal({ entries: 10, used }))).to.deep.equal([null, 'used_up', 'used_up']);
  });

  it('lets in once a day where it says so, and any number of times where it does not', () => {
    expect([refusal({ oncePerDay: true }), refusal({ oncePerDay: true }, 1), refusal({}, 5)]).to.deep.equal([null, 'used_today', null]);
  });

  it('says that it is blocked before anything else', () => {
    expect(refusal({ blockedAt: NOON, validUntil: '2020-01-01', entries: 1, used: 1 })).to.equal('blocked');
  });
});
