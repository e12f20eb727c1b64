import type { Item } from '@comptoir/core/catalogue/item.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { ReplayedRefusal } from '@comptoir/core/kit/idempotency.js';
import { RateLimited } from '@comptoir/core/kit/rate-limit.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { PickupStep } from '@comptoir/core/orders/order.js';
import type { OrderViews } from '@comptoir/core/orders/order-views.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import {
  anEvent,
  anItem,
  aProduct,
  establish,
  establishBeside,
  everyDay,
  FIRST_PAGE,
  freshToken,
  HOUR_MS,
  MINUTE_MS,
  minutesAfter,
  NOON,
} from '../../suites/builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aBench, anOrderFor, aRestaurant, type Bench } from '../support.js';

const galette = anItem({ id: 'galette', name: 'Galette', priceCents: 950 });
const cooked = anItem({
  id: 'egg',
  optionGroups: [{ id: 'c', name: 'Cuisson', min: 1, max: 1, options: [{ id: 'soft', name: 'Moelleux', priceCents: 0 }] }],
});
const gone = anItem({ id: 'gone', name: 'Partie', soldOutUntil: minutesAfter(NOON, 600) });
const MENU: readonly Item[] = [galette, cooked, gone];

const rules = (changes: Partial<Site['ordering']>): Partial<Site> => ({ ordering: { ...SITE_DEFAULTS.ordering, ...changes } });

/** A bench with one restaurant, and the calls a guest makes to it. */
async function openRestaurant(changes: Partial<Site> = {}, persistence: Persistence = makeMemoryPersistence()) {
  const bench = aBench(persistence);
  const { scope, site } = await aRestaurant(bench, changes, { items: MENU });
  const place = (key: string | null = null, items: readonly unknown[] = [{ id: 'galette' }], rest: Record<string, unknown> = {}) =>
    bench.services.orders.place(anOrderFor(site, items, rest), key);
  const step = (id: string, name: PickupStep) => bench.services.orders.step(scope, id, name, null);
  return { ...bench, scope, site, place, step };
}

const ordersOf = async ({ services }: Bench, scope: Scope) =>
  (await services.views.orders.list(scope, { ...FIRST_PAGE, pageSize: 100 })).items;
const slotsOf = async ({ services }: Bench, scope: Scope) => [
  ...(await services.views.pickupSlots.taken(scope, NOON, minutesAfter(NOON, 24 * 60))),
];

