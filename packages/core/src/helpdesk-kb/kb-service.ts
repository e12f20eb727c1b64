import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { parse } from '../kit/validate.js';
import { edited, newlyVersioned, patched } from '../kit/versioned.js';
import type { KbArticle, KbCategory } from './kb-article.js';
import {
  type ArticleUpdate,
  articleTranslations,
  type CategoryUpdate,
  categoryTranslations,
  type NewArticle,
  type NewCategory,
} from './kb-contract.js';
import type { KbArticleStore, KbCategoryStore } from './kb-store.js';
import { changedTexts, withSlugs } from './kb-texts.js';

/** Writes of the help desk. A slug that is taken is `duplicate`; a category that is not there is `unknown_record`. */
export interface HelpdeskKbService {
  createArticle(scope: Scope, article: NewArticle): Promise<KbArticle>;
  /** Throws `unknown_record`, `stale`, `duplicate`, `invalid_request` (a language without title or text). */
  updateArticle(scope: Scope, update: ArticleUpdate): Promise<KbArticle>;
  createCategory(scope: Scope, category: NewCategory): Promise<KbCategory>;
  updateCategory(scope: Scope, update: CategoryUpdate): Promise<KbCategory>;
}

export interface HelpdeskKbDeps {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

type ArticleFacts = Pick<KbArticle, 'categoryId' | 'status' | 'position' | 'tags' | 'translations'>;

type Slugs = Pick<KbArticleStore | KbCategoryStore, 'isSlugTaken'>;

export function makeHelpdeskKbService({ unitOfWork, clock, ids }: HelpdeskKbDeps): HelpdeskKbService {
  const articleTexts = (scope: Scope, store: Slugs, texts: NewArticle['translations'], id: string) =>
    withSlugs(
      texts,
      ({ title }) => title,
      'article',
      (language, slug) => store.isSlugTaken(scope, language, slug, id),
    );
  const categoryTexts = (scope: Scope, store: Slugs, texts: NewCategory['translations'], id: string) =>
    withSlugs(
      texts,
      ({ name }) => name,
      'category',
      (language, slug) => store.isSlugTaken(scope, language, slug, id),
    );

  return {
    createArticle: (scope, { translations, ...fields }) =>
      unitOfWork(scope, async (_services, { kbArticles }) => {
        const kept = newlyVersioned(ids.uuid(), clock.now());
        const texts = await articleTexts(scope, kbArticles, translations, kept.id);
        return kbArticles.create(scope, published({ ...fields, ...kept, translations: texts, publishedAt: null }, kept.createdAt));
      }),

    updateArticle: (scope, { id, version, translations, ...changes }) =>
      unitOfWork(scope, async (_services, { kbArticles }) => {
        const before = await kbArticles.change(scope, id, unchanged);
        const texts = parse(articleTranslations, changedTexts(before.translations, translations));
        const after = { ...changes, translations: await articleTexts(scope, kbArticles, texts, id) };
        const now = clock.now();
        return kbArticles.change(scope, id, (article) =>
          published(edited<KbArticle>(article, patched<ArticleFacts>(article, after), version, now), now),
        );
      }),

    createCategory: (scope, { translations, ...fields }) =>
      unitOfWork(scope, async (_services, { kbCategories }) => {
        const kept = newlyVersioned(ids.uuid(), clock.now());
        return kbCategories.create(scope, {
          ...fields,
          ...kept,
          translations: await categoryTexts(scope, kbCategories, translations, kept.id),
        });
      }),

    updateCategory: (scope, { id, version, translations, position }) =>
      unitOfWork(scope, async (_services, { kbCategories }) => {
        const before = await kbCategories.change(scope, id, unchanged);
        const texts = parse(categoryTranslations, changedTexts(before.translations, translations));
        const after = { position: position ?? before.position, translations: await categoryTexts(scope, kbCategories, texts, id) };
        return kbCategories.change(scope, id, (category) => edited<KbCategory>(category, after, version, clock.now()));
      }),
  };
}

/** For a change that only locks the record. */
const unchanged = <Row>(row: Row): Row => row;

/** The article with the time it was first published. */
function published(article: KbArticle, now: Date): KbArticle {
  return article.status === 'published' && article.publishedAt === null ? { ...article, publishedAt: now } : article;
}
