import { randomUUID } from 'node:crypto';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { takeStep } from '@comptoir/core/orders/order.js';
import type { Persistence, Stores, Views } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import {
  aCategory,
  anEvent,
  anItem,
  anOrder,
  aScope,
  aSite,
  type Establishment,
  establish,
  establishBeside,
  FIRST_PAGE,
  freshToken,
  minutesAfter,
  NOON,
  placeIn,
} from './builders.js';
import { CALL, faceOf, RATE } from './face.js';
import { describePort, type Open } from './suite.js';

/** The ids of things that belong to somebody. */
interface Ids {
  readonly itemId: string;
  readonly categoryId: string;
  readonly orderId: string;
}

/** For methods that take no scope: reads by a public or unguessable id, and housekeeping. The suites of their ports exercise them. */
type NoScope = 'takes no scope';

/** A call of every method of every port. A new port or method does not compile until it has its line here. */
type CallsOf<Ports> = {
  readonly [Port in keyof Ports]: {
    readonly [Method in keyof Ports[Port]]: ((ports: Ports, scope: Scope, ids: Ids) => Promise<unknown>) | NoScope;
  };
};

const STORE_CALLS: CallsOf<
  Omit<Stores, 'apiKeys' | 'audit' | 'members' | 'oneTimeTokens' | 'sessions' | 'tenants' | 'tenantSettings' | 'throttles' | 'users'>
> = {
  catalogue: {
    createItem: ({ catalogue }, scope, { categoryId }) => catalogue.createItem(scope, anItem({ categoryId })),
    setSoldOutUntil: ({ catalogue }, scope, { itemId }) => catalogue.setSoldOutUntil(scope, itemId, NOON),
    setVisible: ({ catalogue }, scope, { itemId }) => catalogue.setVisible(scope, itemId, false),
  },
  categories: {
    list: ({ categories }, scope) => categories.list(scope, FIRST_PAGE),
    get: ({ categories }, scope, { categoryId }) => categories.get(scope, categoryId),
    create: async ({ categories }, scope) => (await categories.create(scope, aCategory())).name,
    update: ({ categories }, scope, { categoryId }) => categories.update(scope, categoryId, { name: 'Volée' }),
    delete: ({ categories }, scope, { categoryId }) => categories.delete(scope, categoryId),
  },
  idempotency: {
    claim: ({ idempotency }, scope) => idempotency.claim(scope, CALL, NOON),
    remember: ({ idempotency }, scope) => idempotency.remember(scope, CALL, { kind: 'done', result: 'volé' }, NOON),
    forgetBefore: 'takes no scope',
  },
  orders: {
    place: async ({ orders }, scope) => (await placeIn(orders, scope, anOrder(scope))).sequence,
    change: ({ orders }, scope, { orderId }) =>
      orders.change(scope, orderId, (before) => ({ order: takeStep(before, 'cancel'), event: anEvent('cancelled') })),
  },
  pickupSlots: {
    taken: async ({ pickupSlots }, scope) => [...(await pickupSlots.taken(scope, NOON, minutesAfter(NOON, 60)))],
    claim: ({ pickupSlots }, scope) => pickupSlots.claim(scope, NOON, 1),
    release: ({ pickupSlots }, scope) => pickupSlots.release(scope, NOON),
  },
  rateLimits: {
    take: ({ rateLimits }, scope) => rateLimits.take(scope, 'orders', RATE, NOON),
    peek: ({ rateLimits }, scope) => rateLimits.peek(scope, 'orders', RATE, NOON),
    forgetBefore: 'takes no scope',
  },
  settings: {
    get: ({ settings }, scope) => settings.get(scope, 'footer'),
    set: ({ settings }, scope) => settings.set(scope, 'footer', 'volé'),
    list: async ({ settings }, scope) => [...(await settings.list(scope))],
  },
  sites: {
    create: ({ sites }, scope) => sites.create(scope, aSite({ tenantId: scope.tenantId })),
    update: async ({ sites }, scope) => (await sites.update(scope, { name: 'Volée', hosts: [] })).name,
    touch: ({ sites }, scope) => sites.touch(scope),
    delete: ({ sites }, scope) => sites.delete(scope),
  },
};

const VIEW_CALLS: CallsOf<Omit<Views, 'apiKeys' | 'audit' | 'members' | 'principals' | 'sessions' | 'tenants'>> = {
  catalogue: {
    menu: ({ catalogue }, scope) => catalogue.menu(scope),
  },
  orders: {
    byPublicId: 'takes no scope',
    changesSince: 'takes no scope',
    get: ({ orders }, scope, { orderId }) => orders.get(scope, orderId),
    list: ({ orders }, scope) => orders.list(scope, FIRST_PAGE),
    events: ({ orders }, scope, { orderId }) => orders.events(scope, orderId),
  },
  pickupSlots: {
    taken: async ({ pickupSlots }, scope) => [...(await pickupSlots.taken(scope, NOON, minutesAfter(NOON, 60)))],
  },
  sites: {
    bySlug: 'takes no scope',
    byHost: 'takes no scope',
    versionBySlug: 'takes no scope',
    get: async ({ sites }, scope) => (await sites.get(scope))?.name,
    list: async ({ sites }, scope) => (await sites.list(scope)).filter(({ tenantId }) => tenantId !== scope.tenantId),
  },
};

