import { randomUUID } from 'node:crypto';
import type { Client } from '@comptoir/core/clients/client.js';
import type { ClientFilter } from '@comptoir/core/clients/client-store.js';
import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { FulfilmentOrder, NewOrder, Order } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import { aFulfilment, anEvent, anOrder, establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aClient, aClientEvent } from './client-builders.js';
import { aDraft, aDraftInput, anInvoice, aRecurring, stored } from './invoice-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

const JUNE = new Date('2026-06-01T00:00:00Z');

/** What a database keeps beside its clients must be what their orders come to, whichever way these were written. */
export function exerciseClientSales(name: string, open: Open): void {
  describePort('ClientViews over the order book', name, open, (persistence) => {
    const create = (scope: Scope, ...clients: readonly Client[]) =>
      persistence.transact(scope, (stores) => stores.clients.create(scope, clients, aClientEvent({ kind: 'created' })));
    const place = (scope: Scope, order: NewOrder) =>
      persistence.transact(scope, async (stores) => {
        const placed = await stores.orders.place(scope, order, anEvent(order.status));
        if (placed === null) throw new Error('The slot is full');
        return placed.order;
      });
    const sale = (scope: Scope, client: Client | null, changes: Partial<FulfilmentOrder> = {}) =>
      place(
        scope,
        aFulfilment(scope, {
          clientId: client?.id ?? null,
          status: 'confirmed',
          paidCents: 0,
          refundedCents: 0,
          ...changes,
          invoiceNumber: null,
        }),
      );
    const change = (scope: Scope, { id }: Order, decide: (order: Order) => Order) =>
      persistence.transact(scope, ({ orders }) =>
        orders.change(scope, id, (before) => {
          const order = { ...decide(before), version: before.version + 1 };
          return { order, event: anEvent(order.status) };
        }),
      );
    const views = () => persistence.views.clients;
    const figures = async (scope: Scope, { id }: Client) => (await views().figures(scope, [id])).get(id);
    const listed = async (scope: Scope, filter: Partial<ClientFilter>) =>
      (await views().list(scope, { ...FIRST_PAGE, ...filter })).items.map(({ lastName }) => lastName);

    it('counts what a client ordered, whatever becomes of the orders', async () => {
      const { scope } = await establish(persistence);
      const [client, other] = [aClient(), aClient()];
      await create(scope, client, other);
      const none = { orders: 0, spentCents: 0, firstOrderAt: null, lastOrderAt: null };
      expect(await figures(scope, client)).to.deep.equal(none);

      const early = await sale(scope, client, { placedAt: minutesAfter(NOON, -9) });
      const late = await sale(scope, client, { status: 'draft', placedAt: minutesAfter(NOON, 9) });
      await place(scope, anOrder(scope, { clientId: client.id, totalCents: 1900 }));
      expect(await figures(scope, client)).to.deep.equal({
        orders: 2,
        spentCents: early.totalCents + 1900,
        firstOrderAt: minutesAfter(NOON, -9),
        lastOrderAt: NOON,
      });

      await change(scope, late, (order) => ({ ...order, status: 'confirmed' }) as Order);
      await change(scope, early, (order) => ({ ...order, refundedCents: 100, paidCents: 100 }));
      expect(await figures(scope, client)).to.deep.equal({
        orders: 3,
        spentCents: early.totalCents + late.totalCents + 1900 - 100,
        firstOrderAt: minutesAfter(NOON, -9),
        lastOrderAt: minutesAfter(NOON, 9),
      });

      await change(scope, early, (order) => ({ ...order, status: 'cancelled' }) as Order);
      await change(scope, late, (order) => ({ ...order, clientId: other.id }));
      expect(await figures(scope, client)).to.deep.equal({ orders: 1, spentCents: 1900, firstOrderAt: NOON, lastOrderAt: NOON });
      expect((await figures(scope, other))?.spentCents).to.equal(late.totalCents);
      await change(scope, late, (order) => ({ ...order, clientId: null }));
      expect(await figures(scope, other)).to.deep.equal(none);
    });

    it('counts every one of many orders at once', async () => {
      const { scope } = await establish(persistence);
      const client = aClient();
      await create(scope, client);

      const orders = await atOnce(8, () => sale(scope, client));
      await Promise.all(orders.slice(0, 4).map((order) => change(scope, order, (before) => ({ ...before, status: 'cancelled' }) as Order)));

      expect(await figures(scope, client)).to.deep.include({ orders: 4, spentCents: 4 * (orders[0]?.totalCents ?? 0) });
    });

    it('keeps the figures of a client that is changed', async () => {
      const { scope } = await establish(persistence);
      const client = aClient();
      await create(scope, client);
      await sale(scope, client);
      const before = await figures(scope, client);

      await persistence.transact(scope, (stores) =>
        stores.clients.change(scope, client.id, (one) => ({ client: { ...one, lastName: 'King' }, event: aClientEvent() })),
      );

      expect(await figures(scope, client)).to.deep.equal(before);
    });

    it('sorts by spending and by the last order, those without orders first or last, and filters them', async () => {
      const { scope } = await establish(persistence);
      const [big, recent, never] = [aClient({ lastName: 'Big' }), aClient({ lastName: 'Recent' }), aClient({ lastName: 'Never' })];
      await create(scope, big, recent, never);
      await sale(scope, big, { placedAt: minutesAfter(NOON, -60) });
      await place(scope, anOrder(scope, { clientId: recent.id, totalCents: 100 }));

      expect(await listed(scope, { sort: '-totalSpent' })).to.deep.equal(['Big', 'Recent', 'Never']);
      expect(await listed(scope, { sort: 'totalSpent' })).to.deep.equal(['Never', 'Recent', 'Big']);
      expect(await listed(scope, { sort: '-lastOrderAt' })).to.deep.equal(['Recent', 'Big', 'Never']);
      expect(await listed(scope, { sort: 'lastOrderAt' })).to.deep.equal(['Never', 'Big', 'Recent']);
      expect(await listed(scope, { hasOrders: true })).to.deep.equal(['Big', 'Recent']);
      expect(await listed(scope, { hasOrders: false })).to.deep.equal(['Never']);
    });

    it('adds up all clients that are listed, and those of each month where the establishment is', async () => {
      const { scope } = await establish(persistence);
      const client = aClient({ kind: 'company', emailConsent: { granted: true, at: NOON, source: 'staff' } });
      const midnight = aClient({ createdAt: new Date('2026-06-30T22:30:00Z') });
      await create(scope, client, midnight, aClient({ anonymizedAt: NOON }), aClient({ createdAt: minutesAfter(JUNE, -1) }));
      const { totalCents } = await sale(scope, client);

      expect(await views().totals(scope)).to.deep.equal({
        clients: 3,
        companies: 1,
        withConsent: 1,
        withOrders: 1,
        spentCents: totalCents,
      });
      expect(await views().newPerMonth(scope, JUNE, 'Europe/Paris')).to.deep.equal([
        { month: '2026-06', clients: 1 },
        { month: '2026-07', clients: 1 },
      ]);
    });

    it('knows the orders of a client, newest first, and what is still to be paid for those that are sent', async () => {
      const one = await establish(persistence);
      const { scope } = one;
      const client = aClient();
      await create(scope, client);
      await create((await establishBeside(persistence, one)).scope, client);
      const sent = await sale(scope, client, { paidCents: 300, refundedCents: 50 });
      const picked = await place(scope, anOrder(scope, { clientId: client.id, placedAt: minutesAfter(NOON, 5) }));
      await sale(scope, client, { status: 'draft', placedAt: minutesAfter(NOON, -5) });
      await sale(scope, null);

      const page = await views().orders(scope, client.id, { page: 1, pageSize: 2 });

      expect([page.total, page.items]).to.deep.equal([3, [picked, sent]]);
      expect(await views().openBalanceCents(scope, client.id)).to.equal(sent.totalCents - 250);
      expect(await views().openBalanceCents(scope, randomUUID())).to.equal(0);
    });

    it('counts what is owed once: by an order, or by an issued invoice that is of no such order', async () => {
      const { scope } = await establish(persistence);
      const [client, merged, stranger] = [aClient(), aClient(), aClient()];
      await create(scope, client, { ...merged, mergedInto: client.id }, stranger);
      const bill = (clientId: string, changes: Partial<Invoice> = {}) => {
        const invoice = anInvoice({ ...changes }, scope);
        return stored(persistence, scope, { ...invoice, buyer: { ...invoice.buyer, clientId } });
      };
      const sent = await sale(scope, client);
      const picked = await place(scope, anOrder(scope, { clientId: client.id }));
      await bill(client.id, { orderId: sent.id });
      await bill(client.id, { status: 'paid', paidCents: 1900 });
      await bill(client.id, { status: 'draft', number: null, issueDate: null, seller: null });
      await bill(stranger.id);
      expect(await views().openBalanceCents(scope, client.id)).to.equal(sent.totalCents);

      await bill(client.id, { orderId: picked.id });
      await bill(merged.id, { status: 'partially_paid', paidCents: 500, creditedCents: 100 });

      expect(await views().openBalanceCents(scope, client.id)).to.equal(sent.totalCents + 1900 + 1300);
    });

    it('keeps a client whom an invoice or a recurring invoice refers to', async () => {
      const { scope } = await establish(persistence);
      const [invoiced, recurring] = [aClient(), aClient()];
      await create(scope, invoiced, recurring);
      const draft = aDraft(scope);
      await stored(persistence, scope, { ...draft, buyer: { ...draft.buyer, clientId: invoiced.id } });
      await persistence.transact(scope, (stores) =>
        stores.recurringInvoices.create(scope, aRecurring(scope, { content: aDraftInput({ clientId: recurring.id }) })),
      );

      for (const { id } of [invoiced, recurring]) {
        const refused = persistence.transact(scope, ({ clients }) => clients.delete(scope, id));
        expect((await refusalOf(refused)).code).to.equal('in_use');
      }
    });

    it('names the orders of a client, and those of nobody with the same mail address', async () => {
      const { scope } = await establish(persistence);
      const [client, other] = [aClient(), aClient()];
      await create(scope, client, other);
      const customer = { name: 'Ada', phone: null, email: 'Ada@example.org' };
      const own = await sale(scope, client);
      const guest = await place(scope, anOrder(scope, { customer }));
      await place(scope, anOrder(scope, { customer: { ...customer, email: 'ada@example.org.example' } }));
      await sale(scope, other, { customer });

      expect(await views().orderIds(scope, client.id, 'ada@example.org')).to.have.members([own.id, guest.id]);
      expect(await views().orderIds(scope, client.id, null)).to.deep.equal([own.id]);
    });

    it('keeps a client that an order refers to', async () => {
      const { scope } = await establish(persistence);
      const client = aClient();
      await create(scope, client);
      await sale(scope, client);

      const refused = persistence.transact(scope, ({ clients }) => clients.delete(scope, client.id));

      expect((await refusalOf(refused)).code).to.equal('in_use');
      expect(await views().get(scope, client.id)).to.deep.equal(client);
    });

    it('finds clients that may be one: the surest signs first, oldest clients first', async () => {
      const { scope } = await establish(persistence);
      const ada = aClient({ email: 'a.da@example.org', phone: '06 12 34 56 78' });
      const twin = aClient({ firstName: 'LOVELACE', lastName: 'ÁDA', createdAt: minutesAfter(NOON, 1) });
      const caller = aClient({ lastName: 'Byron', phone: '+33 612345678', createdAt: minutesAfter(NOON, -1) });
      const box = aClient({ firstName: null, lastName: null, email: 'ada+shop@example.org', createdAt: minutesAfter(NOON, 2) });
      await create(scope, ada, twin, caller, box, aClient({ lastName: 'Solo', phone: '0033' }), aClient({ anonymizedAt: NOON }));

      const groups = await views().duplicates(scope, 10);

      expect(groups).to.deep.equal([
        { reason: 'email', clients: [ada, box] },
        { reason: 'phone', clients: [caller, ada] },
        { reason: 'name', clients: [ada, twin] },
      ]);
      expect(await views().duplicates(scope, 1)).to.have.length(1);
    });

    it('shows only the consents of a history when asked', async () => {
      const { scope } = await establish(persistence);
      const client = aClient();
      await create(scope, client);
      const given = aClientEvent({ kind: 'consent', at: minutesAfter(NOON, 1), facts: { granted: false, source: 'staff' } });
      await persistence.transact(scope, (stores) => stores.clients.change(scope, client.id, (one) => ({ client: one, event: given })));

      const { items, total } = await views().history(scope, client.id, { ...FIRST_PAGE, onlyConsents: true });

      expect([total, items]).to.deep.equal([1, [{ ...given, clientId: client.id }]]);
    });
  });
}
