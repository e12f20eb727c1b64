import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Stores } from '@comptoir/core/stores.js';
import { MEMBERS_MAX, WEBHOOK_EVENT_TYPES } from '@comptoir/core/webhook-endpoints/webhook-event.js';
import { expect } from 'chai';
import { aFulfilment, anEvent, anOrder, aProduct, establish, establishBeside, freshToken, NOON } from '../../suites/builders.js';
import { aClient, aClientEvent } from '../../suites/client-builders.js';
import { aDraft, anInvoice } from '../../suites/invoice-builders.js';
import { aPayment } from '../../suites/payment-builders.js';
import { aRefundDraft, aSaleDraft, aSoldLine } from '../../suites/sale-builders.js';
import { aRecordedPayment, aRecordedRefund } from '../../suites/settlement-builders.js';
import { aSyncRun } from '../../suites/shop-sync-builders.js';
import { aForecast, aStockAction, aUnit } from '../../suites/stock-builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aToldIntegrator, FIELDS, type Told } from './a-told-integrator.js';

/** A change, in a transaction of its own; what it is told as. */
async function toldOf(work: (stores: Stores, scope: Scope, till: Told) => Promise<unknown>) {
  const till = await aToldIntegrator();
  await till.services.unitOfWork(till.scope, (_, stores) => work(stores, till.scope, till));
  return (await till.told()).map(({ type, data }) => [type, data] as const);
}

const typesOf = (events: readonly (readonly [string, unknown])[]) => events.map(([type]) => type);
const later = <Row extends { readonly version: number }>(row: Row): Row => ({ ...row, version: row.version + 1 });

