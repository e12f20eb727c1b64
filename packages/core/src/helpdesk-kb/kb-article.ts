import { compareText } from '../kit/compare-text.js';
import { searchWordsOf } from '../kit/search-words.js';
import type { VersionedRecord } from '../kit/versioned.js';

export const KB_STATUSES = ['draft', 'published'] as const;
/** A draft is nowhere to be seen but in the back office. */
export type KbStatus = (typeof KB_STATUSES)[number];

/** What lists and links show of an article in one language. */
export interface KbHeading {
  readonly title: string;
  /** Names it in the address; unique among the articles of a language. */
  readonly slug: string;
  readonly summary: string | null;
}

export interface KbTranslation extends KbHeading {
  /** Markdown (CommonMark with tables). */
  readonly body: string;
}

/** By language, as ISO 639-1 names it (`fr`). */
export type ByLanguage<Text> = Readonly<Record<string, Text>>;

interface KbArticleFacts extends VersionedRecord {
  readonly categoryId: string | null;
  readonly status: KbStatus;
  /** When it was first published. */
  readonly publishedAt: Date | null;
  readonly position: number;
  readonly tags: readonly string[];
}

/** An article of the help desk, in at least one language. */
export interface KbArticle extends KbArticleFacts {
  readonly translations: ByLanguage<KbTranslation>;
}

/** An article without its texts: what lists are made of. */
export interface KbArticleHead extends KbArticleFacts {
  readonly translations: ByLanguage<KbHeading>;
}

export interface KbCategoryText {
  readonly name: string;
  /** Names it in the address; unique among the categories of a language. */
  readonly slug: string;
  readonly description: string | null;
}

export interface KbCategory extends VersionedRecord {
  readonly position: number;
  readonly translations: ByLanguage<KbCategoryText>;
}

export function headOf(article: KbArticle): KbArticleHead {
  const translations = Object.entries(article.translations).map(([language, { title, slug, summary }]) => [
    language,
    { title, slug, summary },
  ]);
  return { ...article, translations: Object.fromEntries(translations) };
}

/** What a search finds an article by, in all its languages. */
export function articleWords({ tags, translations }: KbArticle): readonly string[] {
  return searchWordsOf([...tags, ...Object.values(translations).flatMap(({ title, summary, body }) => [title, summary, body])]);
}

/** What makes an article a better find than one that only mentions it. */
export function headWords({ tags, translations }: KbArticleHead): readonly string[] {
  return searchWordsOf([...tags, ...Object.values(translations).map(({ title }) => title)]);
}

/** The slugs of a record, as `[language, slug]`, by language. */
export function slugsOf(translations: ByLanguage<{ readonly slug: string }>): readonly (readonly [string, string])[] {
  return Object.entries(translations)
    .map(([language, { slug }]) => [language, slug] as const)
    .sort(([left], [right]) => compareText(left, right));
}

/** The language to show: the first of the wanted ones there is, else the first of the alphabet. */
export function bestLanguage(translations: ByLanguage<unknown>, wanted: readonly string[]): string | null {
  return wanted.find((language) => Object.hasOwn(translations, language)) ?? Object.keys(translations).sort()[0] ?? null;
}

/** Ascending by position, then by age: an order that never changes by itself. */
export function byKbPosition(left: Placed, right: Placed): number {
  return left.position - right.position || left.createdAt.getTime() - right.createdAt.getTime() || compareText(left.id, right.id);
}

type Placed = Pick<KbCategory, 'id' | 'position' | 'createdAt'>;
