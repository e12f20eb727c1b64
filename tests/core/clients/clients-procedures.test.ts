import { clientsRouter } from '@comptoir/core/clients/clients-procedures.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import type { AnyProcedure } from '@comptoir/core/kit/procedure.js';
import type { FulfilmentOrder, Unnumbered } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { aFulfilment, anEvent, anOrder, FIRST_PAGE, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aCall, aRestaurant } from '../support.js';

const ROUTER = clientsRouter();
const known = z.looseObject({ id: z.string(), version: z.int() });

/** An establishment, and calls of the router as somebody who may do everything there. */
async function aDesk() {
  const bench = aBench();
  const { scope } = await aRestaurant(bench);
  const context = aCall(bench.services, { roles: ['super-admin'], site: scope });
  const call = (name: keyof typeof ROUTER, input?: unknown): Promise<unknown> => {
    // As a host has it: a procedure whose contract is not known here.
    const procedure: AnyProcedure = ROUTER[name];
    return callProcedure(`clients.${name}`, procedure, context, input);
  };
  const create = async (fields: Record<string, unknown> = { lastName: 'Lovelace' }) => known.parse(await call('create', fields));
  const placed = (changes: Partial<Unnumbered<FulfilmentOrder>>) =>
    bench.persistence.transact(scope, ({ orders }) =>
      orders.place(scope, aFulfilment(scope, { status: 'confirmed', ...changes, invoiceNumber: null }), anEvent('confirmed')),
    );
  const { views } = bench.services;
  return { ...bench, scope, call, create, placed, views };
}

