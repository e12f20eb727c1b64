import type { DomainError } from '@comptoir/core/kit/errors.js';
import type { IdempotencyClaim, RememberedOutcome } from '@comptoir/core/kit/idempotency.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, freshName, HOUR_MS, minutesAfter, NOON, SYSTEM } from './builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf, signal } from './suite.js';

const DONE: RememberedOutcome = { kind: 'done', result: { id: 'é🌻', total: 12.5, list: [1, null, 'deux'], none: null } };
const REFUSED: RememberedOutcome = {
  kind: 'refused',
  code: 'closed',
  message: 'Fermé "ici"',
  facts: { nextOpening: null, items: [{ id: 'a' }] },
};

function aClaim(changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
  return { owner: 'site:1', route: 'POST /api/order', key: freshName('key'), fingerprint: 'f'.repeat(64), ...changes };
}

export function exerciseIdempotencyStore(name: string, open: Open): void {
  describePort('IdempotencyStore', name, open, (persistence) => {
    const { transact } = persistence;
    const claimed = (scope: Scope, claim: IdempotencyClaim, now = NOON) =>
      transact(scope, ({ idempotency }) => idempotency.claim(scope, claim, now));
    const remembered = (scope: Scope, claim: IdempotencyClaim, outcome = DONE, now = NOON) =>
      transact(scope, async ({ idempotency }) => {
        await idempotency.claim(scope, claim, now);
        await idempotency.remember(scope, claim, outcome, now);
      });

    it('remembers what was done, and what was refused, under its key', async () => {
      const { scope } = await establish(persistence);
      for (const outcome of [DONE, REFUSED]) {
        const claim = aClaim();
        expect(await claimed(scope, claim)).to.equal(null);

        await remembered(scope, claim, outcome);

        expect(await claimed(scope, claim, minutesAfter(NOON, 60))).to.deep.equal({ fingerprint: claim.fingerprint, outcome });
      }
    });

    it('keeps the fingerprint of the first body, whichever body asks', async () => {
      const { scope } = await establish(persistence);
      const claim = aClaim({ fingerprint: 'a'.repeat(64) });
      await remembered(scope, claim);

      expect((await claimed(scope, { ...claim, fingerprint: 'b'.repeat(64) }))?.fingerprint).to.equal('a'.repeat(64));
    });

    it('forgets a claim whose transaction failed, with the outcome', async () => {
      const { scope } = await establish(persistence);
      const claim = aClaim();
      await errorOf(
        transact(scope, async ({ idempotency }) => {
          await idempotency.claim(scope, claim, NOON);
          await idempotency.remember(scope, claim, DONE, NOON);
          throw new Error('changed their mind');
        }),
      );

      expect(await claimed(scope, claim)).to.equal(null);
      await remembered(scope, claim, REFUSED);
      expect((await claimed(scope, claim))?.outcome).to.deep.equal(REFUSED);
    });

    it('does not keep a claim under which nothing was remembered', async () => {
      const { scope } = await establish(persistence);
      const claim = aClaim();
      await claimed(scope, claim);

      expect(await claimed(scope, claim)).to.equal(null);
      await remembered(scope, claim);
      expect(await claimed(scope, claim)).to.not.equal(null);
    });

    it('takes an outcome of more than 24 hours for absent, and lets another take its place', async () => {
      const { scope } = await establish(persistence);
      const claim = aClaim();
      await remembered(scope, claim);
      const almost = new Date(NOON.getTime() + 24 * HOUR_MS - 1000);
      const after = new Date(NOON.getTime() + 24 * HOUR_MS + 1000);
      expect((await claimed(scope, claim, almost))?.outcome).to.deep.equal(DONE);
      expect(await claimed(scope, claim, after)).to.equal(null);

      const other = { ...claim, fingerprint: 'b'.repeat(64) };
      await remembered(scope, other, REFUSED, after);

      expect(await claimed(scope, claim, minutesAfter(after, 60))).to.deep.equal({ fingerprint: other.fingerprint, outcome: REFUSED });
    });

    it('refuses to overwrite an outcome that is still remembered', async () => {
      const { scope } = await establish(persistence);
      const claim = aClaim();
      await remembered(scope, claim);

      expect((await refusalOf(remembered(scope, claim, REFUSED))).code).to.equal('idempotency_in_flight');
      expect((await claimed(scope, claim))?.outcome).to.deep.equal(DONE);
    });

    it('takes calls of another owner, route, key or tenant for other calls', async () => {
      const { scope } = await establish(persistence);
      const stranger = await establish(persistence);
      const claim = aClaim();
      await remembered(scope, claim);

      expect(await claimed(scope, { ...claim, owner: 'site:2' })).to.equal(null);
      expect(await claimed(scope, { ...claim, route: 'POST /api/v1/catalogue/items' })).to.equal(null);
      expect(await claimed(scope, { ...claim, key: `${claim.key}x` })).to.equal(null);
      expect(await claimed(scope, { ...claim, key: claim.key.toUpperCase() })).to.equal(null);
      expect(await claimed(stranger.scope, claim)).to.equal(null);
      await remembered(stranger.scope, claim, REFUSED);
      expect((await claimed(scope, claim))?.outcome).to.deep.equal(DONE);
    });

    it('does not mix up owner, route and key where one could be read as part of another', async () => {
      const { scope } = await establish(persistence);
      await remembered(scope, aClaim({ owner: 'key:a b', route: 'POST /c', key: 'd' }));

      expect(await claimed(scope, aClaim({ owner: 'key:a', route: 'b POST /c', key: 'd' }))).to.equal(null);
      expect(await claimed(scope, aClaim({ owner: 'key:a b', route: 'POST', key: '/c d' }))).to.equal(null);
    });

    it('accepts keys of 255 characters', async () => {
      const { scope } = await establish(persistence);
      const claim = aClaim({ key: `${'~!"\'\\%_'.repeat(40)}`.slice(0, 255) });
      await remembered(scope, claim);

      expect((await claimed(scope, claim))?.outcome).to.deep.equal(DONE);
    });

    it('never lets two calls with one key both be the first: the second sees the outcome or is told to come back', async () => {
      const { scope } = await establish(persistence);
      const claim = aClaim();
      const [holding, decided] = [signal(), signal()];
      const first = transact(scope, async ({ idempotency }) => {
        const found = await idempotency.claim(scope, claim, NOON);
        holding.reach();
        await decided.reached;
        await idempotency.remember(scope, claim, DONE, NOON);
        return found;
      });
      await holding.reached;

      const second = claimed(scope, claim).then(
        (found) => found?.outcome,
        ({ code, retryAfterSecs }: DomainError) => ({ code, retryAfterSecs }),
      );
      decided.reach();

      expect(await first).to.equal(null);
      expect(await second).to.be.deep.oneOf([DONE, { code: 'idempotency_in_flight', retryAfterSecs: 1 }]);
    });

    it('lets one of many calls at once have the effect', async () => {
      const { scope } = await establish(persistence);
      const claim = aClaim();

      const outcomes = await atOnce(8, () =>
        transact(scope, async ({ idempotency, pickupSlots }) => {
          if ((await idempotency.claim(scope, claim, NOON)) !== null) return 'replayed';
          await pickupSlots.claim(scope, NOON, null);
          await idempotency.remember(scope, claim, DONE, NOON);
          return 'done';
        }).catch((error: DomainError) => error.code),
      );

      expect(outcomes.filter((outcome) => outcome === 'done')).to.have.length(1);
      expect(outcomes.filter((outcome) => outcome !== 'done')).to.satisfy((others: string[]) =>
        others.every((outcome) => outcome === 'replayed' || outcome === 'idempotency_in_flight'),
      );
      expect([...(await persistence.views.pickupSlots.taken(scope, NOON, minutesAfter(NOON, 1)))]).to.deep.equal([[NOON.getTime(), 1]]);
    });

    it('forgets, for every tenant, what is older than asked and nothing else', async () => {
      const long = new Date('2001-01-01T12:00:00Z');
      const [one, other] = [await establish(persistence), await establish(persistence)];
      const [old, kept] = [aClaim(), aClaim()];
      for (const { scope } of [one, other]) {
        await remembered(scope, old, DONE, long);
        await remembered(scope, kept, DONE, minutesAfter(long, 2));
      }
      const everyTenant = { tenantId: '', actor: SYSTEM };

      const forgotten = await transact(everyTenant, ({ idempotency }) => idempotency.forgetBefore(minutesAfter(long, 1)));

      expect(forgotten).to.be.at.least(2);
      for (const { scope } of [one, other]) {
        expect(await claimed(scope, old, long)).to.equal(null);
        expect((await claimed(scope, kept, minutesAfter(long, 2)))?.outcome).to.deep.equal(DONE);
      }
      expect(await transact(everyTenant, ({ idempotency }) => idempotency.forgetBefore(minutesAfter(long, 1)))).to.equal(0);
    });
  });
}
