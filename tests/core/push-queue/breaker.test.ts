import { makeBreaker } from '@comptoir/core/push-queue/breaker.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { secondsAfter } from '../../suites/queue-builders.js';

/** A breaker after so many faults in a row, the last one at noon. */
function afterFaults(count: number) {
  const breaker = makeBreaker();
  for (let fault = 0; fault < count; fault += 1) {
    breaker.began();
    breaker.ended(true, NOON);
  }
  return breaker;
}

/** One delivery, at an instant. */
function tries(breaker: ReturnType<typeof makeBreaker>, isFault: boolean, at: Date): void {
  breaker.began();
  breaker.ended(isFault, at);
}

describe('the breaker of a handler', () => {
  it('lets everything through until twenty deliveries in a row have failed', () => {
    expect(afterFaults(19).allows(7, NOON)).to.equal(7);
    expect(afterFaults(20).allows(7, NOON)).to.equal(0);
  });

  it('starts to count anew with every delivery that works', () => {
    const breaker = afterFaults(19);
    tries(breaker, false, NOON);
    tries(breaker, true, NOON);
    expect(breaker.allows(7, NOON)).to.equal(7);
  });

  it('does not pause for as long as a clock was ahead that is set back', () => {
    const breaker = afterFaults(20);
    expect(breaker.allows(7, secondsAfter(NOON, -86_400))).to.equal(1);
    tries(breaker, true, secondsAfter(NOON, -86_400));
    expect(breaker.allows(7, secondsAfter(NOON, -86_400))).to.equal(0);
    expect(breaker.allows(7, secondsAfter(NOON, -86_398))).to.equal(1);
  });

  it('lets one through when its pause is over, and all when that works', () => {
    const breaker = afterFaults(20);
    expect(breaker.openUntil()).to.deep.equal(secondsAfter(NOON, 1));
    expect(breaker.allows(7, secondsAfter(NOON, 1))).to.equal(1);
    breaker.began();
    expect(breaker.allows(7, secondsAfter(NOON, 1))).to.equal(0);
    breaker.ended(false, secondsAfter(NOON, 2));
    expect(breaker.allows(7, secondsAfter(NOON, 2))).to.equal(7);
  });

  it('pauses twice as long after each try that fails, up to half a minute', () => {
    const breaker = afterFaults(20);
    const pauses = Array.from({ length: 7 }, () => {
      const at = breaker.openUntil() ?? NOON;
      tries(breaker, true, at);
      return ((breaker.openUntil() ?? NOON).getTime() - at.getTime()) / 1000;
    });
    expect(pauses).to.deep.equal([2, 4, 8, 16, 30, 30, 30]);
  });

  it('does not pause longer for what was begun before it opened', () => {
    const breaker = makeBreaker();
    for (let each = 0; each < 40; each += 1) breaker.began();
    for (let each = 0; each < 40; each += 1) breaker.ended(true, NOON);
    expect(breaker.openUntil()).to.deep.equal(secondsAfter(NOON, 1));
  });
});
