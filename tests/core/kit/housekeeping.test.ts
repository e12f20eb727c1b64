import { expect } from 'chai';
import { DAY_MS, establish, HOUR_MS, NOON } from '../../suites/builders.js';
import { anEndpoint, aWebhookDelivery } from '../../suites/endpoint-builders.js';
import { aResetToken, enrolled, NO_TENANT, signedIn } from '../../suites/identity-builders.js';
import { aDelivery, aRememberedCall, aSyncLink } from '../../suites/link-builders.js';
import { aBench } from '../support.js';

const CLAIM = { owner: 'site:1', route: 'POST /api/order', key: 'k', fingerprint: 'a' };
const RATE = { limit: 60, windowSecs: 600 };
const NOTHING = {
  certificates: 0,
  idempotency: 0,
  oneTimeTokens: 0,
  orders: 0,
  photos: 0,
  pushQueue: 0,
  rateLimits: 0,
  scheduleRuns: 0,
  sessions: 0,
  syncLinks: 0,
  syncRuns: 0,
  throttles: 0,
  webhookEndpoints: 0,
  webhookLogs: 0,
};

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
    expect(await bench.services.housekeeping.sweep()).to.deep.equal(NOTHING);
    bench.clock.advance(2 * HOUR_MS);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal({ ...NOTHING, idempotency: 2, rateLimits: 2 });
    expect(await bench.services.housekeeping.sweep()).to.deep.equal(NOTHING);
  });

  it('forgets tries after a day without another', async () => {
    const bench = aBench();
    for (const [bucket, lastAt] of [
      ['old', NOON],
      ['fresh', new Date(NOON.getTime() + HOUR_MS)],
    ] as const) {
      await bench.persistence.transact(NO_TENANT, ({ throttles }) => throttles.change(bucket, () => ({ count: 5, lastAt })));
    }

    bench.clock.advance(DAY_MS);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal(NOTHING);
    bench.clock.advance(1);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal({ ...NOTHING, throttles: 1 });
  });

  it('keeps calls of linked shops for a week, and what was told to them for 90 days', async () => {
    const bench = aBench();
    const { scope } = await establish(bench.persistence);
    const link = aSyncLink(scope);
    await bench.persistence.transact(scope, async ({ syncLinks }) => {
      await syncLinks.create(scope, link);
      await syncLinks.remember(scope, link.id, aRememberedCall());
      await syncLinks.addDeliveries(scope, [aDelivery(link.id, { state: 'delivered' }), aDelivery(link.id, { state: 'held' })]);
    });
    for (const days of [7, 90]) {
      bench.clock.set(new Date(NOON.getTime() + days * DAY_MS));
      expect(await bench.services.housekeeping.sweep()).to.deep.equal(NOTHING);
      bench.clock.advance(1);
      expect(await bench.services.housekeeping.sweep()).to.deep.equal({ ...NOTHING, syncLinks: 1 });
    }
  });

  it('keeps what endpoints of integrators were told for 30 days, in whatever state it is', async () => {
    const bench = aBench();
    const { scope } = await establish(bench.persistence);
    const endpoint = anEndpoint(scope);
    await bench.persistence.transact(scope, async ({ webhookEndpoints }) => {
      await webhookEndpoints.create(scope, endpoint);
      await webhookEndpoints.addDeliveries(scope, [aWebhookDelivery(endpoint), aWebhookDelivery(endpoint, { state: 'failed' })]);
    });
    bench.clock.advance(30 * DAY_MS);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal(NOTHING);
    bench.clock.advance(1);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal({ ...NOTHING, webhookEndpoints: 2 });
  });

  it('keeps sessions and links for 30 days after they have expired', async () => {
    const bench = aBench();
    const user = await enrolled(bench.persistence);
    const expiresAt = new Date(NOON.getTime() + HOUR_MS);
    await signedIn(bench.persistence, user, { expiresAt });
    await signedIn(bench.persistence, user, { expiresAt: new Date(NOON.getTime() + 60 * DAY_MS), revokedAt: NOON });
    await bench.persistence.transact(NO_TENANT, ({ oneTimeTokens }) => oneTimeTokens.add(aResetToken(user, { expiresAt })));

    bench.clock.advance(30 * DAY_MS + HOUR_MS);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal(NOTHING);
    bench.clock.advance(1);
    expect(await bench.services.housekeeping.sweep()).to.deep.equal({ ...NOTHING, sessions: 1, oneTimeTokens: 1 });
  });
});