describe('what integrators are told', () => {
  it('of an order is that it is there, with what it has become when the transaction ends', async () => {
    const [event, ...rest] = await toldOf(async ({ orders }, scope) => {
      const order = anOrder(scope);
      await orders.place(scope, order, anEvent('queued'));
      await orders.change(scope, order.id, (before) => ({ order: later(before), event: anEvent('queued') }));
    });
    expect(rest).to.deep.equal([]);
    expect(event?.[0]).to.equal('order.created');
    expect(event?.[1]).to.deep.include({ number: 1, status: 'queued', channel: 'takeaway', version: 2 });
  });

  const steps = ['accepted', 'ready', 'collected', 'rejected', 'cancelled'] as const;
  for (const status of steps) {
    it(`of an order that is ${status} is just that`, async () => {
      const till = await aToldIntegrator();
      const order = anOrder(till.scope);
      const inStores = (work: (stores: Stores) => Promise<unknown>) => till.services.unitOfWork(till.scope, (_, stores) => work(stores));
      await inStores(({ orders }) => orders.place(till.scope, order, anEvent('queued')));
      await inStores(({ orders }) =>
        orders.change(till.scope, order.id, (before) => ({ order: later({ ...before, status } as typeof before), event: anEvent(status) })),
      );
      await inStores(({ orders }) => orders.change(till.scope, order.id, () => null));
      expect((await till.told()).map(({ type, data }) => [type, data['status']])).to.have.deep.members([
        ['order.created', 'queued'],
        [`order.${status}`, status],
      ]);
    });
  }

  it('of orders that are imported is each of them, and what was changed of them', async () => {
    const events = await toldOf(async ({ orders }, scope) => {
      const [one, two] = [
        aFulfilment(scope, { id: freshToken(), invoiceNumber: null }),
        aFulfilment(scope, { id: freshToken(), invoiceNumber: null }),
      ];
      await orders.placeAll(scope, [{ order: one, events: [anEvent(one.status)] }]);
      await orders.placeAll(scope, [{ order: two, events: [anEvent(two.status)] }]);
      await orders.remove(scope, two.id, () => undefined);
    });
    expect(typesOf(events)).to.deep.equal(['order.created', 'order.created', 'order.deleted']);
  });

  it('of an order whose note was changed is that, once, and not where something else tells of it', async () => {
    const till = await aToldIntegrator({ types: ['order.updated', 'order.payment_recorded', 'order.refunded'] });
    const order = anOrder(till.scope);
    const change = (stores: Stores) =>
      stores.orders.change(till.scope, order.id, (before) => ({ order: later(before), event: anEvent('queued') }));
    await till.services.unitOfWork(till.scope, (_, stores) => stores.orders.place(till.scope, order, anEvent('queued')));
    await till.services.unitOfWork(till.scope, async (_, stores) => {
      await change(stores);
      await change(stores);
    });
    expect((await till.told()).map(({ type, data }) => [type, data['version']])).to.deep.equal([['order.updated', 3]]);

    const payment = aRecordedPayment(order.id);
    await till.services.unitOfWork(till.scope, async ({ ids: _ids }, { settlement }) => {
      await settlement.addPayment(till.scope, payment);
      await settlement.addRefund(till.scope, aRecordedRefund(payment));
    });
    const [recorded, refunded] = (await till.told()).map(({ type, data }) => ({ type, ...data }));
    expect(recorded).to.include({ type: 'order.payment_recorded', order_id: order.id, payment_id: payment.id, status: payment.status });
    expect(refunded).to.include({ type: 'order.refunded', order_id: order.id, payment_id: payment.id });
  });

  it('of a payment by card is when it came and when it went back', async () => {
    const events = await toldOf(async ({ orders, payments }, scope) => {
      const order = anOrder(scope);
      await orders.place(scope, order, anEvent('queued'));
      await payments.create(scope, aPayment(scope, { orderId: order.id }));
      for (const status of ['pending', 'failed', 'paid', 'refund_due', 'refunded'] as const) {
        await payments.change(scope, order.id, (before) => ({ ...before, status }));
      }
    });
    expect(typesOf(events)).to.deep.equal(['order.created', 'order.payment_recorded', 'order.refunded']);
  });

  it('of stock is every unit once, however often it moved, many in one event', async () => {
    const count = MEMBERS_MAX + 5;
    const events = await toldOf(async ({ stock }, scope) => {
      const units = Array.from({ length: count }, (_, index) => aUnit(`item-${index}`));
      await stock.open(scope, units, NOON);
      await stock.post(scope, [aStockAction(units[0]), aForecast({ ...units[1], reference: 'o' })], 'fact');
      await stock.settle(scope, 'ORDER_FORECAST', 'o', 'COMPLETED', NOON);
    });
    const sizes = events.map(([type, data]) => [type, (data['units'] as unknown[]).length]);
    expect(sizes).to.have.deep.members([
      ['stock.changed', MEMBERS_MAX],
      ['stock.changed', 5],
    ]);
    const seen = events.flatMap(([, data]) => (data['units'] as { product_id: string }[]).map(({ product_id: id }) => id));
    expect(new Set(seen).size).to.equal(count);
  });

  it('of stock is nothing where nothing was written', async () => {
    const events = await toldOf(async ({ stock }, scope) => {
      expect(await stock.post(scope, [], 'fact')).to.have.property('kind', 'posted');
      expect(await stock.settle(scope, 'ORDER_FORECAST', 'none', 'COMPLETED', NOON)).to.deep.equal([]);
    });
    expect(events).to.deep.equal([]);
  });

  it('of products is which are new, changed or deleted, in one event', async () => {
    const till = await aToldIntegrator({ types: ['products.changed'] });
    const { scope, services } = till;
    const [kept, changed, gone] = [aProduct(), aProduct(), aProduct()];
    await services.unitOfWork(scope, (_, { products }) => products.create(scope, [kept, changed, gone]));
    const made = aProduct();
    await services.unitOfWork(scope, async (_, { products }) => {
      await products.create(scope, [made]);
      await products.change(scope, [made.id, changed.id], later);
      await products.change(scope, [kept.id], (same) => same);
      await products.change(scope, [gone.id], (before) => later({ ...before, deletedAt: NOON }));
    });
    const packs = (await till.told()).map(({ data }) => data['products'] as readonly unknown[]);
    expect(packs.map(({ length }) => length)).to.have.members([3, 3]);
    expect(packs.flat()).to.deep.include.members([
      { product_id: made.id, change: 'created', version: made.version + 1 },
      { product_id: changed.id, change: 'updated', version: changed.version + 1 },
      { product_id: gone.id, change: 'deleted', version: gone.version + 1 },
    ]);
  });

  it('of invoices is that they are issued, paid and credited; of drafts nothing', async () => {
    const till = await aToldIntegrator();
    const { scope, services } = till;
    const invoice = anInvoice({}, scope);
    const inInvoices = (work: (invoices: Stores['invoices']) => Promise<unknown>) =>
      services.unitOfWork(scope, (_, { invoices }) => work(invoices));
    await inInvoices((invoices) => invoices.create(scope, aDraft(scope)));
    expect(await till.told()).to.deep.equal([]);
    await inInvoices((invoices) => invoices.create(scope, invoice));
    await inInvoices((invoices) => invoices.change(scope, invoice.id, (same) => same));
    await inInvoices((invoices) =>
      invoices.change(scope, invoice.id, (before) => later({ ...before, status: 'paid' as const, paidCents: before.grossCents })),
    );
    await inInvoices((invoices) => invoices.change(scope, invoice.id, (before) => later({ ...before, creditedCents: 1 })));
    const events = await till.told();
    expect(events.map(({ type }) => type)).to.deep.equal(['invoice.credited', 'invoice.issued', 'invoice.paid']);
    expect(events[2]?.data).to.include({ invoice_id: invoice.id, number: invoice.number, paid_cents: invoice.grossCents });
  });

  it('of clients is what happened to them, and nothing that says who they are', async () => {
    const till = await aToldIntegrator();
    const { scope, services } = till;
    const [one, two] = [aClient({ email: 'ada@example.test', lastName: 'Lovelace' }), aClient()];
    await services.unitOfWork(scope, async (_, { clients }) => {
      await clients.create(scope, [one, two], aClientEvent({ kind: 'created' }));
      await clients.change(scope, one.id, (client) => ({ client: later(client), event: aClientEvent({ kind: 'updated' }) }));
      await clients.change(scope, one.id, () => null);
      await clients.changeAll(scope, [one.id, two.id], () => [
        { client: later({ ...two, mergedInto: one.id }), event: aClientEvent({ kind: 'merged' }) },
      ]);
      await clients.change(scope, one.id, (client) => ({ client: later(client), event: aClientEvent({ kind: 'anonymized' }) }));
    });
    const events = await till.told();
    expect(events.map(({ type }) => type)).to.deep.equal([
      ...['client.anonymized', 'client.created', 'client.created', 'client.merged', 'client.updated'],
    ]);
    expect(events[3]?.data).to.include({ client_id: two.id, merged_into: one.id });
    expect(JSON.stringify(events)).to.not.match(/lovelace|ada@/i);
  });

  it('of the till is what it sold and took back, as the sales service records it', async () => {
    const till = await aToldIntegrator({ types: ['sale.recorded', 'sale.refunded'] });
    const { scope, services } = till;
    const sale = await services.sales.sell(scope, aSaleDraft({ lines: [aSoldLine({ itemId: null })] }));
    const refund = await services.sales.refund(scope, aRefundDraft(sale.id), { movesGoods: false, shift: 'joined' });
    const [sold, back] = await till.told();
    expect(sold?.data).to.include({ sale_id: sale.id, refund_of: null, number: sale.number, total_cents: sale.totalCents });
    expect(back?.data).to.include({ sale_id: refund.id, refund_of: sale.id, total_cents: refund.totalCents });
  });

  it('of a synchronization is how it ended; of one under way, or a dry one, nothing', async () => {
    const events = await toldOf(async ({ syncRuns }, scope) => {
      const [run, dry] = [aSyncRun(), aSyncRun({ dryRun: true })];
      await syncRuns.begin(scope, run);
      await syncRuns.save(scope, run);
      await syncRuns.begin(scope, dry);
      await syncRuns.save(scope, { ...dry, outcome: 'failed', finishedAt: NOON });
      await syncRuns.save(scope, { ...run, holder: 'somebody else', outcome: 'failed', finishedAt: NOON });
      await syncRuns.save(scope, { ...run, outcome: 'timed_out', finishedAt: NOON });
    });
    expect(events.map(([type, data]) => [type, data['outcome']])).to.deep.equal([['sync_run.ended', 'timed_out']]);
  });

  it('is nothing of what does not commit', async () => {
    const till = await aToldIntegrator();
    await refusalOf(
      till.services.unitOfWork(till.scope, async (_, { stock }) => {
        await stock.open(till.scope, [aUnit('mug')], NOON);
        throw new TypeError('no');
      }),
    ).catch(() => undefined);
    await till.soon();
    expect(await till.told()).to.deep.equal([]);
    expect(till.integrator.calls).to.deep.equal([]);
  });

  it('is what they asked for, from the moment on they have, until they are disabled', async () => {
    const till = await aToldIntegrator({ types: ['sale.recorded'] });
    const { scope, services } = till;
    await till.change();
    expect(await till.told()).to.deep.equal([]);
    const late = await services.webhookEndpoints.create(scope, { ...FIELDS, types: ['stock.changed'] });
    await till.change();
    expect(await till.told()).to.have.length(1);
    await services.webhookEndpoints.update(scope, late.id, { enabled: false });
    await till.change();
    expect(await till.told()).to.have.length(1);
  });

  it('is of their own establishment, or of every one of the organisation under one id', async () => {
    const till = await aToldIntegrator();
    const { scope, services } = till;
    const organisation = { ...scope, siteId: null };
    await services.webhookEndpoints.create(organisation, FIELDS);
    const beside = await establishBeside(till.persistence, till);
    const stranger = await establish(till.persistence);
    for (const of of [scope, beside.scope, stranger.scope]) {
      await services.unitOfWork(of, (_, { stock }) => stock.open(of, [aUnit('mug')], NOON));
    }
    const [own, ...others] = await till.told();
    expect(others).to.deep.equal([]);
    const everywhere = await till.told(organisation);
    expect(everywhere.map((event) => event.site_id)).to.have.members([scope.siteId, beside.scope.siteId]);
    expect(everywhere.map(({ id }) => id)).to.include(own?.id);
    expect(await till.told(stranger.scope)).to.deep.equal([]);
  });

  it('is told where stock is opened and corrected by hand', async () => {
    const till = await aToldIntegrator();
    const { scope, services } = till;
    await services.stock.open(scope, { id: 'mug', variants: [] } as never, 3);
    await services.stock.adjust(scope, aUnit('mug'), { by: 2, reason: 'ADJUSTMENT', reference: null, note: null } as never);
    expect((await till.told()).map(({ type }) => type)).to.deep.equal(['stock.changed', 'stock.changed']);
  });

  it('is complete when many change things at once', async () => {
    const till = await aToldIntegrator();
    await atOnce(10, () => till.change());
    await till.soon();
    expect(new Set(till.integrator.calls.map(({ headers }) => headers['webhook-id'])).size).to.equal(10);
  });

  it('has a name that says who changed and what happened', () => {
    for (const type of WEBHOOK_EVENT_TYPES) expect(type).to.match(/^[a-z_]+\.[a-z_]+$/);
  });
});
