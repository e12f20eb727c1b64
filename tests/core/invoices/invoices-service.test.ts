import type { Invoice } from '@comptoir/core/invoices/invoice.js';
import { draftInput } from '@comptoir/core/invoices/invoice-contract.js';
import type { OrderLine } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import { aLine as anOrderLine, establish, FIRST_PAGE, placed } from '../../suites/builders.js';
import { A_SELLER, aDraftInput } from '../../suites/invoice-builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aBench } from '../support.js';

/** An establishment that invoices, at noon of 16 June 2026. */
async function anOffice() {
  const bench = aBench();
  const { scope } = await establish(bench.persistence);
  await bench.persistence.transact(scope, ({ settings }) => settings.set(scope, 'invoices.seller', A_SELLER));
  const { invoices, issuedInvoices: issued, views } = bench.services;
  const get = async (id: string): Promise<Invoice> => {
    const found = await views.invoices.get(scope, id);
    if (found === null) throw new Error('There is no such invoice.');
    return found;
  };
  const anInvoice = (changes: Record<string, unknown> = {}) => invoices.createInvoice(scope, aDraftInput(changes));
  const pay = (id: string, amountCents: number) =>
    issued.recordPayment(scope, id, { amountCents, means: 'card', at: null, reference: null });
  return { ...bench, scope, invoices, issued, get, anInvoice, pay };
}

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;

