import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { DEMO_ACCOUNT } from '@comptoir/app/demo/demo-account.js';
import { DEMO_TENANT_ID, loadDemo } from '@comptoir/app/demo/load-demo.js';
import type { Client } from '@comptoir/core/clients/client.js';
import type { InvoiceSummary } from '@comptoir/core/invoices/invoice-store.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { FULFILMENT_STEPS } from '@comptoir/core/orders/fulfilment-life.js';
import { type Order, type OrderEvent, type OrderStatus, PICKUP_STEPS } from '@comptoir/core/orders/order.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { expect } from 'chai';
import { plainPasswords, testDeps } from '../support/service-deps.js';

const PAGE = 100;
const STEPS = [...Object.values(PICKUP_STEPS), ...Object.values(FULFILMENT_STEPS)];

async function demoAt(now: string): Promise<Services> {
  const services = makeServices(testDeps({ persistence: makeMemoryPersistence(), clock: fixedClock(new Date(now)), crypto: nodeCrypto }));
  await loadDemo(services, plainPasswords);
  return services;
}

async function scopeOf({ views }: Services, slug: string): Promise<Scope> {
  const site = await views.sites.bySlug(slug);
  if (site === null) throw new Error(`${slug} is not loaded`);
  return { tenantId: DEMO_TENANT_ID, siteId: site.id, actor: { kind: 'system', name: 'tests' } };
}

async function all<Row>(read: (page: number) => Promise<{ readonly items: readonly Row[]; readonly total: number }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await read(page);
    rows.push(...items);
    if (rows.length >= total || items.length === 0) return rows;
  }
}

const ordersOf = ({ views }: Services, scope: Scope) => all((page) => views.orders.list(scope, { page, pageSize: PAGE }));
const invoicesOf = ({ views }: Services, scope: Scope) => all((page) => views.invoices.list(scope, { page, pageSize: PAGE }));
const clientsOf = ({ views }: Services, scope: Scope) => all((page) => views.clients.list(scope, { page, pageSize: PAGE }));

/** What everybody gets alike: all but ids, which nobody may foresee. */
function withoutIds(orders: readonly Order[]) {
  return orders
    .map(({ serviceDay, placedAt, status, totalCents, customer, version }) => ({
      serviceDay,
      placedAt,
      status,
      totalCents,
      customer,
      version,
    }))
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

function isLegal(from: OrderStatus, to: OrderStatus): boolean {
  return STEPS.some((step) => step.to === to && step.from.some((status) => status === from));
}

function expectLived(order: Order, events: readonly OrderEvent[], now: Date): void {
  expect(events.length, order.id).to.equal(order.version);
  expect(events[0]?.at, order.id).to.deep.equal(order.placedAt);
  expect(events.at(-1)?.status, order.id).to.equal(order.status);
  for (const [index, { kind, status, at }] of events.entries()) {
    const before = events[index - 1];
    expect(at.getTime(), order.id).to.be.at.most(now.getTime());
    if (before === undefined) continue;
    expect(at.getTime(), order.id).to.be.greaterThan(before.at.getTime());
    const isStep = kind !== 'invoice' && kind !== 'credit_note';
    expect(isStep ? isLegal(before.status, status) : before.status === status, `${before.status} to ${status}`).to.equal(true);
  }
}

function hasAll(invoice: InvoiceSummary, filter: Partial<InvoiceSummary>): boolean {
  return Object.entries(filter).every(([field, value]) => invoice[field as keyof InvoiceSummary] === value);
}

function expectPriced({ id, lines, discounts, totalCents }: Order): void {
  const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);
  expect(totalCents, id).to.equal(sum(lines.map((line) => line.totalCents)));
  expect(sum(lines.map((line) => line.discountCents)), id).to.equal(sum(discounts.map(({ amountCents }) => amountCents)));
  for (const line of lines) expect(line.totalCents, id).to.equal(line.unitPriceCents * line.quantity - line.discountCents);
}

/** A week day, New Year's morning, the night the clocks change and a leap day. */
const MOMENTS = ['2026-11-21T02:30:00Z', '2027-01-01T00:10:00Z', '2027-03-28T01:00:00Z', '2028-02-29T12:00:00Z'];

