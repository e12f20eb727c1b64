import { hasCode } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { StockUnit } from '@comptoir/core/stock/stock-action.js';
import type { Posted } from '@comptoir/core/stock/stock-store.js';
import { expect } from 'chai';
import { aScope, establish, establishBeside, FIRST_PAGE, freshName, minutesAfter, NOON } from './builders.js';
import { aForecast, aSale, aStockAction, aUnit, levelIn, onTheShelf, postIn } from './stock-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

const LATER = minutesAfter(NOON, 5);

export function exerciseStockStore(name: string, open: Open): void {
  describePort('StockStore', name, open, (persistence) => {
    const { transact } = persistence;
    const level = (scope: Scope, unit: StockUnit) => levelIn(persistence, scope, unit);
    const post = (...args: Parameters<typeof postIn> extends [unknown, ...infer Rest] ? Rest : never) => postIn(persistence, ...args);
    const settle = (scope: Scope, reference: string, as: 'COMPLETED' | 'CANCELLED') =>
      transact(scope, ({ stock }) => stock.settle(scope, 'ORDER_FORECAST', reference, as, LATER));
    const verify = (scope: Scope) => persistence.views.stock.verify(scope);

    /** An establishment with units of which so many are there. */
    async function stocked(quantity: number, ...units: StockUnit[]): Promise<Scope> {
      const { scope } = await establish(persistence);
      await onTheShelf(persistence, scope, units, quantity);
      return scope;
    }

    describe('open', () => {
      it('starts every unit at nothing, and leaves those that are kept as they are', async () => {
        const [mug, small] = [aUnit(), aUnit('shirt', 's')];
        const scope = await stocked(3, mug);

        await transact(scope, ({ stock }) => stock.open(scope, [mug, small], LATER));

        expect(await level(scope, mug)).to.include({ stock: 3, reserved: 0 });
        expect(await level(scope, small)).to.deep.equal({ ...small, stock: 0, reserved: 0, threshold: null, updatedAt: LATER });
      });

      it('knows nothing of an establishment that does not exist', async () => {
        const scope = aScope();
        expect((await refusalOf(transact(scope, ({ stock }) => stock.open(scope, [aUnit()], NOON)))).code).to.equal('unknown_record');
      });

      it('may be asked for the same units in any order at once', async () => {
        const { scope } = await establish(persistence);
        const units = Array.from({ length: 20 }, () => aUnit());

        await atOnce(8, (index) => transact(scope, ({ stock }) => stock.open(scope, index % 2 ? units : units.toReversed(), NOON)));

        expect(await persistence.views.stock.levels(scope)).to.have.length(20);
      });
    });

    describe('apart from the rest of a transaction', () => {
      it('writes facts, and says so', async () => {
        const mug = aUnit();
        const scope = await stocked(3, mug);

        expect(await transact(scope, ({ stock }) => stock.postApart(scope, [aSale({ ...mug, quantity: 5 })]))).to.equal(null);

        expect(await level(scope, mug)).to.include({ stock: -2 });
      });

      it('undoes nothing but itself when it fails', async () => {
        const [mug, bowl] = [aUnit(), aUnit()];
        const scope = await stocked(3, mug);
        const twice = aSale({ ...mug, reference: 'once' });

        const failures = await transact(scope, async ({ stock }) => {
          await stock.post(scope, [twice], 'fact');
          const unknown = await stock.postApart(scope, [aSale({ ...mug }), aSale({ ...bowl })]);
          const repeated = await stock.postApart(scope, [aSale({ ...mug, reference: 'once' })]);
          await stock.post(scope, [aSale({ ...mug })], 'fact');
          return [unknown, repeated];
        });

        expect(failures.map((error) => hasCode(error, 'unknown_record') || hasCode(error, 'duplicate'))).to.deep.equal([true, true]);
        expect(await level(scope, mug)).to.include({ stock: 1 });
        expect((await verify(scope)).differences).to.deep.equal([]);
      });
    });

    it('locks many levels at once for a decision, whatever order they are asked for in', async () => {
      const units = Array.from({ length: 5 }, () => aUnit());
      const scope = await stocked(1, ...units);

      await atOnce(6, (index) =>
        transact(scope, async ({ stock }) => {
          const levels = await stock.lockAll(scope, index % 2 ? units : units.toReversed());
          await stock.post(
            scope,
            levels.map((each) => aStockAction({ itemId: each.itemId, quantity: each.stock })),
            'fact',
          );
        }),
      );

      expect((await persistence.views.stock.levels(scope)).map(({ stock }) => stock)).to.deep.equal([64, 64, 64, 64, 64]);
      expect(await transact(scope, ({ stock }) => stock.lockAll(scope, [aUnit()]))).to.deep.equal([]);
    });

    describe('post', () => {
      it('writes every field, and the stock around each action in the order given', async () => {
        const [mug, large] = [aUnit(), aUnit('shirt "L"', 'l/ü🧢')];
        const scope = await stocked(10, mug, large);
        const text = { note: "Cassé\n100 % \\ 'x' \u{1f4a5}", actor: 'user:lucie', reference: 'ligne-1' };
        const actions = [
          aSale({ ...mug, quantity: 4, createdAt: LATER }),
          aStockAction({ ...large, quantity: 2, ...text, reason: 'DELIVERY' }),
          aForecast({ ...mug, quantity: 5, createdAt: LATER }),
          aStockAction({ ...mug, quantity: 1, createdAt: LATER }),
        ];

        const posted = await post(scope, actions, 'fact');

        const around = [
          { before: 10, after: 6, settledAt: LATER },
          { before: 10, after: 12, settledAt: NOON },
          { before: null, after: null, settledAt: null },
          { before: 6, after: 7, settledAt: LATER },
        ];
        const expected = actions.map((action, index) => ({ ...action, ...around[index] }));
        expect(posted).to.deep.equal({ kind: 'posted', actions: expected });
        for (const action of expected) expect(await persistence.views.stock.action(scope, action.id)).to.deep.equal(action);
        expect(await level(scope, mug)).to.deep.equal({ ...mug, stock: 7, reserved: 5, threshold: null, updatedAt: LATER });
        expect(await level(scope, large)).to.include({ stock: 12, reserved: 0 });
      });

      it('of nothing is nothing', async () => {
        const scope = await stocked(1);
        expect(await post(scope, [])).to.deep.equal({ kind: 'posted', actions: [] });
      });

      it('keeps variants of an item apart from each other', async () => {
        const [small, large] = [aUnit('shirt', 's'), aUnit('shirt', 'l')];
        const scope = await stocked(2, small, large);

        await post(scope, [aSale({ ...small, quantity: 2 })]);

        expect((await level(scope, small)).stock).to.equal(0);
        expect((await level(scope, large)).stock).to.equal(2);
      });

      it('refuses a unit of which no stock is kept, and writes nothing of the others', async () => {
        const mug = aUnit();
        const scope = await stocked(2, mug);

        for (const stranger of [aUnit(), aUnit(mug.itemId, 'xl')]) {
          expect((await refusalOf(post(scope, [aSale(mug), aSale(stranger)]))).code).to.equal('unknown_record');
        }

        expect((await level(scope, mug)).stock).to.equal(2);
      });

      it('refuses what was written before by the same reason, reference and unit', async () => {
        const [mug, cup] = [aUnit(), aUnit()];
        const scope = await stocked(9, mug, cup);
        const sold = (unit: StockUnit, reference: string | null) => aSale({ ...unit, reference });
        await post(scope, [sold(mug, 'sale-1')]);

        expect((await refusalOf(post(scope, [sold(cup, 'sale-2'), sold(mug, 'sale-1')]))).code).to.equal('duplicate');
        expect((await refusalOf(post(scope, [sold(cup, 'sale-3'), sold(cup, 'sale-3')]))).code).to.equal('duplicate');
        await post(scope, [sold(cup, 'sale-1'), { ...sold(mug, 'sale-1'), reason: 'LOSS' }, sold(mug, null), sold(mug, null)]);

        expect((await level(scope, mug)).stock).to.equal(5);
        expect((await level(scope, cup)).stock).to.equal(8);
      });

      it('takes a reference again once what it stood for was given back', async () => {
        const mug = aUnit();
        const scope = await stocked(3, mug);
        const forecast = () => aForecast({ ...mug, quantity: 2, reference: 'order-1' });

        for (const _ of [1, 2]) {
          await post(scope, [forecast()]);
          expect((await refusalOf(postIn(persistence, scope, [forecast()], 'fact'))).code).to.equal('duplicate');
          await settle(scope, 'order-1', 'CANCELLED');
        }
        await post(scope, [forecast()]);
        await settle(scope, 'order-1', 'COMPLETED');

        expect((await refusalOf(postIn(persistence, scope, [forecast()], 'fact'))).code).to.equal('duplicate');
        expect(await level(scope, mug)).to.include({ stock: 1, reserved: 0 });
        expect((await verify(scope)).differences).to.deep.equal([]);
      });

      it('takes the same reference for another establishment', async () => {
        const mug = aUnit();
        const one = await establish(persistence);
        const beside = await establishBeside(persistence, one);
        for (const { scope } of [one, beside]) {
          await onTheShelf(persistence, scope, [mug], 1);
          expect((await post(scope, [aSale({ ...mug, reference: 'sale-1' })])).kind).to.equal('posted');
        }
      });

      it('takes whatever is a fact, even more than the till knew of', async () => {
        const mug = aUnit();
        const scope = await stocked(1, mug);

        await post(scope, [aForecast(mug), aSale({ ...mug, quantity: 3 })], 'fact');

        expect(await level(scope, mug)).to.include({ stock: -2, reserved: 1 });
      });
    });

    describe('a guarded post', () => {
      const short = (unit: StockUnit, wanted: number, available: number): Posted => ({
        kind: 'short',
        shortages: [{ ...unit, wanted, available }],
      });

      it('takes and promises up to what is available', async () => {
        const mug = aUnit();
        const scope = await stocked(5, mug);

        await post(scope, [aForecast({ ...mug, quantity: 2 }), aSale({ ...mug, quantity: 3 })]);

        expect(await level(scope, mug)).to.include({ stock: 2, reserved: 2 });
        expect(await post(scope, [aSale(mug)])).to.deep.equal(short(mug, 1, 0));
        expect(await post(scope, [aForecast(mug)])).to.deep.equal(short(mug, 1, 0));
      });

      it('names all that is short, in the order of units, and writes nothing of the rest', async () => {
        const [a, b, c] = [aUnit('a'), aUnit('b', 'x'), aUnit('b')];
        const scope = await stocked(2, a, b, c);

        const posted = await post(scope, [
          aSale({ ...b, quantity: 3 }),
          aForecast({ ...a, quantity: 2 }),
          aForecast({ ...c, quantity: 4 }),
        ]);

        const shortages = [
          { ...c, wanted: 4, available: 2 },
          { ...b, wanted: 3, available: 2 },
        ];
        expect(posted).to.deep.equal({ kind: 'short', shortages });
        expect((await verify(scope)).actions).to.equal(3);
        expect(await level(scope, a)).to.include({ stock: 2, reserved: 0 });
      });

      it('adds up what it takes of one unit before it looks', async () => {
        const mug = aUnit();
        const scope = await stocked(3, mug);

        expect(await post(scope, [aForecast({ ...mug, quantity: 2 }), aForecast({ ...mug, quantity: 2 })])).to.deep.equal(short(mug, 4, 3));
        expect((await post(scope, [aStockAction(mug), aSale({ ...mug, quantity: 4 })])).kind).to.equal('posted');
      });

      it('never refuses increments, wherever the stock is', async () => {
        const mug = aUnit();
        const scope = await stocked(0, mug);
        await post(scope, [aSale({ ...mug, quantity: 5 })], 'fact');

        expect((await post(scope, [aStockAction(mug)])).kind).to.equal('posted');
        expect((await post(scope, [aStockAction({ ...mug, status: 'PENDING', quantity: 9 })])).kind).to.equal('posted');
        expect(await level(scope, mug)).to.include({ stock: -4, reserved: 0 });
        expect(await post(scope, [aSale(mug)])).to.deep.equal(short(mug, 1, 0));
      });
    });

    describe('settle', () => {
      it('hands over what was promised: the stock goes down, nothing stays reserved', async () => {
        const [mug, cup] = [aUnit(), aUnit()];
        const scope = await stocked(5, mug, cup);
        const forecasts = [mug, cup].map((unit) => aForecast({ ...unit, quantity: 2, reference: 'order-1' }));
        await post(scope, [...forecasts, aForecast({ ...mug, reference: 'order-2' })]);

        const settled = await settle(scope, 'order-1', 'COMPLETED');

        const expected = forecasts.map((action) => ({ ...action, status: 'COMPLETED', before: 5, after: 3, settledAt: LATER }));
        expect(settled).to.have.deep.members(expected);
        expect(await persistence.views.stock.action(scope, forecasts[0]?.id ?? '')).to.deep.equal(expected[0]);
        expect(await level(scope, mug)).to.deep.include({ stock: 3, reserved: 1, updatedAt: LATER });
        expect(await level(scope, cup)).to.include({ stock: 3, reserved: 0 });
      });

      it('gives back what was promised: the stock stays', async () => {
        const mug = aUnit();
        const scope = await stocked(5, mug);
        const forecast = aForecast({ ...mug, quantity: 5, reference: 'order-1' });
        await post(scope, [forecast]);

        const settled = await settle(scope, 'order-1', 'CANCELLED');

        expect(settled).to.deep.equal([{ ...forecast, status: 'CANCELLED', before: null, after: null, settledAt: LATER }]);
        expect(await level(scope, mug)).to.include({ stock: 5, reserved: 0 });
      });

      it('adds a forecast increment to the stock only when it comes true', async () => {
        const mug = aUnit();
        const scope = await stocked(1, mug);
        const awaited = aStockAction({ ...mug, status: 'PENDING', reason: 'DELIVERY', quantity: 6, reference: 'd1' });
        await post(scope, [awaited]);
        expect(await level(scope, mug)).to.include({ stock: 1, reserved: 0 });

        await transact(scope, ({ stock }) => stock.settle(scope, 'DELIVERY', 'd1', 'COMPLETED', LATER));

        expect(await level(scope, mug)).to.include({ stock: 7, reserved: 0 });
      });

      it('finds nothing the second time, nor of another reason or reference', async () => {
        const mug = aUnit();
        const scope = await stocked(5, mug);
        await post(scope, [aForecast({ ...mug, reference: 'order-1' }), aSale({ ...mug, reference: 'order-1' })]);

        expect(await settle(scope, 'order-2', 'COMPLETED')).to.deep.equal([]);
        expect(await transact(scope, ({ stock }) => stock.settle(scope, 'SALE', 'order-1', 'CANCELLED', LATER))).to.deep.equal([]);
        expect(await settle(scope, 'order-1', 'COMPLETED')).to.have.length(1);
        expect(await settle(scope, 'order-1', 'COMPLETED')).to.deep.equal([]);
        expect(await settle(scope, 'order-1', 'CANCELLED')).to.deep.equal([]);

        expect(await level(scope, mug)).to.include({ stock: 3, reserved: 0 });
      });

      it('happens once, whoever asks for it at once', async () => {
        const mug = aUnit();
        const scope = await stocked(5, mug);
        await post(scope, [aForecast({ ...mug, quantity: 2, reference: 'order-1' })]);

        const settled = await atOnce(8, (index) => settle(scope, 'order-1', index % 2 ? 'COMPLETED' : 'CANCELLED'));

        expect(settled.flat()).to.have.length(1);
        expect((await level(scope, mug)).reserved).to.equal(0);
        expect((await verify(scope)).differences).to.deep.equal([]);
      });
    });

    describe('many at once', () => {
      it('sell the last pieces to exactly as many buyers', async () => {
        const mug = aUnit();
        const scope = await stocked(3, mug);

        const outcomes = await atOnce(24, () => post(scope, [aForecast(mug)]));

        expect(outcomes.filter(({ kind }) => kind === 'posted')).to.have.length(3);
        expect(await level(scope, mug)).to.include({ stock: 3, reserved: 3 });
      });

      it('write the stock around each action without a gap', async () => {
        const mug = aUnit();
        const scope = await stocked(0, mug);

        const posted = await atOnce(20, () => post(scope, [aStockAction({ ...mug, quantity: 2 })]));

        const after = posted.flatMap((each) => (each.kind === 'posted' ? each.actions.map((action) => action.after ?? 0) : []));
        expect(after.sort((one, other) => one - other)).to.deep.equal(Array.from({ length: 20 }, (_, index) => 2 * index + 2));
        expect((await level(scope, mug)).stock).to.equal(40);
      });

      it('take overlapping units in any order without losing one', async () => {
        const units = Array.from({ length: 6 }, () => aUnit());
        const scope = await stocked(10, ...units);
        const order = (index: number) => {
          const rotated = [...units.slice(index % 6), ...units.slice(0, index % 6)].slice(0, 4);
          return (index % 2 ? rotated : rotated.toReversed()).map((unit) => aForecast({ ...unit, reference: `order-${index}` }));
        };

        const outcomes = await atOnce(24, async (index) => {
          const { kind } = await post(scope, order(index));
          if (index % 3 > 0) await settle(scope, `order-${index}`, index % 3 === 1 ? 'COMPLETED' : 'CANCELLED');
          return kind;
        });

        expect(outcomes).to.include('posted');
        expect((await verify(scope)).differences).to.deep.equal([]);
        for (const { stock, reserved } of await persistence.views.stock.levels(scope)) expect(stock - reserved).to.be.at.least(0);
      });
    });

    it('forgets all of a transaction that fails', async () => {
      const mug = aUnit();
      const scope = await stocked(5, mug);
      await post(scope, [aForecast({ ...mug, reference: 'kept' })]);

      await errorOf(
        transact(scope, async ({ stock }) => {
          await stock.open(scope, [aUnit('new')], NOON);
          await stock.post(scope, [aSale({ ...mug, quantity: 2 })], 'guarded');
          await stock.settle(scope, 'ORDER_FORECAST', 'kept', 'COMPLETED', LATER);
          await stock.setThreshold(scope, mug, 9);
          throw new Error('changed their mind');
        }),
      );

      expect(await persistence.views.stock.levels(scope)).to.deep.equal([
        { ...mug, stock: 5, reserved: 1, threshold: null, updatedAt: NOON },
      ]);
      expect((await persistence.views.stock.actions(scope, { ...FIRST_PAGE, status: 'PENDING' })).total).to.equal(1);
    });

    it('locks a level for a decision, and knows no other', async () => {
      const mug = aUnit();
      const scope = await stocked(5, mug);
      await transact(scope, async ({ stock }) => {
        await stock.post(scope, [aForecast(mug)], 'guarded');
        expect(await stock.lock(scope, mug)).to.include({ ...mug, stock: 5, reserved: 1 });
        expect(await stock.lock(scope, aUnit(mug.itemId, 'xl'))).to.equal(null);
      });
    });

    it('counts exactly what was decided under a lock, however many count at once', async () => {
      const mug = aUnit();
      const scope = await stocked(0, mug);

      await atOnce(10, () =>
        transact(scope, async ({ stock }) => {
          const now = await stock.lock(scope, mug);
          await stock.post(scope, [aStockAction({ ...mug, quantity: (now?.stock ?? 0) + 1 })], 'fact');
        }),
      );

      expect((await level(scope, mug)).stock).to.equal(2 ** 10 - 1);
    });

    it('sets a threshold and takes it away', async () => {
      const mug = aUnit('shirt', freshName('size'));
      const scope = await stocked(5, mug);
      const threshold = (unit: StockUnit, at: number | null) => transact(scope, ({ stock }) => stock.setThreshold(scope, unit, at));

      expect(await threshold(mug, 3)).to.equal(true);
      expect((await level(scope, mug)).threshold).to.equal(3);
      expect(await threshold(mug, null)).to.equal(true);
      expect((await level(scope, mug)).threshold).to.equal(null);
      expect(await threshold(aUnit('shirt'), 3)).to.equal(false);
    });

    it('goes with its establishment', async () => {
      const mug = aUnit();
      const scope = await stocked(5, mug);

      await transact(scope, ({ sites }) => sites.delete(scope));

      expect(await verify(scope)).to.deep.equal({ units: 0, actions: 0, differences: [] });
    });
  });
}
