import { randomUUID } from 'node:crypto';
import type { SyncLink } from '@comptoir/core/links/sync-link.js';
import type { SyncLinkStore } from '@comptoir/core/links/sync-link-store.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { aScope, establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { AN_OLDER_SECRET, aDelivery, aMovement, aRememberedCall, aSyncLink } from './link-builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';

const DISABLED = { reason: 'gone', at: NOON } as const;

export function exerciseSyncLinks(name: string, open: Open): void {
  describePort('SyncLinkStore', name, open, (persistence) => {
    const linked = (changes: Partial<SyncLink> = {}) => aLinkedSite(persistence, changes);

    it('keeps a link as it is stored and changed', async () => {
      const { scope, link, inStore, views } = await linked();
      expect(await views().get(scope, link.id)).to.deep.equal(link);

      const retiring = [{ secret: AN_OLDER_SECRET, until: minutesAfter(NOON, 5) }];
      const changes = { name: 'Autre', url: null, retiring, disabled: DISABLED, lastSeenAt: NOON, lastDeliveredAt: NOON };
      const changed = { ...link, ...changes, counts: { received: 1, delivered: 2, dead: 3 } };
      expect(await inStore((store) => store.change(scope, link.id, () => changed))).to.deep.equal(changed);
      expect(await views().get(scope, link.id)).to.deep.equal(changed);
      expect(await views().find(link.id)).to.deep.equal(changed);
      expect(await views().list(scope)).to.deep.equal([changed]);
    });

    it('knows no link that is not there', async () => {
      const { scope, inStore, views } = await linked();
      for (const id of [randomUUID(), 'none']) {
        expect(await views().get(scope, id)).to.equal(null);
        expect(await views().find(id)).to.equal(null);
        expect(await views().delivery(scope, id)).to.equal(null);
        expect(await inStore((store) => store.change(scope, id, (same) => same))).to.equal(null);
        expect(await inStore((store) => store.changeDelivery(scope, id, (same) => same))).to.equal(null);
        expect(await inStore((store) => store.remove(scope, id))).to.equal(false);
      }
    });

    it('refuses a link of an establishment that does not exist, and a second one with its id', async () => {
      const { scope, link, inStore } = await linked();
      const nowhere = aScope();
      expect(await errorOf(inStore((store) => store.create(nowhere, aSyncLink(nowhere))))).to.have.property('code', 'unknown_record');
      expect(await errorOf(inStore((store) => store.create(scope, link)))).to.have.property('code', 'duplicate');
    });

    it('tells of sales whoever has an address, disabled or not', async () => {
      const { scope, link, inStore } = await linked({ disabled: DISABLED });
      await inStore((store) => store.create(scope, aSyncLink(scope, { url: null })));
      expect(await inStore((store) => store.addressees(scope))).to.deep.equal([link.id]);
    });

    it('remembers a call and what it was answered, for its link', async () => {
      const { scope, link, inStore } = await linked();
      const call = aRememberedCall();
      const other = aSyncLink(scope);
      await inStore(async (store) => {
        await store.create(scope, other);
        await store.remember(scope, link.id, call);
      });
      expect(await inStore((store) => store.recall(scope, link.id, call.id))).to.deep.equal(call);
      expect(await inStore((store) => store.recall(scope, other.id, call.id))).to.equal(null);
      expect(await inStore((store) => store.recall(scope, link.id, 'another'))).to.equal(null);
    });

    it('has each movement of a link once for ever', async () => {
      const { scope, link, inStore } = await linked();
      const [one, two] = [aMovement({ id: 'é-1' }), aMovement({ id: 'b', reason: null, quantity: 3 })];
      await inStore((store) => store.addMovements(scope, link.id, [one, two]));
      const known = await inStore((store) => store.knownMovements(scope, link.id, ['é-1', 'b', 'c']));
      expect(known).to.have.deep.members([one, two]);

      const again = inStore((store) => store.addMovements(scope, link.id, [aMovement({ id: 'c' }), aMovement({ id: 'b' })]));
      expect(await errorOf(again)).to.have.property('code', 'duplicate');
      expect(await inStore((store) => store.knownMovements(scope, link.id, ['c']))).to.deep.equal([]);
      await inStore((store) => store.addMovements(scope, link.id, []));
    });

    it('locks the link for who changes it, so that what each has counted is counted', async () => {
      const { scope, link, inStore, views } = await linked();
      const count = () =>
        inStore((store) =>
          store.change(scope, link.id, (before) => ({ ...before, counts: { ...before.counts, received: before.counts.received + 1 } })),
        );
      await atOnce(8, count);
      expect((await views().get(scope, link.id))?.counts.received).to.equal(8);
    });

    it('lists deliveries, newest first, of a link or in a state', async () => {
      const { scope, link, inStore, views } = await linked();
      const other = aSyncLink(scope);
      const first = aDelivery(link.id);
      const second = aDelivery(link.id, { state: 'dead', createdAt: minutesAfter(NOON, 1) });
      const third = aDelivery(other.id, { createdAt: minutesAfter(NOON, 2) });
      await inStore(async (store) => {
        await store.create(scope, other);
        await store.addDeliveries(scope, [first, second, third]);
        await store.addDeliveries(scope, []);
      });

      expect(await views().delivery(scope, first.id)).to.deep.equal(first);
      const listed = async (filter: object) => (await views().deliveries(scope, { ...FIRST_PAGE, ...filter })).items.map(({ id }) => id);
      expect(await listed({})).to.deep.equal([third.id, second.id, first.id]);
      expect(await listed({ linkId: link.id })).to.deep.equal([second.id, first.id]);
      expect(await listed({ state: 'dead' })).to.deep.equal([second.id]);
      expect(await listed({ linkId: 'none' })).to.deep.equal([]);
    });

    it('changes what becomes of a delivery, never what it says', async () => {
      const { scope, link, inStore, views } = await linked();
      const delivery = aDelivery(link.id);
      await inStore((store) => store.addDeliveries(scope, [delivery]));
      const changed = { ...delivery, state: 'dead', attempts: 10, lastStatus: 503, lastError: 'no', lastAttemptAt: NOON } as const;
      expect(await inStore((store) => store.changeDelivery(scope, delivery.id, () => changed))).to.deep.equal(changed);
      expect(await views().delivery(scope, delivery.id)).to.deep.equal(changed);
    });

    it('releases what is held of a link, oldest first', async () => {
      const { scope, link, inStore, views } = await linked();
      const held = [3, 1, 2].map((minute) => aDelivery(link.id, { state: 'held', createdAt: minutesAfter(NOON, minute) }));
      const dead = aDelivery(link.id, { state: 'dead' });
      await inStore((store) => store.addDeliveries(scope, [...held, dead]));
      const ids = held.toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime()).map(({ id }) => id);
      expect(await inStore((store) => store.release(scope, link.id))).to.deep.equal(ids);
      expect(await inStore((store) => store.release(scope, link.id))).to.deep.equal([]);
      expect((await views().delivery(scope, dead.id))?.state).to.equal('dead');
    });

    it('takes everything along that travelled over a link', async () => {
      const { scope, link, inStore, views } = await linked();
      const delivery = aDelivery(link.id);
      await inStore(async (store) => {
        await store.addDeliveries(scope, [delivery]);
        await store.addMovements(scope, link.id, [aMovement()]);
        await store.remember(scope, link.id, aRememberedCall());
      });
      expect(await inStore((store) => store.remove(scope, link.id))).to.equal(true);
      expect(await views().delivery(scope, delivery.id)).to.equal(null);
      await inStore((store) => store.create(scope, link));
      expect(await inStore((store) => store.knownMovements(scope, link.id, ['mv-1']))).to.deep.equal([]);
      expect(await inStore((store) => store.recall(scope, link.id, 'msg-1'))).to.equal(null);
    });

    it('forgets calls and deliveries that are over, and keeps what is held and every movement', async () => {
      const { scope, link, inStore, views } = await linked();
      const long = minutesAfter(NOON, -10_000_000);
      const states = ['waiting', 'held', 'delivered', 'dead'] as const;
      const deliveries = states.map((state) => aDelivery(link.id, { state, createdAt: long }));
      const fresh = aDelivery(link.id, { state: 'delivered' });
      await inStore(async (store) => {
        await store.addDeliveries(scope, [...deliveries, fresh]);
        await store.addMovements(scope, link.id, [aMovement({ at: long })]);
        await store.remember(scope, link.id, aRememberedCall({ at: long }));
        await store.remember(scope, link.id, aRememberedCall({ id: 'fresh' }));
      });

      const before = minutesAfter(NOON, -5_000_000);
      expect(await inStore((store) => store.forgetBefore(before, before))).to.be.at.least(3);
      const left = (await views().deliveries(scope, FIRST_PAGE)).items.map(({ state }) => state);
      expect(left).to.have.members(['delivered', 'waiting', 'held']);
      expect(await inStore((store) => store.recall(scope, link.id, 'msg-1'))).to.equal(null);
      expect(await inStore((store) => store.recall(scope, link.id, 'fresh'))).to.not.equal(null);
      expect(await inStore((store) => store.knownMovements(scope, link.id, ['mv-1']))).to.have.length(1);
    });
  });
}

/** An establishment with one link. */
async function aLinkedSite(persistence: Persistence, changes: Partial<SyncLink>) {
  const { scope } = await establish(persistence);
  const link = aSyncLink(scope, changes);
  const inStore = <Result>(work: (store: SyncLinkStore) => Promise<Result>) =>
    persistence.transact(scope, ({ syncLinks }) => work(syncLinks));
  await inStore((store) => store.create(scope, link));
  return { scope, link, inStore, views: () => persistence.views.syncLinks };
}
