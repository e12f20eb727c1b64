import { byPosition, type Category, type Item } from '@comptoir/core/catalogue/item.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { aCategory, anItem, aProduct, aScope, aVariant, establish, establishBeside, NOON } from './builders.js';
import { describePort, type Open } from './suite.js';

export function exerciseCatalogueViews(name: string, open: Open): void {
  describePort('CatalogueViews', name, open, (persistence) => {
    const { transact } = persistence;
    const menu = (scope: Scope) => persistence.views.catalogue.menu(scope);
    const stock = (scope: Scope, categories: readonly Category[], items: readonly Item[]) =>
      transact(scope, async (stores) => {
        for (const category of categories) await stores.categories.create(scope, category);
        await stores.products.create(
          scope,
          items.map((item) => aProduct(item)),
        );
      });

    it('stores every field of an item', async () => {
      const { scope } = await establish(persistence);
      const category = aCategory({ name: 'Crêpes & glaces 🍨' });
      const item = anItem({
        categoryId: category.id,
        name: 'Crêpe « beurre-sucre »',
        description: 'Sarrasin\n100 % \\ "bio" \'local\'',
        priceCents: 100_000_000,
        taxBasisPoints: 550,
        photo: '/photos/crepe%20sucre.webp',
        allergens: ['milk', 'gluten', 'eggs'],
        soldOutUntil: new Date('2026-06-16T22:00:00.123Z'),
        position: 42,
        managedBy: 'sync',
        variants: [aVariant({ id: 'l', name: 'Grande', priceCents: 700 }), aVariant({ id: 's', name: 'Petite', priceCents: 0 })],
        optionGroups: [
          {
            id: 'toppings',
            name: 'Garnitures',
            min: 0,
            max: 2,
            options: [
              { id: 'z', name: 'Caramel', priceCents: 150 },
              { id: 'a', name: 'Chantilly', priceCents: 0 },
            ],
          },
          { id: 'cooking', name: 'Cuisson', min: 1, max: 1, options: [{ id: 'soft', name: 'Moelleuse', priceCents: 0 }] },
        ],
      });

      await stock(scope, [category], [item]);

      expect(await menu(scope)).to.deep.equal({ categories: [category], items: [item], components: [] });
    });

    it('has an empty menu for a new establishment, and for one that does not exist', async () => {
      const { scope } = await establish(persistence);

      expect(await menu(scope)).to.deep.equal({ categories: [], items: [], components: [] });
      expect(await menu(aScope())).to.deep.equal({ categories: [], items: [], components: [] });
    });

    it('knows the hidden items that shown bundles consist of, and no other hidden ones', async () => {
      const { scope } = await establish(persistence);
      const [part, spare, other] = ['A', 'B', 'C'].map((label) => anItem({ name: label, visible: false }));
      const bundleOf = (item: Item | undefined) => [{ itemId: item?.id ?? '', variantId: null, quantity: 1 }];
      const shown = anItem({ name: 'D', bundle: bundleOf(part) });
      const hidden = anItem({ name: 'E', visible: false, bundle: bundleOf(spare) });
      await stock(
        scope,
        [],
        [part, spare, other, shown, hidden].filter((item) => item !== undefined),
      );

      expect(await menu(scope)).to.deep.equal({ categories: [], items: [shown], components: [part] });
    });

    it('shows categories and items by position, then by name, then by id', async () => {
      const { scope } = await establish(persistence);
      const names = ['Zeste', 'apéritif', 'Banane', 'éclair', 'Éclair', 'b-a', 'ba', 'b a', 'Banane'];
      const categories = names.map((label, index) => aCategory({ name: label, position: index === 1 ? 0 : 10 }));
      const items = names.map((label, index) => anItem({ name: label, position: index === 0 ? 2 : 10 }));

      await stock(scope, categories, items);

      const shown = await menu(scope);
      expect(shown.categories).to.deep.equal([...categories].sort(byPosition));
      expect(shown.items).to.deep.equal([...items].sort(byPosition));
    });

    it('leaves out what is hidden and what was deleted', async () => {
      const { scope } = await establish(persistence);
      const shown = anItem({ name: 'A' });
      const hidden = anItem({ name: 'B', visible: false });
      await stock(scope, [], [shown, hidden]);
      await transact(scope, ({ products }) => products.create(scope, [aProduct({ name: 'C', deletedAt: NOON })]));

      expect((await menu(scope)).items).to.deep.equal([shown]);
    });

    it('lets two establishments of a tenant use the same ids for different things', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      const category = aCategory();
      const item = anItem({ categoryId: category.id });
      await stock(one.scope, [category], [item]);
      await stock(other.scope, [{ ...category, name: 'Thés' }], [{ ...item, name: 'Thé vert' }]);

      expect(await menu(one.scope)).to.deep.equal({ categories: [category], items: [item], components: [] });
      expect((await menu(other.scope)).items).to.deep.equal([{ ...item, name: 'Thé vert' }]);
    });
  });
}
