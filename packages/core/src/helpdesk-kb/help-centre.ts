import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import { newSlugSchema } from '../kit/validate.js';
import type { Site } from '../sites/site.js';
import type { Views } from '../stores.js';
import { bestLanguage, headWords, type KbArticle, type KbArticleHead, type KbCategory } from './kb-article.js';

/** The help desk as the public sees it: published articles only, each in the best language there is. */

/** A link to an article, in the language it is shown in. */
export interface HelpLink {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly slug: string;
  readonly summary: string | null;
}

/** A category in the language it is shown in. */
export interface HelpCategory {
  readonly id: string;
  readonly language: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
}

export interface HelpSection {
  /** Null: articles in no category. */
  readonly category: HelpCategory | null;
  readonly articles: readonly HelpLink[];
  /** How many there are; the section may show the first of them. */
  readonly total: number;
}

export type HelpSite = Pick<Site, 'slug' | 'name' | 'languages' | 'phone' | 'website'>;

export interface HelpHome {
  readonly site: HelpSite;
  readonly sections: readonly HelpSection[];
}

export interface HelpFinds {
  readonly site: HelpSite;
  readonly links: readonly HelpLink[];
  readonly total: number;
}

export interface HelpCategoryPage {
  readonly site: HelpSite;
  readonly category: HelpCategory;
  readonly links: readonly HelpLink[];
  readonly total: number;
}

export interface HelpArticle {
  readonly site: HelpSite;
  readonly category: HelpCategory | null;
  readonly language: string;
  readonly title: string;
  readonly slug: string;
  readonly summary: string | null;
  readonly body: string;
  readonly publishedAt: Date | null;
  readonly updatedAt: Date;
  /** The slug of each language it is there in. */
  readonly slugs: Readonly<Record<string, string>>;
}

export interface HelpCentre {
  /** Throws `unknown_shop`. */
  home(siteSlug: string, language: string): Promise<HelpHome>;
  /** The first finds, those with the words in their title or tags before others. Throws `unknown_shop`. */
  search(siteSlug: string, language: string, search: string): Promise<HelpFinds>;
  /** Articles of a category, by the slug it has or had. Throws `unknown_shop`, `not_found`. */
  category(siteSlug: string, language: string, categorySlug: string): Promise<HelpCategoryPage>;
  /**
   * The article a slug leads or once led to: in the wanted language if it is there in it, else in the language of the slug. Its `slug`
   * differs from the asked one where the caller should lead on. Throws `unknown_shop`, `not_found` (also for drafts).
   */
  article(siteSlug: string, articleSlug: string, wanted: string | null): Promise<HelpArticle>;
}

const ARTICLES_PER_SECTION = 6;
const FINDS_MAX = 50;
const CATEGORY_MAX = 100;