describe('invoices', () => {
  it('are issued with the next number, today’s date, the seller as they are set and what the law wants to be read', async () => {
    const { anInvoice, get } = await anOffice();
    const invoice = await anInvoice();

    expect(invoice).to.deep.include({
      status: 'issued',
      number: 'F2026-000001',
      issueDate: '2026-06-16',
      dueDate: '2026-07-16',
      seller: A_SELLER,
      terms: 'Paiement sous 30 jours à compter de la date d’émission.',
      netCents: 1727,
      taxCents: 173,
      grossCents: 1900,
    });
    expect(invoice.mentions.join()).to.include('40 €');
    expect(await get(invoice.id)).to.deep.equal(invoice);
  });

  it('name no penalties to people, and sell by the name of the establishment where nobody has set one', async () => {
    const { anInvoice, persistence, scope } = await anOffice();
    await persistence.transact(scope, ({ settings }) => settings.set(scope, 'invoices.seller', undefined));
    const site = await persistence.views.sites.get(scope);

    const invoice = await anInvoice({ buyer: { name: 'Ada' } });
    expect(invoice.mentions).to.deep.equal([]);
    expect(invoice.seller).to.deep.include({ name: site?.name, vatNumber: null });
  });

  it('are of the year it is where the establishment is, and of no earlier day than the one before', async () => {
    const { invoices, clock, scope } = await anOffice();
    const at = async (instant: string) => {
      clock.set(new Date(instant));
      const { number, issueDate } = await invoices.createInvoice(scope, aDraftInput());
      return [number, issueDate];
    };

    expect(await at('2026-12-31T22:59:59Z')).to.deep.equal(['F2026-000001', '2026-12-31']);
    expect(await at('2026-12-31T23:00:00Z')).to.deep.equal(['F2027-000001', '2027-01-01']);
    // The clock of another server is late.
    expect(await at('2026-12-31T22:59:58Z')).to.deep.equal(['F2027-000002', '2027-01-01']);
    expect(await at('2028-02-29T12:00:00Z')).to.deep.equal(['F2028-000001', '2028-02-29']);
  });

  it('keep what they say when the seller changes', async () => {
    const { anInvoice, get, persistence, scope } = await anOffice();
    const { id } = await anInvoice();
    await persistence.transact(scope, ({ settings }) => settings.set(scope, 'invoices.seller', { ...A_SELLER, name: 'Autre' }));

    expect((await get(id)).seller?.name).to.equal(A_SELLER.name);
  });

  it('take the tax as the establishment has it rounded', async () => {
    const { anInvoice, persistence, scope } = await anOffice();
    const lines = Array.from({ length: 5 }, () => ({ name: 'Jeton', unitPriceCents: 10_000, taxBasisPoints: 1900 }));
    const totals = async (rounding: string) => {
      await persistence.transact(scope, ({ settings }) => settings.set(scope, 'invoices.rounding', rounding));
      const { netCents, taxCents, grossCents } = await anInvoice({ lines });
      return [netCents, taxCents, grossCents];
    };

    expect(await totals('line')).to.deep.equal([42_015, 7_985, 50_000]);
    expect(await totals('sum_by_net')).to.deep.equal([42_015, 7_983, 49_998]);
    expect(await totals('sum_by_net_keep_gross')).to.deep.equal([42_017, 7_983, 50_000]);
  });

  it('take a discount off all lines, to the cent', async () => {
    const { anInvoice } = await anOffice();
    const line = { name: 'Galette', unitPriceCents: 1000, taxBasisPoints: 1000 };
    const invoice = await anInvoice({ lines: [line, line, line], discountCents: 100 });

    expect(invoice.lines.map(({ discountCents }) => discountCents)).to.deep.equal([34, 33, 33]);
    expect(invoice.grossCents).to.equal(2900);
    expect(await codeOf(anInvoice({ lines: [line], discountCents: 1001 }))).to.equal('invalid_request');
    expect(await codeOf(anInvoice({ lines: [{ ...line, discountCents: 1001 }] }))).to.equal('invalid_request');
  });

  it('say why no tax is due, and ask for the number of who accounts for it', async () => {
    const { anInvoice } = await anOffice();
    const line = { name: 'Conseil', unitPriceCents: 1000, taxBasisPoints: 0 };
    const reverse = { lines: [{ ...line, taxCategory: 'AE' }], prices: 'net' };

    expect((await anInvoice(reverse)).taxes[0]?.exemption).to.include('Autoliquidation');
    expect((await anInvoice({ lines: [line], exemption: 'TVA non applicable, art. 293 B du CGI' })).taxes[0]?.exemption).to.include(
      '293 B',
    );
    expect(await codeOf(anInvoice({ ...reverse, buyer: { name: 'Ada' } }))).to.equal('invalid_request');
    expect(await codeOf(anInvoice({ lines: [{ ...line, taxCategory: 'S' }] }))).to.equal('invalid_request');
    expect(await codeOf(anInvoice({ lines: [{ ...line, taxCategory: 'O' }, line] }))).to.equal('invalid_request');
  });

  it('refuse what nobody is to pay, and a due date before they are issued', async () => {
    const { anInvoice, invoices, scope } = await anOffice();
    expect(await codeOf(anInvoice({ buyer: null }))).to.equal('invalid_request');
    expect(await codeOf(anInvoice({ clientId: 'nobody' }))).to.equal('unknown_record');
    expect(await codeOf(anInvoice({ dueDate: '2026-06-15' }))).to.equal('invalid_request');
    expect((await invoices.createInvoice(scope, aDraftInput())).number).to.equal('F2026-000001');
  });

  it('are changed and deleted as long as they are drafts, by whoever saw the last change', async () => {
    const { invoices, scope, get } = await anOffice();
    const draft = await invoices.createDraft(scope, 'invoice', aDraftInput({ discountCents: 100 }));
    const changed = await invoices.updateDraft(scope, draft.id, { note: 'Merci', discountCents: 200 }, 1);

    expect(changed).to.deep.include({ note: 'Merci', grossCents: 1700, version: 2, number: null, reference: null });
    expect(await codeOf(invoices.updateDraft(scope, draft.id, { note: null }, 1))).to.equal('stale');
    const issued = await invoices.issue(scope, draft.id);
    expect(issued).to.deep.include({ number: 'F2026-000001', grossCents: 1700, note: 'Merci' });
    expect(await codeOf(invoices.updateDraft(scope, draft.id, { note: null }))).to.equal('invalid_transition');
    expect(await codeOf(invoices.deleteDraft(scope, draft.id))).to.equal('invalid_transition');
    expect(await codeOf(invoices.issue(scope, draft.id))).to.equal('invalid_transition');
    expect(await get(draft.id)).to.deep.equal(issued);
  });

  it('are paid by money that came, not by money that is still to come', async () => {
    const { anInvoice, issued, scope } = await anOffice();
    const { id } = await anInvoice();
    const at = (time: string) => issued.recordPayment(scope, id, { amountCents: 100, means: 'card', at: new Date(time), reference: null });

    expect(await codeOf(at('2099-01-01T00:00:00Z'))).to.equal('invalid_request');
    expect(await at('2026-06-01T00:00:00Z')).to.deep.include({ paidCents: 100 });
  });

  it('are paid in parts, never more than is owed, and what bounced is owed again', async () => {
    const { anInvoice, pay, services, scope } = await anOffice();
    const { id } = await anInvoice();

    expect((await pay(id, 900)).status).to.equal('partially_paid');
    expect(await codeOf(pay(id, 1001))).to.equal('invalid_request');
    expect((await pay(id, 1000)).status).to.equal('paid');
    expect((await pay(id, -1000)).status).to.equal('partially_paid');
    expect((await pay(id, -900)).status).to.equal('issued');
    expect(await codeOf(pay(id, -1))).to.equal('invalid_request');
    expect((await services.views.invoices.payments(scope, id)).map(({ amountCents }) => amountCents)).to.deep.equal([
      900, 1000, -1000, -900,
    ]);
  });

  it('fall due on the day after their due date where the establishment is', async () => {
    const { anInvoice, services, clock, get, pay } = await anOffice();
    const { id } = await anInvoice({ dueDate: '2026-06-20' });
    clock.set(new Date('2026-06-20T21:59:59Z'));
    expect(await services.invoiceWork.run()).to.equal(0);
    clock.set(new Date('2026-06-20T22:00:00Z'));

    expect(await services.invoiceWork.run()).to.equal(1);
    expect((await get(id)).status).to.equal('overdue');
    expect(await services.invoiceWork.run()).to.equal(0);
    expect((await pay(id, 900)).status).to.equal('overdue');
    expect((await pay(id, 1000)).status).to.equal('paid');
  });

  it('are cancelled by a credit note over all that is left, and by nothing else', async () => {
    const { anInvoice, invoices, issued, scope, get } = await anOffice();
    const { id, number } = await anInvoice();
    await invoices.createCreditNote(scope, { invoiceId: id, reason: 'Geste', lines: [{ line: 1, amountCents: 500 }], draft: false });
    const note = await invoices.cancel(scope, id, 'Erreur');

    expect(note).to.deep.include({ kind: 'credit_note', number: 'A2026-000002', grossCents: 1400, reason: 'Erreur', status: 'issued' });
    expect(note.creditOf).to.deep.equal({ id, number, issueDate: '2026-06-16' });
    expect(await get(id)).to.deep.include({ status: 'cancelled', creditedCents: 1900 });
    expect(await codeOf(invoices.cancel(scope, id, 'Encore'))).to.equal('invalid_transition');
    expect((await issued.setStatus(scope, note.id, 'refunded', null)).status).to.equal('refunded');
    expect(await codeOf(issued.setStatus(scope, note.id, 'refunded', null))).to.equal('invalid_transition');
  });

  it('work a credit note out again that was a draft while others were issued', async () => {
    const { anInvoice, invoices, scope, get } = await anOffice();
    const { id } = await anInvoice();
    const draft = await invoices.createCreditNote(scope, { invoiceId: id, reason: 'Tout', draft: true });
    expect((await get(id)).creditedCents).to.equal(0);
    await invoices.createCreditNote(scope, { invoiceId: id, reason: 'Une', lines: [{ line: 1, quantity: 1 }], draft: false });

    expect(await invoices.issue(scope, draft.id)).to.deep.include({ grossCents: 950, status: 'issued' });
    expect((await get(id)).status).to.equal('cancelled');
  });

  it('come of a quote once it is accepted, with its lines and its price', async () => {
    const { invoices, issued, scope, get } = await anOffice();
    const quote = await invoices.createDraft(scope, 'quote', aDraftInput({ discountCents: 77 }));
    expect(await issued.send(scope, quote.id, null)).to.deep.include({ status: 'sent', number: 'D2026-000001', dueDate: '2026-07-16' });
    expect(await codeOf(invoices.convertQuote(scope, quote.id, true))).to.equal('invalid_transition');
    await issued.setStatus(scope, quote.id, 'accepted', null);

    const invoice = await invoices.convertQuote(scope, quote.id, true);
    expect(invoice).to.deep.include({ kind: 'invoice', status: 'issued', quoteId: quote.id, grossCents: 1823, number: 'F2026-000001' });
    expect((await get(quote.id)).status).to.equal('converted');
    expect(await codeOf(invoices.convertQuote(scope, quote.id, true))).to.equal('invalid_transition');
  });

  it('are sent by a mail in their language with a link that leads to them, until nobody knows the link', async () => {
    const { anInvoice, issued, scope, outbox } = await anOffice();
    const { id, number } = await anInvoice({ language: 'de' });
    await issued.send(scope, id, null);

    const [mail] = outbox.sent;
    expect(mail).to.deep.include({ to: 'achats@ateliers.example', subject: `Rechnung ${number} von Crêperie du Port` });
    const token = /invoice\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await issued.byToken(token, '192.0.2.1')).id).to.equal(id);
    expect(
      await codeOf(
        issued.byToken(
          token.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
          '192.0.2.1',
        ),
      ),
    ).to.equal('unknown_record');
  });

  it('are not looked for all the time from one place', async () => {
    const { issued } = await anOffice();
    for (let count = 0; count < 120; count += 1) expect(await codeOf(issued.byToken('no', '192.0.2.1'))).to.equal('unknown_record');
    expect(await codeOf(issued.byToken('no', '192.0.2.1'))).to.equal('rate_limited');
    expect(await codeOf(issued.byToken('no', '192.0.2.2'))).to.equal('unknown_record');
  });
});

