import { sumCents } from '@comptoir/core/kit/money.js';
import { importedContents, type LineContext } from '@comptoir/core/shop-sync/orders/order-lines.js';
import { shopWords } from '@comptoir/core/shop-sync/orders/order-words-of-shop.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aProduct } from '../../../suites/builders.js';
import { aShopLine, aShopOrder } from '../../../suites/shop-order-builders.js';

const REDUCED = aProduct({ id: 'book', externalId: '1', taxBasisPoints: 550 });

function aContext(changes: Partial<LineContext> = {}): LineContext {
  let made = 0;
  return {
    find: ({ productId }) => (productId === '1' ? { product: REDUCED, variant: null } : null),
    makeId: () => {
      made += 1;
      return `line-${made}`;
    },
    words: shopWords(['fr']),
    standardTax: 2000,
    isSealed: false,
    ...changes,
  };
}

const charge = fc.option(fc.record({ amountCents: fc.nat(2000), taxBasisPoints: fc.constantFrom(null, 2000) }), { nil: null });
const anyOrder = fc
  .record({
    lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9 }), cents: fc.nat(50_000), tax: fc.constantFrom(null, 550, 2000) }), {
      maxLength: 6,
    }),
    discount: fc.nat(100_000),
    total: fc.nat(500_000),
    shipping: charge,
    wrapping: charge,
  })
  .map(({ lines, discount, total, shipping, wrapping }) =>
    aShopOrder({
      lines: lines.map(({ quantity, cents, tax }, index) =>
        aShopLine({ externalId: `${index}`, quantity, unitPriceCents: cents, taxBasisPoints: tax, productId: `${index % 3}` }),
      ),
      discountCents: discount,
      totalCents: total,
      shipping,
      wrapping,
    }),
  );

describe('the contents of an order of an online shop', () => {
  it('come to the total of the shop to the cent, whatever its lines say, and no line falls below nothing', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, (first, second) => {
        const context = aContext();
        const once = importedContents(first, [], context).lines;
        const sent = once.map((line) => ({ ...line, fulfilled: line.quantity > 2 ? 1 : 0 }));
        for (const { lines, discounts } of [importedContents(second, sent, context), importedContents(second, [], context)]) {
          expect(sumCents(lines.map(({ totalCents }) => totalCents))).to.equal(second.totalCents);
          for (const line of lines) {
            expect(line.totalCents).to.equal(line.unitPriceCents * line.quantity - line.discountCents);
            expect(line.discountCents).to.be.within(0, line.unitPriceCents * line.quantity);
            expect(line.quantity).to.be.at.least(Math.max(1, line.fulfilled));
          }
          expect(sumCents(discounts.map(({ amountCents }) => amountCents))).to.equal(
            sumCents(lines.map(({ discountCents }) => discountCents)),
          );
          expect(new Set(lines.map(({ id }) => id)).size).to.equal(lines.length);
        }
      }),
    );
  });

  it('are the very same when they are imported again', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const context = aContext();
        const once = importedContents(order, [], context);
        expect(importedContents(order, once.lines, context)).to.deep.equal(once);
      }),
    );
  });

  it('show what the shop rounded, whether it asks for more or for less', () => {
    const lines = [aShopLine({ quantity: 3, unitPriceCents: 333 })];
    const more = importedContents(aShopOrder({ lines, totalCents: 1000 }), [], aContext());
    expect(more.lines.at(-1)).to.include({
      kind: 'custom',
      externalKey: 'rounding',
      totalCents: 1,
      name: 'Ajustement de la boutique en ligne',
    });
    const less = importedContents(aShopOrder({ lines, totalCents: 998 }), [], aContext());
    expect(less.discounts).to.deep.include.members([{ ...less.discounts[0], id: 'shop-rounding', amountCents: 1 }]);
  });

  it('never take an unknown rate of tax for none, and say which they guessed', () => {
    const unknown = aShopLine({ taxBasisPoints: null });
    const shipping = { amountCents: 490, taxBasisPoints: null };
    const ofProduct = importedContents(aShopOrder({ lines: [{ ...unknown, productId: '1' }], shipping, totalCents: 1490 }), [], aContext());
    expect(ofProduct.lines.map(({ taxBasisPoints }) => taxBasisPoints)).to.deep.equal([550, 550]);
    expect(ofProduct.assumedTax).to.deep.equal(['1', 'shipping']);
    const ofCountry = importedContents(aShopOrder({ lines: [unknown] }), [], aContext());
    expect(ofCountry.lines[0]?.taxBasisPoints).to.equal(2000);
    const known = importedContents(aShopOrder({ lines: [aShopLine({ taxBasisPoints: 0 })] }), [], aContext());
    expect([known.lines[0]?.taxBasisPoints, known.assumedTax]).to.deep.equal([0, []]);
  });

  it('keep goods that were known when the catalogue does not know them any more', () => {
    const order = aShopOrder({ lines: [aShopLine({ productId: '1' })] });
    const { lines } = importedContents(order, [], aContext());
    const later = importedContents(order, lines, aContext({ find: () => null }));
    expect(later.lines).to.deep.equal(lines);
    expect(later.unknownGoods).to.deep.equal(['1']);
  });
});
