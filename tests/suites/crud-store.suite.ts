import { byPosition, type Category } from '@comptoir/core/catalogue/item.js';
import type { PageInput } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { aCategory, aProduct, aScope, establish, establishBeside, FIRST_PAGE, NOON } from './builders.js';
import { describePort, type Open, refusalOf } from './suite.js';

/** Reference data, by the example of the categories. */
export function exerciseCrudStore(name: string, open: Open): void {
  describePort('CrudStore (categories)', name, open, (persistence) => {
    const { transact } = persistence;
    const create = (scope: Scope, ...rows: readonly Category[]) =>
      transact(scope, async ({ categories }) => {
        for (const row of rows) await categories.create(scope, row);
      });
    const list = (scope: Scope, page: Partial<PageInput> = {}) =>
      transact(scope, ({ categories }) => categories.list(scope, { ...FIRST_PAGE, ...page }));
    const get = (scope: Scope, id: string) => transact(scope, ({ categories }) => categories.get(scope, id));

    it('gives a record back as it was created', async () => {
      const { scope } = await establish(persistence);
      const row = aCategory({ name: 'Crêpes « été » 🍓 \\ 100 %', position: 3 });

      expect(await transact(scope, ({ categories }) => categories.create(scope, row))).to.deep.equal(row);

      expect(await get(scope, row.id)).to.deep.equal(row);
      expect(await list(scope)).to.deep.equal({ items: [row], total: 1, page: 1, pageSize: 20 });
    });

    it('has nothing under an id that does not exist', async () => {
      const { scope } = await establish(persistence);

      expect(await get(scope, 'nothing')).to.equal(null);
      expect(await transact(scope, ({ categories }) => categories.update(scope, 'nothing', { name: 'N' }))).to.equal(null);
      expect(await transact(scope, ({ categories }) => categories.update(scope, 'nothing', {}))).to.equal(null);
      expect(await transact(scope, ({ categories }) => categories.delete(scope, 'nothing'))).to.equal(false);
    });

    it('refuses a record whose id exists, and keeps the first', async () => {
      const { scope } = await establish(persistence);
      const row = aCategory();
      await create(scope, row);

      expect((await refusalOf(create(scope, { ...row, name: 'Autre' }))).code).to.equal('duplicate');
      expect(await get(scope, row.id)).to.deep.equal(row);
    });

    it('changes the fields a patch names and leaves the others', async () => {
      const { scope } = await establish(persistence);
      const row = aCategory({ name: 'Thés', position: 5 });
      await create(scope, row, aCategory({ name: 'Voisine' }));

      const after = await transact(scope, ({ categories }) => categories.update(scope, row.id, { name: undefined, position: 0 }));

      expect(after).to.deep.equal({ ...row, position: 0 });
      expect((await list(scope)).items.map(({ name: label, position }) => [label, position])).to.deep.equal([
        ['Thés', 0],
        ['Voisine', 0],
      ]);
    });

    it('answers the record for a patch that names nothing', async () => {
      const { scope } = await establish(persistence);
      const row = aCategory();
      await create(scope, row);

      expect(await transact(scope, ({ categories }) => categories.update(scope, row.id, {}))).to.deep.equal(row);
      expect(await transact(scope, ({ categories }) => categories.update(scope, row.id, { name: undefined }))).to.deep.equal(row);
    });

    it('serves every record exactly once over its pages, in the order of display', async () => {
      const { scope } = await establish(persistence);
      const rows = Array.from({ length: 23 }, (_, index) => aCategory({ name: `Rayon ${index % 7}`, position: index % 3 }));
      await create(scope, ...rows);

      const pages = [
        await list(scope, { pageSize: 10 }),
        await list(scope, { page: 2, pageSize: 10 }),
        await list(scope, { page: 3, pageSize: 10 }),
      ];

      expect(pages.map(({ items }) => items.length)).to.deep.equal([10, 10, 3]);
      expect(pages.flatMap(({ items }) => items)).to.deep.equal([...rows].sort(byPosition));
      expect(pages.map(({ total, page, pageSize }) => [total, page, pageSize])).to.deep.equal([
        [23, 1, 10],
        [23, 2, 10],
        [23, 3, 10],
      ]);
    });

    it('has an empty page after the last, with the total', async () => {
      const { scope } = await establish(persistence);
      await create(scope, aCategory());

      expect(await list(scope, { page: 2 })).to.deep.equal({ items: [], total: 1, page: 2, pageSize: 20 });
      expect((await list(scope, { page: 9_007_199_254_740_991, pageSize: 100 })).items).to.deep.equal([]);
    });

    it('finds what contains the searched text, in any case', async () => {
      const { scope } = await establish(persistence);
      await create(scope, aCategory({ name: 'Jus de Pomme' }), aCategory({ name: 'Cidre' }), aCategory({ name: 'pommeau' }));

      const found = await list(scope, { search: 'POMME' });

      expect(found.items.map(({ name: label }) => label)).to.deep.equal(['Jus de Pomme', 'pommeau']);
      expect(found.total).to.equal(2);
      expect((await list(scope, { search: '' })).total).to.equal(3);
      expect((await list(scope, { search: 'absent' })).items).to.deep.equal([]);
    });

    it('takes every character of a search for itself', async () => {
      const { scope } = await establish(persistence);
      const names = ['100% pur', '100 pur', 'a_b', 'axb', 'c\\d', 'c\\%d', 'cd', "l'eau", 'l"eau', 'été', '日本茶', '(a|b)', '[a-z]*'];
      await create(scope, ...names.map((label) => aCategory({ name: label })));

      for (const search of ['%', '_', '\\', '\\%', '%%', '100%', 'a_b', "'", '"', 'é', '茶', '.', '*', '(', '|', '$1', '--', '\\\\']) {
        const found = (await list(scope, { search })).items.map(({ name: label }) => label);
        expect(found.sort(), search).to.deep.equal(names.filter((label) => label.includes(search)).sort());
      }
    });

    it('counts the total of what was searched, not of everything', async () => {
      const { scope } = await establish(persistence);
      await create(scope, ...['Thé 1', 'Thé 2', 'Thé 3', 'Café'].map((label) => aCategory({ name: label })));

      const page = await list(scope, { search: 'thé', pageSize: 2 });

      expect([page.items.length, page.total]).to.deep.equal([2, 3]);
    });

    it('deletes a record once', async () => {
      const { scope } = await establish(persistence);
      const row = aCategory();
      await create(scope, row);

      expect(await transact(scope, ({ categories }) => categories.delete(scope, row.id))).to.equal(true);
      expect(await transact(scope, ({ categories }) => categories.delete(scope, row.id))).to.equal(false);
      expect(await get(scope, row.id)).to.equal(null);
    });

    it('refuses to delete what other records refer to', async () => {
      const { scope } = await establish(persistence);
      const row = aCategory();
      await create(scope, row);
      await transact(scope, ({ products }) => products.create(scope, [aProduct({ categoryId: row.id, visible: false })]));

      const refusal = await refusalOf(transact(scope, ({ categories }) => categories.delete(scope, row.id)));

      expect(refusal.code).to.equal('in_use');
      expect(await get(scope, row.id)).to.deep.equal(row);
    });

    it('deletes a category that only deleted products are in; they lose it', async () => {
      const { scope } = await establish(persistence);
      const row = aCategory();
      await create(scope, row);
      const product = aProduct({ categoryId: row.id, deletedAt: NOON });
      await transact(scope, ({ products }) => products.create(scope, [product]));

      expect(await transact(scope, ({ categories }) => categories.delete(scope, row.id))).to.equal(true);
      expect((await persistence.views.products.list(scope, { ...FIRST_PAGE, deleted: true })).items).to.deep.equal([
        { ...product, categoryId: null },
      ]);
    });

    it('keeps the records of two establishments of a tenant apart, under the same id too', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      const row = aCategory();
      await create(one.scope, row);
      expect(await get(other.scope, row.id)).to.equal(null);

      await create(other.scope, { ...row, name: 'Autre' });
      await transact(other.scope, ({ categories }) => categories.update(other.scope, row.id, { position: 9 }));
      await transact(other.scope, ({ products }) => products.create(other.scope, [aProduct({ categoryId: row.id })]));

      expect((await list(one.scope)).items).to.deep.equal([row]);
      expect((await list(other.scope)).items).to.deep.equal([{ ...row, name: 'Autre', position: 9 }]);
      expect(await transact(one.scope, ({ categories }) => categories.delete(one.scope, row.id))).to.equal(true);
    });

    it('lists nothing for an establishment that does not exist', async () => {
      expect(await list(aScope())).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 20 });
    });
  });
}
