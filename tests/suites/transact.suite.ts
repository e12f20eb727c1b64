import { pickupOf } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import { aCategory, anEvent, anOrder, aProduct, aSite, aTenant, establish, FIRST_PAGE, minutesAfter, NOON, placeIn } from './builders.js';
import { faceOf, writeEverywhere } from './face.js';
import { aMember, anApiKey, anAuditEntry, aSession, aUser } from './identity-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf, signal } from './suite.js';

export function exerciseTransact(name: string, open: Open): void {
  describePort('transact', name, open, (persistence) => {
    const { transact } = persistence;

    it('answers what the work answers', async () => {
      const { scope } = await establish(persistence);

      expect(await transact(scope, async () => ({ answer: 42 }))).to.deep.equal({ answer: 42 });
    });

    it('commits what every store wrote together', async () => {
      const { scope, site } = await establish(persistence);
      const before = await faceOf(persistence, scope, site.slug);

      await transact(scope, (stores) => writeEverywhere(stores, scope));

      const after = await faceOf(persistence, scope, site.slug);
      for (const [part, value] of Object.entries(after)) expect(value, part).to.not.deep.equal(before[part]);
    });

    it('leaves nothing of any store behind when the work throws, and throws the same error', async () => {
      const { scope, site } = await establish(persistence);
      const before = await faceOf(persistence, scope, site.slug);
      const fault = new Error('at the very end');

      const thrown = await errorOf(
        transact(scope, async (stores) => {
          await writeEverywhere(stores, scope);
          throw fault;
        }),
      );

      expect(thrown).to.equal(fault);
      expect(await faceOf(persistence, scope, site.slug)).to.deep.equal(before);
    });

    it('undoes changes and deletions too, not only what is new', async () => {
      const { scope, site } = await establish(persistence);
      const [kept, changed] = [aCategory({ name: 'Gardée' }), aCategory({ name: 'Avant' })];
      const order = await transact(scope, async (stores) => {
        await stores.categories.create(scope, kept);
        await stores.categories.create(scope, changed);
        await stores.settings.set(scope, 'footer', 'avant');
        await stores.pickupSlots.claim(scope, NOON, null);
        return placeIn(stores.orders, scope, anOrder(scope));
      });
      const before = await faceOf(persistence, scope, site.slug);

      await errorOf(
        transact(scope, async (stores) => {
          await stores.categories.delete(scope, kept.id);
          await stores.categories.update(scope, changed.id, { name: 'Après' });
          await stores.categories.update(scope, changed.id, { name: 'Encore après' });
          await stores.settings.set(scope, 'footer', undefined);
          await stores.pickupSlots.release(scope, NOON);
          await stores.sites.update(scope, { name: 'Après' });
          await stores.orders.change(scope, order.id, (found) => ({
            order: { ...pickupOf(found), status: 'accepted', version: 2 },
            event: anEvent('accepted'),
          }));
          throw new Error('at the very end');
        }),
      );

      expect(await faceOf(persistence, scope, site.slug)).to.deep.equal(before);
      expect(await persistence.views.orders.get(scope, order.id)).to.deep.equal(order);
    });

    it('keeps what other transactions wrote when one fails', async () => {
      const { scope } = await establish(persistence);

      const outcomes = await atOnce(6, (index) =>
        transact(scope, async ({ categories }) => {
          await categories.create(scope, aCategory({ id: `c${index}` }));
          if (index % 2 === 1) throw new Error('every other one');
        }).then(
          () => 'kept',
          () => 'failed',
        ),
      );

      expect(outcomes).to.deep.equal(['kept', 'failed', 'kept', 'failed', 'kept', 'failed']);
      const { items } = await transact(scope, ({ categories }) => categories.list(scope, FIRST_PAGE));
      expect(items.map(({ id }) => id)).to.deep.equal(['c0', 'c2', 'c4']);
    });

    it('goes on working after a store refused something', async () => {
      const { scope } = await establish(persistence);
      const category = aCategory();
      await transact(scope, ({ categories }) => categories.create(scope, category));
      await refusalOf(transact(scope, ({ categories }) => categories.create(scope, category)));

      expect(await transact(scope, ({ categories }) => categories.get(scope, category.id))).to.deep.equal(category);
    });

    it('keeps what a single call wrote', async () => {
      const { scope } = await establish(persistence);
      const category = aCategory();

      expect(await transact(scope, ({ categories }) => categories.create(scope, category), 'one-call')).to.deep.equal(category);

      expect(await transact(scope, ({ categories }) => categories.get(scope, category.id))).to.deep.equal(category);
    });

    it('leaves nothing of a single call that is refused, and throws the same error', async () => {
      const { scope, site } = await establish(persistence);
      const category = aCategory();
      await transact(scope, ({ categories }) => categories.create(scope, category), 'one-call');
      const before = await faceOf(persistence, scope, site.slug);

      const refused = await refusalOf(transact(scope, ({ categories }) => categories.create(scope, category), 'one-call'));

      expect(refused.code).to.equal('duplicate');
      expect(await faceOf(persistence, scope, site.slug)).to.deep.equal(before);
    });

    it('needs no call at all', async () => {
      const { scope, site } = await establish(persistence);
      const fault = new Error('before anything');

      expect(await transact(scope, async () => 7)).to.equal(7);
      expect(await errorOf(transact(scope, () => Promise.reject(fault)))).to.equal(fault);

      expect(await persistence.views.sites.bySlug(site.slug)).to.deep.equal(site);
    });

    it('shows a transaction its own writes', async () => {
      const { scope } = await establish(persistence);
      const category = aCategory();

      const seen = await transact(scope, async ({ categories }) => {
        await categories.create(scope, category);
        return categories.get(scope, category.id);
      });

      expect(seen).to.deep.equal(category);
    });

    it('shows nobody what is not committed', async () => {
      const { scope, site } = await establish(persistence);
      const newcomer = aSite({ tenantId: site.tenantId });
      const draft = anOrder(scope);
      const [user, key] = [aUser(), anApiKey(scope)];
      const session = aSession(user);
      const [written, looked] = [signal(), signal()];
      const failing = transact(scope, async (stores) => {
        await stores.sites.update(scope, { name: 'Jamais' });
        await stores.sites.create(scope, newcomer);
        await stores.products.create(scope, [aProduct()]);
        await stores.pickupSlots.claim(scope, NOON, null);
        await stores.orders.place(scope, draft, anEvent('queued'));
        await stores.tenants.change(scope, (tenant) => ({ ...tenant, name: 'Jamais' }));
        await stores.users.create(user);
        await stores.members.add(scope, aMember(scope, user));
        await stores.sessions.create(session);
        await stores.apiKeys.create(scope, key);
        await stores.audit.append(anAuditEntry(scope));
        written.reach();
        await looked.reached;
        throw new Error('at the very end');
      });

      await written.reached;
      const { views } = persistence;
      const seen = Promise.all([
        views.sites.bySlug(site.slug),
        views.sites.versionBySlug(newcomer.slug),
        views.catalogue.menu(scope),
        views.pickupSlots.taken(scope, NOON, minutesAfter(NOON, 1)),
        views.orders.list(scope, FIRST_PAGE),
        views.orders.byPublicId(draft.id),
        views.sites.get({ ...scope, siteId: newcomer.id }),
        views.tenants.get(scope),
        views.members.get(scope, user.id),
        views.members.ofUser(user.id),
        views.sessions.ofUser(user.id, NOON),
        views.principals.principal(session.id, scope.tenantId),
        views.apiKeys.byId('keyed', key.id),
        views.audit.list(scope, FIRST_PAGE),
      ]);
      looked.reach();
      await errorOf(failing);

      const [bySlug, version, menu, taken, orders, order, newSite, tenant, member, memberships, sessions, principal, apiKey, audit] =
        await seen;
      expect(bySlug).to.deep.equal(site);
      expect(version).to.equal(null);
      expect(menu.items).to.deep.equal([]);
      expect([...taken]).to.deep.equal([]);
      expect(orders.items).to.deep.equal([]);
      expect([order, newSite]).to.deep.equal([null, null]);
      expect(tenant).to.deep.equal(aTenant(scope.tenantId));
      expect([member, principal, apiKey]).to.deep.equal([null, null, null]);
      expect([memberships, sessions, audit.items]).to.deep.equal([[], [], []]);
    });

    it('brings two transactions that want the same rows in opposite order to an end', async () => {
      const { scope } = await establish(persistence);
      const slots = [NOON, minutesAfter(NOON, 15)];
      const claimAll = (starts: readonly Date[]) =>
        transact(scope, async ({ pickupSlots }) => {
          for (const start of starts) await pickupSlots.claim(scope, start, null);
        });
      await claimAll(slots);

      await Promise.all([claimAll(slots), claimAll([...slots].reverse())]);

      expect([...(await persistence.views.pickupSlots.taken(scope, NOON, minutesAfter(NOON, 16)))].sort()).to.deep.equal(
        slots.map((start) => [start.getTime(), 3]),
      );
    }).timeout(20_000);
  });
}
