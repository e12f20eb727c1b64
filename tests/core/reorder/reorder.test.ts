import { DEFAULT_POLICY, DEMAND_DAYS, type ReorderFacts, type ReorderPolicy, suggestReorder } from '@comptoir/core/reorder/reorder.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aProduct, establish, FIRST_PAGE, NOON } from '../../suites/builders.js';
import { aForecast, aSale, aUnit, onTheShelf, postIn } from '../../suites/stock-builders.js';
import { aBench } from '../support.js';

/** Ten there, one a day asked for. */
function someFacts(changes: Partial<ReorderFacts> = {}): ReorderFacts {
  const none = { reserved: 0, incoming: 0, threshold: null, vendorId: null };
  return { itemId: 'mug', variantId: null, stock: 10, demand: DEMAND_DAYS, ...none, ...changes };
}

const suggest = (changes: Partial<ReorderFacts> = {}, policy: ReorderPolicy = DEFAULT_POLICY) =>
  suggestReorder(someFacts(changes), policy, NOON);

const count = fc.integer({ min: 0, max: 10_000 });
const days = fc.integer({ min: 0, max: 365 });
const anyPolicy = fc.record({ leadDays: days, safetyDays: days, coverDays: days });
const anyFacts = fc.record({
  stock: fc.integer({ min: -1000, max: 10_000 }),
  reserved: count,
  incoming: count,
  threshold: fc.option(count),
  demand: count,
});

describe('what to order', () => {
  it('orders up to the level once what is there is down at the reorder point', () => {
    expect(suggest()).to.deep.include({ reorderPoint: 10, quantity: 14, available: 10, daysOfCover: 10 });
    expect(suggest({ stock: 11 })).to.deep.include({ quantity: 0 });
  });

  it('counts what is promised as gone, and what is on its way as there', () => {
    expect(suggest({ stock: 13, reserved: 4 })).to.deep.include({ available: 9, quantity: 15 });
    expect(suggest({ stock: 5, incoming: 6 })).to.deep.include({ quantity: 0, daysOfCover: 5 });
  });

  it('keeps to the threshold where nothing is asked for, and orders nothing where there is none either', () => {
    expect(suggest({ demand: 0, threshold: 12 })).to.deep.include({ reorderPoint: 12, quantity: 3, daysOfCover: null });
    expect(suggest({ demand: 0, stock: 0 })).to.deep.include({ quantity: 0 });
  });

  it('orders what is owed, whether or not it sold of late', () => {
    expect(suggest({ demand: 0, stock: 0, reserved: 3 })).to.deep.include({ available: -3, quantity: 4 });
  });

  it('never orders less than leaves what is there and on its way above the reorder point', () => {
    fc.assert(
      fc.property(anyFacts, anyPolicy, (facts, policy) => {
        const { quantity, available, incoming, reorderPoint } = suggest(facts, policy);
        const position = available + incoming;
        if (quantity === 0) return;
        expect(position).to.be.at.most(reorderPoint);
        expect(position + quantity).to.be.at.least(reorderPoint);
      }),
    );
  });

  it('is settled once what it suggests is on its way, unless goods are to last no day', () => {
    fc.assert(
      fc.property(anyFacts, anyPolicy, (facts, policy) => {
        const { quantity } = suggest(facts, { ...policy, coverDays: policy.coverDays + DEMAND_DAYS });
        const ordered = suggest(
          { ...facts, incoming: facts.incoming + quantity },
          { ...policy, coverDays: policy.coverDays + DEMAND_DAYS },
        );
        expect(quantity === 0 ? 0 : ordered.quantity).to.equal(0);
      }),
    );
  });

  it('orders no less where more is asked for or less is there', () => {
    fc.assert(
      fc.property(anyFacts, anyPolicy, count, (facts, policy, more) => {
        const { quantity } = suggest(facts, policy);
        expect(suggest({ ...facts, demand: facts.demand + more }, policy).quantity).to.be.at.least(quantity);
        if (quantity > 0) expect(suggest({ ...facts, stock: facts.stock - more }, policy).quantity).to.equal(quantity + more);
      }),
    );
  });
});

describe('the recalculation of what to order', () => {
  it('goes by sales and sealed orders of the last days, and by the settings', async () => {
    const { persistence, services } = aBench();
    const { scope } = await establish(persistence);
    const item = aProduct({ manageStock: true, name: 'Bol' });
    await persistence.transact(scope, async ({ products, settings }) => {
      await products.create(scope, [item]);
      await settings.set(scope, 'reorder.leadDays', 30);
      await settings.set(scope, 'reorder.safetyDays', 0);
      await settings.set(scope, 'reorder.coverDays', 15);
    });
    await onTheShelf(persistence, scope, [aUnit(item.id)], 10);
    const sealed = aForecast({ itemId: item.id, quantity: 2 });
    await postIn(persistence, scope, [aSale({ itemId: item.id, quantity: 4 }), sealed, aForecast({ itemId: item.id })], 'fact');
    await persistence.transact(scope, ({ stock }) => stock.settle(scope, 'ORDER_FORECAST', sealed.reference ?? '', 'COMPLETED', NOON));

    expect(await services.reorder.recalculate(scope, null)).to.deep.equal({ units: 1, needed: 1 });

    const { items } = await services.views.reorder.list(scope, FIRST_PAGE);
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({ name: 'Bol', demand: 6, available: 3, reorderPoint: 6, quantity: 6, daysOfCover: 15 });
  });
});
