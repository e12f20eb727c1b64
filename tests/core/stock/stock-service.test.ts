import type { Scope } from '@comptoir/core/kit/scope.js';
import type { StockUnit } from '@comptoir/core/stock/stock-action.js';
import { expect } from 'chai';
import { anItem, aScope, aVariant, establishBeside, FIRST_PAGE, NOON } from '../../suites/builders.js';
import { aUnit, levelIn } from '../../suites/stock-builders.js';
import { errorOf, refusalOf } from '../../suites/suite.js';
import { aBench, aRestaurant } from '../support.js';

const MUG = anItem({ id: 'mug', name: 'Tasse', manageStock: true });
const SHIRT = anItem({ id: 'shirt', name: 'Chemise', manageStock: true, variants: [aVariant({ id: 'l' }), aVariant({ id: 's' })] });
const SOUP = anItem({ id: 'soup' });
const ITEMS = new Map([MUG, SHIRT, SOUP].map((item) => [item.id, item]));
const LARGE = aUnit('shirt', 'l');

async function aShop() {
  const bench = aBench();
  const establishment = await aRestaurant(bench, {}, { items: [MUG, SHIRT, SOUP] });
  const beside = await establishBeside(bench.persistence, establishment);
  const { scope } = establishment;
  const { stock } = bench.services;
  await stock.open(scope, MUG, 5);
  await stock.open(scope, SHIRT, 2);
  return {
    ...bench,
    scope,
    beside: beside.scope,
    stock,
    level: (unit: StockUnit, at: Scope = scope) => levelIn(bench.persistence, at, unit),
    actions: async (itemId: string, at: Scope = scope) => (await bench.services.views.stock.actions(at, { ...FIRST_PAGE, itemId })).items,
  };
}

const line = (unit: StockUnit, quantity: number) => ({ ...unit, quantity });

