import { randomUUID } from 'node:crypto';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { afterFulfilmentStep, type FulfilmentStep } from '@comptoir/core/orders/fulfilment-life.js';
import { type FulfilmentOrder, fulfilmentOf, type NewOrder, type Order, pickupOf, takeStep } from '@comptoir/core/orders/order.js';
import type { OrderFilter } from '@comptoir/core/orders/order-views.js';
import { expect } from 'chai';
import {
  aFulfilment,
  aLine,
  anEvent,
  anOrder,
  DAY_MS,
  establish,
  establishBeside,
  FIRST_PAGE,
  freshToken,
  minutesAfter,
  NOON,
} from './builders.js';
import { aClient, aClientEvent } from './client-builders.js';
import { describePort, errorOf, type Open, refusalOf } from './suite.js';

export function exerciseOrderDesk(name: string, open: Open): void {
  describePort('The order desk', name, open, (persistence) => {
    const { transact } = persistence;
    const desk = () => persistence.views.orderDesk;
    const put = async (scope: Scope, order: NewOrder, at: Date = NOON): Promise<Order> => {
      const placed = await transact(scope, ({ orders }) => orders.place(scope, order, anEvent(order.status, { at })));
      if (placed === null) throw new Error('No slot was asked for.');
      return placed.order;
    };
    const sent = (scope: Scope, changes: Partial<FulfilmentOrder> = {}): Promise<Order> =>
      put(scope, aFulfilment(scope, { id: freshToken(), invoiceNumber: null, assignedTo: null, sealedAt: null, ...changes }));
    const step = (scope: Scope, { id }: Order, taken: FulfilmentStep, at: Date) =>
      transact(scope, ({ orders }) =>
        orders.change(scope, id, (before) => {
          const order = afterFulfilmentStep(fulfilmentOf(before), taken);
          return { order, event: anEvent(order.status, { at }) };
        }),
      );
    const list = async (scope: Scope, filter: Partial<OrderFilter>) => {
      const { items, total } = await persistence.views.orders.list(scope, { ...FIRST_PAGE, ...filter });
      expect(total).to.equal(items.length);
      return items.map(({ id }) => id);
    };

    it('finds orders by every filter, and by all of them at once', async () => {
      const { scope } = await establish(persistence);
      const [client, clerk] = [aClient(), randomUUID()];
      await transact(scope, ({ clients }) => clients.create(scope, [client], aClientEvent()));
      const pickup = await put(scope, anOrder(scope, { placedAt: minutesAfter(NOON, 3) }));
      const paid = await sent(scope, { placedAt: minutesAfter(NOON, 2), clientId: client.id, assignedTo: clerk, refundedCents: 0 });
      const open = await sent(scope, {
        placedAt: minutesAfter(NOON, 1),
        status: 'shipped',
        priority: 'low',
        paidCents: 5,
        refundedCents: 0,
      });

      const filters: [Partial<OrderFilter>, readonly Order[]][] = [
        [{}, [pickup, paid, open]],
        [{ channel: 'takeaway' }, [pickup]],
        [{ clientId: client.id }, [paid]],
        [{ clientId: 'nobody' }, []],
        [{ assignedTo: clerk }, [paid]],
        [{ assignedTo: null }, [pickup, open]],
        [{ priority: 'low' }, [open]],
        [{ paymentState: 'paid' }, [paid]],
        [{ paymentState: 'partly_paid' }, [open]],
        [{ paymentState: 'unpaid' }, [pickup]],
        [{ placedFrom: minutesAfter(NOON, 2) }, [pickup, paid]],
        [{ placedTo: minutesAfter(NOON, 2) }, [open]],
        [{ statuses: ['queued', 'draft'] }, [pickup, paid]],
        [{ status: 'draft', statuses: ['queued'] }, []],
        [{ unsealed: true }, [pickup, open]],
        [{ unsealed: false }, [paid]],
        [{ unsealed: true, status: 'shipped' }, [open]],
        [{ search: 'zoe', channel: 'backoffice', statuses: ['draft'], paymentState: 'paid', assignedTo: clerk }, [paid]],
        [{ sort: 'placedAt' }, [open, paid, pickup]],
        [{ sort: '-totalCents', channel: 'backoffice' }, [paid, open].toSorted((one, other) => (one.id < other.id ? 1 : -1))],
        [{ sort: 'totalCents' }, [pickup, ...[paid, open].toSorted((one, other) => (one.id < other.id ? -1 : 1))]],
      ];
      for (const [filter, wanted] of filters)
        expect(await list(scope, filter), JSON.stringify(filter)).to.deep.equal(wanted.map(({ id }) => id));
    });

    it('says how far an order is paid as the rule has it', async () => {
      const { scope } = await establish(persistence);
      const money = [
        [0, 0, 'unpaid'],
        [2209, 0, 'partly_paid'],
        [2210, 0, 'paid'],
        [9999, 0, 'paid'],
        [2210, 1, 'partly_paid'],
        [2210, 2210, 'refunded'],
      ] as const;
      for (const [paidCents, refundedCents, paymentState] of money) {
        const { id } = await sent(scope, { paidCents, refundedCents });
        expect(await list(scope, { paymentState }), `${paidCents} ${refundedCents}`).to.include(id);
      }
      const free = await sent(scope, { totalCents: 0, lines: [], paidCents: 0, refundedCents: 0 });
      const card = await put(scope, anOrder(scope, { payment: { method: 'card', status: 'paid' } }));
      const due = await put(scope, anOrder(scope, { payment: { method: 'card', status: 'refund_due' } }));
      expect(await list(scope, { paymentState: 'paid' })).to.include.members([free.id, card.id]);
      expect(await list(scope, { paymentState: 'refunded' })).to.include(due.id);
    });

    it('finds an order by the number of its day, and rows to choose from', async () => {
      const one = await establish(persistence);
      const beside = await establishBeside(persistence, one);
      await sent(beside.scope);
      const first = await sent(one.scope);
      const second = await sent(one.scope, { placedAt: minutesAfter(NOON, 1) });

      expect(await desk().byNumber(one.scope, '2026-06-16', 2)).to.deep.equal(second);
      expect(await desk().byNumber(one.scope, '2026-06-17', 2)).to.equal(null);
      const rows = await desk().find(one.scope, 'hara', 5);
      expect(rows.map(({ id }) => id)).to.deep.equal([second.id, first.id]);
      expect(rows[0]).to.deep.equal({
        ...{ id: second.id, sequence: 2, serviceDay: '2026-06-16', channel: 'backoffice', status: 'draft' },
        ...{ placedAt: minutesAfter(NOON, 1), customerName: "Zoé O'Hara", totalCents: 2210, currency: 'EUR' },
      });
      expect(await desk().find(one.scope, 'zoe', 1)).to.have.length(1);
    });

    it('gives orders in parts that follow each other, as they are filtered', async () => {
      const { scope } = await establish(persistence);
      const orders: Order[] = [];
      for (let index = 0; index < 5; index += 1) orders.unshift(await sent(scope, { placedAt: minutesAfter(NOON, Math.floor(index / 2)) }));
      await put(scope, anOrder(scope));

      const one = await desk().part(scope, { channel: 'backoffice', limit: 3 });
      const other = await desk().part(scope, {
        channel: 'backoffice',
        limit: 3,
        ...(one.nextCursor !== null && { cursor: one.nextCursor }),
      });

      const sorted = orders.toSorted((left, right) => right.placedAt.getTime() - left.placedAt.getTime() || (left.id < right.id ? 1 : -1));
      expect([...one.items, ...other.items]).to.deep.equal(sorted);
      expect(other.nextCursor).to.equal(null);
      expect((await refusalOf(desk().part(scope, { limit: 3, cursor: 'zz' }))).code).to.equal('invalid_request');
    });

    it('finds what is forgotten: on its way, or ready and past its pickup, since before an instant', async () => {
      const { scope } = await establish(persistence);
      const [early, late] = [minutesAfter(NOON, -60), minutesAfter(NOON, -10)];
      const shippedEarly = await sent(scope, { status: 'confirmed' });
      await step(scope, shippedEarly, 'ship', early);
      const shippedLate = await sent(scope, { status: 'confirmed' });
      await step(scope, shippedLate, 'ship', late);
      await sent(scope, { status: 'confirmed' });
      const ready = async (pickupAt: Date) => {
        const order = await put(scope, anOrder(scope, { status: 'accepted', pickupAt }), early);
        await transact(scope, ({ orders }) =>
          orders.change(scope, order.id, (before) => ({
            order: takeStep(pickupOf(before), 'ready'),
            event: anEvent('ready', { at: early }),
          })),
        );
        return order;
      };
      const waiting = await ready(minutesAfter(NOON, -30));
      await ready(minutesAfter(NOON, 30));

      const forgotten = async (before: Date) => (await desk().unsealed(scope, before, FIRST_PAGE)).items.map(({ id }) => id);
      expect(await forgotten(NOON)).to.deep.equal([shippedEarly.id, waiting.id, shippedLate.id]);
      expect(await forgotten(late)).to.deep.equal([shippedEarly.id, waiting.id]);
      expect(await forgotten(early)).to.deep.equal([]);
      expect(await desk().sitesWithUnsealed(late)).to.deep.include({ tenantId: scope.tenantId, siteId: scope.siteId });

      // A change of something else does not begin the time anew.
      await transact(scope, ({ orders }) =>
        orders.change(scope, shippedEarly.id, (before) => ({
          order: { ...fulfilmentOf(before), priority: 'low', version: before.version + 1 },
          event: anEvent('shipped', { kind: 'priority' }),
        })),
      );
      expect(await forgotten(late)).to.include(shippedEarly.id);
      await step(scope, shippedEarly, 'deliver', NOON);
      expect(await forgotten(late)).to.deep.equal([waiting.id]);
    });

    it('keeps notes of an order, newest first, and drops them with it', async () => {
      const { scope } = await establish(persistence);
      const stranger = await establish(persistence);
      const { id } = await sent(scope);
      const note = (text: string, minutes: number) => ({ id: randomUUID(), text, author: 'user:lucie', at: minutesAfter(NOON, minutes) });
      const [first, second] = [note('Rappeler\nà 8 h', 0), note('Fait', 1)];
      const add = (by: Scope, one: typeof first) => transact(by, ({ orderNotes }) => orderNotes.add(by, id, one));
      const remove = (by: Scope, noteId: string) => transact(by, ({ orderNotes }) => orderNotes.remove(by, id, noteId));
      const notes = async (by: Scope = scope) => (await desk().notes(by, id, FIRST_PAGE)).items;

      await add(scope, first);
      await add(scope, second);
      expect(await notes()).to.deep.equal([second, first]);
      expect(await notes(stranger.scope)).to.deep.equal([]);
      expect((await refusalOf(add(stranger.scope, note('Volé', 2)))).code).to.equal('unknown_order');
      expect([await remove(stranger.scope, first.id), await remove(scope, 'none'), await remove(scope, second.id)]).to.deep.equal([
        ...[false, false, true],
      ]);
      expect(await notes()).to.deep.equal([first]);

      await transact(scope, ({ orderNotes }) => orderNotes.drop(scope, id));
      expect(await notes()).to.deep.equal([]);
      await add(scope, first);
      await transact(scope, ({ orders }) => orders.remove(scope, id, () => undefined));
      expect([await persistence.views.orders.get(scope, id), await notes()]).to.deep.equal([null, []]);
      expect(await persistence.views.orders.events(scope, id)).to.deep.equal([]);
    });

    it('deletes no order that the check refuses, and none of another establishment', async () => {
      const { scope } = await establish(persistence);
      const stranger = await establish(persistence);
      const order = await sent(scope);
      const remove = (by: Scope, check: (order: Order) => void) => transact(by, ({ orders }) => orders.remove(by, order.id, check));
      const refusal = new DomainError('invalid_transition');

      expect((await refusalOf(remove(stranger.scope, () => undefined))).code).to.equal('unknown_order');
      const thrown = await errorOf(
        remove(scope, (shown) => {
          expect(shown).to.deep.equal(order);
          throw refusal;
        }),
      );
      expect(thrown).to.equal(refusal);
      expect(await persistence.views.orders.get(scope, order.id)).to.deep.equal(order);
    });

    it('counts what was placed in a time by day of a zone, channel and state, and what sells best', async () => {
      const { scope } = await establish(persistence);
      const night = new Date('2026-06-16T22:30:00Z');
      await sent(scope, { placedAt: night, status: 'confirmed' });
      await sent(scope, { placedAt: minutesAfter(night, 1), status: 'confirmed' });
      await sent(scope, { placedAt: NOON, status: 'cancelled' });
      await put(
        scope,
        anOrder(scope, { lines: [aLine({ itemId: 'crêpe', name: 'Crêpe', quantity: 9, totalCents: 8550 })], totalCents: 8550 }),
      );
      await sent(scope, { placedAt: new Date(NOON.getTime() - DAY_MS) });
      const period = { from: new Date('2026-06-15T22:00:00Z'), to: new Date('2026-06-17T22:00:00Z') };

      const figures = await desk().figures(scope, period, 'Europe/Paris');
      expect(figures.toSorted((one, other) => (`${one.day}${one.channel}` < `${other.day}${other.channel}` ? -1 : 1))).to.deep.equal([
        { day: '2026-06-16', channel: 'backoffice', status: 'cancelled', orders: 1, totalCents: 2210 },
        { day: '2026-06-16', channel: 'takeaway', status: 'queued', orders: 1, totalCents: 8550 },
        { day: '2026-06-17', channel: 'backoffice', status: 'confirmed', orders: 2, totalCents: 4420 },
      ]);
      expect(await desk().topItems(scope, period, 5)).to.deep.equal([
        { itemId: 'crêpe', name: 'Crêpe', quantity: 9, totalCents: 8550 },
        { itemId: 'galette', name: 'Galette complète', quantity: 4, totalCents: 3420 },
      ]);
      expect(await desk().topItems(scope, period, 1)).to.have.length(1);
    });
  });
}
