import { articleWords, type KbArticle, type KbArticleHead, type KbTranslation } from '@comptoir/core/helpdesk-kb/kb-article.js';
import type { Insertable, Selectable } from 'kysely';
import { json } from '../kit/json.js';
import type { KbArticleTable } from './kb-tables.js';

/** Everything but texts and what is only there for searches. */
export const HEAD_COLUMNS = [
  'id',
  'category_id',
  'status',
  'published_at',
  'position',
  'tags',
  'headings',
  'created_at',
  'updated_at',
  'version',
] as const;

export type HeadRow = Pick<Selectable<KbArticleTable>, (typeof HEAD_COLUMNS)[number]>;

export function headOfRow(row: HeadRow): KbArticleHead {
  const { id, status, position, tags, version } = row;
  return {
    id,
    status,
    position,
    tags,
    version,
    categoryId: row.category_id,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    translations: row.headings,
  };
}

export function articleOfRow(row: HeadRow & Pick<Selectable<KbArticleTable>, 'bodies'>): KbArticle {
  const translations = Object.entries(row.headings).map(([language, heading]) => [
    language,
    { ...heading, body: row.bodies[language] ?? '' } satisfies KbTranslation,
  ]);
  return { ...headOfRow(row), translations: Object.fromEntries(translations) };
}

export function articleRow(article: KbArticle): Omit<Insertable<KbArticleTable>, 'tenant_id' | 'site_id'> {
  const { id, status, position, tags, version, translations } = article;
  const texts = Object.entries(translations);
  return {
    id,
    status,
    position,
    version,
    tags: [...tags],
    category_id: article.categoryId,
    published_at: article.publishedAt,
    created_at: article.createdAt,
    updated_at: article.updatedAt,
    headings: json(Object.fromEntries(texts.map(([language, { title, slug, summary }]) => [language, { title, slug, summary }]))),
    bodies: json(Object.fromEntries(texts.map(([language, { body }]) => [language, body]))),
    search_words: [...articleWords(article)],
  };
}