describe('the clients router', () => {
  it('creates, changes, lists and deletes a client', async () => {
    const { call, create, views, scope } = await aDesk();
    const { id } = await create({ lastName: 'Lovelace', email: ' Ada@Example.org ', tags: ['VIP', 'vip'], customInputs: { a: 1, b: 2 } });

    const updated = await call('update', { id, firstName: 'Ada', phone: null, customInputs: { a: null, c: 3 } });

    expect(updated).to.deep.include({ name: 'Ada Lovelace', email: 'ada@example.org', tags: ['vip'], version: 2 });
    expect(updated).to.deep.include({ customInputs: { b: 2, c: 3 } });
    expect(await call('get', { id })).to.deep.include({ id, mergedFrom: [] });
    expect(await call('list', { search: 'LOVE' })).to.deep.include({ total: 1 });
    expect(await call('delete', { id, version: 2 })).to.deep.equal({ id });
    expect(await views.clients.get(scope, id)).to.equal(null);
  });

  it('refuses a client that nobody could find, and one whose mail address another has, naming that one', async () => {
    const { call, create } = await aDesk();
    expect((await refusalOf(call('create', { tags: ['vip'] }))).code).to.equal('invalid_request');
    const { id } = await create({ email: 'ada@example.org' });
    const other = await create({ lastName: 'Byron', externalId: '7' });

    expect((await refusalOf(call('create', { email: 'ADA@example.org' }))).facts).to.deep.equal({ field: 'email', clientId: id });
    expect((await refusalOf(call('update', { id, externalId: '7' }))).facts).to.deep.equal({ field: 'externalId', clientId: other.id });
  });

  it('refuses a change of another version than the one that is stored', async () => {
    const { call, create } = await aDesk();
    const { id } = await create();
    await call('update', { id, version: 1, lastName: 'King' });

    for (const name of ['update', 'delete', 'addTags'] as const) {
      const refusal = await refusalOf(call(name, { id, version: 1, lastName: 'Byron', tags: ['x'] }));
      expect([refusal.code, refusal.facts]).to.deep.equal(['stale', { version: 2 }]);
    }
  });

  it('writes nothing when nothing changes', async () => {
    const { call, create, views, scope } = await aDesk();
    const { id } = await create();

    expect(await call('update', { id, lastName: 'Lovelace' })).to.deep.include({ version: 1 });
    expect((await views.clients.history(scope, id, FIRST_PAGE)).total).to.equal(1);
  });

  it('keeps a client with orders, and says what to do instead', async () => {
    const { call, create, placed } = await aDesk();
    const { id } = await create();
    await placed({ clientId: id });

    const refusal = await refusalOf(call('delete', { id }));

    expect([refusal.code, refusal.facts]).to.deep.equal(['in_use', { instead: 'clients.anonymize' }]);
  });

  it('keeps addresses and which of them bills and deliveries go to', async () => {
    const { call, create } = await aDesk();
    const { id } = await create();
    const home = { line1: '12 rue des Lilas', postcode: '29200', city: 'Brest', country: 'FR' };
    const addresses = z.object({ addresses: z.array(z.object({ id: z.string() })) });
    await call('addAddress', { id, address: home });
    const [first, second] = addresses.parse(await call('addAddress', { id, address: { ...home, line1: 'Quai' } })).addresses;

    expect(await call('setDefaultAddress', { id, addressId: second?.id, use: 'delivery' })).to.deep.include({
      billingAddressId: first?.id,
      deliveryAddressId: second?.id,
    });
    await call('updateAddress', { id, addressId: first?.id, address: { label: 'Home', city: 'Quimper' } });
    const left = await call('removeAddress', { id, addressId: second?.id });
    expect(left).to.deep.include({ deliveryAddressId: first?.id });
    expect(addresses.parse(left).addresses).to.have.length(1);
    expect((await refusalOf(call('removeAddress', { id, addressId: second?.id }))).code).to.equal('unknown_record');
  });

  it('keeps tags and notes', async () => {
    const { call, create } = await aDesk();
    const { id } = await create();
    await call('addTags', { id, tags: ['VIP', 'Fidèle'] });
    await call('removeTags', { id, tags: ['vip'] });
    const note = known.omit({ version: true }).parse(await call('addNote', { id, text: 'Two\nlines' }));

    expect(await call('listTags')).to.deep.equal([{ tag: 'fidèle', clients: 1 }]);
    expect(await call('listNotes', { id })).to.deep.include({ items: [{ ...note, author: 'system:tests', at: NOON }] });
    await call('deleteNote', { id, noteId: note.id });
    expect((await refusalOf(call('deleteNote', { id, noteId: note.id }))).code).to.equal('unknown_record');
  });

  it('appends every consent to a log', async () => {
    const { call, create, clock } = await aDesk();
    const { id } = await create();
    await call('setConsent', { id, granted: true, source: 'order' });
    clock.set(minutesAfter(NOON, 5));
    const after = await call('setConsent', { id, granted: false, at: minutesAfter(NOON, 2) });

    expect(after).to.deep.include({ emailConsent: { granted: false, at: minutesAfter(NOON, 2), source: 'staff' } });
    const actor = 'system:tests';
    expect(await call('listConsents', { id })).to.deep.include({
      items: [
        { granted: false, source: 'staff', at: minutesAfter(NOON, 2), recordedAt: minutesAfter(NOON, 5), actor },
        { granted: true, source: 'order', at: NOON, recordedAt: NOON, actor },
      ],
    });
  });

  it('imports clients or says what it would do, and keeps the consents it was told', async () => {
    const { call, views, scope } = await aDesk();
    const text = 'lastName,email,emailConsent\nByron,b@example.org,granted\nKing,k@example.org,\n';

    expect(await call('importCsv', { text, dryRun: true })).to.deep.include({ applied: false, created: 2 });
    expect((await views.clients.list(scope, FIRST_PAGE)).total).to.equal(0);
    expect(await call('importCsv', { text })).to.deep.include({ applied: true, created: 2 });
    expect(await call('importCsv', { text })).to.deep.include({ created: 0, updated: 0, unchanged: 2 });
    expect(await call('importCsv', { text: 'email,emailConsent\nk@example.org,granted\n' })).to.deep.include({ updated: 1 });
    for (const email of ['b@example.org', 'k@example.org']) {
      const client = await views.clients.byEmail(scope, email);
      expect(await call('listConsents', { id: client?.id })).to.deep.include({ total: 1 });
    }
    const wrong = await call('importCsv', { text: 'lastName,email\nX,x@example.org\nY,nobody\n' });
    expect(wrong).to.deep.include({ applied: false });
    expect((await views.clients.list(scope, FIRST_PAGE)).total).to.equal(2);
  });

  it('exports the clients of a list', async () => {
    const { call, create } = await aDesk();
    await create({ lastName: 'Lovelace', tags: ['vip'] });
    await create({ lastName: 'Byron' });

    const { text, clients } = z.object({ text: z.string(), clients: z.int() }).parse(await call('exportCsv', { tag: 'vip' }));

    expect(clients).to.equal(1);
    expect(text).to.include('Lovelace').and.not.include('Byron');
  });

  it('shows one client and all of them in figures', async () => {
    const { call, create, placed } = await aDesk();
    const { id } = await create();
    await create({ lastName: 'Byron' });
    await placed({ clientId: id, totalCents: 1001, paidCents: 1, refundedCents: 0 });
    await placed({ clientId: id, totalCents: 2000, paidCents: 2000, refundedCents: 0 });

    const figures = { orders: 2, spentCents: 3001, averageCents: 1501, firstOrderAt: NOON, lastOrderAt: NOON };
    expect(await call('statistics', { id })).to.deep.equal({ id, ...figures, openBalanceCents: 1000 });
    const overview = z.looseObject({ newPerMonth: z.array(z.unknown()), top: z.array(z.looseObject({})) }).parse(await call('overview'));
    expect(overview).to.deep.include({ clients: 2, withOrders: 1, spentCents: 3001 });
    expect(overview.newPerMonth).to.have.length(12);
    expect(overview.newPerMonth.at(-1)).to.deep.equal({ month: '2026-06', clients: 2 });
    expect(overview.top).to.have.length(1);
    expect(overview.top[0]).to.deep.include(figures);
    expect(await call('orders', { id })).to.deep.include({ total: 2 });
    expect(await call('invoices', { id })).to.deep.include({ total: 0 });
  });
});