describe('placing an order', () => {
  it('answers what was ordered, at the prices of the menu, and where to follow it', async () => {
    const { place, site } = await openRestaurant();

    const { order, replayed, rate } = await place(null, [{ id: 'galette', quantity: 2, note: 'chaud' }, { id: 'absent' }], {
      customer: { name: 'Ada', phone: '06', email: 'ada@example.org' },
    });

    expect(order).to.deep.equal({
      id: order.id,
      number: '001',
      status: 'queued',
      placedAt: NOON.toISOString(),
      pickupAt: minutesAfter(NOON, 30).toISOString(),
      items: [{ id: 'galette', name: 'Galette', variant: null, options: [], quantity: 2, unitPrice: 9.5, total: 19, note: 'chaud' }],
      dropped: ['absent'],
      total: 19,
      currency: 'EUR',
      payment: 'at_pickup',
      trackingUrl: `https://till.example/${site.slug}/orders/${order.id}`,
    });
    expect(order.id).to.match(/^[0-9A-Za-z]{22}$/);
    expect(replayed).to.equal(false);
    expect(rate).to.include({ remaining: 59, taken: true });
  });

  it('puts it into the book of the establishment, with its first event', async () => {
    const bench = await openRestaurant();

    const { order } = await bench.place(null, [{ id: 'galette' }], { customer: { name: 'Ada', phone: '', email: '' }, note: '' });

    const [stored] = await ordersOf(bench, bench.scope);
    expect(stored).to.deep.include({
      id: order.id,
      status: 'queued',
      customer: { name: 'Ada', phone: null, email: null },
      note: null,
      totalCents: 950,
      serviceDay: '2026-06-16',
      version: 1,
    });
    expect(await bench.services.views.orders.events(bench.scope, order.id)).to.deep.equal([anEvent('queued')]);
  });

  it('numbers the orders of a service day, which may end after midnight', async () => {
    const { place, clock } = await openRestaurant({ hours: everyDay(['18:00', '02:00']), ...rules({ slotCap: null }) });
    clock.set(new Date('2026-06-16T20:00:00Z'));
    expect((await place()).order.number).to.equal('001');
    clock.set(new Date('2026-06-16T22:30:00Z'));
    expect((await place()).order.number).to.equal('002');
    clock.set(new Date('2026-06-17T17:00:00Z'));
    expect((await place()).order.number).to.equal('001');
  });

  it('takes the pickup time that was asked for, or the earliest with room', async () => {
    const { place } = await openRestaurant(rules({ slotCap: 1 }));
    const asked = minutesAfter(NOON, 45).toISOString();

    const times = [await place(null, undefined, { pickupAt: asked }), await place(), await place()].map(({ order }) => order.pickupAt);

    expect(times).to.deep.equal([asked, minutesAfter(NOON, 30).toISOString(), minutesAfter(NOON, 60).toISOString()]);
  });

  it('has no limit per slot where the establishment sets none, or does not use slots', async () => {
    for (const changes of [
      rules({ slotCap: null }),
      { ...rules({ slotCap: 1 }), features: { ...SITE_DEFAULTS.features, onlineOrders: true } },
    ]) {
      const { place } = await openRestaurant(changes);

      const orders = [await place(), await place(), await place()].map(({ order }) => order.pickupAt);

      expect(new Set(orders).size).to.equal(1);
    }
  });

  it('never sells more of a slot than there is, however many order at once', async () => {
    const bench = await openRestaurant(rules({ slotCap: 2 }));
    const pickupAt = minutesAfter(NOON, 30).toISOString();

    const outcomes = await atOnce(6, () =>
      bench.place(null, undefined, { pickupAt }).then(
        () => 'placed',
        (error: DomainError) => error.code,
      ),
    );

    expect(outcomes.sort()).to.deep.equal(['placed', 'placed', 'slot_full', 'slot_full', 'slot_full', 'slot_full']);
    expect(await ordersOf(bench, bench.scope)).to.have.length(2);
  });

  it('uses the prices of the moment, not those of the menu the guest looked at', async () => {
    const { place, services, scope, persistence } = await openRestaurant();
    await place();
    await persistence.transact(scope, async ({ products, sites }) => {
      await products.change(scope, ['galette'], (before) => ({ ...before, visible: false }));
      await products.create(scope, [aProduct({ ...galette, id: 'galette-2', priceCents: 1100 })]);
      await sites.touch(scope);
    });

    expect((await place(null, [{ id: 'galette-2' }])).order.total).to.equal(11);
    expect((await refusalOf(place())).code).to.equal('empty_order');
    await services.products.update(scope, 'galette-2', { soldOutUntil: minutesAfter(NOON, 60) });
    expect((await refusalOf(place(null, [{ id: 'galette-2' }]))).code).to.equal('sold_out');
  });
});

