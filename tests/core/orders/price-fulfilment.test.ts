import { sumCents } from '@comptoir/core/kit/money.js';
import { divide, united } from '@comptoir/core/orders/divide-contents.js';
import { NEW_LINE, type OrderDiscount, type OrderLine } from '@comptoir/core/orders/order.js';
import { grantOf, priceFulfilment, shareOut } from '@comptoir/core/orders/price-fulfilment.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aLine } from '../../suites/builders.js';

function line(id: string, unitPriceCents: number, quantity = 1, kind: OrderLine['kind'] = 'item'): OrderLine {
  return {
    ...aLine(),
    ...NEW_LINE,
    id,
    kind,
    itemId: kind === 'item' ? id : null,
    quantity,
    unitPriceCents,
    totalCents: unitPriceCents * quantity,
  };
}

function discount(kind: OrderDiscount['kind'], value: number, changes: Partial<OrderDiscount> = {}): OrderDiscount {
  return { id: `${kind}-${value}`, kind, value, label: 'L', coupon: null, lineId: null, amountCents: 0, ...changes };
}

const priced = (lines: readonly OrderLine[], ...discounts: OrderDiscount[]) => priceFulfilment(lines, discounts.map(grantOf));
const totalsOf = (lines: readonly OrderLine[]) => lines.map(({ totalCents }) => totalCents);

const someLine = (id: string) =>
  fc
    .record({
      price: fc.nat(100_000_000),
      quantity: fc.integer({ min: 1, max: 9999 }),
      kind: fc.constantFrom('item', 'custom', 'shipping'),
    })
    .map(({ price, quantity, kind }) => line(id, price, quantity, kind as OrderLine['kind']));
const someLines = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => someLine(`${index}`))));
const someDiscount = fc.record({
  kind: fc.constantFrom('percent' as const, 'amount' as const, 'free_shipping' as const),
  value: fc.nat(10_000),
  of: fc.option(fc.nat(7)),
  withCoupon: fc.boolean(),
  big: fc.boolean(),
});
const someDiscounts = fc.array(someDiscount, { maxLength: 5 }).map((all) =>
  all.map(({ kind, value, of, withCoupon, big }, index) =>
    discount(kind, kind === 'amount' && big ? value * 1_000_000 : value, {
      id: `${index}`,
      lineId: of === null || kind === 'free_shipping' ? null : `${of}`,
      coupon: withCoupon ? { id: 'c', code: 'C' } : null,
    }),
  ),
);

describe('the price of an order that is sent', () => {
  it('is the sum of its lines where nothing is taken off', () => {
    const { totalCents, lines } = priced([line('a', 1999, 3), line('s', 500, 1, 'shipping')]);
    expect([totalCents, totalsOf(lines)]).to.deep.equal([6497, [5997, 500]]);
  });

  it('takes discounts of lines first, then percentages, amounts and coupons, each off what is left, and the carriage last', () => {
    const lines = [line('a', 10_000), line('b', 10_000), line('s', 700, 1, 'shipping')];
    const coupon = { coupon: { id: 'c', code: 'DIX' } };

    const { totalCents, discounts } = priced(
      lines,
      discount('free_shipping', 0),
      discount('percent', 1000, coupon),
      discount('amount', 500),
      discount('percent', 5000),
      discount('percent', 1000, { lineId: 'a' }),
    );

    // 20000 − 1000 (a) = 19000; − 50 % = 9500; − 500 = 9000; − 10 % = 8100; carriage 0.
    expect(totalCents).to.equal(8100);
    expect(discounts.map(({ amountCents }) => amountCents)).to.deep.equal([700, 900, 500, 9500, 1000]);
  });

  it('shares an amount out by what is left of the lines, to the cent', () => {
    const { lines, totalCents } = priced([line('a', 333), line('b', 333), line('c', 334)], discount('amount', 100));
    expect(totalsOf(lines)).to.deep.equal([300, 300, 300]);
    expect(totalCents).to.equal(900);
    expect(shareOut(1, [1, 1, 1])).to.deep.equal([1, 0, 0]);
    expect(shareOut(2, [1, 5])).to.deep.equal([0, 2]);
    expect(shareOut(0, [0, 0])).to.deep.equal([0, 0]);
  });

  it('takes no more off than there is, and nothing off the carriage but the carriage', () => {
    const { lines, discounts } = priced([line('a', 300), line('s', 500, 1, 'shipping')], discount('amount', 99_999));
    expect(totalsOf(lines)).to.deep.equal([0, 500]);
    expect(discounts[0]?.amountCents).to.equal(300);
  });

  it('keeps a coupon to the lines it is for and to the most it takes off', () => {
    const grant = { discount: discount('percent', 5000), lineIds: ['b'], maxCents: 100 };
    expect(totalsOf(priceFulfilment([line('a', 1000), line('b', 1000)], [grant]).lines)).to.deep.equal([1000, 900]);
  });

  it('is always the sum of its lines, none of them below 0, and what is taken off is what the discounts say', () => {
    fc.assert(
      fc.property(someLines, someDiscounts, (lines, discounts) => {
        const order = priced(lines, ...discounts);

        expect(order.totalCents).to.equal(sumCents(totalsOf(order.lines)));
        expect(sumCents(order.lines.map(({ discountCents }) => discountCents))).to.equal(
          sumCents(order.discounts.map((one) => one.amountCents)),
        );
        for (const { unitPriceCents, quantity, discountCents, totalCents } of order.lines) {
          expect(totalCents).to.be.at.least(0);
          expect(discountCents).to.be.at.least(0);
          expect(totalCents).to.equal(unitPriceCents * quantity - discountCents);
        }
      }),
    );
  });

  it('is the same to the cent after orders are taken apart and put together again', () => {
    const parts = fc.array(fc.record({ line: fc.nat(7), share: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(someLines, someDiscounts, parts, (lines, discounts, wanted) => {
        const whole = priced(lines, ...discounts);
        const named = new Map(wanted.map(({ line: index, share }) => [whole.lines[index]?.id, share]));
        const asked = whole.lines.flatMap(({ id, quantity }) => {
          const share = named.get(id);
          return share === undefined ? [] : [{ lineId: id, quantity: Math.max(1, Math.round(share * quantity)) }];
        });
        const pieces = sumCents(asked.map(({ quantity }) => quantity));
        fc.pre(pieces > 0 && pieces < sumCents(whole.lines.map(({ quantity }) => quantity)));

        const { rest, taken } = divide(whole, asked);
        for (const side of [rest, taken]) {
          expect(sumCents(side.discounts.map((one) => one.amountCents))).to.equal(sumCents(side.lines.map((one) => one.discountCents)));
          for (const one of side.lines)
            expect(one.totalCents)
              .to.equal(one.unitPriceCents * one.quantity - one.discountCents)
              .and.at.least(0);
        }
        let next = 0;
        const again = united([rest, taken], () => `new-${next++}`);
        expect(sumCents(totalsOf(again.lines))).to.equal(whole.totalCents);
        expect(sumCents(again.discounts.map((one) => one.amountCents))).to.equal(sumCents(whole.discounts.map((one) => one.amountCents)));
        expect(sumCents(again.lines.map(({ quantity }) => quantity))).to.equal(sumCents(whole.lines.map(({ quantity }) => quantity)));
        expect(new Set(again.lines.map(({ id }) => id)).size).to.equal(again.lines.length);
      }),
    );
  });
});
