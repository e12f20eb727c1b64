import { ACCOUNT_PACE, LOGIN_PACE, makeLoginThrottle } from '@comptoir/core/identity/login-throttle.js';
import { takeTry } from '@comptoir/core/identity/pace.js';
import type { ThrottleStore, Tries } from '@comptoir/core/identity/throttle.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS, NOON } from '../../suites/builders.js';
import { repeatableCrypto } from '../support.js';

const at = (ms: number) => new Date(NOON.getTime() + ms);

/** Buckets in a map: the rules need no transactions. */
function buckets(): ThrottleStore {
  const rows = new Map<string, Tries>();
  return {
    async change(bucket, decide) {
      const tries = decide(rows.get(bucket) ?? null);
      if (tries === null) rows.delete(bucket);
      else rows.set(bucket, tries);
      return tries;
    },
    forgetBefore: async () => 0,
  };
}

/** The seconds the next try has to wait; 0 when it may be made, which it then is. */
function trying() {
  const throttle = makeLoginThrottle(repeatableCrypto());
  const store = buckets();
  return {
    async tried(address: string, ms: number, account = 'lucie'): Promise<number> {
      try {
        await throttle.count(store, { account, address }, at(ms));
        return 0;
      } catch (error) {
        if (error instanceof DomainError && error.code === 'rate_limited') return error.retryAfterSecs ?? Number.NaN;
        throw error;
      }
    },
    succeeded: (address: string, ms: number, account = 'lucie') => throttle.succeeded(store, { account, address }, at(ms)),
  };
}

describe('tries at a password', () => {
  it('are free five times, then wait 15 s, 30 s, 60 s … up to 15 minutes', async () => {
    const { tried } = trying();
    let ms = 0;
    const waits: number[] = [];
    for (let count = 0; count < 14; count += 1) {
      const wait = await tried('home', ms);
      waits.push(wait);
      ms += wait * 1000;
      if (wait > 0) expect(await tried('home', ms)).to.equal(0);
    }
    expect(waits).to.deep.equal([0, 0, 0, 0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('that come too early wait no longer for it, and are told the rest of the wait', async () => {
    const { tried } = trying();
    for (let count = 0; count < 5; count += 1) await tried('home', 0);
    for (let ms = 0; ms < 15_000; ms += 500) expect(await tried('home', ms)).to.equal(Math.ceil((15_000 - ms) / 1000));
    expect(await tried('home', 15_000)).to.equal(0);
  });

  it('are free again after a quiet quarter of an hour, or a right one', async () => {
    const { tried, succeeded } = trying();
    for (let count = 0; count < 5; count += 1) await tried('home', 0);
    expect(await tried('home', 1)).to.equal(15);
    await succeeded('home', 1000);
    for (let count = 0; count < 5; count += 1) expect(await tried('home', 1000)).to.equal(0);
    expect(await tried('home', 1000)).to.equal(15);
    for (let count = 0; count < 5; count += 1) expect(await tried('home', 1000 + 15 * MINUTE_MS + 15_000)).to.equal(0);
  });

  it('at one account are apart from those at another, and from those of another address', async () => {
    const { tried } = trying();
    for (let count = 0; count < 5; count += 1) await tried('home', 0);
    expect([await tried('home', 0), await tried('work', 0), await tried('home', 0, 'zoe')]).to.deep.equal([15, 0, 0]);
  });

  it('of many addresses at one account wait for each other, at most 75 s', async () => {
    const { tried } = trying();
    for (let index = 0; index < ACCOUNT_PACE.free; index += 1) expect(await tried(`bot-${index}`, 0)).to.equal(0);
    expect(await tried('bot-x', 1000)).to.equal(74);
    expect(await tried('bot-x', 75_000)).to.equal(0);
  });

  it('of others never keep out who has signed in from there before, for a month', async () => {
    const { tried, succeeded } = trying();
    await succeeded('home', 0);
    for (let index = 0; index < 100; index += 1) await tried(`bot-${index}`, 0);
    expect(await tried('bot-x', 0)).to.be.greaterThan(0);
    expect(await tried('home', 0)).to.equal(0);
    for (let index = 0; index < 30; index += 1) await tried(`bot-${index}`, 30 * 24 * HOUR_MS);
    expect(await tried('home', 30 * 24 * HOUR_MS)).to.be.greaterThan(0);
  });

  it('have a longest wait, whatever was tried before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 * MINUTE_MS }), { maxLength: 60 }), (pauses) => {
        let tries: Tries | null = null;
        let ms = 0;
        for (const pause of pauses) {
          ms += pause;
          tries = afterTry(tries, ms);
        }
        expect(() => takeTry(LOGIN_PACE, tries, at(ms + LOGIN_PACE.longestWaitSecs * 1000))).to.not.throw();
      }),
    );
  });

  it('at one account pass fewer than 100 times in any hour, however many addresses try, one of them known', async () => {
    const attack = fc.array(fc.record({ pauseMs: fc.integer({ min: 0, max: 90_000 }), from: fc.integer({ min: 0, max: 400 }) }), {
      minLength: 200,
      maxLength: 400,
    });
    await fc.assert(
      fc.asyncProperty(attack, async (steps) => {
        const { tried, succeeded } = trying();
        await succeeded('0', 0);
        const passed: number[] = [];
        let ms = 0;
        for (const { pauseMs, from } of steps) {
          ms += pauseMs;
          // Everybody who could try does: the address drawn, and the known one.
          for (const address of [String(from), '0']) if ((await tried(address, ms)) === 0) passed.push(ms);
        }
        for (const start of passed) expect(passed.filter((one) => one >= start && one < start + HOUR_MS).length).to.be.below(100);
      }),
      { numRuns: 15 },
    );
  });

  it('of an attacker with endless addresses who never waits needlessly stay below 100 an hour', async () => {
    const { tried } = trying();
    const passed: number[] = [];
    let bot = 0;
    for (let ms = 0; ms <= 3 * HOUR_MS; ms += 1000) {
      for (;;) {
        bot += 1;
        if ((await tried(`bot-${bot}`, ms)) > 0) break;
        passed.push(ms);
      }
    }
    const most = Math.max(...passed.map((start) => passed.filter((one) => one >= start && one < start + HOUR_MS).length));
    expect(most).to.be.below(100).and.above(60);
  });
});

function afterTry(tries: Tries | null, ms: number): Tries | null {
  try {
    return takeTry(LOGIN_PACE, tries, at(ms));
  } catch {
    return tries;
  }
}
