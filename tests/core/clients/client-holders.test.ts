import { randomUUID } from 'node:crypto';
import { clientsRouter } from '@comptoir/core/clients/clients-procedures.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { type AnyProcedure, internalCall } from '@comptoir/core/kit/procedure.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { TicketingOrder, Unnumbered } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import { z } from 'zod';
import { aLine, anEvent, anOrder, FIRST_PAGE, minutesAfter, NOON } from '../../suites/builders.js';
import { aCampaign, aSubscriber, aTemplate, aWish } from '../../suites/campaign-builders.js';
import { aClient, aClientEvent } from '../../suites/client-builders.js';
import { aGroup, aPass } from '../../suites/guest-builders.js';
import { aDraft, aDraftInput, anInvoice, aRecurring, stored } from '../../suites/invoice-builders.js';
import { aCoupon, aRedemption } from '../../suites/reference-builders.js';
import { aParcel, aRecordedPayment, aReturn, confirmedIn } from '../../suites/settlement-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aRestaurant } from '../support.js';

const ROUTER = clientsRouter();
const CANARY = 'zanzibar';
const EMAIL = `${CANARY}@example.org`;
const ADDRESS = { name: CANARY, company: null, line1: '1 rue', line2: null, postcode: '29200', city: CANARY, country: 'FR', phone: null };
const BUYER = { name: CANARY, isCompany: true, address: ADDRESS, vatNumber: null, registration: null, email: EMAIL };
const told = z.object({ data: z.record(z.string(), z.array(z.unknown())) });

/** Tickets that were booked with the mail address of the client, and no account. */
function aBookingOf(scope: Scope): Unnumbered<TicketingOrder> {
  const seat = { ...aLine(), kind: 'ticket', itemId: null, variant: { id: 'plein', name: 'Plein tarif' } } as const;
  const customer = { name: CANARY, email: EMAIL, phone: null };
  return { ...anOrder(scope), channel: 'ticketing', status: 'confirmed', pickupAt: null, lines: [seat], customer, note: CANARY };
}

/** Two clients, of whom every part keeps something about the first. */
async function aClientOfEverybody() {
  const bench = aBench();
  const { scope } = await aRestaurant(bench);
  const { persistence } = bench;
  const { views } = persistence;
  const client = aClient({ lastName: CANARY, email: EMAIL, emailConsent: { granted: true, at: NOON, source: 'tests' } });
  const other = aClient({ lastName: 'Other' });
  await persistence.transact(scope, ({ clients }) => clients.create(scope, [client, other], aClientEvent({ kind: 'created' })));
  const { id: orderId } = await confirmedIn(persistence, scope, { clientId: client.id });
  const buyer = { ...BUYER, clientId: client.id };
  const draft = await stored(persistence, scope, aDraft(scope, { buyer, note: CANARY, reference: CANARY }));
  const issued = await stored(persistence, scope, anInvoice({ buyer }, scope));
  const recurring = aRecurring(scope, { name: CANARY, content: aDraftInput({ clientId: client.id, buyer: BUYER, note: CANARY }) });
  const template = aTemplate();
  const campaigns = [aCampaign({ templateId: template.id, status: 'sending', run: 1 }), aCampaign({ templateId: template.id })] as const;
  const group = aGroup({ kind: 'other', name: CANARY, contact: { name: CANARY, email: EMAIL, phone: '0298' }, notes: CANARY });
  const pass = aPass({ owner: { name: CANARY, email: EMAIL }, blockedAt: NOON, blockedReason: CANARY });
  const booking = aBookingOf(scope);
  await persistence.transact(scope, async (stores) => {
    await stores.recurringInvoices.create(scope, recurring);
    await stores.subscribers.change(scope, EMAIL, () => aSubscriber({ email: EMAIL }));
    await stores.emailTemplates.create(scope, template);
    for (const campaign of campaigns) {
      await stores.campaigns.create(scope, campaign);
      await stores.campaigns.freeze(scope, campaign.id, [], null, NOON);
    }
    const wish = aWish();
    await stores.campaigns.claim(scope, campaigns[0].id, 1, wish, NOON);
    const sent = { address: EMAIL, state: 'sent', reason: null, tries: 0, dueAt: NOON } as const;
    await stores.campaigns.settle(scope, campaigns[0].id, wish.token, [sent], NOON);
    await stores.settlement.addPayment(scope, aRecordedPayment(orderId));
    await stores.settlement.addParcel(scope, aParcel(orderId, { address: ADDRESS, note: CANARY }));
    await stores.settlement.addReturn(scope, aReturn(orderId, { reason: CANARY }));
    await stores.orders.change(scope, orderId, (order) => ({
      order: { ...order, version: 2 },
      event: anEvent(order.status, { reason: CANARY }),
    }));
    await stores.coupons.redeem(scope, aRedemption((await stores.coupons.create(scope, aCoupon())).id, { clientId: client.id, orderId }));
    await stores.groups.create(scope, group);
    await stores.passes.create(scope, pass);
    await stores.orders.place(scope, booking, anEvent('confirmed'));
    await stores.orderNotes.add(scope, orderId, { id: randomUUID(), text: CANARY, author: 'system:tests', at: NOON });
  });
  const call = (name: keyof typeof ROUTER, input: unknown): Promise<unknown> => {
    const procedure: AnyProcedure = ROUTER[name];
    return callProcedure(`clients.${name}`, procedure, internalCall(bench.services, scope), input);
  };
  return { ...bench, scope, views, client, other, orderId, draft, issued, recurring, campaigns, group, pass, booking, call };
}

