import { orderInputSchema } from '@comptoir/core/orders/order-contract.js';
import { expect } from 'chai';

const valid = { slug: 'chez-lucie', items: [{ id: 'galette' }], customer: { name: 'Ada' } };
const accepts = (changes: Record<string, unknown>) => orderInputSchema.safeParse({ ...valid, ...changes }).success;

describe('the order a guest sends', () => {
  it('needs no more than a shop, an item and a name', () => {
    expect(orderInputSchema.parse(valid)).to.deep.equal({ ...valid, items: [{ id: 'galette', quantity: 1 }] });
  });

  it('may say all the rest', () => {
    const full = {
      slug: 'chez-lucie',
      items: [{ id: 'galette', quantity: 99, variantId: 'xl', optionIds: ['a', 'b'], note: ' sans sel ' }],
      customer: { name: ' Ada ', phone: '+33 6 00', email: 'ada@example.org' },
      pickupAt: '2026-06-16T12:30:00+02:00',
      note: 'Deux lignes\net un emoji 🌻',
    };

    expect(orderInputSchema.parse(full)).to.deep.equal({
      ...full,
      items: [{ ...full.items[0], note: 'sans sel' }],
      customer: { ...full.customer, name: 'Ada' },
      pickupAt: new Date('2026-06-16T10:30:00Z'),
    });
  });

  it('loses whatever else it holds: prices, totals, states', () => {
    const greedy = {
      ...valid,
      total: 0.01,
      status: 'accepted',
      items: [{ id: 'galette', price: 0, unitPriceCents: 1, total: 0 }],
      customer: { name: 'Ada', vip: true },
    };

    expect(orderInputSchema.parse(greedy)).to.deep.equal(orderInputSchema.parse(valid));
  });

  it('may leave a field empty or null where it may leave it out', () => {
    expect(accepts({ pickupAt: null, note: null })).to.equal(true);
    expect(accepts({ note: '', customer: { name: 'Ada', phone: '', email: '' } })).to.equal(true);
    expect(accepts({ customer: { name: 'Ada', phone: null, email: null } })).to.equal(true);
    expect(accepts({ items: [{ id: 'a', variantId: null, optionIds: null, note: null }] })).to.equal(true);
  });

  it('has 1 to 100 lines of 1 to 99', () => {
    const lines = (count: number) => ({ items: Array.from({ length: count }, () => ({ id: 'a' })) });
    const quantity = (value: unknown) => ({ items: [{ id: 'a', quantity: value }] });

    expect([0, 1, 100, 101].map((count) => accepts(lines(count)))).to.deep.equal([false, true, true, false]);
    expect([0, 1, 99, 100, 1.5, -1, '2', null, Number.NaN].map((value) => accepts(quantity(value)))).to.deep.equal([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('keeps to the lengths of names and notes', () => {
    const longest = { name: 'x'.repeat(80), note: 'x'.repeat(200), orderNote: 'x'.repeat(500) };

    expect(accepts({ customer: { name: longest.name } })).to.equal(true);
    expect(accepts({ customer: { name: `${longest.name}x` } })).to.equal(false);
    expect(accepts({ customer: { name: '  ' } })).to.equal(false);
    expect(accepts({ items: [{ id: 'a', note: longest.note }] })).to.equal(true);
    expect(accepts({ items: [{ id: 'a', note: `${longest.note}x` }] })).to.equal(false);
    expect(accepts({ note: longest.orderNote })).to.equal(true);
    expect(accepts({ note: `${longest.orderNote}x` })).to.equal(false);
    expect(accepts({ slug: 'x'.repeat(65) })).to.equal(false);
  });

  it('is refused with what no database can hold', () => {
    for (const strange of ['a\u0000', '\ud800']) {
      expect(accepts({ items: [{ id: strange }] }), 'item').to.equal(false);
      expect(accepts({ items: [{ id: 'a', variantId: strange }] }), 'variant').to.equal(false);
      expect(accepts({ items: [{ id: 'a', optionIds: [strange] }] }), 'option').to.equal(false);
      expect(accepts({ items: [{ id: 'a', note: `x${strange}x` }] }), 'line note').to.equal(false);
      expect(accepts({ customer: { name: `x${strange}x` } }), 'name').to.equal(false);
      expect(accepts({ note: `x${strange}x` }), 'note').to.equal(false);
    }
  });

  it('is refused when it is something else', () => {
    for (const changes of [
      { slug: undefined },
      { items: undefined },
      { items: {} },
      { items: ['galette'] },
      { customer: undefined },
      { customer: 'Ada' },
      { customer: { name: 'Ada', email: 'not an address' } },
      { pickupAt: 'soon' },
      { pickupAt: '2026-06-16T12:30:00' },
      { pickupAt: 0 },
    ]) {
      expect(accepts(changes), JSON.stringify(changes)).to.equal(false);
    }
    for (const body of [null, [], 'x', 1]) expect(orderInputSchema.safeParse(body).success).to.equal(false);
  });
});