describe('an order is refused', () => {
  /** Refused, and nothing is left of it: no order, no place taken in a slot, nothing counted. */
  async function refused(bench: Awaited<ReturnType<typeof openRestaurant>>, items?: readonly unknown[], rest?: Record<string, unknown>) {
    const refusal = await refusalOf(bench.place('key-1', items, rest));
    expect(await ordersOf(bench, bench.scope)).to.deep.equal([]);
    expect(await slotsOf(bench, bench.scope)).to.deep.equal([]);
    const rate = await bench.persistence.transact(bench.scope, ({ rateLimits }) =>
      rateLimits.peek(bench.scope, 'orders', { limit: 60, windowSecs: 600 }, NOON),
    );
    expect(rate.remaining).to.equal(60);
    return refusal;
  }

  it('by a shop nobody knows, and by one whose trade has no menu', async () => {
    const { place, services } = await openRestaurant({ trade: 'museum' });

    expect((await refusalOf(place('k'))).code).to.equal('unknown_shop');
    expect((await refusalOf(services.orders.place(anOrderFor({ slug: 'nobody' }, [{ id: 'a' }]), null))).code).to.equal('unknown_shop');
    expect((await refusalOf(services.orders.place(anOrderFor({ slug: 'a\u0000b' }, [{ id: 'a' }]), null))).code).to.equal('unknown_shop');
  });

  it('where online orders are off', async () => {
    expect((await refused(await openRestaurant({ features: SITE_DEFAULTS.features }))).code).to.equal('ordering_off');
  });

  it('while the establishment is closed, with the next opening', async () => {
    const refusal = await refused(await openRestaurant({ hours: everyDay(['19:00', '22:00']) }));

    expect([refusal.code, refusal.facts]).to.deep.equal(['closed', { nextOpening: '2026-06-16T17:00:00.000Z' }]);
  });

  it('for a pickup time that is not offered', async () => {
    const bench = await openRestaurant();

    expect((await refused(bench, undefined, { pickupAt: minutesAfter(NOON, 5).toISOString() })).code).to.equal('invalid_slot');
    expect((await refused(bench, undefined, { pickupAt: minutesAfter(NOON, 31).toISOString() })).code).to.equal('invalid_slot');
  });

  it('when nothing of it can be ordered', async () => {
    expect((await refused(await openRestaurant(), [{ id: 'absent' }])).code).to.equal('empty_order');
  });

  it('with options that do not fit', async () => {
    expect((await refused(await openRestaurant(), [{ id: 'egg' }])).code).to.equal('invalid_options');
  });

  it('with an item that is sold out', async () => {
    const refusal = await refused(await openRestaurant(), [{ id: 'galette' }, { id: 'gone' }]);

    expect([refusal.code, refusal.facts]).to.deep.equal(['sold_out', { items: [{ id: 'gone', name: 'Partie' }] }]);
  });

  it('below the minimum, and not at it', async () => {
    const bench = await openRestaurant(rules({ minimumCents: 951 }));
    const refusal = await refused(bench);

    expect([refusal.code, refusal.facts, refusal.issues[0]?.message]).to.deep.equal([
      'below_minimum',
      { minimum: 9.51 },
      'The minimum is 9.51 EUR.',
    ]);
    expect((await (await openRestaurant(rules({ minimumCents: 950 }))).place()).order.total).to.equal(9.5);
  });

  it('when the slot it asks for is full, or all are', async () => {
    const { place } = await openRestaurant({ hours: everyDay(['12:00', '13:00']), ...rules({ slotCap: 1 }) });
    const pickupAt = minutesAfter(NOON, 30).toISOString();
    await place(null, undefined, { pickupAt });

    expect((await refusalOf(place(null, undefined, { pickupAt }))).code).to.equal('slot_full');
    await place();
    expect((await refusalOf(place())).code).to.equal('slot_full');
  });
});

describe('the pace of an establishment', () => {
  it('is 60 orders in any ten minutes: the 61st is refused, and accepted when the oldest is ten minutes old', async () => {
    const bench = await openRestaurant(rules({ slotCap: null }));
    for (let count = 0; count < 60; count += 1) {
      await bench.place();
      bench.clock.advance(1000);
    }

    const refusal = await refusalOf(bench.place());

    expect(refusal).to.be.instanceOf(RateLimited);
    expect([refusal.code, refusal.retryAfterSecs]).to.deep.equal(['rate_limited', 540]);
    expect(await ordersOf(bench, bench.scope)).to.have.length(60);
    bench.clock.set(new Date(NOON.getTime() + 10 * MINUTE_MS - 1));
    expect((await refusalOf(bench.place())).code).to.equal('rate_limited');
    bench.clock.set(new Date(NOON.getTime() + 10 * MINUTE_MS));
    expect((await bench.place()).rate).to.include({ remaining: 0 });
    expect((await refusalOf(bench.place())).code).to.equal('rate_limited');
  });

  it('counts accepted orders only: neither refused ones nor answers given again', async () => {
    const { place } = await openRestaurant();
    await place('key-1');
    for (let count = 0; count < 5; count += 1) {
      await place('key-1');
      await refusalOf(place(null, [{ id: 'absent' }]));
    }

    expect((await place()).rate?.remaining).to.equal(58);
  });

  it('is that of one establishment, not of its neighbours', async () => {
    const bench = await openRestaurant(rules({ slotCap: null }));
    const other = await aRestaurant(bench, {}, { items: MENU });
    for (let count = 0; count < 60; count += 1) await bench.place();

    const { rate } = await bench.services.orders.place(anOrderFor(other.site, [{ id: 'galette' }]), null);

    expect(rate?.remaining).to.equal(59);
  });
});

