import { journalAnswer, verifyAnswer } from '@comptoir/core/keyed/journal-contract.js';
import { saleAnswer } from '@comptoir/core/keyed/sale-contract.js';
import { expect } from 'chai';
import { aProduct, establishBeside } from '../../../suites/builders.js';
import { jsonOf } from '../../call.js';
import { expectRefusal, faultyPaths } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { WITHOUT_CAPS } from '../till.js';
import { type KeyedTill, openKeyedTill } from './shop-key.js';

const MUG = { itemId: 'mug', variantId: null };

describe('recording sales by key', () => {
  let till: KeyedTill;

  beforeEach(async () => {
    till = await openKeyedTill({ trade: 'shop', timezone: 'Europe/Paris', features: { ...WITHOUT_CAPS, stock: true } });
    await till.catalogue.put(aProduct({ id: 'mug', name: 'Mug', priceCents: 1490, taxBasisPoints: 2000, sku: 'MUG', manageStock: true }));
    await till.catalogue.putStock({ ...MUG, stock: 10 });
  });

  afterEach(closeAll);

  const sell = (changes: object = {}, headers: Record<string, string> = {}) =>
    till.ask('/sales', {
      method: 'POST',
      headers,
      body: { register: 'Caisse 1', lines: [{ itemId: 'mug', quantity: 2 }], payments: [{ method: 'card', amount: 29.8 }], ...changes },
    });
  const sold = async (changes?: object) => saleAnswer.parse(jsonOf(await sell(changes))).sale;
  const refund = (id: string, changes: object = {}) =>
    till.ask(`/sales/${id}/refund`, {
      method: 'POST',
      body: { register: 'Caisse 1', lines: [{ number: 1, quantity: 1 }], payments: [{ method: 'card', amount: 14.9 }], ...changes },
    });
  const stock = async () => (await till.persistence.views.stock.levels(till.scope, ['mug']))[0]?.stock;
  const journal = async (path = '') => till.ask(`/journal${path}`, { key: till.keys.export });
  const verified = async () => verifyAnswer.parse(jsonOf(await journal('/verify')));

  it('takes the goods from the shelves and writes the sale into the journal, in one step', async () => {
    const answer = await sell();
    expect(answer.status, answer.text).to.equal(201);
    const { sale } = saleAnswer.parse(jsonOf(answer));
    expect(sale).to.deep.include({ kind: 'sale', number: 1, total: 29.8, taxes: [{ vatRate: 20, net: 24.83, tax: 4.97 }] });
    expect(sale.lines[0]).to.deep.include({ itemId: 'mug', sku: 'MUG', name: 'Mug', unitPrice: 14.9, quantity: 2 });
    expect(await stock()).to.equal(8);
    const { entries } = journalAnswer.parse(jsonOf(await journal()));
    expect(entries.map(({ chain, number }) => [chain, number])).to.deep.equal([['sale/Caisse 1', 1]]);
    expect(JSON.parse(entries[0]?.snapshot ?? '')).to.deep.include({ id: sale.id, totalCents: 2980 });
    expect(await verified()).to.deep.equal({ ok: true, valid: true, entries: 1, problems: [] });
  });

  it('takes lines of a sale back, and puts them back on the shelves unless told not to', async () => {
    const { id } = await sold();
    expect((await refund(id)).status).to.equal(201);
    expect(await stock()).to.equal(9);
    expect((await refund(id, { restock: false })).status).to.equal(201);
    expect(await stock()).to.equal(9);
    expectRefusal(await refund(id), 409, 'over_refunded');
    expect(await verified()).to.deep.include({ valid: true, entries: 3 });
    expect((await till.persistence.views.stock.verify(till.scope)).differences).to.deep.equal([]);
  });

  it('records it once, however often it is sent under one key', async () => {
    const key = { 'Idempotency-Key': 'till-1-ticket-7' };
    const first = await sell({}, key);
    const again = await sell({}, key);
    expect(jsonOf(again)).to.deep.equal(jsonOf(first));
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect(await stock()).to.equal(8);
    expect((await verified()).entries).to.equal(1);
  });

  it('takes what is typed in, and the time it was', async () => {
    const at = new Date(till.services.clock.now().getTime() - 60_000).toISOString();
    const line = { name: 'Divers', quantity: 1, unitPrice: 5, vatRate: 5.5 };
    const payments = [
      { method: 'cash', amount: 3 },
      { method: 'meal-voucher', amount: 2 },
    ];
    expect(await sold({ at, lines: [line], payments })).to.deep.include({ at, total: 5, payments });
  });

  it('takes discounts off a line and off the sale, and keeps what was handed over', async () => {
    const discounts = [
      { line: 1, percent: 10, label: 'Fin de série' },
      { amount: 1.82, label: 'Arrondi' },
    ];
    const sale = await sold({ discounts, payments: [{ method: 'cash', amount: 25, tendered: 30 }] });
    expect(sale).to.deep.include({ total: 25, payments: [{ method: 'cash', amount: 25, tendered: 30 }] });
    expect(sale.lines[0]).to.deep.include({ unitPrice: 14.9, discount: 4.8, total: 25 });
    expect(sale.discounts.map(({ label, amount }) => [label, amount])).to.deep.equal([
      ['Fin de série', 2.98],
      ['Arrondi', 1.82],
    ]);
    const [entry] = journalAnswer.parse(jsonOf(await journal())).entries;
    expect(JSON.parse(entry?.snapshot ?? '').payments).to.deep.equal([{ method: 'cash', amountCents: 2500, tenderedCents: 3000 }]);
    expect(await verified()).to.deep.include({ valid: true, entries: 1 });
  });

  it('refuses discounts of nothing, of too much and of no line, and less handed over than was paid', async () => {
    const [unclear, tooMuch, ofNoLine] = [{ percent: 10, amount: 1 }, { amount: 29.81 }, { line: 2, percent: 10 }];
    for (const changes of [
      { discounts: [unclear] },
      { discounts: [tooMuch] },
      { discounts: [ofNoLine] },
      { payments: [{ method: 'cash', amount: 29.8, tendered: 29.79 }] },
      { payments: [{ method: 'card', amount: 29.8, tendered: 30 }] },
    ]) {
      const { status, text } = await sell(changes);
      expect([status, JSON.parse(text).error], JSON.stringify(changes)).to.deep.equal([400, 'invalid_request']);
    }
    expect(await verified()).to.deep.include({ entries: 0 });
  });

  it('refuses what cannot be, and then nothing has happened', async () => {
    const { now } = till.services.clock;
    const tomorrow = new Date(now().getTime() + 86_400_000).toISOString();
    for (const [changes, path] of [
      [{ payments: [{ method: 'card', amount: 29.79 }] }, 'payments'],
      [{ at: tomorrow }, 'at'],
      [{ lines: [] }, 'lines'],
      [{ lines: [{ name: 'Divers' }] }, 'lines.0'],
      [{ lines: [{ itemId: 'mug', variantId: 'red' }] }, 'lines.0.variantId'],
      [{ lines: [{ itemId: 'mug', quantity: 0 }] }, 'lines.0.quantity'],
      [{ register: '' }, 'register'],
    ] as const)
      expect(faultyPaths(expectRefusal(await sell(changes), 400, 'invalid_request')), path).to.deep.equal([path]);
    expectRefusal(await sell({ lines: [{ itemId: 'nothing' }] }), 404, 'unknown_item');
    expectRefusal(await refund('nothing'), 404, 'unknown_sale');
    expect(await stock()).to.equal(10);
    expect(await verified()).to.deep.equal({ ok: true, valid: true, entries: 0, problems: [] });
  });

  it('needs a key that may write; the journal one that may export', async () => {
    expectRefusal(await till.ask('/sales', { method: 'POST', key: till.keys.read, body: {} }), 403, 'insufficient_scope');
    expectRefusal(await till.ask('/journal', { key: till.keys.write }), 403, 'insufficient_scope');
    expectRefusal(await till.ask('/journal/verify', { key: till.keys.write }), 403, 'insufficient_scope');
  });

  it('shows the journal page by page, of a register, a type, a time', async () => {
    await sold();
    await sold({ register: 'Caisse 2' });
    await sold();
    const first = journalAnswer.parse(jsonOf(await journal('?limit=2')));
    const rest = journalAnswer.parse(jsonOf(await journal(`?limit=2&cursor=${first.nextCursor}`)));
    const places = [...first.entries, ...rest.entries].map(({ chain, number }) => `${chain} ${number}`);
    expect(places).to.deep.equal(['sale/Caisse 1 1', 'sale/Caisse 1 2', 'sale/Caisse 2 1']);
    const second = journalAnswer.parse(jsonOf(await journal(`?register=${encodeURIComponent('Caisse 2')}&type=sale`)));
    expect(second.entries).to.have.length(1);
    expect(faultyPaths(expectRefusal(await journal('?type=gift'), 400, 'invalid_request'))).to.deep.equal(['type']);
  });

  it('shows nothing of another establishment', async () => {
    const { id } = await sold();
    const other = await establishBeside(till.persistence, till);
    expect(await till.persistence.views.sales.get(other.scope, id)).to.equal(null);
    expect((await till.services.journal.verify(other.scope)).entries).to.equal(0);
  });
});
