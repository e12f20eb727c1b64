import { z } from 'zod';
import { pageInput } from '../kit/page.js';
import { idSchema, newSlugSchema, personText, uniqueBy } from '../kit/validate.js';
import { seenVersion, versionedFields } from '../kit/versioned.js';
import { KB_STATUSES } from './kb-article.js';
import { KB_SORTS } from './kb-store.js';

const TAGS_MAX = 20;
const LANGUAGES_MAX = 10;
const BODY_MAX = 50_000;

/** ISO 639-1: `fr`. */
export const languageCode = z.string().regex(/^[a-z]{2}$/, 'Two small letters (ISO 639-1)');

const title = personText(1, 150);
const words = personText(1, 500).nullable();
const body = personText(1, BODY_MAX, { multiline: true });
const position = z.int().min(-1_000_000).max(1_000_000);
const tag = personText(1, 40).toLowerCase();
const tags = z
  .array(tag)
  .max(TAGS_MAX)
  .refine(
    uniqueBy<string>((each) => each),
    'Each once',
  );
const status = z.enum(KB_STATUSES);

/** Texts by language; at least one and not too many. */
function byLanguage<Text extends z.ZodType>(text: Text, example: object) {
  return z
    .record(languageCode, text)
    .refine((texts) => isWithin(Object.keys(texts).length), `One to ${LANGUAGES_MAX} languages`)
    .meta({ examples: [{ fr: example }] });
}

const isWithin = (count: number) => count >= 1 && count <= LANGUAGES_MAX;

const ARTICLE_EXAMPLE = { title: 'Comment retourner un article ?', summary: 'Sous 14 jours.', body: 'En boutique, ou **par la poste**.' };
const CATEGORY_EXAMPLE = { name: 'Retours et remboursements' };

/** Without a slug, one is made of the title. */
const newTranslation = z.object({ title, slug: newSlugSchema.optional(), summary: words.default(null), body });
/** Undefined leaves a text as it is, null takes the language out; a new language needs title and body. */
const changedTranslation = z.object({ title, slug: newSlugSchema, summary: words, body }).partial().nullable();

export const newArticle = z.object({
  categoryId: idSchema.nullable().default(null),
  status: status.default('draft'),
  position: position.default(0),
  tags: tags.default([]),
  translations: byLanguage(newTranslation, ARTICLE_EXAMPLE),
});
export type NewArticle = z.output<typeof newArticle>;

export const articleUpdate = z.object({
  id: idSchema,
  version: seenVersion,
  categoryId: idSchema.nullable().optional(),
  status: status.optional(),
  position: position.optional(),
  tags: tags.optional(),
  translations: byLanguage(changedTranslation, ARTICLE_EXAMPLE).optional(),
});
export type ArticleUpdate = z.output<typeof articleUpdate>;

/** What the translations of an article must be after a change. */
export const articleTranslations = byLanguage(newTranslation, ARTICLE_EXAMPLE);

const newCategoryText = z.object({ name: personText(1, 80), slug: newSlugSchema.optional(), description: words.default(null) });
const changedCategoryText = z
  .object({ name: personText(1, 80), slug: newSlugSchema, description: words })
  .partial()
  .nullable();

export const newCategory = z.object({ position: position.default(0), translations: byLanguage(newCategoryText, CATEGORY_EXAMPLE) });
export type NewCategory = z.output<typeof newCategory>;

export const categoryUpdate = z.object({
  id: idSchema,
  version: seenVersion,
  position: position.optional(),
  translations: byLanguage(changedCategoryText, CATEGORY_EXAMPLE).optional(),
});
export type CategoryUpdate = z.output<typeof categoryUpdate>;

export const categoryTranslations = byLanguage(newCategoryText, CATEGORY_EXAMPLE);

const heading = z.object({ title: z.string(), slug: z.string(), summary: z.string().nullable() });

const facts = {
  ...versionedFields,
  categoryId: z.string().nullable(),
  status,
  publishedAt: z.date().nullable(),
  position: z.int(),
  tags: z.array(z.string()),
};

export const articleHeadRecord = z.object({ ...facts, translations: z.record(z.string(), heading) });
export const articleRecord = z.object({ ...facts, translations: z.record(z.string(), heading.extend({ body: z.string() })) });

export const categoryRecord = z.object({
  ...versionedFields,
  position: z.int(),
  translations: z.record(z.string(), z.object({ name: z.string(), slug: z.string(), description: z.string().nullable() })),
});

export const articleQuery = pageInput.extend({
  sort: z.enum(KB_SORTS).default('position'),
  status: status.optional(),
  categoryId: idSchema.nullable().optional(),
  tag: tag.optional(),
  language: languageCode.optional(),
});
