import { randomUUID } from 'node:crypto';
import { withoutBuyer } from '@comptoir/core/invoices/forgotten-buyer.js';
import type { InvoiceFilter } from '@comptoir/core/invoices/invoice-store.js';
import type { PastInvoice } from '@comptoir/core/invoices/past-invoice.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aClient, aClientEvent } from './client-builders.js';
import { IMPOSSIBLE_IDS } from './identity-builders.js';
import { aDraft, anInvoice, anInvoicePayment, aPastInvoice, aTokenHash, stored } from './invoice-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

export function exerciseInvoiceStore(name: string, open: Open): void {
  describePort('InvoiceStore and InvoiceViews', name, open, (persistence) => {
    const { transact } = persistence;
    const get = (scope: Scope, id: string) => persistence.views.invoices.get(scope, id);
    const list = (scope: Scope, filter: Partial<InvoiceFilter> = {}) =>
      persistence.views.invoices.list(scope, { ...FIRST_PAGE, ...filter });
    const numbers = async (scope: Scope, filter?: Partial<InvoiceFilter>) => (await list(scope, filter)).items.map(({ number }) => number);
    const take = (scope: Scope, date: string, series = 'main') =>
      transact(scope, ({ invoices }) => invoices.takeNumber(scope, series, 'invoice', date));

    it('gives back what it was given, to the last field', async () => {
      const { scope } = await establish(persistence);
      const full = anInvoice(
        {
          note: 'Merci « encore » 🌻',
          reference: 'BC-1',
          terms: 'Comptant',
          mentions: ['Pas d’escompte.'],
          deliveryDate: '2026-06-15',
          orderId: 'commande-1',
          orderNumber: '2026-06-15 007',
          recurringId: randomUUID(),
          sentAt: minutesAfter(NOON, 5),
        },
        scope,
      );
      const draft = aDraft(scope);
      for (const invoice of [full, draft]) await stored(persistence, scope, invoice);

      expect(await get(scope, full.id)).to.deep.equal(full);
      expect(await get(scope, draft.id)).to.deep.equal(draft);
    });

    it('shows nothing of nobody, or of another establishment', async () => {
      const [one, other] = [await establish(persistence), await establish(persistence)];
      const { id } = await stored(persistence, one.scope, anInvoice({}, one.scope));
      for (const impossible of [randomUUID(), ...IMPOSSIBLE_IDS]) expect(await get(one.scope, impossible)).to.equal(null);

      expect(await get(other.scope, id)).to.equal(null);
      expect((await list(other.scope)).total).to.equal(0);
      expect((await refusalOf(transact(other.scope, ({ invoices }) => invoices.change(other.scope, id, (row) => row)))).code).to.equal(
        'unknown_record',
      );
    });

    it('changes a draft in everything, and deletes it', async () => {
      const { scope } = await establish(persistence);
      const draft = await stored(persistence, scope, aDraft(scope));

      await transact(scope, ({ invoices }) => invoices.change(scope, draft.id, (row) => ({ ...row, note: 'Nouveau', version: 2 })));
      expect(await get(scope, draft.id)).to.deep.equal({ ...draft, note: 'Nouveau', version: 2 });
      await transact(scope, ({ invoices }) => invoices.deleteDraft(scope, draft.id));
      expect(await get(scope, draft.id)).to.equal(null);
    });

    it('changes of what is issued nothing but its life', async () => {
      const { scope } = await establish(persistence);
      const invoice = await stored(persistence, scope, anInvoice({}, scope));
      const life = { status: 'partially_paid', paidCents: 100, creditedCents: 200, sentAt: NOON, version: 2 } as const;

      await transact(scope, ({ invoices }) =>
        invoices.change(scope, invoice.id, (row) => ({ ...row, ...life, note: 'faux', grossCents: 1, number: 'X-0', lines: [] })),
      );

      expect(await get(scope, invoice.id)).to.deep.equal({ ...invoice, ...life });
      expect((await refusalOf(transact(scope, ({ invoices }) => invoices.deleteDraft(scope, invoice.id)))).code).to.equal(
        'invalid_transition',
      );
      expect(await get(scope, invoice.id)).to.deep.include({ status: 'partially_paid' });
    });

    it('forgets the buyer of a quote, and of nothing that the law wants kept', async () => {
      const { scope } = await establish(persistence);
      const [quote, invoice] = [anInvoice({ kind: 'quote', status: 'sent', note: 'Privé' }, scope), anInvoice({}, scope)];
      for (const each of [quote, invoice]) await stored(persistence, scope, each);
      const forget = (id: string) => transact(scope, ({ invoices }) => invoices.forgetBuyer(scope, id));

      await forget(quote.id);
      expect(await get(scope, quote.id)).to.deep.equal(withoutBuyer(quote));
      expect((await list(scope, { search: quote.buyer.name })).items.map(({ id }) => id)).to.deep.equal([invoice.id]);
      expect((await refusalOf(forget(invoice.id))).code).to.equal('invalid_transition');
      expect(await get(scope, invoice.id)).to.deep.equal(invoice);
    });

    it('gives no number twice', async () => {
      const { scope } = await establish(persistence);
      const { number } = await stored(persistence, scope, anInvoice({}, scope));

      expect((await refusalOf(stored(persistence, scope, anInvoice({ number }, scope)))).code).to.equal('duplicate');
    });

    it('counts each series from 1, without gaps where numbers were given back, and anew each year', async () => {
      const { scope } = await establish(persistence);
      expect((await take(scope, '2026-06-16')).number).to.equal('F2026-000001');
      await errorOf(
        transact(scope, async ({ invoices }) => {
          await invoices.takeNumber(scope, 'main', 'invoice', '2026-06-16');
          throw new Error('changed their mind');
        }),
      );
      expect((await take(scope, '2026-06-17')).number).to.equal('F2026-000002');
      expect((await take(scope, '2026-06-17', 'web')).number).to.equal('FWEB-2026-000001');
      expect((await take(scope, '2027-01-01')).number).to.equal('F2027-000001');
    });

    it('numbers what was issued before by its dates, going on where each series is, with what was paid of it', async () => {
      const { scope } = await establish(persistence);
      await take(scope, '2026-05-02');
      const [later, earlier] = [aPastInvoice(scope, { issueDate: '2026-06-20' }), aPastInvoice(scope, { issueDate: '2026-06-01' })];
      const creditOf = { id: earlier.invoice.id, number: '–', issueDate: '2026-06-01' };
      const note = aPastInvoice(scope, { kind: 'credit_note', issueDate: '2026-06-20', creditOf, dueDate: null });
      const payment = anInvoicePayment(earlier.invoice.id);
      const past = [note, later, { ...earlier, payments: [payment] }];

      const issued = await transact(scope, ({ invoices }) => invoices.issueAll(scope, past));

      const numberOf = (id: string) => issued.find((invoice) => invoice.id === id)?.number;
      expect(past.map(({ invoice }) => numberOf(invoice.id))).to.deep.equal(['A2026-000001', 'F2026-000003', 'F2026-000002']);
      for (const invoice of issued) expect(await get(scope, invoice.id)).to.deep.equal(invoice);
      expect((await get(scope, note.invoice.id))?.creditOf?.number).to.equal('F2026-000002');
      expect(await persistence.views.invoices.payments(scope, earlier.invoice.id)).to.deep.equal([payment]);
      expect((await take(scope, '2026-06-20')).number).to.equal('F2026-000004');
    });

    it('takes back all numbers when one of the past cannot be written, and refuses what is older than the last number', async () => {
      const { scope } = await establish(persistence);
      const one = aPastInvoice(scope);
      const issue = (...past: readonly PastInvoice[]) => transact(scope, ({ invoices }) => invoices.issueAll(scope, past));

      expect((await refusalOf(issue(one, aPastInvoice(scope, { id: one.invoice.id })))).code).to.equal('duplicate');
      const alone = aPastInvoice(scope, { kind: 'credit_note', creditOf: { id: randomUUID(), number: '–', issueDate: '2026-06-16' } });
      expect((await refusalOf(issue(one, alone))).code).to.equal('unknown_record');
      expect(await numbers(scope)).to.deep.equal([]);
      expect(await issue(one)).to.have.length(1);
      expect((await refusalOf(issue(aPastInvoice(scope, { issueDate: '2026-06-15' })))).code).to.equal('invalid_request');
      expect(await numbers(scope)).to.deep.equal(['F2026-000001']);
    });

    it('never dates a number before the one before it', async () => {
      const { scope } = await establish(persistence);
      await take(scope, '2027-01-01');

      const { number, issueDate } = await take(scope, '2026-12-31');
      expect({ number, issueDate }).to.deep.equal({ number: 'F2027-000002', issueDate: '2027-01-01' });
    });

    it('numbers as a series was set, from its next number on, and no two series alike', async () => {
      const { scope } = await establish(persistence);
      await take(scope, '2026-06-16');
      const set = (series: string, pattern: string) =>
        transact(scope, ({ invoices }) => invoices.setSeries(scope, { series, kind: 'invoice', pattern, yearly: false }));

      expect(await set('main', 'FA-{YY}{MM}/{0001}')).to.deep.include({ pattern: 'FA-{YY}{MM}/{0001}', last: 1 });
      expect((await take(scope, '2026-06-16')).number).to.equal('FA-2606/0002');
      expect((await refusalOf(set('web', 'FA-{YY}{MM}/{0001}'))).code).to.equal('duplicate');
      expect((await persistence.views.invoices.series(scope)).map(({ series, last }) => [series, last])).to.deep.equal([['main', 2]]);
    });

    it('gives a hundred issues at once a hundred numbers in a row, whoever of them gives up', async function () {
      this.timeout(60_000);
      const { scope } = await establish(persistence);
      const outcomes = await atOnce(130, (index) =>
        transact(scope, async ({ invoices }) => {
          const { number, issueDate } = await invoices.takeNumber(scope, 'main', 'invoice', '2026-06-16');
          await invoices.create(scope, anInvoice({ number, issueDate }, scope));
          if (index % 4 === 3) throw new Error('changed their mind');
          return number;
        }).catch(() => null),
      );

      const given = outcomes.flatMap((number) => number ?? []).sort();
      expect(given).to.deep.equal(Array.from({ length: 98 }, (_, index) => `F2026-${String(index + 1).padStart(6, '0')}`));
      expect((await list(scope)).total).to.equal(98);
    });

    it('finds by the beginnings of words, by kind, state, day, client and order', async () => {
      const { scope } = await establish(persistence);
      const buyer = anInvoice().buyer;
      const client = aClient();
      const clientId = client.id;
      await persistence.transact(scope, ({ clients }) => clients.create(scope, [client], aClientEvent()));
      await stored(
        persistence,
        scope,
        anInvoice({ number: 'A-1', orderId: 'o1', buyer: { ...buyer, name: 'Éloïse Ørsted', clientId } }, scope),
      );
      await stored(
        persistence,
        scope,
        anInvoice({ number: 'B-2', status: 'paid', issueDate: '2026-06-20', createdAt: minutesAfter(NOON, 1) }, scope),
      );

      expect(await numbers(scope)).to.deep.equal(['B-2', 'A-1']);
      expect(await numbers(scope, { search: 'ors eloi' })).to.deep.equal(['A-1']);
      expect(await numbers(scope, { search: 'a 1' })).to.deep.equal(['A-1']);
      expect(await numbers(scope, { status: 'paid' })).to.deep.equal(['B-2']);
      expect(await numbers(scope, { kind: 'quote' })).to.deep.equal([]);
      expect(await numbers(scope, { from: '2026-06-17' })).to.deep.equal(['B-2']);
      expect(await numbers(scope, { to: '2026-06-17' })).to.deep.equal(['A-1']);
      expect(await numbers(scope, { clientIds: [randomUUID(), clientId] })).to.deep.equal(['A-1']);
      expect(await numbers(scope, { clientIds: [] })).to.deep.equal([]);
      expect(await numbers(scope, { orderId: 'o1' })).to.deep.equal(['A-1']);
      expect(await numbers(scope, { sort: 'number' })).to.deep.equal(['A-1', 'B-2']);
      expect(await numbers(scope, { sort: '-issueDate' })).to.deep.equal(['B-2', 'A-1']);
    });

    it('lists drafts after all others where they have nothing to be sorted by, and before them when turned round', async () => {
      const { scope } = await establish(persistence);
      await stored(persistence, scope, aDraft(scope));
      await stored(persistence, scope, anInvoice({ number: 'A-1' }, scope));

      expect(await numbers(scope, { sort: 'number' })).to.deep.equal(['A-1', null]);
      expect(await numbers(scope, { sort: '-number' })).to.deep.equal([null, 'A-1']);
    });

    it('keeps payments and links beside it', async () => {
      const { scope } = await establish(persistence);
      const invoice = await stored(persistence, scope, anInvoice({}, scope));
      const payment = {
        id: randomUUID(),
        invoiceId: invoice.id,
        at: NOON,
        amountCents: 500,
        means: 'card',
        reference: null,
        actor: 'system:tests',
      } as const;
      const hash = aTokenHash();
      await transact(scope, async ({ invoices }) => {
        await invoices.addPayment(scope, payment);
        await invoices.addLink(scope, hash, invoice.id, NOON);
      });

      expect(await persistence.views.invoices.payments(scope, invoice.id)).to.deep.equal([payment]);
      expect(await persistence.views.invoices.byLink(hash)).to.deep.equal(invoice);
      expect(await persistence.views.invoices.byLink(aTokenHash())).to.equal(null);
    });

    it('finds the credit notes of an invoice and all that was issued of an order', async () => {
      const { scope } = await establish(persistence);
      const invoice = await stored(persistence, scope, anInvoice({ orderId: 'o1' }, scope));
      const creditOf = { id: invoice.id, number: invoice.number ?? '', issueDate: '2026-06-16' };
      const note = anInvoice({ kind: 'credit_note', creditOf, orderId: 'o1', createdAt: minutesAfter(NOON, 1) }, scope);
      await stored(persistence, scope, note);
      await stored(persistence, scope, aDraft(scope, { kind: 'credit_note', creditOf, orderId: 'o1' }));

      await transact(scope, async ({ invoices }) => {
        expect(await invoices.creditNotes(scope, invoice.id)).to.deep.equal([note]);
        expect((await invoices.ofOrder(scope, 'o1')).map(({ id }) => id)).to.deep.equal([invoice.id, note.id]);
      });
    });

    it('finds what is past its due date, of any tenant: what is owed, and quotes without an answer', async () => {
      const { scope, site } = await establish(persistence);
      const dueDate = '1980-01-01';
      const owed = await stored(persistence, scope, anInvoice({ dueDate }, scope));
      const quote = await stored(persistence, scope, anInvoice({ kind: 'quote', status: 'sent', dueDate }, scope));
      await stored(persistence, scope, anInvoice({ dueDate, paidCents: owed.grossCents }, scope));
      await stored(persistence, scope, anInvoice({ dueDate, status: 'overdue' }, scope));
      await stored(persistence, scope, anInvoice({ dueDate: '1980-01-02' }, scope));

      const due = await transact(scope, ({ invoices }) => invoices.pastDue('1980-01-02', 1000));
      const mine = due.filter(({ siteId }) => siteId === scope.siteId);
      expect(mine.map(({ id }) => id)).to.have.members([owed.id, quote.id]);
      expect(mine[0]).to.deep.include({ tenantId: scope.tenantId, dueDate, timezone: site.timezone });
    });

    it('adds up what was invoiced and credited, what came and what is open', async () => {
      const { scope } = await establish(persistence);
      const span = { from: '2026-06-01', to: '2026-07-31', today: '2026-07-20', timezone: 'Europe/Paris' };
      const buyer = anInvoice().buyer;
      const late = anInvoice({ number: 'A-1', status: 'overdue', paidCents: 100 }, scope);
      const fresh = anInvoice(
        { number: 'A-2', issueDate: '2026-07-18', dueDate: '2026-08-18', buyer: { ...buyer, name: 'Bernard' } },
        scope,
      );
      const creditOf = { id: late.id, number: 'A-1', issueDate: '2026-06-16' };
      const note = anInvoice({ number: 'N-1', kind: 'credit_note', creditOf, issueDate: '2026-07-19', dueDate: null }, scope);
      const before = anInvoice({ number: 'A-0', issueDate: '2026-05-31', status: 'paid' }, scope);
      for (const invoice of [late, fresh, note, before, aDraft(scope)]) await stored(persistence, scope, invoice);
      await transact(scope, async ({ invoices }) => {
        const payment = { invoiceId: late.id, means: 'card', reference: null, actor: 'system:tests' } as const;
        await invoices.addPayment(scope, { ...payment, id: randomUUID(), at: NOON, amountCents: 100 });
        await invoices.addPayment(scope, { ...payment, id: randomUUID(), at: new Date('2026-05-31T21:59:59Z'), amountCents: 7 });
        await invoices.addPayment(scope, { ...payment, id: randomUUID(), at: new Date('2026-05-31T22:00:00Z'), amountCents: 11 });
      });

      expect(await persistence.views.invoices.metrics(scope, span)).to.deep.equal({
        invoiced: { count: 2, netCents: 1727, taxCents: 173, grossCents: 1900 },
        creditedCents: 1900,
        paidCents: 111,
        open: { count: 2, cents: 3700 },
        overdue: { count: 1, cents: 1800 },
        months: [
          { month: '2026-06', grossCents: 1900, creditedCents: 0 },
          { month: '2026-07', grossCents: 1900, creditedCents: 1900 },
        ],
        ageing: { notDue: 1900, days1to30: 1800, days31to60: 0, days61to90: 0, over90: 0 },
        debtors: [
          { clientId: null, name: 'Bernard', count: 1, cents: 1900 },
          { clientId: null, name: buyer.name, count: 1, cents: 1800 },
        ],
      });
    });

    it('keeps its establishment from being deleted', async () => {
      const { scope } = await establish(persistence);
      await stored(persistence, scope, anInvoice({}, scope));

      expect((await refusalOf(transact(scope, ({ sites }) => sites.delete(scope)))).code).to.equal('in_use');
    });
  });
}
