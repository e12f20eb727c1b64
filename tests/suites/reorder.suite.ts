import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { aProduct, aVariant, establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aForecast, aSale, aStockAction, aUnit, onTheShelf, postIn } from './stock-builders.js';
import { describePort, type Open } from './suite.js';
import { aVendor } from './vendor-builders.js';
import { aSuggestion } from './webhook-builders.js';

export function exerciseReorder(name: string, open: Open): void {
  describePort('ReorderStore', name, open, (persistence) => {
    const { transact } = persistence;

    /** An item with ten of it on the shelf. */
    async function anItemOf(scope: Scope, changes: Parameters<typeof aProduct>[0] = {}) {
      const item = aProduct({ manageStock: true, ...changes });
      await transact(scope, ({ products }) => products.create(scope, [item]));
      const units = item.variants.length === 0 ? [aUnit(item.id)] : item.variants.map(({ id }) => aUnit(item.id, id));
      await onTheShelf(persistence, scope, units, 10);
      return item;
    }

    it('adds up what was asked for, what is promised and what is on its way, unit by unit', async () => {
      const { scope } = await establish(persistence);
      const { id: vendorId } = await transact(scope, ({ vendors }) => vendors.create(scope, aVendor()));
      const item = await anItemOf(scope, { defaultVendorId: vendorId });
      const other = await anItemOf(scope, { variants: [aVariant({ id: 'small' }), aVariant({ id: 'large' })] });
      const actions = [
        aSale({ itemId: item.id, quantity: 3 }),
        aSale({ itemId: item.id, quantity: 1, reason: 'LOSS' }),
        aForecast({ itemId: item.id, quantity: 2 }),
        aStockAction({ itemId: item.id, status: 'PENDING', quantity: 5 }),
        aSale({ itemId: other.id, variantId: 'large', quantity: 4 }),
      ];
      await postIn(persistence, scope, actions, 'fact');

      const facts = await persistence.views.reorder.facts(scope, null, NOON);

      const base = { threshold: null, reserved: 0, incoming: 0, demand: 0, vendorId: null };
      expect(facts).to.have.deep.members([
        { ...base, itemId: item.id, variantId: null, stock: 6, reserved: 2, incoming: 5, demand: 3, vendorId },
        { ...base, itemId: other.id, variantId: 'large', stock: 6, demand: 4 },
        { ...base, itemId: other.id, variantId: 'small', stock: 10 },
      ]);
      expect(await persistence.views.reorder.facts(scope, [other.id], NOON)).to.have.length(2);
      expect((await persistence.views.reorder.facts(scope, [item.id], minutesAfter(NOON, 1)))[0]?.demand).to.equal(0);
    });

    it('puts suggestions in place of those there were, of the named items or of all', async () => {
      const { scope } = await establish(persistence);
      const [one, other] = [await anItemOf(scope, { name: 'Bol' }), await anItemOf(scope, { name: 'Tasse' })];
      const put = (itemIds: readonly string[] | null, ...suggestions: ReturnType<typeof aSuggestion>[]) =>
        transact(scope, ({ reorder }) => reorder.put(scope, itemIds, suggestions));
      const listed = async () =>
        (await persistence.views.reorder.list(scope, FIRST_PAGE)).items.map(({ itemId, quantity }) => ({ itemId, quantity }));
      await put(null, aSuggestion({ itemId: one.id, daysOfCover: 1 }), aSuggestion({ itemId: other.id }));

      await put([one.id], aSuggestion({ itemId: one.id, quantity: 7, daysOfCover: 1 }));
      expect(await listed()).to.deep.equal([
        { itemId: one.id, quantity: 7 },
        { itemId: other.id, quantity: 2 },
      ]);

      await put([one.id]);
      expect(await listed()).to.deep.equal([{ itemId: other.id, quantity: 2 }]);
      await put(null);
      expect(await listed()).to.deep.equal([]);
    });

    it('lists what lasts shortest first, with names, of one vendor, and what is not needed only when asked', async () => {
      const { scope } = await establish(persistence);
      const vendorId = randomUUID();
      const small = aVariant({ id: 'small', name: 'Petit' });
      const [bowl, cup, plate] = [
        await anItemOf(scope, { name: 'Bol', variants: [small] }),
        await anItemOf(scope, { name: 'Tasse' }),
        await anItemOf(scope, { name: 'Assiette' }),
      ];
      await transact(scope, ({ reorder }) =>
        reorder.put(scope, null, [
          aSuggestion({ itemId: bowl.id, variantId: 'small', daysOfCover: null }),
          aSuggestion({ itemId: cup.id, daysOfCover: 2, vendorId }),
          aSuggestion({ itemId: plate.id, quantity: 0, daysOfCover: 90 }),
        ]),
      );
      expect(await persistence.views.reorder.of(scope, [cup.id, bowl.id, plate.id])).to.have.deep.members([
        { itemId: bowl.id, variantId: 'small', quantity: 2 },
        { itemId: cup.id, variantId: null, quantity: 2 },
      ]);
      expect(await persistence.views.reorder.of(scope, [])).to.deep.equal([]);
      const names = async (filter: object = {}) =>
        (await persistence.views.reorder.list(scope, { ...FIRST_PAGE, ...filter })).items.map((row) => `${row.name}/${row.variantName}`);

      expect(await names()).to.deep.equal(['Tasse/null', 'Bol/Petit']);
      expect(await names({ all: true })).to.deep.equal(['Tasse/null', 'Assiette/null', 'Bol/Petit']);
      expect(await names({ vendorId })).to.deep.equal(['Tasse/null']);
      expect(await names({ search: 'pet' })).to.deep.equal(['Bol/Petit']);
      expect((await persistence.views.reorder.list(scope, { page: 2, pageSize: 1 })).items[0]).to.deep.equal({
        ...aSuggestion({ itemId: bowl.id, variantId: 'small', daysOfCover: null }),
        name: 'Bol',
        variantName: 'Petit',
      });
    });
  });
}
