import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { hasWords, wantedWords } from '@comptoir/core/kit/search-words.js';
import { type FulfilmentStatus, fulfilmentOf, type Order, PRIORITIES } from '@comptoir/core/orders/order.js';
import { ORDER_SORTS, type OrderConditions, type OrderSort, UNSEALED_STATUSES } from '@comptoir/core/orders/order-filter.js';
import { orderWords } from '@comptoir/core/orders/order-words.js';
import { PAYMENT_STATES, paymentStateOf } from '@comptoir/core/orders/payment-state.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aFulfilment, anEvent, DAY_MS, establish, establishBeside, FIRST_PAGE, freshToken } from './builders.js';
import { atOnce, describePort, type Open } from './suite.js';

type Filter = OrderConditions & { readonly sort?: OrderSort | undefined };

const STATUSES = ['draft', 'confirmed', 'shipped', 'delivered', 'cancelled'] as const satisfies FulfilmentStatus[];
const CHANNELS = ['backoffice', 'shop'] as const;
const DAYS = 150;
/** By the clock of the machine, which databases go by. */
const NOW = new Date();
const dayAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const monthAgo = (months: number) => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() - months, 1));

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const kind = {
  status: fc.constantFrom(...STATUSES),
  priority: fc.constantFrom(...PRIORITIES),
  paidCents: fc.constantFrom(0, 100, 2400),
  customer: fc.constantFrom('Camille', 'Camille Hugo', 'Ada').map((name) => ({ name, phone: null, email: null })),
};
const pick = fc.nat({ max: 1000 });
const step = fc.oneof(
  fc.record({
    take: fc.constant('place' as const),
    daysAgo: fc.integer({ min: -2, max: DAYS }),
    channel: fc.constantFrom(...CHANNELS),
    ...kind,
  }),
  fc.record({ take: fc.constant('change' as const), pick, ...kind }),
  fc.record({ take: fc.constant('remove' as const), pick }),
  fc.record({ take: fc.constant('count' as const) }),
);
const instant = fc.oneof(
  fc.integer({ min: -3, max: DAYS + 40 }).map(dayAgo),
  // To the millisecond, where a month begins and an order may have been placed.
  fc
    .tuple(fc.integer({ min: -2, max: 6 }), fc.integer({ min: -1, max: 1 }))
    .map(([months, ms]) => new Date(monthAgo(months).getTime() + ms)),
);
const filters: fc.Arbitrary<Filter> = fc.record({
  status: optional(fc.constantFrom(...STATUSES)),
  statuses: optional(fc.subarray([...STATUSES])),
  channel: optional(fc.constantFrom(...CHANNELS)),
  priority: optional(fc.constantFrom(...PRIORITIES)),
  paymentState: optional(fc.constantFrom(...PAYMENT_STATES)),
  unsealed: optional(fc.boolean()),
  placedFrom: optional(instant),
  placedTo: optional(instant),
  search: fc.constantFrom(undefined, undefined, undefined, '', 'camille', 'cam hug'),
  sort: optional(fc.constantFrom(...ORDER_SORTS)),
});

