import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aSubscriber } from './campaign-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

export function exerciseSubscriberStore(name: string, open: Open): void {
  describePort('SubscriberStore', name, open, (persistence) => {
    const { transact } = persistence;
    const store = (scope: Scope, reader = aSubscriber()) =>
      transact(scope, ({ subscribers }) => subscribers.change(scope, reader.email, () => reader));

    it('gives back what was stored, to the last field', async () => {
      const { scope } = await establish(persistence);
      const reader = await store(scope, aSubscriber({ language: 'de-CH', state: 'unsubscribed', endedAt: minutesAfter(NOON, 1) }));
      expect(await persistence.views.subscribers.byEmail(scope, reader.email)).to.deep.equal(reader);
    });

    it('keeps one of several who ask for the same address at once', async () => {
      const { scope } = await establish(persistence);
      const email = 'ada@example.test';
      await atOnce(5, () =>
        transact(scope, ({ subscribers }) => subscribers.change(scope, email, (known) => known ?? aSubscriber({ email }))),
      );
      expect((await persistence.views.subscribers.list(scope, FIRST_PAGE)).total).to.equal(1);
    });

    it('changes nothing of an address that is not known', async () => {
      const { scope } = await establish(persistence);
      const changed = await transact(scope, ({ subscribers }) => subscribers.changeKnown(scope, 'eve@example.test', (known) => known));
      expect(changed).to.equal(null);
    });

    it('lists newest first, by state and by the beginning of the address', async () => {
      const { scope } = await establish(persistence);
      const old = await store(scope, aSubscriber({ email: 'a_b@example.test' }));
      const fresh = await store(
        scope,
        aSubscriber({ email: 'axb@example.test', state: 'pending', confirmedAt: null, createdAt: minutesAfter(NOON, 1) }),
      );
      const idsOf = async (filter: object) =>
        (await persistence.views.subscribers.list(scope, { ...FIRST_PAGE, ...filter })).items.map(({ id }) => id);
      expect(await idsOf({})).to.deep.equal([fresh.id, old.id]);
      expect(await idsOf({ state: 'confirmed' })).to.deep.equal([old.id]);
      expect(await idsOf({ search: 'A_' })).to.deep.equal([old.id]);
    });

    it('is walked through by address, some at a time', async () => {
      const { scope } = await establish(persistence);
      const emails = ['b@example.test', 'a@example.test', 'c@example.test'];
      for (const email of emails) await store(scope, aSubscriber({ email }));
      const first = await persistence.views.subscribers.walk(scope, 'confirmed', null, 2);
      const rest = await persistence.views.subscribers.walk(scope, 'confirmed', first.nextCursor, 2);
      expect([...first.items, ...rest.items].map(({ email }) => email)).to.deep.equal([...emails].sort());
      expect(rest.nextCursor).to.equal(null);
    });

    it('forgets an address', async () => {
      const { scope } = await establish(persistence);
      const reader = await store(scope);
      await transact(scope, ({ subscribers }) => subscribers.remove(scope, reader.id));
      expect(await persistence.views.subscribers.byEmail(scope, reader.email)).to.equal(null);
      const again = transact(scope, ({ subscribers }) => subscribers.remove(scope, reader.id));
      expect((await refusalOf(again)).code).to.equal('unknown_record');
    });
  });
}
