import type { RatePolicy } from '@comptoir/core/kit/rate-limit.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { establish, establishBeside, freshName, NOON, SYSTEM } from './builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';

const THREE_A_MINUTE: RatePolicy = { limit: 3, windowSecs: 60 };

function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

export function exerciseRateLimitStore(name: string, open: Open): void {
  describePort('RateLimitStore', name, open, (persistence) => {
    const { transact } = persistence;
    const take = (scope: Scope, bucket: string, now: Date, policy = THREE_A_MINUTE) =>
      transact(scope, ({ rateLimits }) => rateLimits.take(scope, bucket, policy, now));
    const peek = (scope: Scope, bucket: string, now: Date, policy = THREE_A_MINUTE) =>
      transact(scope, ({ rateLimits }) => rateLimits.peek(scope, bucket, policy, now));

    it('gives as many as the policy allows, then none until the window gives the oldest back', async () => {
      const { scope } = await establish(persistence);
      const at = (seconds: number) => take(scope, 'orders', secondsAfter(NOON, seconds));

      expect(await at(0)).to.deep.equal({ policy: THREE_A_MINUTE, taken: true, remaining: 2, resetSecs: 60 });
      expect(await at(10)).to.deep.equal({ policy: THREE_A_MINUTE, taken: true, remaining: 1, resetSecs: 50 });
      expect(await at(20)).to.deep.equal({ policy: THREE_A_MINUTE, taken: true, remaining: 0, resetSecs: 40 });
      expect(await at(59.5)).to.deep.equal({ policy: THREE_A_MINUTE, taken: false, remaining: 0, resetSecs: 1 });
      expect(await at(60)).to.deep.equal({ policy: THREE_A_MINUTE, taken: true, remaining: 0, resetSecs: 10 });
      expect((await at(61)).taken).to.equal(false);
    });

    it('does not count what it refused', async () => {
      const { scope } = await establish(persistence);
      for (const seconds of [0, 1, 2, 3, 4, 5]) await take(scope, 'orders', secondsAfter(NOON, seconds));

      expect((await peek(scope, 'orders', secondsAfter(NOON, 62))).remaining).to.equal(3);
    });

    it('shows the state without taking', async () => {
      const { scope } = await establish(persistence);
      expect(await peek(scope, 'orders', NOON)).to.deep.equal({ policy: THREE_A_MINUTE, taken: false, remaining: 3, resetSecs: 0 });
      await take(scope, 'orders', NOON);

      const seen = [await peek(scope, 'orders', secondsAfter(NOON, 15)), await peek(scope, 'orders', secondsAfter(NOON, 15))];

      expect(seen.map(({ remaining, resetSecs }) => [remaining, resetSecs])).to.deep.equal([
        [2, 45],
        [2, 45],
      ]);
      expect((await peek(scope, 'orders', secondsAfter(NOON, 60))).remaining).to.equal(3);
    });

    it('never gives more in any window, and never less than it could, whatever the pace', async () => {
      const { scope } = await establish(persistence);
      const pace = fc.array(fc.record({ waitSecs: fc.integer({ min: 0, max: 40 }), takes: fc.boolean() }), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(pace, async (calls) => {
          const bucket = freshName('bucket');
          const given: number[] = [];
          let seconds = 0;
          for (const { waitSecs, takes } of calls) {
            seconds += waitSecs;
            const inWindow = given.filter((hit) => hit > seconds - THREE_A_MINUTE.windowSecs).length;
            const state = await (takes ? take : peek)(scope, bucket, secondsAfter(NOON, seconds));
            expect(state.taken).to.equal(takes && inWindow < THREE_A_MINUTE.limit);
            if (state.taken) given.push(seconds);
            expect(state.remaining).to.equal(THREE_A_MINUTE.limit - inWindow - (state.taken ? 1 : 0));
          }
        }),
        { numRuns: 12 },
      );
    });

    it('never gives more than the limit, however many ask at once', async () => {
      const { scope } = await establish(persistence);

      const states = await atOnce(10, () => take(scope, 'orders', NOON, { limit: 4, windowSecs: 600 }));

      expect(states.filter(({ taken }) => taken)).to.have.length(4);
      expect(states.map(({ remaining }) => remaining).sort()).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
    });

    it('takes nothing when the transaction fails', async () => {
      const { scope } = await establish(persistence);
      await take(scope, 'orders', NOON);

      await errorOf(
        transact(scope, async ({ rateLimits }) => {
          await rateLimits.take(scope, 'orders', THREE_A_MINUTE, NOON);
          throw new Error('changed their mind');
        }),
      );

      expect((await peek(scope, 'orders', NOON)).remaining).to.equal(2);
    });

    it('counts each bucket of each establishment for itself', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      const stranger = await establish(persistence);
      await take(one.scope, 'orders', NOON);

      expect((await peek(one.scope, 'key:1', NOON)).remaining).to.equal(3);
      expect((await peek(beside.scope, 'orders', NOON)).remaining).to.equal(3);
      expect((await peek(stranger.scope, 'orders', NOON)).remaining).to.equal(3);
      expect((await peek(one.scope, 'orders', NOON)).remaining).to.equal(2);
    });

    it('goes by the policy of the moment, when it changes', async () => {
      const { scope } = await establish(persistence);
      await take(scope, 'orders', NOON);
      await take(scope, 'orders', secondsAfter(NOON, 1));

      expect((await take(scope, 'orders', secondsAfter(NOON, 2), { limit: 1, windowSecs: 60 })).taken).to.equal(false);
      expect((await take(scope, 'orders', secondsAfter(NOON, 2), { limit: 3, windowSecs: 60 })).taken).to.equal(true);
    });

    it('drops, for every tenant, buckets nobody has used since, and no others', async () => {
      const long = new Date('2001-01-01T12:00:00Z');
      const establishments = [await establish(persistence), await establish(persistence)];
      for (const { scope } of establishments) {
        await take(scope, 'unused', long);
        await take(scope, 'used', long);
        await take(scope, 'used', secondsAfter(long, 20));
      }
      const everyTenant = { tenantId: '', actor: SYSTEM };

      const dropped = await transact(everyTenant, ({ rateLimits }) => rateLimits.forgetBefore(secondsAfter(long, 10)));

      expect(dropped).to.be.at.least(2);
      for (const { scope } of establishments) {
        expect((await peek(scope, 'unused', secondsAfter(long, 20))).remaining).to.equal(3);
        expect((await peek(scope, 'used', secondsAfter(long, 20))).remaining).to.equal(1);
      }
      expect(await transact(everyTenant, ({ rateLimits }) => rateLimits.forgetBefore(secondsAfter(long, 10)))).to.equal(0);
    });
  });
}
