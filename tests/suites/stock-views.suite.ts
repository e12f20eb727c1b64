import type { Item } from '@comptoir/core/catalogue/item.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { InventoryFilter, StockActionFilter } from '@comptoir/core/stock/stock-store.js';
import { expect } from 'chai';
import { aFulfilment, anEvent, aProduct, aVariant, establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aForecast, aSale, aStockAction, aUnit, onTheShelf, postIn } from './stock-builders.js';
import { describePort, type Open } from './suite.js';

export function exerciseStockViews(name: string, open: Open): void {
  describePort('StockViews', name, open, (persistence) => {
    const { transact } = persistence;
    const views = () => persistence.views.stock;

    it('shows the levels of the items asked for, or all, in the order of units', async () => {
      const { scope } = await establish(persistence);
      const units = [aUnit('b'), aUnit('a', 'x'), aUnit('a'), aUnit('B')];
      await onTheShelf(persistence, scope, units, 1);
      const shown = async (itemIds?: readonly string[]) =>
        (await views().levels(scope, itemIds)).map(({ itemId, variantId }) => `${itemId}/${variantId}`);

      expect(await shown()).to.deep.equal(['B/null', 'a/null', 'a/x', 'b/null']);
      expect(await shown(['a', 'nothing'])).to.deep.equal(['a/null', 'a/x']);
      expect(await shown([])).to.deep.equal([]);
    });

    it('names the items of which orders of a channel have moved what is promised', async () => {
      const { scope } = await establish(persistence);
      const at = (minutes: number) => minutesAfter(NOON, minutes);
      const orders = ['shop', 'shop', 'shop', 'backoffice'] as const;
      const [old, cancelled, fresh, ours] = orders.map((channel) => aFulfilment(scope, { channel, invoiceNumber: null }));
      for (const order of [old, cancelled, fresh, ours])
        if (order !== undefined) await transact(scope, (stores) => stores.orders.place(scope, order, anEvent('draft')));
      const promise = (item: string, order: { readonly id: string } | undefined, minutes: number) =>
        aForecast({ ...aUnit(item), reference: order?.id ?? null, createdAt: at(minutes) });
      const items = ['plate', 'mug', 'cup', 'bowl', 'jug'];
      await onTheShelf(
        persistence,
        scope,
        items.map((item) => aUnit(item)),
        9,
      );
      const actions = [
        promise('plate', old, 0),
        promise('mug', cancelled, 0),
        promise('jug', cancelled, -90),
        promise('cup', fresh, 70),
        promise('bowl', ours, 70),
      ];
      await postIn(persistence, scope, [...actions, aSale({ ...aUnit('plate'), createdAt: at(70) })]);
      await transact(scope, ({ stock }) => stock.settleAll(scope, 'ORDER_FORECAST', [cancelled?.id ?? ''], 'CANCELLED', at(80)));
      const moved = (since: number, promisedSince: number) =>
        views().forecastsMoved(scope, 'shop', { since: at(since), promisedSince: at(promisedSince) });

      expect(await moved(60, -60)).to.deep.equal(['cup', 'mug']);
      expect(await moved(60, -120)).to.deep.equal(['cup', 'jug', 'mug']);
      expect(await moved(-60, -60)).to.deep.equal(['cup', 'mug', 'plate']);
      expect(await moved(81, -120)).to.deep.equal([]);
      // What leaves the shelf takes its promise along: nothing has moved that the shop would not have.
      await transact(scope, ({ stock }) => stock.settleAll(scope, 'ORDER_FORECAST', [old?.id ?? ''], 'COMPLETED', at(90)));
      expect(await moved(81, -120)).to.deep.equal([]);
    });

    describe('the list of actions', () => {
      let scope: Scope;
      const [mug, shirt] = [aUnit('mug'), aUnit('shirt', 'l')];
      const found = async (filter: Partial<StockActionFilter>) =>
        (await views().actions(scope, { ...FIRST_PAGE, ...filter })).items.map(({ note }) => note);

      before(async () => {
        ({ scope } = await establish(persistence));
        await onTheShelf(persistence, scope, [mug, shirt, aUnit('shirt')], 0);
        const at = (minutes: number, note: string) => ({ createdAt: minutesAfter(NOON, minutes), note });
        await postIn(
          persistence,
          scope,
          [
            aStockAction({ ...mug, ...at(0, 'first'), reason: 'COUNT' }),
            aStockAction({ ...shirt, ...at(3, 'fourth 100 %'), reference: 'Bon-7' }),
            aSale({ ...mug, ...at(1, 'second'), reference: 'sale_1' }),
            aForecast({ ...mug, ...at(2, 'third'), reference: 'order' }),
          ],
          'fact',
        );
      });

      it('is newest first, in pages', async () => {
        expect(await found({})).to.deep.equal(['fourth 100 %', 'third', 'second', 'first']);
        expect(await found({ page: 2, pageSize: 3 })).to.deep.equal(['first']);
        expect((await views().actions(scope, { page: 2, pageSize: 3 })).total).to.equal(4);
      });

      it('shows only what is asked for', async () => {
        expect(await found({ itemId: 'mug' })).to.deep.equal(['third', 'second', 'first']);
        expect(await found({ itemId: 'shirt', variantId: 'l' })).to.deep.equal(['fourth 100 %']);
        expect(await found({ variantId: 's' })).to.deep.equal([]);
        expect(await found({ reason: 'SALE' })).to.deep.equal(['second']);
        expect(await found({ status: 'PENDING' })).to.deep.equal(['third']);
        expect(await found({ reference: 'order' })).to.deep.equal(['third']);
        expect(await found({ from: minutesAfter(NOON, 1), to: minutesAfter(NOON, 3) })).to.deep.equal(['third', 'second']);
      });

      it('searches references and notes, in any case, for just these characters', async () => {
        expect(await found({ search: 'bon-' })).to.deep.equal(['fourth 100 %']);
        expect(await found({ search: 'FIRST' })).to.deep.equal(['first']);
        expect(await found({ search: '%' })).to.deep.equal(['fourth 100 %']);
        expect(await found({ search: 'e_1' })).to.deep.equal(['second']);
      });

      it('adds up to the levels, item by item', async () => {
        expect(await views().verify(scope)).to.deep.equal({ units: 3, actions: 4, differences: [] });
        expect(await views().verify(scope, 'mug')).to.deep.equal({ units: 1, actions: 3, differences: [] });
        expect(await views().verify(scope, 'nothing')).to.deep.equal({ units: 0, actions: 0, differences: [] });
      });

      it('knows no action by an id that is none', async () => {
        expect(await views().action(scope, 'none')).to.equal(null);
      });
    });

    describe('the inventory', () => {
      let scope: Scope;
      const stocked = (changes: Partial<Item>) => aProduct({ manageStock: true, ...changes });
      const found = async (filter: Partial<InventoryFilter> = {}) =>
        (await views().inventory(scope, { ...FIRST_PAGE, ...filter })).items.map(({ name: item, variantName }) =>
          variantName === null ? item : `${item} ${variantName}`,
        );

      before(async () => {
        ({ scope } = await establish(persistence));
        const sizes = [aVariant({ id: 's', name: 'S', sku: 'SH-S' }), aVariant({ id: 'l', name: 'L', sku: 'SH-L' })];
        const items = [
          stocked({ id: 'shirt', name: 'Chemise', variants: sizes }),
          stocked({ id: 'mug', name: 'Tasse', sku: 'MUG' }),
          aProduct({ id: 'soup', name: 'Soupe' }),
        ];
        const units = [aUnit('mug'), aUnit('shirt', 's'), aUnit('shirt', 'l'), aUnit('soup'), aUnit('gone')];
        await transact(scope, ({ products }) => products.create(scope, items));
        await onTheShelf(persistence, scope, units, 4);
        await transact(scope, async ({ stock }) => {
          await stock.post(scope, [aForecast({ itemId: 'mug', quantity: 2 })], 'guarded');
          await stock.setThreshold(scope, aUnit('mug'), 2);
          await stock.setThreshold(scope, aUnit('shirt', 's'), 3);
        });
      });

      it('names the units of which stock is kept, by name and variant', async () => {
        const { items, total } = await views().inventory(scope, FIRST_PAGE);

        expect(await found()).to.deep.equal(['Chemise L', 'Chemise S', 'Tasse']);
        expect(total).to.equal(3);
        expect(items[2]).to.deep.equal({
          ...aUnit('mug'),
          name: 'Tasse',
          variantName: null,
          sku: 'MUG',
          purchasePriceCents: null,
          stock: 4,
          reserved: 2,
          threshold: 2,
          updatedAt: NOON,
        });
      });

      it('is searched by names and codes, and cut into pages', async () => {
        expect(await found({ search: 'sh-' })).to.deep.equal(['Chemise L', 'Chemise S']);
        expect(await found({ search: 'tass' })).to.deep.equal(['Tasse']);
        expect(await found({ itemId: 'shirt' })).to.deep.equal(['Chemise L', 'Chemise S']);
        expect(await found({ page: 2, pageSize: 2 })).to.deep.equal(['Tasse']);
      });

      it('tells of which units no more is available than their threshold', async () => {
        expect(await found({ low: true })).to.deep.equal(['Tasse']);
      });

      it('counts the units whose price nobody has said', async () => {
        expect(await views().value(scope)).to.deep.equal({ totalCents: 0, units: 3, unpricedUnits: 3 });
      });
    });
  });
}
