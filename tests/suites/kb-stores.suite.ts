import { headOf, type KbArticle, type KbCategory } from '@comptoir/core/helpdesk-kb/kb-article.js';
import type { KbArticleQuery } from '@comptoir/core/helpdesk-kb/kb-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { aKbCategory, anArticle, aTranslation } from './reference-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

const PAGE: KbArticleQuery = { ...FIRST_PAGE, sort: 'position' };

const inFrench = (slug: string) => ({ fr: aTranslation({ slug }) });

/** What any stores of the help desk must do. */
export function exerciseKbStores(name: string, open: Open): void {
  describePort('KbArticleStore and KbCategoryStore', name, open, (persistence) => {
    const create = async (scope: Scope, ...articles: KbArticle[]) => {
      for (const article of articles) await persistence.transact(scope, ({ kbArticles }) => kbArticles.create(scope, article));
    };
    const change = (scope: Scope, id: string, decide: (before: KbArticle) => KbArticle) =>
      persistence.transact(scope, ({ kbArticles }) => kbArticles.change(scope, id, decide));
    const createCategory = (scope: Scope, category: KbCategory) =>
      persistence.transact(scope, ({ kbCategories }) => kbCategories.create(scope, category));
    const ownersOf = (scope: Scope, slug: string) => persistence.views.kbArticles.ownersOf(scope, slug);

    it('answers an article exactly as it was stored, and lists it without its texts', async () => {
      const { scope } = await establish(persistence);
      const category = aKbCategory();
      await createCategory(scope, category);
      const article = anArticle({
        categoryId: category.id,
        tags: ['retour', 'l’échange'],
        translations: {
          fr: aTranslation({ summary: 'Comment faire', body: '# Étapes\n\n1. « Oui » 🍓' }),
          en: aTranslation({ title: 'Returns' }),
        },
      });
      await create(scope, article);

      expect(await persistence.views.kbArticles.get(scope, article.id)).to.deep.equal(article);
      expect((await persistence.views.kbArticles.list(scope, PAGE)).items).to.deep.equal([headOf(article)]);
    });

    it('refuses a slug that another article has in the same language, and none in another', async () => {
      const { scope } = await establish(persistence);
      await create(scope, anArticle({ translations: inFrench('retours') }));

      expect((await refusalOf(create(scope, anArticle({ translations: inFrench('retours') })))).code).to.equal('duplicate');
      await create(scope, anArticle({ translations: { en: aTranslation({ slug: 'retours' }) } }));
      expect((await persistence.views.kbArticles.list(scope, PAGE)).total).to.equal(2);
      const { isSlugTaken } = await persistence.transact(scope, async ({ kbArticles }) => ({
        isSlugTaken: [
          await kbArticles.isSlugTaken(scope, 'fr', 'retours', null),
          await kbArticles.isSlugTaken(scope, 'de', 'retours', null),
        ],
      }));
      expect(isSlugTaken).to.deep.equal([true, false]);
    });

    it('gives one slug to one of many articles that take it at once', async () => {
      const { scope } = await establish(persistence);
      const outcomes = await atOnce(6, () =>
        create(scope, anArticle({ translations: inFrench('retours') })).then(
          () => 'created',
          () => 'refused',
        ),
      );

      expect(outcomes.filter((outcome) => outcome === 'created')).to.have.length(1);
      expect((await persistence.views.kbArticles.list(scope, PAGE)).total).to.equal(1);
    });

    it('remembers the slugs an article had until another one takes them', async () => {
      const { scope } = await establish(persistence);
      const article = anArticle({ translations: inFrench('retours') });
      await create(scope, article);
      await change(scope, article.id, (before) => ({ ...before, translations: inFrench('rendre') }));
      expect(await ownersOf(scope, 'retours')).to.deep.equal([{ id: article.id, language: 'fr', current: false }]);
      expect(await ownersOf(scope, 'rendre')).to.deep.equal([{ id: article.id, language: 'fr', current: true }]);

      const next = anArticle({ translations: inFrench('retours') });
      await create(scope, next);
      expect(await ownersOf(scope, 'retours')).to.deep.equal([{ id: next.id, language: 'fr', current: true }]);
      await persistence.transact(scope, ({ kbArticles }) => kbArticles.delete(scope, next.id));
      expect(await ownersOf(scope, 'retours')).to.deep.equal([]);
    });

    it('searches titles, tags and texts of every language by the beginnings of words', async () => {
      const { scope } = await establish(persistence);
      const [one, two] = [
        anArticle({
          position: 1,
          tags: ['colis'],
          translations: { fr: aTranslation({ title: 'Livraison à l’étranger', body: 'Par avion.' }) },
        }),
        anArticle({ position: 2, translations: { de: aTranslation({ title: 'Rückgabe', body: 'Kostenlos, per Flugzeug.' }) } }),
      ];
      await create(scope, one, two);
      const found = async (search: string) =>
        (await persistence.views.kbArticles.list(scope, { ...PAGE, search })).items.map(({ id }) => id);

      expect(await found('etrang livr')).to.deep.equal([one.id]);
      expect(await found('COLIS')).to.deep.equal([one.id]);
      expect(await found('ruck flug')).to.deep.equal([two.id]);
      expect(await found('avion flugzeug')).to.deep.equal([]);
      expect(await found('')).to.deep.equal([one.id, two.id]);
    });

    it('lists by status, category, tag and language, in every order', async () => {
      const { scope } = await establish(persistence);
      const category = aKbCategory();
      await createCategory(scope, category);
      const draft = anArticle({ status: 'draft', publishedAt: null, position: 2, createdAt: NOON, updatedAt: minutesAfter(NOON, 9) });
      const shown = anArticle({
        categoryId: category.id,
        tags: ['a'],
        position: 1,
        createdAt: minutesAfter(NOON, 1),
        translations: { en: aTranslation() },
      });
      await create(scope, draft, shown);
      const ids = async (query: Partial<KbArticleQuery>) =>
        (await persistence.views.kbArticles.list(scope, { ...PAGE, ...query })).items.map(({ id }) => id);

      expect(await ids({})).to.deep.equal([shown.id, draft.id]);
      expect(await ids({ sort: 'createdAt' })).to.deep.equal([draft.id, shown.id]);
      expect(await ids({ sort: '-updatedAt' })).to.deep.equal([draft.id, shown.id]);
      expect(await ids({ status: 'draft' })).to.deep.equal([draft.id]);
      expect(await ids({ categoryId: null })).to.deep.equal([draft.id]);
      expect(await ids({ categoryId: category.id })).to.deep.equal([shown.id]);
      expect(await ids({ tag: 'a' })).to.deep.equal([shown.id]);
      expect(await ids({ language: 'en' })).to.deep.equal([shown.id]);
    });

    it('opens every category with its first published articles', async () => {
      const { scope } = await establish(persistence);
      const category = aKbCategory();
      await createCategory(scope, category);
      const inIt = [1, 2, 3].map((position) => anArticle({ categoryId: category.id, position }));
      await create(scope, ...inIt, anArticle({ categoryId: category.id, status: 'draft', position: 0 }), anArticle({ position: 9 }));

      const openings = await persistence.views.kbArticles.openings(scope, 2);

      expect(
        openings.map(({ categoryId, total, articles }) => [categoryId, total, articles.map(({ position }) => position)]),
      ).to.deep.equal([
        [category.id, 3, [1, 2]],
        [null, 1, [9]],
      ]);
    });

    it('refuses an article of a category that is not there, and keeps a category while articles are in it', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      const category = aKbCategory();
      await createCategory(one.scope, category);
      const article = anArticle({ categoryId: category.id });
      expect((await refusalOf(create(other.scope, article))).code).to.equal('unknown_record');
      await create(one.scope, article);
      const remove = () => persistence.transact(one.scope, ({ kbCategories }) => kbCategories.delete(one.scope, category.id));

      expect((await refusalOf(remove())).code).to.equal('in_use');
      await persistence.transact(one.scope, ({ kbArticles }) => kbArticles.delete(one.scope, article.id));
      expect(await remove()).to.equal(true);
      expect(await persistence.views.kbCategories.ownersOf(one.scope, category.translations['fr']?.slug ?? '')).to.deep.equal([]);
    });

    it('keeps the slugs of categories apart from those of articles', async () => {
      const { scope } = await establish(persistence);
      const named = (slug: string) => ({ fr: { name: 'Retours', slug, description: null } });
      const [first, second] = [aKbCategory({ position: 2, translations: named('retours') }), aKbCategory({ position: 1 })];
      await create(scope, anArticle({ translations: inFrench('retours') }));
      await createCategory(scope, first);
      await createCategory(scope, second);

      expect((await refusalOf(createCategory(scope, aKbCategory({ translations: named('retours') })))).code).to.equal('duplicate');
      await persistence.transact(scope, ({ kbCategories }) =>
        kbCategories.change(scope, first.id, (before) => ({ ...before, translations: named('rendre'), version: 2 })),
      );
      expect(await persistence.views.kbCategories.ownersOf(scope, 'retours')).to.deep.equal([
        { id: first.id, language: 'fr', current: false },
      ]);
      expect((await persistence.views.kbCategories.all(scope)).map(({ id }) => id)).to.deep.equal([second.id, first.id]);
    });

    it('lets articles, categories and slugs go with their establishment', async () => {
      const { scope } = await establish(persistence);
      const category = aKbCategory();
      await createCategory(scope, category);
      await create(scope, anArticle({ categoryId: category.id, translations: inFrench('retours') }));

      await persistence.transact(scope, ({ sites }) => sites.delete(scope));

      expect((await persistence.views.kbArticles.list(scope, PAGE)).total).to.equal(0);
      expect(await persistence.views.kbCategories.all(scope)).to.deep.equal([]);
      expect(await ownersOf(scope, 'retours')).to.deep.equal([]);
    });
  });
}