describe('an idempotency key', () => {
  it('makes the same call have its effect once, and gives the same answer again', async () => {
    const bench = await openRestaurant();

    const first = await bench.place('key-1');
    const again = await bench.place('key-1');

    expect(again).to.deep.equal({ order: first.order, replayed: true, rate: null });
    expect(await ordersOf(bench, bench.scope)).to.have.length(1);
  });

  it('gives the answer of then, also after the order has moved on, the price has changed or the shop has closed', async () => {
    const { place, step, services, scope } = await openRestaurant();
    const { order } = await place('key-1');
    await step(order.id, 'accept');
    await services.products.update(scope, 'galette', { visible: false });
    await services.sites.update(scope, { hours: [], features: SITE_DEFAULTS.features });

    expect((await place('key-1')).order).to.deep.equal(order);
  });

  it('takes bodies that mean the same for the same call', async () => {
    const { services, site } = await openRestaurant();
    const first = await services.orders.place(
      anOrderFor(site, [{ id: 'galette', quantity: 1, price: 1 }], { pickupAt: minutesAfter(NOON, 30).toISOString() }),
      'k',
    );
    const again = await services.orders.place(
      anOrderFor(site, [{ price: 2, id: 'galette' }], { pickupAt: '2026-06-16T12:30:00+02:00' }),
      'k',
    );

    expect(again.replayed).to.equal(true);
    expect(again.order).to.deep.equal(first.order);
  });

  it('is refused with another body, and keeps answering the first', async () => {
    const { place } = await openRestaurant();
    const { order } = await place('key-1');

    for (const [items, rest] of [
      [[{ id: 'galette', quantity: 2 }], {}],
      [[{ id: 'galette' }], { note: 'vite' }],
      [[{ id: 'galette' }], { customer: { name: 'Bob' } }],
    ] as const) {
      expect((await refusalOf(place('key-1', items, rest))).code).to.equal('idempotency_key_reused');
    }
    expect((await place('key-1')).order.id).to.equal(order.id);
  });

  it('is good for 24 hours', async () => {
    const { place, clock } = await openRestaurant();
    const { order } = await place('key-1');
    clock.advance(24 * HOUR_MS - 1000);
    expect((await place('key-1')).order.id).to.equal(order.id);
    clock.advance(2000);

    const later = await place('key-1');

    expect(later.replayed).to.equal(false);
    expect(later.order.id).to.not.equal(order.id);
  });

  it('belongs to its establishment: another may be sent the same key', async () => {
    const bench = await openRestaurant();
    const other = await aRestaurant(bench, {}, { items: MENU });
    const beside = await establishBeside(bench.persistence, bench);
    const first = await bench.place('key-1');

    expect((await bench.services.orders.place(anOrderFor(other.site, [{ id: 'galette' }]), 'key-1')).order.id).to.not.equal(first.order.id);
    expect((await refusalOf(bench.services.orders.place(anOrderFor(beside.site, [{ id: 'galette' }]), 'key-1'))).code).to.equal(
      'empty_order',
    );
  });

  it('lets one of many calls at once place the order, and answers all with it', async () => {
    const bench = await openRestaurant();

    const answers = await atOnce(5, () => bench.place('key-1'));

    expect(new Set(answers.map(({ order }) => order.id)).size).to.equal(1);
    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1);
    expect(await ordersOf(bench, bench.scope)).to.have.length(1);
  });

  for (const [code, changes, items, mend] of [
    ['closed', { hours: everyDay(['19:00', '22:00']) }, undefined, { hours: everyDay(['00:00', '24:00']) }],
    ['ordering_off', { features: SITE_DEFAULTS.features }, undefined, { features: { ...SITE_DEFAULTS.features, onlineOrders: true } }],
    ['sold_out', {}, [{ id: 'gone' }], null],
  ] as const) {
    it(`answers "${code}" again, also when it would be accepted by now`, async () => {
      const { place, services, scope } = await openRestaurant(changes);
      const first = await refusalOf(place('key-1', items));
      await (mend === null ? services.products.update(scope, 'gone', { soldOutUntil: null }) : services.sites.update(scope, mend));

      const again = await refusalOf(place('key-1', items));

      expect(again).to.be.instanceOf(ReplayedRefusal);
      expect([first.code, again.code]).to.deep.equal([code, code]);
      expect([again.message, again.facts]).to.deep.equal([first.message, first.facts]);
      expect((await place('key-2', items)).replayed).to.equal(false);
      expect((await refusalOf(place('key-1', items, { note: 'autre' }))).code).to.equal('idempotency_key_reused');
    });
  }

  it('answers "slot_full" again, also when a place has been given back', async () => {
    const { place, step } = await openRestaurant(rules({ slotCap: 1 }));
    const pickupAt = minutesAfter(NOON, 30).toISOString();
    const { order } = await place(null, undefined, { pickupAt });
    await refusalOf(place('key-1', undefined, { pickupAt }));
    await step(order.id, 'reject');

    expect(await refusalOf(place('key-1', undefined, { pickupAt }))).to.be.instanceOf(ReplayedRefusal);
    expect((await place('key-2', undefined, { pickupAt })).replayed).to.equal(false);
  });

  it('is not used up by a refusal of the input: mended, the call goes through', async () => {
    const { place } = await openRestaurant(rules({ minimumCents: 1000 }));
    for (const [code, items, rest] of [
      ['invalid_options', [{ id: 'egg' }], {}],
      ['empty_order', [{ id: 'absent' }], {}],
      ['below_minimum', [{ id: 'galette' }], {}],
      ['invalid_slot', [{ id: 'galette' }], { pickupAt: minutesAfter(NOON, 1).toISOString() }],
    ] as const) {
      expect((await refusalOf(place('key-1', items, rest))).code).to.equal(code);
    }

    expect((await place('key-1', [{ id: 'galette', quantity: 2 }])).replayed).to.equal(false);
  });

  it('is not used up by too many orders: the same call goes through later', async () => {
    const { place, clock } = await openRestaurant(rules({ slotCap: null }));
    for (let count = 0; count < 60; count += 1) await place();
    expect((await refusalOf(place('key-1'))).code).to.equal('rate_limited');
    clock.advance(10 * MINUTE_MS);

    expect((await place('key-1')).replayed).to.equal(false);
  });
});