describe('invoices of an order', () => {
  const LINES = [
    anOrderLine({ id: 'l1', name: 'Galette', quantity: 3, unitPriceCents: 950, discountCents: 100, totalCents: 2750 }),
    anOrderLine({ id: 'l2', name: 'Cidre', quantity: 1, unitPriceCents: 1250, totalCents: 1250, taxBasisPoints: 2000 }),
  ];

  async function anOrder() {
    const office = await anOffice();
    const { persistence, scope } = office;
    const order = await placed(persistence, scope, { lines: LINES, totalCents: 4000 });
    const invoice = (lines?: { lineId: string; quantity: number }[]) =>
      office.invoices.createInvoice(scope, draftInput.parse({ orderId: order.id, ...(lines === undefined ? {} : { lines }) }));
    const invoiced = async () => (await persistence.views.orders.get(scope, order.id))?.lines.map((line: OrderLine) => line.invoiced);
    return { ...office, order, invoice, invoiced };
  }

  it('copy its lines, prices and discounts, and are the order to the cent', async () => {
    const { invoice, invoiced, order, services, scope } = await anOrder();
    const made = await invoice();

    expect(made).to.deep.include({ orderId: order.id, grossCents: 4000 });
    expect(made.buyer).to.deep.include({ name: order.customer.name });
    expect(await invoiced()).to.deep.equal([3, 1]);
    const events = await services.views.orders.events(scope, order.id);
    expect(events.at(-1)).to.deep.include({ kind: 'invoice', data: { invoiceId: made.id, number: 'F2026-000001', grossCents: 4000 } });
    expect((await services.views.invoices.list(scope, { ...FIRST_PAGE, orderId: order.id })).total).to.equal(1);
  });

  it('in parts are the order, and never more', async () => {
    const { invoice, invoiced } = await anOrder();
    const parts = [await invoice([{ lineId: 'l1', quantity: 1 }]), await invoice([{ lineId: 'l1', quantity: 1 }])];
    expect(await invoiced()).to.deep.equal([2, 0]);
    const refusal = await refusalOf(invoice([{ lineId: 'l1', quantity: 2 }]));
    expect(refusal).to.deep.include({ code: 'over_invoiced', facts: { lineId: 'l1', left: 1 } });
    parts.push(await invoice());

    expect(parts.reduce((sum, { grossCents }) => sum + grossCents, 0)).to.equal(4000);
    expect(await codeOf(invoice())).to.equal('over_invoiced');
  });

  it('have no lines but those of the order', async () => {
    const { order } = await anOrder();
    const typed = aDraftInput();
    expect(draftInput.safeParse({ ...typed, orderId: order.id }).success).to.equal(false);
    expect(draftInput.safeParse({ ...typed, orderId: null }).success).to.equal(true);
  });

  it('at once invoice it once', async () => {
    const { invoice } = await anOrder();
    const outcomes = await atOnce(5, () => invoice().catch((error: unknown) => error));
    expect(outcomes.filter((outcome) => outcome instanceof Error)).to.have.length(4);
  });

  it('can be made anew once they were taken back', async () => {
    const { invoice, invoices, invoiced, scope } = await anOrder();
    const first = await invoice();
    await invoices.cancel(scope, first.id, 'Adresse');
    expect(await invoiced()).to.deep.equal([0, 0]);

    expect((await invoice()).grossCents).to.equal(4000);
  });

  it('are refused where a draft would invoice it a second time', async () => {
    const { invoice, invoices, scope, order } = await anOrder();
    const draft = await invoices.createDraft(scope, 'invoice', draftInput.parse({ orderId: order.id }));
    await invoice();

    expect(await codeOf(invoices.issue(scope, draft.id))).to.equal('over_invoiced');
  });

  it('are refused for an order that was given up, which does not keep what was invoiced from being credited', async () => {
    const { invoice, invoices, services, scope, order } = await anOrder();
    const made = await invoice([{ lineId: 'l1', quantity: 1 }]);
    await services.orders.step(scope, order.id, 'cancel', null);

    expect(await codeOf(invoice())).to.equal('invalid_transition');
    expect((await invoices.cancel(scope, made.id, 'Annulée')).grossCents).to.equal(made.grossCents);
  });
});
