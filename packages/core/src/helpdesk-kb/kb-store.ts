import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { KbArticle, KbArticleHead, KbCategory, KbStatus } from './kb-article.js';

/**
 * Writes of articles. `create` and `change` throw `duplicate` for a slug that another article has in the same language, and
 * `unknown_record` for a category that is not there. A slug an article once had still leads to it, until another one takes it.
 */
export interface KbArticleStore extends VersionedStore<KbArticle> {
  /** True when another article than `exceptId` has the slug in the language now. */
  isSlugTaken(scope: Scope, language: string, slug: string, exceptId: string | null): Promise<boolean>;
}

/** Writes of categories, with slugs as articles have them. `delete` throws `in_use` while articles are in it. */
export interface KbCategoryStore extends VersionedStore<KbCategory> {
  isSlugTaken(scope: Scope, language: string, slug: string, exceptId: string | null): Promise<boolean>;
}

export const KB_SORTS = ['position', '-position', 'updatedAt', '-updatedAt', 'createdAt', '-createdAt'] as const;
export type KbSort = (typeof KB_SORTS)[number];

export interface KbArticleQuery extends PageInput {
  readonly sort: KbSort;
  readonly status?: KbStatus | undefined;
  /** Null: articles in no category. */
  readonly categoryId?: string | null | undefined;
  readonly tag?: string | undefined;
  /** Only articles in this language. */
  readonly language?: string | undefined;
}

/** A record a slug leads to. */
export interface SlugOwner {
  readonly id: string;
  readonly language: string;
  /** False: it has another one now. */
  readonly current: boolean;
}

/** The first published articles of a category, and how many it has. */
export interface KbOpening {
  readonly categoryId: string | null;
  readonly total: number;
  readonly articles: readonly KbArticleHead[];
}

export interface KbArticleViews {
  get(scope: Scope, id: string): Promise<KbArticle | null>;
  /** `search` looks for the beginnings of words in titles, tags and texts of every language. */
  list(scope: Scope, query: KbArticleQuery): Promise<Page<KbArticleHead>>;
  /** Whatever the slug leads or once led to, in any language, published or not. */
  ownersOf(scope: Scope, slug: string): Promise<readonly SlugOwner[]>;
  /** The first published articles of every category that has some, by position. */
  openings(scope: Scope, perCategory: number): Promise<readonly KbOpening[]>;
}

export interface KbCategoryViews extends VersionedViews<KbCategory> {
  ownersOf(scope: Scope, slug: string): Promise<readonly SlugOwner[]>;
  /** Every category, by position. */
  all(scope: Scope): Promise<readonly KbCategory[]>;
}