describe('merging clients', () => {
  it('leads the old id to the one that stays, with notes, history and everything before', async () => {
    const { call, create, views, scope } = await aDesk();
    const [first, second, third] = [await create(), await create({ lastName: 'King' }), await create({ lastName: 'Byron' })];
    await call('addNote', { id: first.id, text: 'N' });

    await call('merge', { id: first.id, intoId: second.id });
    const whole = await call('merge', { id: second.id, intoId: third.id, version: 1 });

    expect(whole).to.deep.include({ id: third.id, version: 2 });
    expect(z.object({ mergedFrom: z.array(z.string()) }).parse(whole).mergedFrom).to.have.members([first.id, second.id]);
    for (const { id } of [first, second, third]) {
      expect(await call('get', { id })).to.deep.include({ id: third.id });
      expect(await call('listNotes', { id })).to.deep.include({ total: 1 });
      expect(await call('history', { id })).to.deep.include({ total: 8 });
    }
    expect((await views.clients.list(scope, FIRST_PAGE)).total).to.equal(1);
    for (const name of ['update', 'addNote', 'setConsent'] as const) {
      const refusal = await refusalOf(call(name, { id: first.id, lastName: 'X', text: 'X', granted: true }));
      expect(refusal.code, name).to.equal('invalid_transition');
    }
  });

  it('loses no order: what both ordered is what the one that stays ordered', async () => {
    const cents = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cents, cents, async (ofOne, ofOther) => {
        const { call, create, placed } = await aDesk();
        const [one, other] = [await create(), await create()];
        for (const totalCents of ofOne) await placed({ clientId: one.id, totalCents, paidCents: 0, refundedCents: 0 });
        for (const totalCents of ofOther) await placed({ clientId: other.id, totalCents, paidCents: 0, refundedCents: 0 });

        await call('merge', { id: one.id, intoId: other.id });

        const spentCents = [...ofOne, ...ofOther].reduce((sum, total) => sum + total, 0);
        const orders = ofOne.length + ofOther.length;
        expect(await call('statistics', { id: other.id })).to.deep.include({ orders, spentCents, openBalanceCents: spentCents });
        expect(await call('orders', { id: one.id })).to.deep.include({ total: orders });
      }),
      { numRuns: 15 },
    );
  });

  it('is refused for one and the same, for strangers and for whoever was merged already', async () => {
    const { call, create } = await aDesk();
    const [one, other] = [await create(), await create()];
    expect((await refusalOf(call('merge', { id: one.id, intoId: one.id }))).code).to.equal('invalid_request');
    expect((await refusalOf(call('merge', { id: one.id, intoId: 'nobody' }))).code).to.equal('unknown_record');
    await call('merge', { id: one.id, intoId: other.id });

    const again = await refusalOf(call('merge', { id: one.id, intoId: other.id }));

    expect([again.code, again.facts]).to.deep.equal(['invalid_transition', { status: 'merged', mergedInto: other.id }]);
  });

  it('finds who could be merged', async () => {
    const { call, create } = await aDesk();
    await create({ firstName: 'Ada', lastName: 'Lovelace' });
    await create({ firstName: 'lovelace', lastName: 'ADA' });

    const groups = z.array(z.object({ reason: z.string(), clients: z.array(z.unknown()) })).parse(await call('findDuplicates'));

    expect(groups.map(({ reason, clients }) => [reason, clients.length])).to.deep.equal([['name', 2]]);
  });
});