/**
 * The wall between tenants, and between the establishments of one. Whoever acts in a scope of their own with the ids of another
 * learns exactly what they would learn about ids that do not exist, and changes nothing of the other's.
 */
export function exerciseTenancy(name: string, open: Open): void {
  describePort('every port', name, open, (persistence) => {
    let victim: Victim;
    before(async () => {
      victim = await aVictim(persistence);
    });

    const keepsOut = (title: string, call: (scope: Scope, ids: Ids) => Promise<unknown>) =>
      it(`${title} neither shows nor changes what belongs to another tenant or establishment`, async () => {
        const before = await faceOf(persistence, victim.scope, victim.site.slug);
        for (const { who, intruder, innocent } of await strangersTo(victim, persistence)) {
          const learnt = await outcomeOf(() => call(intruder, victim.ids));
          const expected = await outcomeOf(() => call(innocent, { itemId: randomUUID(), categoryId: randomUUID(), orderId: freshToken() }));
          expect(learnt, `what ${who} learns`).to.deep.equal(expected);
          expect(await faceOf(persistence, victim.scope, victim.site.slug), `after ${who}`).to.deep.equal(before);
        }
      }).timeout(10_000);

    for (const [title, call] of callsIn(STORE_CALLS)) {
      keepsOut(title, (scope, ids) => persistence.transact(scope, (stores) => call(stores, scope, ids)));
    }
    for (const [title, call] of callsIn(VIEW_CALLS)) keepsOut(`views.${title}`, (scope, ids) => call(persistence.views, scope, ids));
  });
}

/** The calls with a scope, as `['orders.place', call]`. */
function callsIn<Ports>(calls: CallsOf<Ports>) {
  const found: [string, (ports: Ports, scope: Scope, ids: Ids) => Promise<unknown>][] = [];
  for (const port in calls) {
    for (const method in calls[port]) {
      const call = calls[port][method];
      if (call !== 'takes no scope') found.push([`${port}.${method}`, call]);
    }
  }
  return found;
}

interface Victim extends Establishment {
  readonly ids: Ids;
}

/** An establishment that has something of everything. */
async function aVictim(persistence: Persistence): Promise<Victim> {
  const { scope, site } = await establish(persistence, { name: 'La Victime' });
  const category = aCategory();
  const item = anItem({ categoryId: category.id });
  const order = anOrder(scope);
  await persistence.transact(scope, async (stores) => {
    await stores.categories.create(scope, category);
    await stores.catalogue.createItem(scope, item);
    await stores.settings.set(scope, 'footer', 'à moi');
    await stores.idempotency.claim(scope, CALL, NOON);
    await stores.rateLimits.take(scope, 'orders', RATE, NOON);
    await stores.pickupSlots.claim(scope, NOON, 1);
    await stores.orders.place(scope, order, anEvent('queued'));
    await stores.idempotency.remember(scope, CALL, { kind: 'done', result: 'à moi' }, NOON);
  });
  return { scope, site, ids: { itemId: item.id, categoryId: category.id, orderId: order.id } };
}

interface Stranger {
  readonly who: string;
  /** The scope to act in with the victim's ids … */
  readonly intruder: Scope;
  /** … and one of the same standing, to act in with ids of nobody. */
  readonly innocent: Scope;
}

async function strangersTo(victim: Victim, persistence: Persistence): Promise<readonly Stranger[]> {
  const [one, other] = [await establish(persistence), await establish(persistence)];
  const [beside, besideToo] = [await establishBeside(persistence, victim), await establishBeside(persistence, victim)];
  return [
    {
      who: 'a tenant that names the establishment of another as its own',
      intruder: { ...one.scope, siteId: victim.scope.siteId },
      innocent: { ...other.scope, siteId: aScope().siteId },
    },
    { who: 'a tenant in its own establishment', intruder: one.scope, innocent: other.scope },
    { who: 'another establishment of the same tenant', intruder: beside.scope, innocent: besideToo.scope },
  ];
}

/** The answer, or the code of the refusal. What a fault says is nobody's business, so faults are all alike. */
async function outcomeOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await work() };
  } catch (error) {
    return { refusal: error instanceof DomainError ? error.code : 'fault' };
  }
}