describe('the past of the demo', function () {
  this.timeout(60_000);
  let services: Services;
  let atelier: Scope;
  const now = new Date('2026-11-21T15:00:00Z');

  before(async () => {
    services = await demoAt(now.toISOString());
    atelier = await scopeOf(services, 'atelier-nord');
  });

  for (const moment of MOMENTS) {
    it(`has orders under way and others that are over, a full last month and a ledger that adds up when it is loaded at ${moment}`, async () => {
      const then = await demoAt(moment);
      const scope = await scopeOf(then, 'atelier-nord');
      const orders = await ordersOf(then, scope);
      const counts = (statuses: readonly OrderStatus[]) => orders.filter(({ status }) => statuses.includes(status)).length;
      const month = wallTimeAt(new Date(new Date(moment).getTime() - 31 * 86_400_000), 'Europe/Paris').date.slice(0, 7);

      expect(orders).to.have.length(900);
      expect(counts(['confirmed', 'preparing', 'shipped'])).to.be.within(6, 60);
      expect(counts(['accepted', 'ready'])).to.be.greaterThan(0);
      for (const status of ['delivered', 'collected', 'returned', 'cancelled'] as const)
        expect(counts([status]), status).to.be.greaterThan(20);
      expect(orders.filter(({ placedAt }) => placedAt.toISOString().startsWith(month)).length).to.be.greaterThan(10);
      expect((await then.stock.verify(scope)).differences).to.deep.equal([]);
      expect(await ordersOf(then, await scopeOf(then, 'chez-lucie'))).to.have.length(600);
    });
  }

  it('is the same for everybody who loads it at the same time, but for what nobody may foresee', async () => {
    const other = await demoAt(now.toISOString());
    const [mine, theirs] = [await ordersOf(services, atelier), await ordersOf(other, await scopeOf(other, 'atelier-nord'))];
    expect(withoutIds(mine)).to.deep.equal(withoutIds(theirs));
    expect(new Set([...mine, ...theirs].map(({ id }) => id)).size).to.equal(1800);
  });

  it('is not written twice', async () => {
    await loadDemo(services, plainPasswords);
    expect(await ordersOf(services, atelier)).to.have.length(900);
  });

  it('can be left out, and then as much is on the shelves as there is to sell with it', async () => {
    const fresh = makeServices(testDeps({ persistence: makeMemoryPersistence(), clock: fixedClock(now), crypto: nodeCrypto }));
    await loadDemo(fresh, null, { history: false });
    const scope = await scopeOf(fresh, 'atelier-nord');
    expect(await ordersOf(fresh, scope)).to.deep.equal([]);
    const availableIn = async (from: Services, of: Scope) =>
      (await from.views.stock.levels(of)).map(({ itemId, variantId, stock, reserved }) => ({
        itemId,
        variantId,
        available: stock - reserved,
      }));
    const [without, withPast] = [await availableIn(fresh, scope), await availableIn(services, atelier)];
    expect(withPast.length).to.equal(without.length);
    for (const [index, { itemId, variantId, available }] of withPast.entries()) {
      expect(without[index]).to.include({ itemId, variantId });
      expect(available, itemId).to.be.at.least(without[index]?.available ?? Number.POSITIVE_INFINITY);
    }
  });

  it('lets every order live as its lifecycle allows, in the past, and cost what its lines do', async () => {
    for (const slug of ['atelier-nord', 'chez-lucie']) {
      const scope = await scopeOf(services, slug);
      for (const order of await ordersOf(services, scope)) {
        expectLived(order, await services.views.orders.events(scope, order.id), now);
        expectPriced(order);
      }
    }
  });

  it('sells in every month of two years, most of all in December', async () => {
    const months = new Map<string, number>();
    for (const { placedAt } of await ordersOf(services, atelier)) {
      const month = placedAt.toISOString().slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + 1);
    }
    expect(months.size).to.be.within(24, 25);
    const [busiest] = [...months].toSorted(([, one], [, other]) => other - one);
    expect(busiest?.[0].slice(5)).to.equal('12');
    for (const [month, orders] of months) if (month.endsWith('-12')) expect(orders, month).to.be.greaterThan((900 / 24) * 1.2);
  });

  it('promises goods to orders under way, each once', async () => {
    const open = (await ordersOf(services, atelier)).filter(({ status }) =>
      ['confirmed', 'preparing', 'shipped', 'accepted', 'ready'].includes(status),
    );
    for (const { id, lines } of open) {
      const { items } = await services.views.stock.actions(atelier, { reference: id, page: 1, pageSize: PAGE });
      const goods = lines.filter(({ itemId }) => itemId !== null);
      expect(items.map(({ status, reason }) => [status, reason])).to.deep.equal(goods.map(() => ['PENDING', 'ORDER_FORECAST']));
    }
  });

  it('knows 160 clients who can be written to nowhere, and what they ordered', async () => {
    const clients = await clientsOf(services, atelier);
    const figures = await services.views.clients.figures(
      atelier,
      clients.map(({ id }) => id),
    );

    expect(clients).to.have.length(160);
    expect(new Set(clients.map(({ language }) => language))).to.deep.equal(new Set(['fr', 'en']));
    expect(new Set(clients.flatMap(({ addresses }) => addresses.map(({ country }) => country)))).to.deep.equal(
      new Set(['FR', 'DE', 'GB', 'IT', 'ES']),
    );
    for (const client of clients) expectInvented(client);
    for (const { id, createdAt } of clients) {
      const first = figures.get(id)?.firstOrderAt;
      if (first != null) expect(createdAt.getTime(), id).to.be.lessThan(first.getTime());
    }
    expect([...figures.values()].filter(({ orders }) => orders > 3).length).to.be.greaterThan(20);
    expect(await services.views.clients.duplicates(atelier, 10)).to.deep.equal([]);
  });

  it('was paid: at once in the online shop, later by companies, and as the orders say', async () => {
    for (const { id, channel, status, totalCents, paidCents } of await ordersOf(services, atelier)) {
      const { payments } = await services.views.settlement.money(atelier, id);
      expect(
        payments.reduce((sum, { amountCents }) => sum + amountCents, 0),
        id,
      ).to.equal(paidCents);
      for (const { receivedAt } of payments) expect(receivedAt.getTime(), id).to.be.at.most(now.getTime());
      if (channel === 'shop') expect(paidCents, id).to.equal(status === 'cancelled' ? 0 : totalCents);
      if (channel === 'boutique' || status === 'draft') expect(payments, id).to.deep.equal([]);
    }
    const { total } = await services.views.settlement.payments(atelier, { method: 'transfer', page: 1, pageSize: 1 });
    expect(total).to.be.greaterThan(50);
  });

  it('is invoiced: without gaps, from quotes and every month too, and paid as the orders are', async () => {
    const invoices = await invoicesOf(services, atelier);
    const issued = invoices.filter(({ number }) => number !== null);
    const counts = (filter: Partial<InvoiceSummary>) => invoices.filter((invoice) => hasAll(invoice, filter)).length;
    for (const [kind, letter] of [
      ['invoice', 'F'],
      ['credit_note', 'A'],
      ['quote', 'D'],
    ] as const) {
      const numbers = issued
        .filter((invoice) => invoice.kind === kind)
        .map(({ number }) => number ?? '')
        .sort();
      const years = new Set(numbers.map((number) => number.slice(1, 5)));
      const expected = [...years].flatMap((year) =>
        Array.from(
          { length: numbers.filter((number) => number.startsWith(`${letter}${year}`)).length },
          (_, index) => `${letter}${year}-${String(index + 1).padStart(6, '0')}`,
        ),
      );
      expect(numbers).to.deep.equal(expected.sort());
    }
    expect(counts({ kind: 'invoice' })).to.be.greaterThan(400);
    for (const status of ['paid', 'issued', 'partially_paid', 'overdue', 'cancelled'] as const)
      expect(counts({ kind: 'invoice', status }), status).to.be.greaterThan(0);
    expect(counts({ kind: 'credit_note' })).to.be.within(5, 60);
    for (const status of ['draft', 'sent', 'converted'] as const) expect(counts({ kind: 'quote', status }), status).to.be.greaterThan(0);
    expect(
      (await services.views.recurringInvoices.list(atelier, { page: 1, pageSize: PAGE })).items.map(({ status }) => status).sort(),
    ).to.deep.equal(['active', 'paused']);
    expect(await services.invoiceWork.run(), 'was due already').to.equal(0);
    expect(await services.recurringWork.run(), 'was to come already').to.equal(0);
  });

  it('has on each order what its invoices say, to the cent', async () => {
    const invoices = await invoicesOf(services, atelier);
    for (const order of await ordersOf(services, atelier)) {
      const ofOrder = invoices.filter(({ orderId, kind }) => orderId === order.id && kind === 'invoice');
      const money = order.paidCents - order.refundedCents;
      const owed = ofOrder.reduce((sum, { grossCents, creditedCents }) => sum + grossCents - creditedCents, 0);
      const paid = ofOrder.reduce((sum, { paidCents }) => sum + paidCents, 0);
      expect(paid, order.id).to.equal(Math.min(money, owed));
      for (const { id, grossCents, paidCents } of ofOrder) {
        const payments = await services.views.invoices.payments(atelier, id);
        expect(payments.reduce((sum, { amountCents }) => sum + amountCents, 0)).to.equal(paidCents);
        expect(Math.abs(grossCents - order.totalCents)).to.be.at.most(2);
      }
    }
  });

  it('wrote to those who had agreed, and will again in three weeks', async () => {
    const page = { page: 1, pageSize: PAGE };
    const { items: campaigns } = await services.views.campaigns.list(atelier, page);
    expect(campaigns.map(({ status }) => status).sort()).to.deep.equal(['draft', 'scheduled', 'sent', 'sent', 'sent']);
    for (const { id, status, counts, startedAt } of campaigns) {
      const recipients = await all((number) => services.views.campaigns.activity(atelier, id, { page: number, pageSize: PAGE }));
      expect(counts.sent > 10, status).to.equal(status === 'sent');
      for (const { clientId, queuedAt } of recipients) {
        const consent = (await services.views.clients.get(atelier, clientId ?? ''))?.emailConsent;
        expect(consent?.granted === true && consent.at < queuedAt, `${startedAt?.toISOString()}`).to.equal(true);
      }
    }
    const { items: segments } = await services.views.segments.list(atelier, page);
    for (const { name, rule } of segments)
      expect((await services.views.segmentMembers.size(atelier, rule)).clients, name).to.be.greaterThan(0);
    expect((await services.views.subscribers.list(atelier, page)).total).to.be.greaterThan(10);
    expect((await services.views.emailTemplates.list(atelier, page)).total).to.equal(2);
  });

  it('is the work of the demonstration account', async () => {
    const user = await services.unitOfWork(atelier, (_services, { users }) => users.byEmail(DEMO_ACCOUNT.email));
    const backoffice = (await ordersOf(services, atelier)).filter(({ channel }) => channel === 'backoffice');
    expect(backoffice.some(({ assignedTo }) => assignedTo === user?.id)).to.equal(true);
    const [order] = backoffice;
    const events = await services.views.orders.events(atelier, order?.id ?? '');
    expect(events[0]).to.include({ kind: 'created', status: 'draft', actor: `user:${user?.id}` });
  });
});