describe('every part that keeps something of a client', () => {
  it('tells it', async () => {
    const { call, client } = await aClientOfEverybody();

    const { data } = told.parse(await call('exportPersonalData', { id: client.id }));

    const counts = Object.entries(data).map(([name, kept]) => [name, kept.length]);
    expect(Object.fromEntries(counts)).to.deep.include({
      ...{
        invoices: 2,
        recurringInvoices: 1,
        newsletter: 1,
        campaigns: 2,
        coupons: 1,
        settlement: 2,
        orderNotes: 1,
        groups: 1,
        passes: 1,
        orders: 2,
      },
    });
    for (const name of [
      'invoices',
      'recurringInvoices',
      'newsletter',
      'campaigns',
      'settlement',
      'orderNotes',
      'groups',
      'passes',
      'orders',
    ]) {
      expect(JSON.stringify(data[name]), name).to.include(CANARY);
    }
  });

  it('forgets drafts of invoices, and keeps what was issued as the law wants it', async () => {
    const { call, client, draft, issued, scope, views } = await aClientOfEverybody();

    await call('anonymize', { id: client.id });

    const forgotten = await views.invoices.get(scope, draft.id);
    expect(JSON.stringify(forgotten)).to.not.include(CANARY);
    expect(forgotten).to.deep.include({ grossCents: draft.grossCents, status: 'draft', version: 2 });
    expect(await views.invoices.get(scope, issued.id)).to.deep.equal(issued);
  });

  it('forgets quotes that were sent, and drafts that somebody typed in with the address of the client', async () => {
    const { call, client, scope, views, persistence } = await aClientOfEverybody();
    const buyer = { ...BUYER, email: EMAIL.toUpperCase(), clientId: null };
    const quote = anInvoice({ kind: 'quote', status: 'sent', buyer: { ...BUYER, clientId: client.id }, note: CANARY }, scope);
    const typed = aDraft(scope, { buyer, reference: CANARY });
    const another = aDraft(scope, { buyer: { ...buyer, email: `${EMAIL}.example` } });
    const kept = anInvoice({ buyer }, scope);
    for (const document of [quote, typed, another, kept]) await stored(persistence, scope, document);

    await call('anonymize', { id: client.id });

    for (const { id, status, number, grossCents } of [quote, typed]) {
      const forgotten = await views.invoices.get(scope, id);
      expect(JSON.stringify(forgotten)).to.not.include(CANARY);
      expect(forgotten).to.deep.include({ status, number, grossCents, version: 2 });
    }
    for (const document of [another, kept]) expect(await views.invoices.get(scope, document.id)).to.deep.equal(document);
  });

  it('never invoices again who was forgotten, whatever is changed of the recurring invoice', async () => {
    const { call, client, recurring, scope, services, views, persistence } = await aClientOfEverybody();

    await call('anonymize', { id: client.id });

    const ended = await views.recurringInvoices.get(scope, recurring.id);
    expect(JSON.stringify(ended)).to.not.include(CANARY);
    expect(ended).to.include({ status: 'ended', nextDate: null });
    for (const patch of [{ endDate: null }, { maxCount: 100 }, { name: 'Encore', startDate: '2026-07-01' }]) {
      expect((await refusalOf(services.recurringInvoices.update(scope, recurring.id, patch))).code).to.equal('invalid_transition');
    }
    expect(await persistence.transact(scope, ({ recurringInvoices }) => recurringInvoices.due('2100-01-01', 10))).to.deep.equal([]);
  });

  it('ends what goes to the mail address of the client again and again, whoever typed it in, and nothing else', async () => {
    const { call, client, other, scope, views, persistence } = await aClientOfEverybody();
    const to = (email: string, clientId: string | null = null) =>
      aRecurring(scope, { name: email, content: aDraftInput({ clientId, buyer: { ...BUYER, email } }) });
    const [typed, longer, others] = [to(EMAIL), to(`${EMAIL}.example`), to(EMAIL, other.id)];
    await persistence.transact(scope, async ({ recurringInvoices }) => {
      for (const one of [typed, longer, others]) await recurringInvoices.create(scope, one);
    });

    await call('anonymize', { id: client.id });

    expect(JSON.stringify(await views.recurringInvoices.get(scope, typed.id))).to.not.include(CANARY);
    for (const one of [longer, others]) expect(await views.recurringInvoices.get(scope, one.id)).to.deep.equal(one);
  });

  it('sends no news to who was forgotten, and counts the mails that were sent', async () => {
    const { call, client, campaigns, scope, views } = await aClientOfEverybody();

    await call('anonymize', { id: client.id });

    expect(await views.subscribers.byEmail(scope, EMAIL)).to.equal(null);
    const activities = await Promise.all(campaigns.map(({ id }) => views.campaigns.activity(scope, id, FIRST_PAGE)));
    expect(activities.map(({ total }) => total)).to.deep.equal([1, 0]);
    expect(JSON.stringify(activities)).to.not.include(CANARY);
    expect(activities[0]?.items[0]).to.include({ state: 'sent', clientId: null });
  });

  it('forgets where parcels went and what was noted about orders, and keeps their money', async () => {
    const { call, client, orderId, scope, views } = await aClientOfEverybody();

    await call('anonymize', { id: client.id });

    const kept = [
      await views.settlement.parcelsOf(scope, orderId),
      await views.settlement.returnsOf(scope, orderId),
      await views.orderDesk.notes(scope, orderId, FIRST_PAGE),
    ];
    expect(JSON.stringify(kept)).to.not.include(CANARY);
    expect((await views.settlement.money(scope, orderId)).payments).to.have.length(1);
  });

  it('forgets who comes with a group, holds a pass or booked tickets, which all stay good', async () => {
    const { call, client, group, pass, booking, scope, views } = await aClientOfEverybody();

    await call('anonymize', { id: client.id });

    const kept = [
      await views.groups.get(scope, group.id),
      await views.passes.get(scope, pass.id),
      await views.orders.get(scope, booking.id),
    ];
    expect(JSON.stringify(kept)).to.not.include(CANARY).and.not.include('0298');
    expect(kept[0]).to.deep.include({ size: group.size, status: group.status, version: 2 });
    expect(kept[1]).to.deep.include({ code: pass.code, blockedAt: pass.blockedAt, version: 2 });
    expect(kept[2]).to.deep.include({ status: booking.status, totalCents: booking.totalCents });
  });

  it('leaves the name of a school, and groups and passes of others', async () => {
    const { call, client, scope, persistence, views } = await aClientOfEverybody();
    const school = aGroup({ contact: { name: CANARY, email: EMAIL, phone: null } });
    const [others, theirs] = [aGroup(), aPass()];
    await persistence.transact(scope, async ({ groups, passes }) => {
      for (const group of [school, others]) await groups.create(scope, group);
      await passes.create(scope, theirs);
    });

    await call('anonymize', { id: client.id });

    expect(await views.groups.get(scope, school.id)).to.deep.include({
      name: school.name,
      contact: { name: '–', email: null, phone: null },
    });
    expect([await views.groups.get(scope, others.id), await views.passes.get(scope, theirs.id)]).to.deep.equal([others, theirs]);
  });

  it('forgets the reasons in the history of an order, and keeps what happened', async () => {
    const { call, client, orderId, scope, views } = await aClientOfEverybody();
    const before = await views.orders.events(scope, orderId);

    await call('anonymize', { id: client.id });

    const after = await views.orders.events(scope, orderId);
    expect(JSON.stringify(after)).to.not.include(CANARY);
    expect(after.map(({ kind, status }) => [kind, status])).to.deep.equal([
      ...before.map(({ kind, status }) => [kind, status]),
      ['anonymized', 'confirmed'],
    ]);
  });

  it('changes nothing when it forgets again', async () => {
    const { call, client, draft, recurring, scope, views, clock } = await aClientOfEverybody();
    await call('anonymize', { id: client.id });
    const state = () => Promise.all([views.invoices.get(scope, draft.id), views.recurringInvoices.get(scope, recurring.id)]);
    const before = await state();
    clock.set(minutesAfter(NOON, 5));

    await call('anonymize', { id: client.id });

    expect(await state()).to.deep.equal(before);
  });

  it('gives what refers to a client to the one it is merged into, and leaves what was issued', async () => {
    const { call, client, other, draft, issued, recurring, scope, views } = await aClientOfEverybody();

    await call('merge', { id: client.id, intoId: other.id });

    expect((await views.invoices.get(scope, draft.id))?.buyer).to.deep.include({ clientId: other.id, name: CANARY });
    expect(await views.invoices.get(scope, issued.id)).to.deep.equal(issued);
    expect((await views.recurringInvoices.get(scope, recurring.id))?.content.clientId).to.equal(other.id);
    expect(await views.campaigns.ofClient(scope, other.id, null)).to.have.length(2);
    const { data } = told.parse(await call('exportPersonalData', { id: other.id }));
    expect([data.invoices?.length, data.orderNotes?.length, data.settlement?.length, data.groups?.length]).to.deep.equal([2, 1, 2, 1]);
  });

  it('invoices the one that stays under the id of either, and nobody who was forgotten', async () => {
    const { call, client, other, recurring, scope, services } = await aClientOfEverybody();
    const { invoices, recurringInvoices } = services;
    const make = (clientId: string) => invoices.createInvoice(scope, aDraftInput({ buyer: null, clientId }));
    await call('merge', { id: client.id, intoId: other.id });

    expect((await make(client.id)).buyer.clientId).to.equal(other.id);
    const typed = await invoices.createInvoice(scope, aDraftInput({ buyer: BUYER, clientId: client.id }));
    expect(typed.buyer).to.include({ clientId: other.id, name: CANARY });
    const content = aDraftInput({ buyer: null, clientId: client.id });
    expect((await recurringInvoices.update(scope, recurring.id, { content })).content.clientId).to.equal(other.id);
    const { startDate, recurrence } = recurring;
    const fields = { name: 'Encore', startDate, recurrence, endDate: null, maxCount: null, mode: 'draft', content } as const;
    expect((await recurringInvoices.create(scope, fields)).content.clientId).to.equal(other.id);

    await call('anonymize', { id: other.id });
    for (const id of [client.id, other.id]) expect((await refusalOf(make(id))).code).to.equal('unknown_record');
  });

  it('shows the invoices of a client with those of whoever was merged into it', async () => {
    const { call, client, other, draft, issued } = await aClientOfEverybody();
    await call('merge', { id: client.id, intoId: other.id });

    const invoices = z.object({ total: z.int(), items: z.array(z.looseObject({ id: z.string(), balanceCents: z.int() })) });
    const { total, items } = invoices.parse(await call('invoices', { id: client.id }));

    expect(total).to.equal(2);
    expect(items.map(({ id, balanceCents }) => [id, balanceCents])).to.have.deep.members([
      [draft.id, 0],
      [issued.id, issued.grossCents],
    ]);
    expect(await call('statistics', { id: other.id })).to.deep.include({ openBalanceCents: 2500 + issued.grossCents });
  });
});
