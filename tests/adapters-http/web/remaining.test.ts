import { type Basket, type BasketLine, changeBasket, lineOf } from '@comptoir/adapters-http/web/basket.js';
import { refreshBasket } from '@comptoir/adapters-http/web/basket-news.js';
import { readPlaceAnswer } from '@comptoir/adapters-http/web/checkout.js';
import { choiceFaults } from '@comptoir/adapters-http/web/choices.js';
import { NO_REFUSALS, refusalsAfter, withRefusals } from '@comptoir/adapters-http/web/pickup.js';
import { priceBasket } from '@comptoir/adapters-http/web/priced-basket.js';
import { leftInWords, QUANTITY_MAX, roomFor } from '@comptoir/adapters-http/web/remaining.js';
import { textsOf } from '@comptoir/adapters-http/web/texts/texts-of.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCarte, anItem } from './builders.js';

const CARAFE = anItem({ id: 'carafe', name: 'Carafe', remaining: 3 });
const BOL = anItem({
  id: 'bol',
  name: 'Bol',
  remaining: 5,
  variants: [
    { id: 'petit', name: 'Petit', price: 19, remaining: 5 },
    { id: 'grand', name: 'Grand', price: 26, remaining: 0 },
  ],
});
const SHOP = aCarte({ trade: 'shop', items: [CARAFE, BOL, anItem()] });
const carafes = (quantity: number, note = ''): BasketLine => lineOf(CARAFE, { variantId: null, optionIds: [] }, quantity, note);
const bowls = (variantId: string, quantity: number): BasketLine => lineOf(BOL, { variantId, optionIds: [] }, quantity, '');

describe('what is left of an item', () => {
  it('is what remains less what the basket holds, under whatever note', () => {
    expect(roomFor(CARAFE, null, [])).to.equal(3);
    expect(roomFor(CARAFE, null, [carafes(1), carafes(1, 'cadeau'), bowls('petit', 4)])).to.equal(1);
    expect(roomFor(CARAFE, null, [carafes(7)])).to.equal(0);
  });

  it('is counted for each variant, and for all of them together', () => {
    expect(roomFor(BOL, 'petit', [bowls('petit', 2)])).to.equal(3);
    expect(roomFor(BOL, 'grand', [])).to.equal(0);
    const shared = { ...BOL, remaining: 4, variants: BOL.variants.map((variant) => ({ ...variant, remaining: 4 })) };
    expect(roomFor(shared, 'grand', [bowls('petit', 3)])).to.equal(1);
  });

  it('is as much as an order may hold where nobody counts', () => {
    expect(roomFor(anItem(), null, [])).to.equal(QUANTITY_MAX);
    expect(roomFor(anItem({ remaining: null }), null, [])).to.equal(QUANTITY_MAX);
  });

  it('is said when it is little', () => {
    const inWords = (remaining: number | null) => leftInWords({ remaining }, textsOf('fr'));
    expect([inWords(0), inWords(3)]).to.deep.equal(['Épuisé', 'Plus que 3']);
    expect([inWords(6), inWords(null), leftInWords({}, textsOf('fr'))]).to.deep.equal([undefined, undefined, undefined]);
  });

  it('makes a variant that is gone no choice', () => {
    const faults = (variantId: string) => choiceFaults(BOL, { variantId, optionIds: [] }).map(({ kind }) => kind);
    expect([faults('petit'), faults('grand')]).to.deep.equal([[], ['no_variant']]);
  });
});

describe('a basket of a shop', () => {
  it('marks a line of which too few are left, and how many it can have', () => {
    const [line] = priceBasket({ lines: [carafes(5)] }, SHOP).lines;
    expect(line).to.include({ state: 'short', left: 3, max: 5 });
    expect(priceBasket({ lines: [carafes(5)] }, SHOP).ready).to.equal(false);
  });

  it('gives what is left to the first lines, and says that nothing is left for the others', () => {
    const { lines } = priceBasket({ lines: [carafes(2), carafes(2, 'cadeau'), carafes(1, 'bleu')] }, SHOP);
    expect(lines.map(({ state, left }) => [state, left])).to.deep.equal([
      ['ok', 3],
      ['short', 1],
      ['sold_out', 0],
    ]);
  });

  it('lets no line grow beyond what the others leave', () => {
    const { lines } = priceBasket({ lines: [carafes(1), carafes(2, 'cadeau')] }, SHOP);
    expect(lines.map(({ max }) => max)).to.deep.equal([1, 2]);
  });

  it('can be ordered once every line is reduced to what is left for it', () => {
    const quantities = fc.array(fc.integer({ min: 1, max: QUANTITY_MAX }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(quantities, fc.integer({ min: 1, max: 200 }), (wanted, remaining) => {
        const shop = aCarte({ items: [{ ...CARAFE, remaining }] });
        let basket: Basket = { lines: wanted.map((quantity, index) => carafes(quantity, String(index))) };
        for (const { key, state, left } of priceBasket(basket, shop).lines) {
          if (state === 'short') basket = changeBasket(basket, { kind: 'quantity', key, quantity: left });
          if (state === 'sold_out') basket = changeBasket(basket, { kind: 'remove', key });
        }
        const { ready, count } = priceBasket(basket, shop);
        expect(ready).to.equal(true);
        expect(count).to.equal(
          Math.min(
            remaining,
            wanted.reduce((sum, quantity) => sum + quantity),
          ),
        );
      }),
    );
  });

  it('is told on the way back what is short or gone', () => {
    const { news } = refreshBasket({ lines: [carafes(4), bowls('grand', 1)] }, SHOP);
    expect(news).to.deep.equal([
      { kind: 'short', name: 'Carafe', left: 3 },
      { kind: 'sold_out', name: 'Bol' },
    ]);
  });

  it('takes the till’s word for what is left of a variant, without giving up the others', () => {
    const answer = readPlaceAnswer(409, { error: 'sold_out', items: [{ id: 'bol', name: 'Bol', variantId: 'petit', available: 1 }] }, null);
    if (answer.kind !== 'refused') throw new Error('That was a refusal.');
    const seen = withRefusals(SHOP, refusalsAfter(NO_REFUSALS, answer.refusal, null));
    expect(priceBasket({ lines: [bowls('petit', 2), carafes(3)] }, seen).lines.map(({ state, left }) => [state, left])).to.deep.equal([
      ['short', 1],
      ['ok', 3],
    ]);
  });
});