function expectInvented({ email, phone }: Client): void {
  expect(email).to.match(/^[a-z0-9.-]+@example\.(org|com)$/);
  expect(phone ?? '06 39 98 0000').to.match(/^(06 39 98 \d{4}|\+49 30 23125 \d{3}|\+44 7700 900\d{3})$/);
}

describe('the tills of the demo', function () {
  this.timeout(60_000);
  const NOW = '2026-11-21T02:30:00Z';
  const soldAt = async (services: Services, slug: string) => {
    const { items } = await services.views.sales.list(await scopeOf(services, slug), { limit: 1000 });
    return items.map(({ number, register, at, kind, totalCents, payments }) => ({ number, register, at, kind, totalCents, payments }));
  };

  it('have sold for three weeks, alike everywhere, and their journal verifies', async () => {
    const [services, again] = [await demoAt(NOW), await demoAt(NOW)];
    for (const slug of ['musee-des-ondes', 'atelier-nord']) {
      const scope = await scopeOf(services, slug);
      const sold = await soldAt(services, slug);
      expect(sold.length, slug).to.be.within(42, 100);
      expect(sold.filter(({ kind }) => kind === 'refund').length, slug).to.be.greaterThan(0);
      expect(new Set(sold.map(({ at }) => wallTimeAt(at, 'Europe/Paris').date)).size, slug).to.equal(21);
      expect(
        sold.every(({ at }) => at < new Date(NOW)),
        slug,
      ).to.equal(true);
      expect(await soldAt(again, slug)).to.deep.equal(sold);
      const [register, ...others] = (await services.views.till.registers(scope, { page: 1, pageSize: 10 })).items;
      expect([new Set(sold.map((sale) => sale.register)), others], slug).to.deep.equal([new Set([register?.name]), []]);
      const { problems, entries } = await services.journal.verify(scope);
      expect([problems, entries > sold.length], slug).to.deep.equal([[], true]);
    }
  });

  it('sell nothing more when the demo is loaded again', async () => {
    const services = await demoAt(NOW);
    const before = await soldAt(services, 'atelier-nord');
    await loadDemo(services, plainPasswords);
    expect(await soldAt(services, 'atelier-nord')).to.deep.equal(before);
  });
});
