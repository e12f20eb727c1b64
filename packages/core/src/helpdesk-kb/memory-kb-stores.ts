import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import { makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import { articleWords, byKbPosition, headOf, type KbArticle, type KbCategory } from './kb-article.js';
import type { KbArticleQuery, KbArticleStore, KbArticleViews, KbCategoryStore, KbCategoryViews, KbSort } from './kb-store.js';
import { dropSlugs, isSlugTaken, ownersOf, type SlugTable, takeSlugs } from './memory-slugs.js';

export interface KbTables {
  readonly articles: CrudTable<KbArticle>;
  readonly categories: CrudTable<KbCategory>;
  readonly articleSlugs: SlugTable;
  readonly categorySlugs: SlugTable;
}

export function makeMemoryKbArticles({ articles, categories, articleSlugs }: KbTables): { store: KbArticleStore; views: KbArticleViews } {
  const { store, views } = makeMemoryVersionedStore(articles, {
    sort: byKbPosition,
    searched: () => '',
    inUse: () => false,
    clash: () => false,
  });
  const settled = (scope: Scope, article: KbArticle): KbArticle => {
    const { id, categoryId, translations } = article;
    if (categoryId !== null && categories.get(crudKey(scope, categoryId)) === undefined) throw new DomainError('unknown_record');
    takeSlugs(articleSlugs, scope, id, translations);
    return article;
  };
  const published = (scope: Scope) => rowsOfSite(articles.committed, scope).filter(({ status }) => status === 'published');
  return {
    store: {
      isSlugTaken: async (scope, ...slug) => isSlugTaken(articleSlugs, scope, ...slug),
      create: async (scope, article) => store.create(scope, settled(scope, article)),
      change: (scope, id, decide) => store.change(scope, id, (article) => settled(scope, decide(article))),
      async delete(scope, id) {
        dropSlugs(articleSlugs, scope, id);
        return store.delete(scope, id);
      },
    },
    views: {
      get: views.get,
      list: async (scope, query) => {
        const found = rowsOfSite(articles.committed, scope).filter((article) => isWanted(article, query));
        return pageRows(found.sort(SORTS[query.sort]).map(headOf), query);
      },
      ownersOf: async (scope, slug) => ownersOf(articleSlugs, scope, slug),
      openings: async (scope, perCategory) => {
        const all = published(scope).sort(byKbPosition).map(headOf);
        const ids = [...new Set(all.map(({ categoryId }) => categoryId))];
        return ids.map((categoryId) => {
          const own = all.filter((article) => article.categoryId === categoryId);
          return { categoryId, total: own.length, articles: own.slice(0, perCategory) };
        });
      },
    },
  };
}

export function makeMemoryKbCategories({ articles, categories, categorySlugs }: KbTables): {
  store: KbCategoryStore;
  views: KbCategoryViews;
} {
  const { store, views } = makeMemoryVersionedStore(categories, {
    sort: byKbPosition,
    searched: ({ translations }) =>
      Object.values(translations)
        .map(({ name }) => name)
        .join('\n'),
    inUse: (scope, id) => rowsOfSite(articles, scope).some(({ categoryId }) => categoryId === id),
    clash: () => false,
  });
  const settled = (scope: Scope, category: KbCategory): KbCategory => {
    takeSlugs(categorySlugs, scope, category.id, category.translations);
    return category;
  };
  return {
    store: {
      isSlugTaken: async (scope, ...slug) => isSlugTaken(categorySlugs, scope, ...slug),
      create: async (scope, category) => store.create(scope, settled(scope, category)),
      change: (scope, id, decide) => store.change(scope, id, (category) => settled(scope, decide(category))),
      async delete(scope, id) {
        const deleted = await store.delete(scope, id);
        dropSlugs(categorySlugs, scope, id);
        return deleted;
      },
    },
    views: {
      ...views,
      ownersOf: async (scope, slug) => ownersOf(categorySlugs, scope, slug),
      all: async (scope) => rowsOfSite(categories.committed, scope).sort(byKbPosition),
    },
  };
}

function isWanted(article: KbArticle, { search, status, categoryId, tag, language }: KbArticleQuery): boolean {
  return (
    (status === undefined || article.status === status) &&
    (categoryId === undefined || article.categoryId === categoryId) &&
    (tag === undefined || article.tags.includes(tag)) &&
    (language === undefined || Object.hasOwn(article.translations, language)) &&
    hasWords(articleWords(article), wantedWords(search))
  );
}

type Order = (left: KbArticle, right: KbArticle) => number;

const backwards =
  (order: Order): Order =>
  (left, right) =>
    order(right, left);
const byTime =
  (timeOf: (article: KbArticle) => Date): Order =>
  (left, right) =>
    timeOf(left).getTime() - timeOf(right).getTime() || (left.id < right.id ? -1 : 1);
const byChange = byTime(({ updatedAt }) => updatedAt);
const byAge = byTime(({ createdAt }) => createdAt);

const SORTS: Readonly<Record<KbSort, Order>> = {
  position: byKbPosition,
  '-position': backwards(byKbPosition),
  updatedAt: byChange,
  '-updatedAt': backwards(byChange),
  createdAt: byAge,
  '-createdAt': backwards(byAge),
};
