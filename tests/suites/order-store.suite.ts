import { DomainError } from '@comptoir/core/kit/errors.js';
import { encodeCursor, type Page } from '@comptoir/core/kit/page.js';
import { RateLimited } from '@comptoir/core/kit/rate-limit.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type FulfilmentOrder, fulfilmentOf, type Order, type PickupStep, pickupOf, takeStep } from '@comptoir/core/orders/order.js';
import { NO_CLAIMS, type OrderClaims, type PastOrder } from '@comptoir/core/orders/order-store.js';
import type { OrderChange, OrderFilter } from '@comptoir/core/orders/order-views.js';
import { expect } from 'chai';
import {
  aFulfilment,
  aLine,
  anEvent,
  anOrder,
  aScope,
  establish,
  establishBeside,
  FIRST_PAGE,
  freshToken,
  minutesAfter,
  type NewPickup,
  NOON,
  placed,
  placeIn,
} from './builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

export function exerciseOrderStore(name: string, open: Open): void {
  describePort('OrderStore and OrderViews', name, open, (persistence) => {
    const { transact } = persistence;
    const sequence = async (scope: Scope, serviceDay: string) => (await placed(persistence, scope, { serviceDay })).sequence;
    const list = (scope: Scope, filter: Partial<OrderFilter> = {}) => persistence.views.orders.list(scope, { ...FIRST_PAGE, ...filter });
    const step = (scope: Scope, orderId: string, stepName: PickupStep, reason: string | null = null) =>
      transact(scope, ({ orders }) =>
        orders.change(scope, orderId, (before) => {
          const order = takeStep(pickupOf(before), stepName);
          return { order, event: anEvent(order.status, { actor: 'user:lucie', reason }) };
        }),
      );

    /** Every field has a value that a careless store would bend. */
    const remarkable = (scope: Scope): NewPickup =>
      anOrder(scope, {
        serviceDay: '2026-12-31',
        placedAt: new Date('2026-12-31T23:59:59.999Z'),
        pickupAt: new Date('2027-01-01T00:15:00.001Z'),
        customer: { name: 'Zoé "Z" O’Hara-Łuczak 李 🌻', phone: '+33 6 00 00 00 00', email: 'zoe+till@exämple.org' },
        note: 'Sans sel\r\n\tמהר! \\ 100 % {"a":1} \'; --',
        lines: [
          aLine({
            itemId: 'z',
            name: 'Café ☕',
            variant: { id: 'xl', name: 'Très grand' },
            options: [
              { id: 'z', name: 'Avoine', priceCents: 50 },
              { id: 'a', name: 'Sucre', priceCents: 0 },
            ],
            quantity: 99,
            unitPriceCents: 20_100_000_000,
            totalCents: 1_989_900_000_000,
            taxBasisPoints: 550,
            note: 'brûlant 🔥',
          }),
          aLine({ id: '2', itemId: 'a' }),
          aLine({ id: '3', itemId: 'm', quantity: 1, unitPriceCents: 0, totalCents: 0, taxBasisPoints: 0 }),
          aLine({ id: '4', itemId: 'a', note: 'une autre' }),
        ],
        dropped: ['périmé', 'b', 'a', 'b', '🤷'],
        totalCents: 198_990_000_000_000,
        currency: 'JPY',
      });

    it('gives an order back with every field as it was placed', async () => {
      const { scope } = await establish(persistence);
      const draft = remarkable(scope);

      const order = await transact(scope, ({ orders }) => placeIn(orders, scope, draft));

      expect(order).to.deep.equal({ ...draft, sequence: 1 });
      expect(await persistence.views.orders.get(scope, order.id)).to.deep.equal(order);
      expect(await persistence.views.orders.byPublicId(order.id)).to.deep.equal(order);
      expect((await list(scope)).items).to.deep.equal([order]);
    });

    describe('orders that are sent', () => {
      it('are given back with every field as they were stored', async () => {
        const { scope } = await establish(persistence);
        const draft = aFulfilment(scope);

        const stored = await transact(scope, ({ orders }) =>
          orders.place(scope, draft, anEvent('draft', { kind: 'created', data: { by: 1 } })),
        );

        expect(stored?.order).to.deep.equal({ ...draft, sequence: 1 });
        expect(await persistence.views.orders.get(scope, draft.id)).to.deep.equal(stored?.order);
        const [event] = await persistence.views.orders.events(scope, draft.id);
        expect([event?.kind, event?.status, event?.data]).to.deep.equal(['created', 'draft', { by: 1 }]);
      });

      it('are changed in every field but their identity', async () => {
        const { scope } = await establish(persistence);
        const draft = aFulfilment(scope);
        await transact(scope, ({ orders }) => orders.place(scope, draft, anEvent('draft')));
        const change = {
          ...{ status: 'shipped', lines: [], discounts: [], totalCents: 0, assignedTo: null, priority: 'low', note: 'autre', version: 2 },
          ...{ billingAddress: null, deliveryAddress: null, invoiceNumber: null, invoiceStatus: null, customInputs: { b: [1] } },
          ...{ sealedAt: NOON, paidCents: 5, refundedCents: 3 },
        } as const satisfies Partial<FulfilmentOrder>;

        const after = await transact(scope, ({ orders }) =>
          orders.change(scope, draft.id, (before) => ({ order: { ...fulfilmentOf(before), ...change }, event: anEvent('shipped') })),
        );

        expect(after).to.deep.equal({ ...draft, sequence: 1, ...change });
        expect(await persistence.views.orders.get(scope, draft.id)).to.deep.equal(after);
      });

      it('are nothing that guests or keyed lists see', async () => {
        const { scope } = await establish(persistence);
        const draft = aFulfilment(scope);
        await transact(scope, ({ orders }) => orders.place(scope, draft, anEvent('draft')));

        expect(await persistence.views.orders.byPublicId(draft.id)).to.equal(null);
        expect((await persistence.views.orders.listAfter(scope, { limit: 10 })).items).to.deep.equal([]);
        expect((await list(scope)).items.map(({ id }) => id)).to.deep.equal([draft.id]);
      });

      it('are found by the words of their names, numbers and addresses', async () => {
        const { scope } = await establish(persistence);
        const draft = aFulfilment(scope);
        await transact(scope, ({ orders }) => orders.place(scope, draft, anEvent('draft')));
        await placed(persistence, scope);

        for (const search of ['zoe', 'OHARA hara', 'ETABLISSEMENTS', 'shop 4711', '001 zoé']) {
          if (search.includes('OHARA')) expect((await list(scope, { search })).total, search).to.equal(0);
          else
            expect(
              (await list(scope, { search })).items.map(({ id }) => id),
              search,
            ).to.deep.equal([draft.id]);
        }
      });

      it('share no number of an online shop', async () => {
        const { scope } = await establish(persistence);
        const place = () => transact(scope, ({ orders }) => orders.place(scope, aFulfilment(scope), anEvent('draft')));
        await place();

        expect((await refusalOf(place())).code).to.equal('duplicate');
      });
    });

    it('keeps a hundred lines in their order', async () => {
      const { scope } = await establish(persistence);
      const lines = Array.from({ length: 100 }, (_, index) =>
        aLine({ id: `${index}`, itemId: `i${(index * 37) % 100}`, note: `${index}` }),
      );
      const order = await placed(persistence, scope, { lines });

      expect((await persistence.views.orders.get(scope, order.id))?.lines).to.deep.equal(lines);
    });

    it('refuses an order whose id exists anywhere, and keeps the first', async () => {
      const { scope } = await establish(persistence);
      const stranger = await establish(persistence);
      const order = await placed(persistence, scope);

      for (const other of [scope, stranger.scope]) {
        expect((await refusalOf(placed(persistence, other, { id: order.id, note: 'autre' }))).code).to.equal('duplicate');
      }
      expect(await persistence.views.orders.byPublicId(order.id)).to.deep.equal(order);
      expect(await persistence.views.orders.events(scope, order.id)).to.have.length(1);
    });

    describe('orders that were taken before', () => {
      const past = (order: PastOrder['order'], ...events: PastOrder['events']): PastOrder => ({ order, events });

      it('are given back with every field and with all that has happened to them', async () => {
        const { scope } = await establish(persistence);
        const [meal, parcel] = [remarkable(scope), aFulfilment(scope, { status: 'delivered', version: 2 })];
        const events = [anEvent('confirmed'), anEvent('delivered', { at: minutesAfter(NOON, 9), reason: 'ici', data: { by: 1 } })] as const;

        await transact(scope, ({ orders }) => orders.placeAll(scope, [past(meal, anEvent('queued')), past(parcel, ...events)]));

        expect(await persistence.views.orders.get(scope, meal.id)).to.deep.equal({ ...meal, sequence: 1 });
        expect(await persistence.views.orders.get(scope, parcel.id)).to.deep.equal({ ...parcel, sequence: 1 });
        expect(await persistence.views.orders.events(scope, parcel.id)).to.deep.equal([...events]);
        expect((await list(scope, { search: 'luczak' })).total).to.equal(2);
      });

      it('get the next numbers of their service days, in the order they were placed, and are found by them', async () => {
        const { scope } = await establish(persistence);
        await placed(persistence, scope, { serviceDay: '2026-06-15' });
        const on = (serviceDay: string, minutes: number) => anOrder(scope, { serviceDay, placedAt: minutesAfter(NOON, minutes) });
        const [late, early, elsewhen] = [on('2026-06-15', 5), on('2026-06-15', 1), on('2026-06-16', 3)];

        await transact(scope, ({ orders }) =>
          orders.placeAll(
            scope,
            [late, early, elsewhen].map((order) => past(order, anEvent('queued'))),
          ),
        );

        const numberOf = async ({ id }: NewPickup) => (await persistence.views.orders.get(scope, id))?.sequence;
        expect([await numberOf(early), await numberOf(late), await numberOf(elsewhen)]).to.deep.equal([2, 3, 1]);
        expect((await list(scope, { search: '003' })).items.map(({ id }) => id)).to.deep.equal([late.id]);
        expect(await sequence(scope, '2026-06-15')).to.equal(4);
      });

      it('go on with their lives', async () => {
        const { scope } = await establish(persistence);
        const order = anOrder(scope, { status: 'accepted', version: 2 });
        await transact(scope, ({ orders }) => orders.placeAll(scope, [past(order, anEvent('queued'), anEvent('accepted'))]));

        expect(await step(scope, order.id, 'ready')).to.include({ status: 'ready', version: 3 });
        expect((await persistence.views.orders.events(scope, order.id)).map(({ status }) => status)).to.deep.equal([
          'queued',
          'accepted',
          'ready',
        ]);
      });

      it('are all refused when one of them is there already', async () => {
        const { scope } = await establish(persistence);
        const { id } = await placed(persistence, scope);
        const two = [anOrder(scope), anOrder(scope, { id })].map((order) => past(order, anEvent('queued')));

        const refusal = await refusalOf(transact(scope, ({ orders }) => orders.placeAll(scope, two)));

        expect(refusal.code).to.equal('duplicate');
        expect((await list(scope)).total).to.equal(1);
      });

      it('may be none, and may be orders of nothing', async () => {
        const { scope } = await establish(persistence);
        const empty = aFulfilment(scope, { lines: [], totalCents: 0 });

        await transact(scope, ({ orders }) => orders.placeAll(scope, []));
        await transact(scope, ({ orders }) => orders.placeAll(scope, [past(empty, anEvent('draft'))]));

        expect((await list(scope)).items.map(({ lines }) => lines)).to.deep.equal([[]]);
      });
    });

    describe('numbers', () => {
      it('count from one for every establishment and service day', async () => {
        const one = await establish(persistence);
        const other = await establishBeside(persistence, one);

        expect(await sequence(one.scope, '2026-06-16')).to.equal(1);
        expect(await sequence(one.scope, '2026-06-16')).to.equal(2);
        expect(await sequence(one.scope, '2026-06-17')).to.equal(1);
        expect(await sequence(other.scope, '2026-06-16')).to.equal(1);
        expect(await sequence(one.scope, '2026-06-16')).to.equal(3);
      });

      it('have no gap where an order was refused or its transaction failed', async () => {
        const { scope } = await establish(persistence);
        const first = await placed(persistence, scope);

        await refusalOf(placed(persistence, scope, { id: first.id }));
        await errorOf(
          transact(scope, async ({ orders }) => {
            await orders.place(scope, anOrder(scope), anEvent('queued'));
            throw new Error('changed their mind');
          }),
        );

        expect((await placed(persistence, scope)).sequence).to.equal(2);
      });

      it('are never given twice, however many orders are placed at once', async () => {
        const { scope } = await establish(persistence);

        const numbers = await atOnce(10, () => sequence(scope, '2026-06-16'));

        expect(numbers.sort((left, right) => left - right)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      });
    });

    describe('what an order claims', () => {
      const RATE = { bucket: 'orders', policy: { limit: 3, windowSecs: 60 } };
      const claim = (scope: Scope, claims: Partial<OrderClaims>) =>
        transact(scope, ({ orders }) =>
          orders.place(scope, anOrder(scope, { placedAt: NOON }), anEvent('queued'), { ...NO_CLAIMS, ...claims }),
        );
      const taken = async (scope: Scope) =>
        (await persistence.views.pickupSlots.taken(scope, NOON, minutesAfter(NOON, 1))).get(NOON.getTime());
      const pace = (scope: Scope) => transact(scope, ({ rateLimits }) => rateLimits.peek(scope, RATE.bucket, RATE.policy, NOON));

      it('is taken together with its number', async () => {
        const { scope } = await establish(persistence);

        const first = await claim(scope, { slot: { start: NOON, cap: 5 }, rate: RATE });
        const second = await claim(scope, { slot: { start: NOON, cap: null }, rate: RATE });

        expect([first?.order.sequence, second?.order.sequence]).to.deep.equal([1, 2]);
        expect([first?.rate?.remaining, second?.rate?.remaining]).to.deep.equal([2, 1]);
        expect(await taken(scope)).to.equal(2);
        expect((await pace(scope)).remaining).to.equal(1);
      });

      it('is nothing at all when the slot is full, and another slot can be tried in the same transaction', async () => {
        const { scope } = await establish(persistence);
        await claim(scope, { slot: { start: NOON, cap: 1 }, rate: RATE });

        const later = minutesAfter(NOON, 15);
        const [refused, accepted] = await transact(scope, async ({ orders }) => {
          const order = anOrder(scope, { placedAt: NOON });
          return [
            await orders.place(scope, order, anEvent('queued'), { slot: { start: NOON, cap: 1 }, rate: RATE }),
            await orders.place(scope, order, anEvent('queued'), { slot: { start: later, cap: 1 }, rate: RATE }),
          ];
        });

        expect(refused).to.equal(null);
        expect(accepted?.order.sequence).to.equal(2);
        expect(await taken(scope)).to.equal(1);
        expect((await pace(scope)).remaining).to.equal(1);
        expect((await list(scope)).total).to.equal(2);
      });

      it('is refused beyond the pace, with the state of it, and leaves nothing behind', async () => {
        const { scope } = await establish(persistence);
        for (let count = 0; count < 3; count += 1) await claim(scope, { rate: RATE });

        const refusal = await refusalOf(claim(scope, { slot: { start: NOON, cap: 5 }, rate: RATE }));

        expect(refusal).to.deep.include({ code: 'rate_limited', retryAfterSecs: 60 });
        expect(refusal).to.be.instanceOf(RateLimited).with.property('state').that.deep.includes({ taken: false, remaining: 0 });
        expect(await taken(scope)).to.equal(undefined);
        expect((await list(scope)).total).to.equal(3);
      });

      it('is never more than there is, however many orders are placed at once', async () => {
        const { scope } = await establish(persistence);

        const slots = await atOnce(8, () => claim(scope, { slot: { start: NOON, cap: 3 } }));
        const paces = await atOnce(8, () => claim(scope, { rate: RATE }).catch(() => null));

        expect(slots.filter((result) => result !== null)).to.have.length(3);
        expect(paces.filter((result) => result !== null)).to.have.length(3);
        expect(await taken(scope)).to.equal(3);
        expect((await list(scope)).items.map(({ sequence: number }) => number).sort()).to.deep.equal([1, 2, 3, 4, 5, 6]);
      });
    });

    describe('changing an order', () => {
      it('stores the new status and version, appends the event and answers the order', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope, remarkable(scope));

        const after = await step(scope, order.id, 'accept', 'dans 20 minutes ⏲');

        expect(after).to.deep.equal({ ...order, status: 'accepted', version: 2 });
        expect(await persistence.views.orders.get(scope, order.id)).to.deep.equal(after);
        expect(await persistence.views.orders.events(scope, order.id)).to.deep.equal([
          anEvent('queued'),
          anEvent('accepted', { actor: 'user:lucie', reason: 'dans 20 minutes ⏲' }),
        ]);
      });

      it('stores how it is paid, and tells those who follow', async () => {
        const { scope } = await establish(persistence);
        const payment = { method: 'card', status: 'pending' } as const;
        const order = await transact(scope, async ({ orders }) => {
          const placement = await orders.place(scope, anOrder(scope, { payment }), anEvent('queued', { payment: 'pending' }));
          return placement?.order;
        });
        if (order === undefined) throw new Error('The order was not placed.');

        const after = await transact(scope, ({ orders }) =>
          orders.change(scope, order.id, async (before) => ({
            order: { ...before, payment: { method: 'card', status: 'paid' }, version: 2 },
            event: anEvent('queued', { payment: 'paid' }),
          })),
        );

        expect(order.payment).to.deep.equal(payment);
        expect(after).to.deep.equal({ ...order, payment: { method: 'card', status: 'paid' }, version: 2 });
        expect(await persistence.views.orders.get(scope, order.id)).to.deep.equal(after);
        expect((await persistence.views.orders.events(scope, order.id)).map((event) => event.payment)).to.deep.equal(['pending', 'paid']);
        const changes = await persistence.views.orders.changesSince([{ tenantId: scope.tenantId, id: order.id, version: 1 }]);
        expect(changes.map(({ status, payment: told }) => [status, told])).to.deep.equal([['queued', 'paid']]);
      });

      it('changes nothing where the decision is that nothing changes', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope);
        expect(await transact(scope, ({ orders }) => orders.change(scope, order.id, async () => null))).to.deep.equal(order);
        expect(await persistence.views.orders.events(scope, order.id)).to.deep.equal([anEvent('queued')]);
      });

      it('shows the whole stored order to the decision', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope, remarkable(scope));
        let shown: Order | null = null;

        await transact(scope, ({ orders }) =>
          orders.change(scope, order.id, (before) => {
            shown = before;
            return { order: takeStep(pickupOf(before), 'accept'), event: anEvent('accepted') };
          }),
        );

        expect(shown).to.deep.equal(order);
      });

      it('stores what the decision returns, and never rewrites the identity of the order', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope);

        const after = await transact(scope, ({ orders }) =>
          orders.change(scope, order.id, (before) => ({
            order: {
              ...takeStep(pickupOf(before), 'accept'),
              lines: [],
              totalCents: 0,
              sequence: 999,
              placedAt: minutesAfter(NOON, 99),
              customer: { ...before.customer, name: 'Bob' },
            },
            event: anEvent('accepted'),
          })),
        );

        const customer = { ...order.customer, name: 'Bob' };
        expect(after).to.deep.equal({ ...order, status: 'accepted', version: 2, lines: [], totalCents: 0, customer });
        expect(await persistence.views.orders.get(scope, order.id)).to.deep.equal(after);
      });

      it('stores nothing when the decision throws, and passes its error on unchanged', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope);
        const refusal = new DomainError('invalid_transition', { facts: { status: 'queued' } });

        const thrown = await errorOf(
          transact(scope, ({ orders }) =>
            orders.change(scope, order.id, () => {
              throw refusal;
            }),
          ),
        );

        expect(thrown).to.equal(refusal);
        expect(await persistence.views.orders.get(scope, order.id)).to.deep.equal(order);
        expect(await persistence.views.orders.events(scope, order.id)).to.deep.equal([anEvent('queued')]);
      });

      it('lets only one of many who try the same step at once take it', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope);

        const outcomes = await atOnce(6, () =>
          step(scope, order.id, 'accept').then(
            ({ status }) => status,
            (error: DomainError) => error.code,
          ),
        );

        expect(outcomes.filter((outcome) => outcome === 'accepted')).to.have.length(1);
        expect(outcomes.filter((outcome) => outcome === 'invalid_transition')).to.have.length(5);
        expect(await persistence.views.orders.events(scope, order.id)).to.have.length(2);
      });

      it('keeps events of one instant in the order they happened', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope);
        for (const stepName of ['accept', 'ready', 'collect'] as const) await step(scope, order.id, stepName);

        const events = await persistence.views.orders.events(scope, order.id);

        expect(events.map(({ status }) => status)).to.deep.equal(['queued', 'accepted', 'ready', 'collected']);
      });

      it('refuses an order that does not exist, or belongs to another establishment', async () => {
        const one = await establish(persistence);
        const beside = await establishBeside(persistence, one);
        const stranger = await establish(persistence);
        const order = await placed(persistence, one.scope);

        expect((await refusalOf(step(one.scope, freshToken(), 'accept'))).code).to.equal('unknown_order');
        for (const { scope } of [beside, stranger])
          expect((await refusalOf(step(scope, order.id, 'accept'))).code).to.equal('unknown_order');
        expect(await persistence.views.orders.get(one.scope, order.id)).to.deep.equal(order);
      });
    });

    describe('screens', () => {
      it('list the orders of the establishment, newest first', async () => {
        const one = await establish(persistence);
        const beside = await establishBeside(persistence, one);
        const first = await placed(persistence, one.scope, { placedAt: NOON });
        const third = await placed(persistence, one.scope, { placedAt: minutesAfter(NOON, 2) });
        const second = await placed(persistence, one.scope, { placedAt: minutesAfter(NOON, 1) });
        await placed(persistence, beside.scope);

        expect(await list(one.scope)).to.deep.equal({ items: [third, second, first], total: 3, page: 1, pageSize: 20 });
        expect((await list(aScope())).items).to.deep.equal([]);
      });

      it('list the orders of one status', async () => {
        const { scope } = await establish(persistence);
        const queued = await placed(persistence, scope);
        const accepted = await step(scope, (await placed(persistence, scope)).id, 'accept');

        expect((await list(scope, { status: 'queued' })).items).to.deep.equal([queued]);
        expect((await list(scope, { status: 'accepted' })).items).to.deep.equal([accepted]);
        expect(await list(scope, { status: 'collected' })).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 20 });
      });

      it('search by the beginnings of the words of the number and of the customer, in any case, and nowhere else', async () => {
        const { scope } = await establish(persistence);
        const ada = await placed(persistence, scope, { customer: { name: 'Ada Lovelace', phone: '555', email: 'x@y.org' } });
        const bob = await placed(persistence, scope, { customer: { name: '100% Bob_by \\o/', phone: null, email: null }, note: 'Ada' });

        const found = async (search: string) => (await list(scope, { search })).items.map(({ id }) => id);
        for (const search of ['love', '555', 'x@y']) expect(await found(search), search).to.deep.equal([ada.id]);
        expect(await found('ADA')).to.deep.equal([ada.id]);
        expect(await found('002')).to.deep.equal([bob.id]);
        expect((await found('00')).sort()).to.deep.equal([ada.id, bob.id].sort());
        for (const search of ['100', 'BOB by']) expect(await found(search), search).to.deep.equal([bob.id]);
        for (const search of ['galette', '0002', 'absent', 'ovelace', "ada':* | 'bob"])
          expect(await found(search), search).to.deep.equal([]);
      });

      it('combine status and search, and count what they found', async () => {
        const { scope } = await establish(persistence);
        const wanted = await placed(persistence, scope, { customer: { name: 'Ada', phone: null, email: null } });
        await placed(persistence, scope, { customer: { name: 'Bob', phone: null, email: null } });
        await step(scope, (await placed(persistence, scope, { customer: { name: 'Ada', phone: null, email: null } })).id, 'reject');

        expect(await list(scope, { status: 'queued', search: 'ada' })).to.deep.equal({ items: [wanted], total: 1, page: 1, pageSize: 20 });
      });

      it('show every order once over their pages, also those of one instant', async () => {
        const { scope } = await establish(persistence);
        const many = Array.from({ length: 7 }, () => anOrder(scope));
        await transact(scope, async ({ orders }) => {
          for (const order of many) await orders.place(scope, order, anEvent('queued'));
        });

        const pages: Page<Order>[] = [];
        for (const page of [1, 2, 3, 4]) pages.push(await list(scope, { page, pageSize: 3 }));

        expect(pages.map(({ items }) => items.length)).to.deep.equal([3, 3, 1, 0]);
        expect(pages.map(({ total }) => total)).to.deep.equal([7, 7, 7, 7]);
        expect(pages.flatMap(({ items }) => items.map(({ id }) => id)).sort()).to.deep.equal(many.map(({ id }) => id).sort());
      });

      describe('page by page behind a cursor', () => {
        const LIMIT = 3;
        const pagesOf = async (scope: Scope, between: () => Promise<unknown> = async () => undefined) => {
          const pages: (readonly Order[])[] = [];
          for (let cursor: string | undefined, more = true; more; ) {
            const page = await persistence.views.orders.listAfter(scope, { limit: LIMIT, ...(cursor !== undefined && { cursor }) });
            pages.push(page.items);
            cursor = page.nextCursor ?? undefined;
            more = cursor !== undefined;
            await between();
          }
          return pages;
        };

        it('show every order once, newest first, also those of one instant', async () => {
          const one = await establish(persistence);
          const beside = await establishBeside(persistence, one);
          await placed(persistence, beside.scope);
          for (let index = 0; index < 7; index += 1) {
            await placed(persistence, one.scope, { placedAt: minutesAfter(NOON, Math.floor(index / 4)) });
          }

          const pages = await pagesOf(one.scope);

          expect(pages.map(({ length }) => length)).to.deep.equal([3, 3, 1]);
          expect(pages.flat()).to.deep.equal((await list(one.scope)).items);
        });

        it('end with a full page when nothing follows', async () => {
          const { scope } = await establish(persistence);
          for (let index = 0; index < LIMIT; index += 1) await placed(persistence, scope);
          expect((await pagesOf(scope)).map(({ length }) => length)).to.deep.equal([LIMIT]);
          expect(await pagesOf(aScope())).to.deep.equal([[]]);
        });

        it('neither repeat nor miss one when orders are placed meanwhile', async () => {
          const { scope } = await establish(persistence);
          const before: string[] = [];
          for (let index = 0; index < 7; index += 1)
            before.unshift((await placed(persistence, scope, { placedAt: minutesAfter(NOON, index) })).id);

          const pages = await pagesOf(scope, () => placed(persistence, scope, { placedAt: minutesAfter(NOON, 60) }));

          expect(pages.flat().map(({ id }) => id)).to.deep.equal(before);
        });

        it('are those of one status', async () => {
          const { scope } = await establish(persistence);
          const queued = await placed(persistence, scope);
          await step(scope, (await placed(persistence, scope)).id, 'accept');
          const page = await persistence.views.orders.listAfter(scope, { limit: LIMIT, status: 'queued' });
          expect(page).to.deep.equal({ items: [queued], nextCursor: null });
        });

        it('refuse a cursor that is not one of theirs', async () => {
          const { scope } = await establish(persistence);
          const cursors = [['x', 'y'], ['9', 'y'], ['+010000-01-01T00:00:00Z', 'y'], [NOON.toISOString(), '\u0000'], ['one part']].map(
            encodeCursor,
          );
          for (const cursor of ['', 'zz', ...cursors]) {
            const refusal = await refusalOf(persistence.views.orders.listAfter(scope, { limit: LIMIT, cursor }));
            expect(refusal.code, cursor).to.equal('invalid_request');
          }
        });
      });

      it('come oldest first, also to two followers of one order who know different changes', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope);
        await step(scope, order.id, 'accept');
        const follower = (version: number) => ({ tenantId: scope.tenantId, id: order.id, version });

        const versions = (await persistence.views.orders.changesSince([follower(1), follower(0)])).map(({ version }) => version);

        expect(versions).to.deep.equal([1, 2, 2]);
      });

      it('tell what happened since the change a follower knows of, for many orders of any tenant at once', async () => {
        const one = await establish(persistence);
        const other = await establish(persistence);
        const quiet = await placed(persistence, one.scope);
        const busy = await placed(persistence, other.scope);
        await step(other.scope, busy.id, 'accept', 'between us');
        await step(other.scope, busy.id, 'ready');
        const since = (quietVersion: number, busyVersion: number) =>
          persistence.views.orders.changesSince([
            { tenantId: one.scope.tenantId, id: quiet.id, version: quietVersion },
            { tenantId: other.scope.tenantId, id: busy.id, version: busyVersion },
          ]);

        expect(ofOrder(await since(0, 0), quiet.id)).to.deep.equal([
          { orderId: quiet.id, version: 1, status: 'queued', payment: null, at: NOON },
        ]);
        expect(ofOrder(await since(0, 0), busy.id)).to.deep.equal([
          { orderId: busy.id, version: 1, status: 'queued', payment: null, at: NOON },
          { orderId: busy.id, version: 2, status: 'accepted', payment: null, at: NOON },
          { orderId: busy.id, version: 3, status: 'ready', payment: null, at: NOON },
        ]);
        expect(await since(1, 2)).to.deep.equal([{ orderId: busy.id, version: 3, status: 'ready', payment: null, at: NOON }]);
        expect(await since(1, 3)).to.deep.equal([]);
        expect(await persistence.views.orders.changesSince([])).to.deep.equal([]);
      });

      it('tell nothing of orders that do not exist or are said to be of another tenant', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope);

        const changes = await persistence.views.orders.changesSince([
          { tenantId: scope.tenantId, id: freshToken(), version: 0 },
          { tenantId: aScope().tenantId, id: order.id, version: 0 },
        ]);

        expect(changes).to.deep.equal([]);
      });

      it('tell the changes of hundreds of followed orders', async () => {
        const { scope } = await establish(persistence);
        const order = await placed(persistence, scope);
        const followed = Array.from({ length: 600 }, () => ({ tenantId: scope.tenantId, id: freshToken(), version: 0 }));

        const changes = await persistence.views.orders.changesSince([...followed, { tenantId: scope.tenantId, id: order.id, version: 0 }]);

        expect(changes.map(({ orderId }) => orderId)).to.deep.equal([order.id]);
      });

      it('keep every event of an order whose reasons are forgotten, and those of others as they were', async () => {
        const { scope } = await establish(persistence);
        const [order, other] = [await placed(persistence, scope), await placed(persistence, scope)];
        for (const { id } of [order, other]) await step(scope, id, 'reject', 'Monsieur Martin était absent');
        const before = await persistence.views.orders.events(scope, order.id);

        await transact(scope, ({ orders }) => orders.forgetReasons(scope, order.id));

        expect(await persistence.views.orders.events(scope, order.id)).to.deep.equal(before.map((event) => ({ ...event, reason: null })));
        expect((await persistence.views.orders.events(scope, other.id)).at(-1)?.reason).to.equal('Monsieur Martin était absent');
      });

      it('show an order to its establishment only, and to whoever knows its id', async () => {
        const one = await establish(persistence);
        const beside = await establishBeside(persistence, one);
        const order = await placed(persistence, one.scope);

        expect(await persistence.views.orders.get(beside.scope, order.id)).to.equal(null);
        expect(await persistence.views.orders.events(beside.scope, order.id)).to.deep.equal([]);
        expect((await persistence.views.orders.byPublicId(order.id))?.siteId).to.equal(one.scope.siteId);
      });

      it('list what nobody has answered, longest ago first, and not what is paid by card', async () => {
        const { scope } = await establish(persistence);
        const longAgo = (minutes: number) => minutesAfter(new Date('2001-01-01T00:00:00Z'), minutes);
        const later = await placed(persistence, scope, { pickupAt: longAgo(2) });
        const sooner = await placed(persistence, scope, { pickupAt: longAgo(1) });
        await placed(persistence, scope, { pickupAt: longAgo(3) });
        await placed(persistence, scope, { pickupAt: longAgo(0), payment: { method: 'card', status: 'paid' } });
        const accepted = await placed(persistence, scope, { pickupAt: longAgo(0) });
        await step(scope, accepted.id, 'accept');

        const { tenantId, siteId } = scope;
        const listed = (limit: number) => persistence.views.orders.unanswered(longAgo(3), limit);
        expect(await listed(9)).to.deep.equal([sooner, later].map(({ id }) => ({ tenantId, siteId, id })));
        expect(await listed(1)).to.deep.equal([{ tenantId, siteId, id: sooner.id }]);
        for (const { id } of await persistence.views.orders.unanswered(longAgo(4), 9)) await step(scope, id, 'reject');
      });

      it('have nothing under ids that do not exist', async () => {
        const impossible = [freshToken(), '', '%', '_', "' or true --", 'x'.repeat(3000)];
        for (const id of impossible) {
          expect(await persistence.views.orders.byPublicId(id), JSON.stringify(id)).to.equal(null);
        }
      });
    });
  });
}

function ofOrder(changes: readonly OrderChange[], id: string): OrderChange[] {
  return changes.filter(({ orderId }) => orderId === id);
}
