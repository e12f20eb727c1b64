import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Persistence } from '@comptoir/core/stores.js';
import type { EndpointScope, WebhookEndpoint } from '@comptoir/core/webhook-endpoints/webhook-endpoint.js';
import type { WebhookEndpointStore } from '@comptoir/core/webhook-endpoints/webhook-endpoint-store.js';
import { expect } from 'chai';
import { anEvent, anOrder, aScope, establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { anEndpoint, aWebhookDelivery } from './endpoint-builders.js';
import { AN_OLDER_SECRET } from './link-builders.js';
import { atOnce, describePort, errorOf, type Open } from './suite.js';

const LIST = { limit: 50 } as const;

/** What placing an order, and then changing it, finds on its way. */
async function isHeardIn({ transact }: Persistence, of: Scope) {
  return transact(of, async ({ orders }) => {
    const order = anOrder(of);
    const placed = (await orders.place(of, order, anEvent('queued')))?.isHeard;
    const seen: { changed?: boolean } = {};
    await orders.change(of, order.id, (_, isHeard) => {
      seen.changed = isHeard;
      return null;
    });
    return { placed, ...seen };
  });
}

export function exerciseWebhookEndpoints(name: string, open: Open): void {
  describePort('WebhookEndpointStore', name, open, (persistence) => {
    const told = (changes: Partial<WebhookEndpoint> = {}) => aToldSite(persistence, changes);

    it('keeps an endpoint as it is stored and changed', async () => {
      const { scope, endpoint, inStore, views } = await told({ types: ['order.created', 'stock.changed'] });
      expect(await views().get(scope, endpoint.id)).to.deep.equal(endpoint);

      const changed: WebhookEndpoint = {
        ...endpoint,
        ...{ name: 'Autre', description: 'Deux\nlignes', url: 'https://autre.example/', types: null, updatedAt: minutesAfter(NOON, 2) },
        ...{ retiring: [{ secret: AN_OLDER_SECRET, until: minutesAfter(NOON, 5) }], failingSince: NOON },
        disabled: { reason: 'failing', at: minutesAfter(NOON, 1) },
      };
      expect(await inStore((store) => store.change(scope, endpoint.id, () => changed))).to.deep.equal(changed);
      expect(await views().get(scope, endpoint.id)).to.deep.equal(changed);
      expect(await inStore((store) => store.change(scope, endpoint.id, (same) => same))).to.deep.equal(changed);
    });

    it('knows none that is not there', async () => {
      const { scope, inStore, views } = await told();
      for (const id of [randomUUID(), 'none']) {
        expect(await views().get(scope, id)).to.equal(null);
        expect(await views().hearing(scope, id)).to.equal(null);
        expect(await views().delivery(scope, id)).to.equal(null);
        expect(await views().ofSite(scope, id)).to.equal(null);
        expect(await inStore((store) => store.change(scope, id, (same) => same))).to.equal(null);
        expect(await inStore((store) => store.changeDelivery(scope, id, (same) => same))).to.equal(null);
        expect(await inStore((store) => store.releaseFailed(scope, id, NOON, 5))).to.deep.equal([]);
        expect(await inStore((store) => store.remove(scope, id))).to.equal(false);
      }
    });

    it('refuses an endpoint of an establishment that does not exist, and a second one with its id', async () => {
      const { scope, endpoint, inStore } = await told();
      const nowhere = aScope();
      expect(await errorOf(inStore((store) => store.create(nowhere, anEndpoint(nowhere))))).to.have.property('code', 'unknown_record');
      expect(await errorOf(inStore((store) => store.create(scope, endpoint)))).to.have.property('code', 'duplicate');
    });

    it('lets those listen that hear of the establishment and are not disabled', async () => {
      const { scope, site, endpoint, inStore, views } = await told({ types: ['stock.changed'] });
      const beside = (await establishBeside(persistence, { scope, site })).scope;
      const everywhere = await oneOfAll(persistence, scope);
      await inStore((store) => store.create(scope, anEndpoint(scope, { disabled: { reason: 'person', at: NOON } })));

      const expected = [
        { id: endpoint.id, types: ['stock.changed'] },
        { id: everywhere.id, types: null },
      ];
      expect(await inStore((store) => store.listening(scope))).to.have.deep.members(expected);
      expect(await inStore((store) => store.listening(beside))).to.deep.equal([{ id: everywhere.id, types: null }]);
      const silent = (await establish(persistence)).scope;
      for (const [of, isHeard] of [
        [scope, true],
        [beside, true],
        [silent, false],
      ] as const)
        expect(await isHeardIn(persistence, of)).to.deep.equal({ placed: isHeard, changed: isHeard });
      expect(await views().hearing(beside, everywhere.id)).to.deep.equal(everywhere);
      expect(await views().hearing(beside, endpoint.id)).to.equal(null);
    });

    it('keeps those of an establishment and those of its organisation apart', async () => {
      const { scope, endpoint, inStore, views } = await told();
      const everywhere = await oneOfAll(persistence, scope);
      const organisation: EndpointScope = { ...scope, siteId: null };
      const ids = async (of: EndpointScope) => (await views().list(of, FIRST_PAGE)).items.map(({ id }) => id);
      expect(await ids(scope)).to.deep.equal([endpoint.id]);
      expect(await ids(organisation)).to.deep.equal([everywhere.id]);
      expect(await views().get(scope, everywhere.id)).to.equal(null);
      expect(await views().get(organisation, endpoint.id)).to.equal(null);
      expect(await inStore((store) => store.change(scope, everywhere.id, (same) => ({ ...same, name: 'x' })))).to.equal(null);
      expect(await inStore((store) => store.remove(organisation, endpoint.id))).to.equal(false);
    });

    it('finds endpoints by their name and address', async () => {
      const { scope, endpoint, inStore, views } = await told();
      const other = anEndpoint(scope, { name: 'Compta', url: 'https://compta.example/', createdAt: minutesAfter(NOON, 1) });
      await inStore((store) => store.create(scope, other));
      const found = async (search?: string) => (await views().list(scope, { ...FIRST_PAGE, search })).items.map(({ id }) => id);
      expect(await found()).to.deep.equal([endpoint.id, other.id]);
      expect(await found('COMPTA.ex')).to.deep.equal([other.id]);
      expect(await found('entrepôt')).to.deep.equal([endpoint.id]);
      expect(await found('%')).to.deep.equal([]);
    });

    it('locks the endpoint for who changes it, and not for who tells it', async () => {
      const { scope, endpoint, inStore, views } = await told({ description: '' });
      await atOnce(6, () =>
        inStore((store) => store.change(scope, endpoint.id, (before) => ({ ...before, description: `${before.description}x` }))),
      );
      expect((await views().get(scope, endpoint.id))?.description).to.equal('xxxxxx');
    });

    it('lists deliveries, newest first, page after page, of an endpoint, a type, a state or a time', async () => {
      const { scope, endpoint, inStore, views } = await told();
      const other = anEndpoint(scope);
      const kept = [
        aWebhookDelivery(endpoint),
        aWebhookDelivery(endpoint, { type: 'stock.changed', createdAt: minutesAfter(NOON, 1) }),
        aWebhookDelivery(other, { state: 'failed', createdAt: minutesAfter(NOON, 2) }),
      ];
      await inStore(async (store) => {
        await store.create(scope, other);
        await store.addDeliveries(scope, kept);
        await store.addDeliveries(scope, []);
      });
      const [first, second, third] = kept.map((one) => one.id);
      const listed = async (filter: object) => (await views().deliveries(scope, { ...LIST, ...filter })).items.map((one) => one.id);
      expect(await listed({})).to.deep.equal([third, second, first]);
      expect(await listed({ endpointId: endpoint.id })).to.deep.equal([second, first]);
      expect(await listed({ endpointId: 'none' })).to.deep.equal([]);
      expect(await listed({ type: 'stock.changed' })).to.deep.equal([second]);
      expect(await listed({ state: 'failed' })).to.deep.equal([third]);
      expect(await listed({ from: minutesAfter(NOON, 1), to: minutesAfter(NOON, 2) })).to.deep.equal([second]);

      const page = await views().deliveries(scope, { limit: 2 });
      expect(page.nextCursor).to.be.a('string');
      const rest = await views().deliveries(scope, { limit: 2, cursor: page.nextCursor ?? '' });
      expect(rest.items.map((one) => one.id)).to.deep.equal([first]);
      expect(rest.nextCursor).to.equal(null);
      expect(await errorOf(views().deliveries(scope, { limit: 2, cursor: 'no' }))).to.have.property('code', 'invalid_request');
      expect(await views().delivery(scope, third ?? '')).to.deep.equal(kept[2]);
      expect(await views().ofSite(scope, third ?? '')).to.deep.equal(kept[2]);
    });

    it('changes what becomes of a delivery, never what it says', async () => {
      const { scope, endpoint, inStore, views } = await told();
      const delivery = aWebhookDelivery(endpoint);
      await inStore((store) => store.addDeliveries(scope, [delivery]));
      const last = { at: NOON, tookMs: 12, status: 503, error: 'The endpoint answered 503.', answer: '<h1>é"</h1>' };
      const changed = { ...delivery, state: 'failed', attempts: 10, last } as const;
      expect(await inStore((store) => store.changeDelivery(scope, delivery.id, () => changed))).to.deep.equal(changed);
      expect(await views().delivery(scope, delivery.id)).to.deep.equal(changed);
    });

    it('releases what has failed of an endpoint since, oldest first, so many at once', async () => {
      const { scope, endpoint, inStore, views } = await told();
      const failed = [1, 2, 3, 4].map((minute) =>
        aWebhookDelivery(endpoint, {
          ...{ state: 'failed', attempts: 10, createdAt: minutesAfter(NOON, minute) },
        }),
      );
      const delivered = aWebhookDelivery(endpoint, { state: 'delivered', createdAt: minutesAfter(NOON, 5) });
      await inStore((store) => store.addDeliveries(scope, [...failed, delivered]));
      const release = () => inStore((store) => store.releaseFailed(scope, endpoint.id, minutesAfter(NOON, 2), 2));
      const [, second, third, fourth] = failed.map(({ id }) => ({ id, siteId: scope.siteId }));
      expect(await release()).to.deep.equal([second, third]);
      expect(await release()).to.deep.equal([fourth]);
      expect(await release()).to.deep.equal([]);
      expect(await views().delivery(scope, second?.id ?? '')).to.deep.include({ state: 'waiting', attempts: 0 });
      expect((await views().delivery(scope, failed[0]?.id ?? ''))?.state).to.equal('failed');
    });

    it('takes its deliveries along with an endpoint, and both with an establishment', async () => {
      const { scope, endpoint, inStore, views } = await told();
      const delivery = aWebhookDelivery(endpoint);
      await inStore((store) => store.addDeliveries(scope, [delivery]));
      expect(await inStore((store) => store.remove(scope, endpoint.id))).to.equal(true);
      expect(await views().ofSite(scope, delivery.id)).to.equal(null);

      const everywhere = await oneOfAll(persistence, scope);
      const kept = { ...aWebhookDelivery(everywhere), siteId: scope.siteId };
      await inStore(async (store) => {
        await store.create(scope, endpoint);
        await store.addDeliveries(scope, [kept]);
      });
      await persistence.transact(scope, ({ sites }) => sites.delete(scope));
      expect(await views().get(scope, endpoint.id)).to.equal(null);
      expect(await views().delivery({ ...scope, siteId: null }, kept.id)).to.equal(null);
      expect(await views().get({ ...scope, siteId: null }, everywhere.id)).to.deep.equal(everywhere);
    });

    it('forgets deliveries of before, in whatever state they are', async () => {
      const { scope, endpoint, inStore, views } = await told();
      const long = minutesAfter(NOON, -10_000_000);
      const old = (['waiting', 'delivered', 'failed'] as const).map((state) => aWebhookDelivery(endpoint, { state, createdAt: long }));
      const fresh = aWebhookDelivery(endpoint);
      await inStore((store) => store.addDeliveries(scope, [...old, fresh]));
      expect(await inStore((store) => store.forgetBefore(minutesAfter(NOON, -5_000_000)))).to.be.at.least(3);
      expect((await views().deliveries(scope, LIST)).items).to.deep.equal([fresh]);
    });
  });
}

/** An endpoint that hears of every establishment of the organisation. */
async function oneOfAll(persistence: Persistence, scope: EndpointScope): Promise<WebhookEndpoint> {
  const organisation = { ...scope, siteId: null };
  const endpoint = anEndpoint(organisation);
  await persistence.transact(scope, ({ webhookEndpoints }) => webhookEndpoints.create(organisation, endpoint));
  return endpoint;
}

/** An establishment with one endpoint. */
async function aToldSite(persistence: Persistence, changes: Partial<WebhookEndpoint>) {
  const { scope, site } = await establish(persistence);
  const endpoint = anEndpoint(scope, changes);
  const inStore = <Result>(work: (store: WebhookEndpointStore) => Promise<Result>) =>
    persistence.transact(scope, ({ webhookEndpoints }) => work(webhookEndpoints));
  await inStore((store) => store.create(scope, endpoint));
  return { scope, site, endpoint, inStore, views: () => persistence.views.webhookEndpoints };
}
