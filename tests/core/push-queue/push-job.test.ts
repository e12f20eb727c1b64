import { type Delivered, isHandlersFault, settlementOf } from '@comptoir/core/push-queue/push-job.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { HOUR_MS, NOON } from '../../suites/builders.js';

const answered = (status: number, retryAfterSecs: number | null = null): Delivered => ({ kind: 'answered', status, retryAfterSecs });
const settled = (delivered: Delivered, attempts = 0, maxAttempts: number | null = null, dice = 1) =>
  settlementOf({ attempts, maxAttempts }, delivered, { maxAttempts: 5, now: NOON, dice: () => dice });
const waitMs = (delivered: Delivered, attempts: number, dice: number) => {
  const settlement = settled(delivered, attempts, 100, dice);
  return settlement.kind === 'again' ? settlement.runAt.getTime() - NOON.getTime() : null;
};

describe('what becomes of a message', () => {
  it('is acknowledged by any 2xx', () => {
    for (const status of [200, 202, 204, 299]) expect(settled(answered(status))).to.deep.equal({ kind: 'acked' });
  });

  it('is tried again after 408, 429 and 5xx while attempts are left, and then given up', () => {
    for (const status of [408, 429, 500, 503, 599]) {
      expect(settled(answered(status), 3)).to.include({ kind: 'again', attempts: 4 });
      expect(settled(answered(status), 4)).to.deep.equal({ kind: 'dead', attempts: 5, status, error: `The handler answered ${status}.` });
    }
  });

  it('is given up at once after any other 4xx', () => {
    for (const status of [400, 401, 404, 410, 422, 499])
      expect(settled(answered(status))).to.include({ kind: 'dead', attempts: 1, status });
  });

  it('is tried again without an answer, however often that has happened', () => {
    expect(settled({ kind: 'timed-out' }, 500)).to.include({ kind: 'again', attempts: 501 });
  });

  it('uses attempts up where no connection can be made, where a redirect answers, and where the host does not call', () => {
    for (const delivered of [
      answered(302),
      { kind: 'unreachable', reason: 'ECONNREFUSED' },
      { kind: 'forbidden', reason: 'This machine.' },
    ] as const) {
      expect(settled(delivered, 3)).to.include({ kind: 'again', attempts: 4 });
      expect(settled(delivered, 4)).to.include({ kind: 'dead', attempts: 5 });
    }
  });

  it('goes by the limit of the message before that of the worker', () => {
    expect(settled(answered(500), 1, 2)).to.include({ kind: 'dead' });
    expect(settled(answered(500), 7, 9)).to.include({ kind: 'again' });
  });

  it('waits twice as long after each attempt, up to an hour, of which chance takes up to a half', () => {
    expect([0, 1, 2, 3].map((attempts) => waitMs(answered(500), attempts, 1))).to.deep.equal([2_000, 4_000, 8_000, 16_000]);
    expect([0, 1, 2, 3].map((attempts) => waitMs(answered(500), attempts, 0))).to.deep.equal([1_000, 2_000, 4_000, 8_000]);
    expect([20, 60, 90].map((attempts) => waitMs(answered(500), attempts, 1))).to.deep.equal([HOUR_MS, HOUR_MS, HOUR_MS]);
  });

  it('waits as long as the handler asks, but no more than an hour', () => {
    expect(waitMs(answered(429, 7), 50, 1)).to.equal(7_000);
    expect(waitMs(answered(503, 0), 50, 1)).to.equal(0);
    expect(waitMs(answered(503, 86_400), 0, 1)).to.equal(HOUR_MS);
  });

  it('blames the handler for silence and 5xx, and not for what it says about a message', () => {
    expect([answered(500), { kind: 'timed-out' } as const, { kind: 'unreachable', reason: 'x' } as const].every(isHandlersFault)).to.equal(
      true,
    );
    expect([answered(204), answered(404), answered(429), answered(408)].some(isHandlersFault)).to.equal(false);
  });

  it('never moves back in time, never loses an attempt, and ends only as the table says, whatever happens', () => {
    const delivered: fc.Arbitrary<Delivered> = fc.oneof(
      fc.record({
        kind: fc.constant('answered' as const),
        status: fc.integer({ min: 200, max: 599 }),
        retryAfterSecs: fc.option(fc.nat(100_000)),
      }),
      fc.constant<Delivered>({ kind: 'timed-out' }),
      fc.constant<Delivered>({ kind: 'unreachable', reason: 'x' }),
    );
    const circumstances = fc.record({
      attempts: fc.nat(200),
      max: fc.integer({ min: 1, max: 100 }),
      dice: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(delivered, circumstances, (what, { attempts, max, dice }) => {
        const settlement = settlementOf({ attempts, maxAttempts: null }, what, { maxAttempts: max, now: NOON, dice: () => dice });
        if (settlement.kind === 'again') {
          const waited = settlement.runAt.getTime() - NOON.getTime();
          return (
            settlement.attempts === attempts + 1 && waited >= 0 && waited <= HOUR_MS && (what.kind === 'timed-out' || attempts + 1 < max)
          );
        }
        if (settlement.kind === 'acked') return what.kind === 'answered' && what.status < 300;
        return settlement.attempts === attempts + 1 && what.kind !== 'timed-out';
      }),
    );
  });
});

describe('a queue with planned waits', () => {
  const PLANNED = [5, 300, 86_400];
  const postponed = (retryAfterSecs: number | null = null): Delivered => ({ kind: 'postponed', status: 404, reason: 'no', retryAfterSecs });
  const settledBy = (delivered: Delivered, attempts: number, dice = 0) =>
    settlementOf({ attempts, maxAttempts: null }, delivered, { maxAttempts: 4, retryWaitsSecs: PLANNED, now: NOON, dice: () => dice });
  const waitsOf = (delivered: Delivered, dice: number) =>
    [0, 1, 2].map((attempts) => {
      const settlement = settledBy(delivered, attempts, dice);
      return settlement.kind === 'again' ? (settlement.runAt.getTime() - NOON.getTime()) / 1000 : null;
    });

  it('waits as planned, and up to a tenth longer by chance', () => {
    expect(waitsOf(postponed(), 0)).to.deep.equal(PLANNED);
    expect(waitsOf(postponed(), 1)).to.deep.equal([5.5, 330, 95_040]);
    expect(waitsOf({ kind: 'unreachable', reason: 'no' }, 0)).to.deep.equal(PLANNED);
  });

  it('waits longer where that is asked for, but no more than a day', () => {
    expect(waitsOf(postponed(60), 0)).to.deep.equal([60, 300, 86_400]);
    expect(waitsOf(postponed(1_000_000), 0)).to.deep.equal([86_400, 86_400, 86_400]);
  });

  it('gives up what was postponed to the last, and says why', () => {
    expect(settledBy(postponed(), 3)).to.deep.equal({ kind: 'dead', attempts: 4, status: 404, error: 'no' });
  });

  it('waits as the last time where nothing more is planned', () => {
    const settlement = settledBy({ kind: 'timed-out' }, 50);
    expect(settlement).to.include({ kind: 'again' });
    expect(settlement.kind === 'again' && settlement.runAt.getTime() - NOON.getTime()).to.equal(86_400_000);
  });

  it('does not blame the handler for what was postponed', () => {
    expect(isHandlersFault(postponed())).to.equal(false);
  });
});