describe('a till that cannot be reached', () => {
  const unavailable = () => {
    throw new DomainError('store_unavailable');
  };
  /** A persistence of which one part fails while `down` says so. */
  function failing(part: 'transact' | 'views' | 'remember') {
    const memory = makeMemoryPersistence();
    const state = { down: false };
    const persistence: Persistence = {
      transact: (scope, work) =>
        memory.transact(scope, (stores, views) => {
          if (!state.down || part === 'views') return work(stores, views);
          if (part === 'transact') return unavailable();
          return work({ ...stores, idempotency: { ...stores.idempotency, remember: async () => unavailable() } }, views);
        }),
      views: {
        ...memory.views,
        sites: {
          ...memory.views.sites,
          versionBySlug: async (slug) => (state.down && part === 'views' ? unavailable() : memory.views.sites.versionBySlug(slug)),
        },
      },
    };
    return { persistence, state };
  }

  for (const part of ['transact', 'views', 'remember'] as const) {
    it(`says so to the guest and stores nothing (${part}); the same call with the same key goes through later`, async () => {
      const { persistence, state } = failing(part);
      const bench = await openRestaurant({}, persistence);
      state.down = true;

      const refusal = await refusalOf(bench.place('key-1'));
      state.down = false;

      expect(refusal.code).to.equal('till_unreachable');
      expect(refusal.cause).to.be.instanceOf(DomainError);
      expect(await ordersOf(bench, bench.scope)).to.deep.equal([]);
      expect(await slotsOf(bench, bench.scope)).to.deep.equal([]);
      expect((await bench.place('key-1')).replayed).to.equal(false);
    });
  }

  it('is not what a bug looks like: faults pass unchanged', async () => {
    const bug = new TypeError('undefined is not a function');
    const bench = await openRestaurant();
    const broken = aBench({ ...bench.persistence, transact: () => Promise.reject(bug) });

    const thrown = await broken.services.orders.place(anOrderFor(bench.site, [{ id: 'galette' }]), 'k').catch((error: unknown) => error);

    expect(thrown).to.equal(bug);
  });
});