export function makeHelpCentre(views: Pick<Views, 'kbArticles' | 'kbCategories' | 'sites'>): HelpCentre {
  async function siteOf(slug: string): Promise<{ scope: Scope; site: HelpSite }> {
    const found = isSlug(slug) ? await views.sites.bySlug(slug) : null;
    if (found === null) throw new DomainError('unknown_shop');
    const { tenantId, id, name, languages, phone, website } = found;
    const scope: Scope = { tenantId, siteId: id, actor: { kind: 'public' } };
    return { scope, site: { slug: found.slug, name, languages, phone, website } };
  }

  async function categoryOf(scope: Scope, id: string | null, wanted: readonly string[]): Promise<HelpCategory | null> {
    const category = id === null ? null : await views.kbCategories.get(scope, id);
    return category === null ? null : shownCategory(category, wanted);
  }

  const published = (scope: Scope, query: { search?: string; categoryId?: string; pageSize: number }) =>
    views.kbArticles.list(scope, { page: 1, sort: 'position', status: 'published', ...query });

  return {
    async home(siteSlug, language) {
      const { scope, site } = await siteOf(siteSlug);
      const wanted = [language, ...site.languages];
      const [categories, openings] = await Promise.all([
        views.kbCategories.all(scope),
        views.kbArticles.openings(scope, ARTICLES_PER_SECTION),
      ]);
      const sections = [...categories, null].flatMap((category) => {
        const opening = openings.find(({ categoryId }) => categoryId === (category?.id ?? null));
        if (opening === undefined) return [];
        const shown = category === null ? null : shownCategory(category, wanted);
        return [{ category: shown, total: opening.total, articles: linksOf(opening.articles, wanted) }];
      });
      return { site, sections };
    },

    async search(siteSlug, language, search) {
      const { scope, site } = await siteOf(siteSlug);
      if (wantedWords(search).length === 0) return { site, links: [], total: 0 };
      const { items, total } = await published(scope, { search, pageSize: FINDS_MAX });
      return { site, links: linksOf(bestFirst(items, search), [language, ...site.languages]), total };
    },

    async category(siteSlug, language, categorySlug) {
      const { scope, site } = await siteOf(siteSlug);
      const owners = isSlug(categorySlug) ? await views.kbCategories.ownersOf(scope, categorySlug) : [];
      const owner = owners.find((each) => each.current && each.language === language) ?? owners.find(({ current }) => current) ?? owners[0];
      const wanted = [language, ...(owner === undefined ? [] : [owner.language]), ...site.languages];
      const category = owner === undefined ? null : await categoryOf(scope, owner.id, wanted);
      if (category === null) throw new DomainError('not_found');
      const { items, total } = await published(scope, { categoryId: category.id, pageSize: CATEGORY_MAX });
      return { site, category, links: linksOf(items, wanted), total };
    },

    async article(siteSlug, articleSlug, wanted) {
      const { scope, site } = await siteOf(siteSlug);
      const owners = isSlug(articleSlug) ? await views.kbArticles.ownersOf(scope, articleSlug) : [];
      const inOrder = [...owners].sort((left, right) => rankOf(left, wanted) - rankOf(right, wanted));
      for (const { id, language } of inOrder) {
        const article = await views.kbArticles.get(scope, id);
        if (article?.status !== 'published') continue;
        const languages = [...(wanted === null ? [] : [wanted]), language, ...site.languages];
        return shownArticle(article, languages, site, await categoryOf(scope, article.categoryId, languages));
      }
      throw new DomainError('not_found');
    },
  };
}

/** Nothing else is asked for: an address may hold what no database takes. */
function isSlug(text: string): boolean {
  return newSlugSchema.safeParse(text).success;
}

/** A slug of now before one of then; among them the one in the wanted language first. */
function rankOf({ current, language }: { readonly current: boolean; readonly language: string }, wanted: string | null): number {
  return (current ? 0 : 2) + (language === wanted ? 0 : 1);
}

function bestFirst(heads: readonly KbArticleHead[], search: string): readonly KbArticleHead[] {
  const wanted = wantedWords(search);
  const [inTitle, elsewhere] = [
    heads.filter((head) => hasWords(headWords(head), wanted)),
    heads.filter((head) => !hasWords(headWords(head), wanted)),
  ];
  return [...inTitle, ...elsewhere];
}

function linksOf(heads: readonly KbArticleHead[], wanted: readonly string[]): readonly HelpLink[] {
  return heads.flatMap(({ id, translations }) => {
    const language = bestLanguage(translations, wanted);
    const heading = language === null ? undefined : translations[language];
    return language === null || heading === undefined ? [] : [{ id, language, ...heading }];
  });
}

function shownCategory({ id, translations }: KbCategory, wanted: readonly string[]): HelpCategory | null {
  const language = bestLanguage(translations, wanted);
  const text = language === null ? undefined : translations[language];
  return language === null || text === undefined ? null : { id, language, ...text };
}

function shownArticle(article: KbArticle, wanted: readonly string[], site: HelpSite, category: HelpCategory | null): HelpArticle {
  const { translations, publishedAt, updatedAt } = article;
  const language = bestLanguage(translations, wanted);
  const text = language === null ? undefined : translations[language];
  if (language === null || text === undefined) throw new DomainError('not_found');
  const slugs = Object.fromEntries(Object.entries(translations).map(([each, { slug }]) => [each, slug]));
  return { site, category, language, ...text, publishedAt, updatedAt, slugs };
}