describe('forgetting a client', () => {
  const CANARY = 'zanzibar';
  const ADDRESS = { line1: `${CANARY} 1`, postcode: '29200', city: CANARY, country: 'FR', name: CANARY, phone: null };
  const WHO = { firstName: CANARY, lastName: CANARY, company: CANARY, email: `${CANARY}@example.org`, phone: '+33 612345678' };

  /** A client that is known wherever a client can be, and everything that is stored of the establishment. */
  async function aKnownClient() {
    const desk = await aDesk();
    const { call, create, placed, persistence, scope, views } = desk;
    const merged = await create({ lastName: CANARY, externalId: CANARY });
    const { id } = await create({ ...WHO, tags: [CANARY], customInputs: { a: CANARY }, vatNumber: CANARY, addresses: [ADDRESS] });
    await call('merge', { id: merged.id, intoId: id });
    await call('update', { id, registration: CANARY });
    await call('addAddress', { id, address: ADDRESS });
    await call('addTags', { id, tags: [`${CANARY}2`] });
    await call('addNote', { id, text: CANARY });
    await call('importCsv', { text: `email,birthday,city,line1,postcode,country\n${WHO.email},1999-12-31,${CANARY},2,3,FR\n` });
    const customer = { name: CANARY, phone: WHO.phone, email: WHO.email };
    const address = { ...ADDRESS, company: null, line2: null };
    const of = { customer, billingAddress: address, deliveryAddress: address, note: CANARY };
    await placed({ clientId: id, ...of, totalCents: 700, paidCents: 0, refundedCents: 0 });
    await persistence.transact(scope, ({ orders }) => orders.place(scope, anOrder(scope, { customer, note: CANARY }), anEvent('queued')));
    const stored = async () => {
      const orders = await views.orders.list(scope, FIRST_PAGE);
      const clients = await views.clients.byIds(scope, [id, merged.id]);
      const told = clients.map((client) => [
        views.clients.notes(scope, client.id, FIRST_PAGE),
        views.clients.history(scope, client.id, FIRST_PAGE),
      ]);
      const events = orders.items.map((order) => views.orders.events(scope, order.id));
      return JSON.stringify([
        orders,
        clients,
        await Promise.all(told.flat()),
        await Promise.all(events),
        await views.audit.list(scope, FIRST_PAGE),
      ]);
    };
    return { ...desk, id, merged, stored };
  }

  it('leaves nothing that tells who it was, in no record, order or log', async () => {
    const { call, id, stored } = await aKnownClient();
    expect(await stored()).to.include(CANARY);

    const forgotten = await call('anonymize', { id });

    expect(forgotten).to.deep.include({ name: '–', email: null, addresses: [], tags: [], anonymizedAt: NOON });
    expect(await stored())
      .to.not.include(CANARY)
      .and.not.include('612345678')
      .and.not.include('1999-12-31');
  });

  it('keeps what was sold, and leaves the client where orders refer to it', async () => {
    const { call, id, views, scope } = await aKnownClient();
    const before = await views.clients.orders(scope, id, FIRST_PAGE);

    await call('anonymize', { id });

    const { items } = await views.clients.orders(scope, id, FIRST_PAGE);
    expect(items.map(({ totalCents, status, clientId }) => [totalCents, status, clientId])).to.deep.equal(
      before.items.map(({ totalCents, status }) => [totalCents, status, id]),
    );
    expect(await call('list')).to.deep.include({ total: 0 });
    expect((await views.clients.history(scope, id, FIRST_PAGE)).items[0]).to.deep.include({ kind: 'anonymized', actor: 'system:tests' });
  });

  it('happens once, for whichever of the merged ones it is asked, and is never undone', async () => {
    const { call, id, merged, views, scope } = await aKnownClient();
    const first = await call('anonymize', { id: merged.id });
    const history = await views.clients.history(scope, id, FIRST_PAGE);

    expect(await call('anonymize', { id })).to.deep.equal(first);
    expect(await views.clients.history(scope, id, FIRST_PAGE)).to.deep.equal(history);
    expect((await refusalOf(call('update', { id, lastName: 'Back' }))).facts).to.deep.equal({ status: 'anonymous' });
  });

  it('is preceded by telling the client what is kept, everywhere', async () => {
    const { call, id } = await aKnownClient();
    const { data } = z.object({ data: z.record(z.string(), z.array(z.unknown())) }).parse(await call('exportPersonalData', { id }));

    expect(Object.keys(data)).to.include.members(['clients', 'notes', 'history', 'orders']);
    expect([data.clients, data.notes, data.orders].map((kept) => kept?.length)).to.deep.equal([2, 1, 2]);
    for (const kept of [data.clients, data.notes, data.orders]) expect(JSON.stringify(kept)).to.include(CANARY);
  });
});