describe('the steps of an order', () => {
  it('are taken by the establishment, each with its event', async () => {
    const bench = await openRestaurant();
    const { order } = await bench.place();
    const scope: Scope = { ...bench.scope, actor: { kind: 'user', userId: 'lucie' } };
    bench.clock.advance(MINUTE_MS);
    await bench.services.orders.step(scope, order.id, 'accept', 'dans 20 minutes');
    await bench.services.orders.step(scope, order.id, 'ready', null);

    const collected = await bench.services.orders.step(scope, order.id, 'collect', null);

    expect([collected.status, collected.version]).to.deep.equal(['collected', 4]);
    expect(await bench.services.views.orders.events(bench.scope, order.id)).to.deep.equal([
      anEvent('queued'),
      anEvent('accepted', { at: minutesAfter(NOON, 1), actor: 'user:lucie', reason: 'dans 20 minutes' }),
      anEvent('ready', { at: minutesAfter(NOON, 1), actor: 'user:lucie' }),
      anEvent('collected', { at: minutesAfter(NOON, 1), actor: 'user:lucie' }),
    ]);
  });

  it('give the pickup slot back when the order is turned down or called off, once', async () => {
    for (const steps of [['reject'], ['cancel'], ['accept', 'cancel'], ['accept', 'ready', 'cancel']] as const) {
      const bench = await openRestaurant();
      const { order } = await bench.place();
      await bench.place();
      for (const name of steps) await bench.step(order.id, name);

      expect(await slotsOf(bench, bench.scope), steps.join()).to.deep.equal([[minutesAfter(NOON, 30).getTime(), 1]]);
      expect((await refusalOf(bench.step(order.id, 'cancel'))).code).to.equal('invalid_transition');
      expect(await slotsOf(bench, bench.scope), `${steps.join()} twice`).to.deep.equal([[minutesAfter(NOON, 30).getTime(), 1]]);
    }
  });

  it('keep the slot of an order that is collected', async () => {
    const bench = await openRestaurant();
    const { order } = await bench.place();
    for (const name of ['accept', 'ready', 'collect'] as const) await bench.step(order.id, name);

    expect(await slotsOf(bench, bench.scope)).to.deep.equal([[minutesAfter(NOON, 30).getTime(), 1]]);
  });

  it('are refused for an order of somebody else, or of nobody', async () => {
    const bench = await openRestaurant();
    const stranger = await establish(bench.persistence);
    const { order } = await bench.place();

    expect((await refusalOf(bench.services.orders.step(stranger.scope, order.id, 'accept', null))).code).to.equal('unknown_order');
    expect((await refusalOf(bench.step(freshToken(), 'accept'))).code).to.equal('unknown_order');
  });
});

describe('the news of an order', () => {
  it('is told after the change is stored, so that who listens can read it', async () => {
    const bench = await openRestaurant();
    const { order } = await bench.place();
    const read: Promise<string | undefined>[] = [];
    bench.services.signals.listen((signal) => {
      if (signal.kind === 'order-changed') read.push(bench.services.views.orders.byPublicId(signal.orderId).then((found) => found?.status));
    });

    await bench.step(order.id, 'accept');

    expect(bench.heard).to.deep.equal([
      { kind: 'order-changed', orderId: order.id },
      { kind: 'order-changed', orderId: order.id },
    ]);
    expect(await Promise.all(read)).to.deep.equal(['accepted']);
  });

  it('is told once when an order is placed, and not again when its answer is replayed', async () => {
    const bench = await openRestaurant();

    const { order } = await bench.place('one-key');
    await bench.place('one-key');

    expect(bench.heard).to.deep.equal([{ kind: 'order-changed', orderId: order.id }]);
  });

  it('is not told of what did not happen', async () => {
    const bench = await openRestaurant();
    const { order } = await bench.place();

    await refusalOf(bench.step(order.id, 'collect'));

    expect(bench.heard).to.deep.equal([{ kind: 'order-changed', orderId: order.id }]);
  });
});

describe('following an order', () => {
  it('needs nothing but its id', async () => {
    const { place, services, step, site } = await openRestaurant();
    const { order } = await place();
    await step(order.id, 'accept');

    const found = await services.orders.find(order.id);

    expect(found.placed).to.deep.equal({ ...order, status: 'accepted' });
    expect(found.site.id).to.equal(site.id);
    expect(found.order.version).to.equal(2);
  });

  it('is refused for every id that is none, without asking the store for what it could not even compare', async () => {
    const { services, persistence } = await openRestaurant();
    const strict: OrderViews = {
      ...persistence.views.orders,
      byPublicId: async () => {
        throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
      },
    };
    const { services: strictly } = aBench({ ...persistence, views: { ...persistence.views, orders: strict } });
    for (const id of ['\u0000', 'a\u0000b', '\ud800', '']) {
      expect((await refusalOf(strictly.orders.find(id))).code, JSON.stringify(id)).to.equal('unknown_order');
    }
    for (const id of [freshToken(), '', 'x', '\u0000', 'a'.repeat(3000), '../../etc/passwd', `${freshToken()}\n`]) {
      expect((await refusalOf(services.orders.find(id))).code, JSON.stringify(id)).to.equal('unknown_order');
    }
  });
});