describe('the stock service', () => {
  describe('opening a ledger', () => {
    it('writes the balance of every unit once, however often it is opened', async () => {
      const { stock, scope, actions, level } = await aShop();
      await stock.open(scope, SHIRT, 9);
      await stock.open(scope, { id: 'shirt', variants: [...SHIRT.variants, aVariant({ id: 'xl' })] }, 7);

      expect((await actions('shirt')).map(({ reason }) => reason)).to.deep.equal(Array(3).fill('OPENING_BALANCE'));
      expect((await level(LARGE)).stock).to.equal(2);
      expect((await level(aUnit('shirt', 'xl'))).stock).to.equal(7);
    });

    it('without a balance starts at nothing, and takes a balance later', async () => {
      const { stock, scope, actions, level } = await aShop();
      await stock.open(scope, SOUP, null);
      await stock.open(scope, SOUP, 0);
      expect(await actions('soup')).to.deep.equal([]);

      await stock.open(scope, SOUP, 3);
      expect((await level(aUnit('soup'))).stock).to.equal(3);
    });

    it('of no establishment is refused', async () => {
      const { stock } = await aShop();
      expect((await refusalOf(stock.open(aScope(), MUG, 1))).code).to.equal('unknown_record');
    });
  });

  describe('an order', () => {
    it('promises what it names, and hands it over once', async () => {
      const { stock, scope, level, actions } = await aShop();
      await stock.reserve(scope, ITEMS, [line(aUnit('mug'), 2), line(LARGE, 1), line(aUnit('soup'), 8)], 'order-1');
      expect(await level(aUnit('mug'))).to.include({ stock: 5, reserved: 2 });
      expect((await actions('mug'))[0]).to.deep.include({ reason: 'ORDER_FORECAST', reference: 'order-1', actor: 'system:tests' });

      expect(await stock.seal(scope, 'order-1')).to.have.length(2);
      expect(await stock.seal(scope, 'order-1')).to.deep.equal([]);
      expect(await stock.release(scope, 'order-1')).to.deep.equal([]);
      expect(await level(aUnit('mug'))).to.include({ stock: 3, reserved: 0 });
    });

    it('gives back what it does not take', async () => {
      const { stock, scope, level } = await aShop();
      await stock.reserve(scope, ITEMS, [line(aUnit('mug'), 2)], 'order-1');

      const [action] = await stock.release(scope, 'order-1');

      expect(action).to.include({ status: 'CANCELLED', quantity: 2 });
      expect(await level(aUnit('mug'))).to.include({ stock: 5, reserved: 0 });
    });

    it('is refused with the names of what is short, and then promises nothing', async () => {
      const { stock, scope, level } = await aShop();
      const lines = [line(LARGE, 2), line(aUnit('mug'), 4), line(aUnit('mug'), 2), line(LARGE, 1)];

      const refusal = await refusalOf(stock.reserve(scope, ITEMS, lines, 'order-1'));

      expect(refusal.code).to.equal('sold_out');
      expect(refusal.facts).to.deep.equal({
        items: [
          { id: 'mug', name: 'Tasse', variantId: null, available: 5 },
          { id: 'shirt', name: 'Chemise', variantId: 'l', available: 2 },
        ],
      });
      expect((await level(aUnit('mug'))).reserved).to.equal(0);
    });

    it('of nothing that keeps stock touches nothing', async () => {
      const { stock, scope, heard } = await aShop();
      const before = heard.length;
      await stock.reserve(scope, ITEMS, [line(aUnit('soup'), 2)], 'order-1');
      expect(heard).to.have.length(before);
    });
  });

  describe('what somebody saw happen', () => {
    it('is written whatever the till knew to be there', async () => {
      const { stock, scope, level } = await aShop();
      const loss = { reason: 'LOSS', reference: 'inventory-1', note: 'Tombées' } as const;

      const action = await stock.adjust(scope, aUnit('mug'), { by: -7, ...loss });

      expect(action).to.deep.include({
        ...loss,
        direction: 'DECREMENT',
        quantity: 7,
        before: 5,
        after: -2,
        createdAt: NOON,
        settledAt: NOON,
      });
      expect((await stock.adjust(scope, aUnit('mug'), { by: 4, ...loss, reference: null })).after).to.equal(2);
      expect((await level(aUnit('mug'))).stock).to.equal(2);
      expect((await refusalOf(stock.adjust(scope, aUnit('mug'), { by: -1, ...loss }))).code).to.equal('duplicate');
    });

    it('is refused of what no stock is kept of', async () => {
      const { stock, scope } = await aShop();
      const change = { by: 1, reason: 'RECEIPT', reference: null, note: null } as const;
      for (const unit of [aUnit('soup'), aUnit('mug', 'l'), aUnit('shirt')]) {
        expect((await refusalOf(stock.adjust(scope, unit, change))).code).to.equal('unknown_record');
        expect((await refusalOf(stock.count(scope, unit, 1, null))).code).to.equal('unknown_record');
        expect((await refusalOf(stock.setThreshold(scope, unit, 1))).code).to.equal('unknown_record');
      }
    });
  });

  it('makes the stock what was counted', async () => {
    const { stock, scope, level } = await aShop();

    expect(await stock.count(scope, aUnit('mug'), 3, 'Réserve')).to.include({
      reason: 'COUNT',
      direction: 'DECREMENT',
      quantity: 2,
      after: 3,
    });
    expect(await stock.count(scope, aUnit('mug'), 3, null)).to.equal(null);
    expect((await stock.count(scope, aUnit('mug'), 8, null))?.quantity).to.equal(5);
    expect((await level(aUnit('mug'))).stock).to.equal(8);
  });

  describe('a transfer', () => {
    it('takes here and adds there, under one reference', async () => {
      const { stock, scope, beside, level } = await aShop();
      await stock.open(beside, MUG, null);

      const [taken, added] = await stock.transfer(scope, aUnit('mug'), beside, aUnit('mug'), 4, 'Camion');

      expect(taken).to.include({ reason: 'TRANSFER', direction: 'DECREMENT', quantity: 4, after: 1, note: 'Camion' });
      expect(added).to.include({ reason: 'TRANSFER', direction: 'INCREMENT', quantity: 4, after: 4, reference: taken?.reference });
      expect((await level(aUnit('mug'), beside)).stock).to.equal(4);
    });

    it('moves nothing that is promised or not there', async () => {
      const { stock, scope, beside, level } = await aShop();
      await stock.open(beside, MUG, null);
      await stock.reserve(scope, ITEMS, [line(aUnit('mug'), 3)], 'order-1');

      const refusal = await refusalOf(stock.transfer(scope, aUnit('mug'), beside, aUnit('mug'), 3, null));

      expect(refusal.code).to.equal('sold_out');
      expect(refusal.facts).to.deep.equal({ items: [{ id: 'mug', name: 'Tasse', variantId: null, available: 2 }] });
      expect((await level(aUnit('mug'), beside)).stock).to.equal(0);
    });

    it('loses nothing when the other side keeps no stock of it', async () => {
      const { stock, scope, beside, level } = await aShop();
      expect((await refusalOf(stock.transfer(scope, aUnit('mug'), beside, aUnit('mug'), 1, null))).code).to.equal('unknown_record');
      expect((await level(aUnit('mug'))).stock).to.equal(5);
    });

    it('also goes from one unit of an establishment to another, in either direction at once', async () => {
      const { stock, scope, level } = await aShop();
      const small = aUnit('shirt', 's');
      const back = stock.transfer(scope, small, scope, LARGE, 1, null);
      await Promise.all([back, stock.transfer(scope, LARGE, scope, small, 2, null)]);
      expect([(await level(LARGE)).stock, (await level(small)).stock]).to.deep.equal([1, 3]);
    });

    it('stays within the organisation, and goes somewhere else', async () => {
      const { stock, scope } = await aShop();
      const stranger = { ...aScope(), siteId: scope.siteId };
      expect((await refusalOf(stock.transfer(scope, LARGE, scope, LARGE, 1, null))).code).to.equal('invalid_request');
      expect((await refusalOf(stock.transfer(scope, aUnit('mug'), stranger, LARGE, 1, null))).code).to.equal('unknown_record');
    });
  });

  it('tells who listens after every change, and of nothing that was undone or changed nothing', async () => {
    const { stock, scope, beside, heard, services } = await aShop();
    await stock.open(beside, MUG, null);
    const told = async (work: () => Promise<unknown>) => {
      const before = heard.length;
      await work();
      return heard.slice(before).map((signal) => (signal.kind === 'stock-changed' ? signal.siteId : signal.kind));
    };
    const receipt = { by: 1, reason: 'RECEIPT', reference: null, note: null } as const;

    expect(await told(() => stock.reserve(scope, ITEMS, [line(LARGE, 1)], 'o'))).to.deep.equal([scope.siteId]);
    expect(await told(() => stock.seal(scope, 'o'))).to.deep.equal([scope.siteId]);
    expect(await told(() => stock.setThreshold(scope, LARGE, 2))).to.deep.equal([scope.siteId]);
    expect(await told(() => stock.transfer(scope, aUnit('mug'), beside, aUnit('mug'), 1, null))).to.deep.equal([
      scope.siteId,
      beside.siteId,
    ]);
    expect(await told(() => stock.release(scope, 'o'))).to.deep.equal([]);
    expect(await told(() => stock.count(scope, LARGE, 1, null))).to.deep.equal([]);
    const undone = () =>
      errorOf(
        services.unitOfWork(scope, async (inner) => {
          await inner.stock.adjust(scope, LARGE, receipt);
          throw new Error('changed their mind');
        }),
      );
    expect(await told(undone)).to.deep.equal([]);
  });
});