/** What lists of orders say of how many there are is true whatever was done before, and whenever months were counted. */
export function exerciseOrderTallies(name: string, open: Open): void {
  describePort('Totals of orders', name, open, (persistence) => {
    const { transact } = persistence;
    const count = (scope: Scope) => transact(scope, ({ orders }) => orders.countMonths());
    const list = (scope: Scope, filter: Filter, page = 1) =>
      persistence.views.orders.list(scope, { ...FIRST_PAGE, pageSize: 100, ...filter, page });
    const place = async (scope: Scope, changes: Parameters<typeof aFulfilment>[1]): Promise<Order> => {
      const order = aFulfilment(scope, { invoiceNumber: null, sealedAt: null, refundedCents: 0, ...changes, id: freshToken() });
      const placed = await transact(scope, ({ orders }) => orders.place(scope, order, anEvent(order.status)));
      if (placed === null) throw new Error('No slot was asked for.');
      return placed.order;
    };
    const change = (scope: Scope, id: string, changes: { readonly status: FulfilmentStatus }): Promise<Order> =>
      transact(scope, ({ orders }) =>
        orders.change(scope, id, (before) => ({
          order: { ...fulfilmentOf(before), ...changes, version: before.version + 1 },
          event: anEvent(changes.status),
        })),
      );

    it('are what one gets by counting, after any steps and for any filter', async function () {
      this.timeout(120_000);
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 5, maxLength: 40 }),
          fc.array(filters, { minLength: 6, maxLength: 6 }),
          async (steps, asked) => {
            const { scope } = await establish(persistence);
            const known = new Map<string, Order>();
            const chosen = (number: number) => [...known.keys()][number % known.size];
            for (const taken of steps) {
              if (taken.take === 'count') await count(scope);
              if (taken.take === 'place') {
                const { take: _take, daysAgo, ...rest } = taken;
                const order = await place(scope, { ...rest, placedAt: dayAgo(daysAgo) });
                known.set(order.id, order);
              }
              if (taken.take === 'change') {
                const { take: _take, pick: number, ...changes } = taken;
                const id = chosen(number);
                if (id !== undefined) known.set(id, await change(scope, id, changes));
              }
              if (taken.take === 'remove') {
                const id = chosen(taken.pick);
                if (id === undefined) continue;
                await transact(scope, ({ orders }) => orders.remove(scope, id, () => undefined));
                known.delete(id);
              }
            }
            for (const filter of [{}, ...asked]) {
              const meant = [...known.values()].filter((order) => isMeant(order, filter)).map(({ id }) => id);
              const { items, total } = await list(scope, filter);
              expect(items.map(({ id }) => id)).to.have.members(meant);
              expect(total).to.equal(meant.length);
            }
          },
        ),
        { numRuns: 25 },
      );
    });

    it('are told behind the last page too', async () => {
      const { scope } = await establish(persistence);
      for (const days of [0, 40, 80]) await place(scope, { placedAt: dayAgo(days) });
      await count(scope);
      expect(await list(scope, {}, 3)).to.deep.equal({ items: [], total: 3, page: 3, pageSize: 100 });
      expect(await list(scope, { search: 'zoe' }, 3)).to.deep.equal({ items: [], total: 3, page: 3, pageSize: 100 });
      expect(await list(scope, { search: 'nobody' })).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 100 });
    });

    it('stay true at every moment while orders change and months are counted', async () => {
      const { scope } = await establish(persistence);
      const ids: string[] = [];
      for (let days = 10; days < DAYS; days += 10) ids.push((await place(scope, { placedAt: dayAgo(days) })).id);
      const totals: number[] = [];
      await atOnce(60, async (index) => {
        if (index % 3 === 0) await count(scope);
        else if (index % 3 === 1) totals.push((await list(scope, {})).total);
        else await change(scope, ids[index % ids.length] ?? '', { status: STATUSES[index % STATUSES.length] ?? 'draft' });
      });
      expect(new Set(totals)).to.deep.equal(new Set([ids.length]));
      const ofEach = await Promise.all(STATUSES.map(async (status) => (await list(scope, { status })).total));
      const orders = (await list(scope, {})).items;
      expect(ofEach).to.deep.equal(STATUSES.map((status) => orders.filter((order) => order.status === status).length));
    });

    it('forget what a transaction took back', async () => {
      const { scope } = await establish(persistence);
      await place(scope, { placedAt: dayAgo(60) });
      await count(scope);
      const given = transact(scope, async ({ orders }) => {
        const order = aFulfilment(scope, { id: freshToken(), placedAt: dayAgo(70), invoiceNumber: null });
        await orders.place(scope, order, anEvent(order.status));
        throw new DomainError('in_use');
      });
      expect(await given.catch((error: unknown) => error)).to.be.instanceOf(DomainError);
      expect((await list(scope, {})).total).to.equal(1);
    });

    it('are those of the establishment alone', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      for (const days of [1, 50]) await place(one.scope, { placedAt: dayAgo(days) });
      await count(one.scope);
      await place(other.scope, { placedAt: dayAgo(60) });
      expect((await list(one.scope, {})).total).to.equal(2);
      expect((await list(other.scope, {})).total).to.equal(1);
      await count(one.scope);
      expect((await list(other.scope, {})).total).to.equal(1);
    });
  });
}

function isMeant(order: Order, filter: Filter): boolean {
  const { status, statuses, channel, priority, paymentState, unsealed, placedFrom, placedTo, search } = filter;
  const isUnsealed = UNSEALED_STATUSES.some((open) => open === order.status);
  return (
    hasWords(orderWords(order), wantedWords(search)) &&
    (status === undefined || order.status === status) &&
    (statuses === undefined || statuses.includes(order.status)) &&
    (channel === undefined || order.channel === channel) &&
    (priority === undefined || order.priority === priority) &&
    (paymentState === undefined || paymentStateOf(order) === paymentState) &&
    (unsealed === undefined || isUnsealed === unsealed) &&
    (placedFrom === undefined || order.placedAt >= placedFrom) &&
    (placedTo === undefined || order.placedAt < placedTo)
  );
}
