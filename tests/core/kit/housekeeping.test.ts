import { expect } from 'chai';
import { establish, HOUR_MS, NOON } from '../../suites/builders.js';
import { aBench } from '../support.js';

const CLAIM = { owner: 'site:1', route: 'POST /api/order', key: 'k', fingerprint: 'a' };
const RATE = { limit: 60, windowSecs: 600 };

describe('housekeeping', () => {
  it('forgets what has had its day, in every tenant, and keeps the rest', async () => {
    const bench = aBench();
    const [one, other] = [await establish(bench.persistence), await establish(bench.persistence)];
    for (const { scope } of [one, other]) {
      await bench.persistence.transact(scope, async ({ idempotency, rateLimits }) => {
        await idempotency.remember(scope, CLAIM, { kind: 'done', result: 1 }, NOON);
        await rateLimits.take(scope, 'orders', RATE, NOON);
        await rateLimits.take(scope, 'later', RATE, new Date(NOON.getTime() + 2 * HOUR_MS));
      });
    }

    bench.clock.advance(23 * HOUR_MS);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal({ idempotency: 0, rateLimits: 0 });
    bench.clock.advance(2 * HOUR_MS);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal({ idempotency: 2, rateLimits: 2 });
    expect(await bench.services.housekeeping.sweep()).to.deep.equal({ idempotency: 0, rateLimits: 0 });
  });
});
