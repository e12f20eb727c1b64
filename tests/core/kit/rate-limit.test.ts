import { rateStateOf } from '@comptoir/core/kit/rate-limit.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';

const POLICY = { limit: 3, windowSecs: 60 };
const now = NOON.getTime();

describe('the state of a rate limit', () => {
  it('counts what was taken within the window, up to now', () => {
    expect(rateStateOf([], POLICY, NOON, false)).to.deep.equal({ policy: POLICY, taken: false, remaining: 3, resetSecs: 0 });
    expect(rateStateOf([now - 60_000, now - 59_999, now], POLICY, NOON, true)).to.include({ remaining: 1, taken: true });
  });

  it('says in whole seconds when the oldest comes back, never "now" while it is still held', () => {
    expect(rateStateOf([now - 59_999], POLICY, NOON, false).resetSecs).to.equal(1);
    expect(rateStateOf([now - 30_500, now - 10_000], POLICY, NOON, false).resetSecs).to.equal(30);
    expect(rateStateOf([now], POLICY, NOON, false).resetSecs).to.equal(60);
  });

  it('has nothing left, not less, when the limit was lowered', () => {
    expect(rateStateOf([now, now, now, now, now], POLICY, NOON, false).remaining).to.equal(0);
  });
});
