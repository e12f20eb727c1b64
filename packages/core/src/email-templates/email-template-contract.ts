import { z } from 'zod';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';

/** BCP 47: a language, and perhaps a region. */
export const languageTag = z.string().regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'A language such as fr or de-CH');

const HTML_MAX = 200_000;
const TEXT_MAX = 100_000;
const VARIANTS_MAX = 20;

export const subjectText = personText(1, 200);

const variantInput = z.object({
  language: languageTag,
  subject: subjectText,
  html: personText(1, HTML_MAX, { multiline: true }),
  /** Derived from the HTML when left out. */
  text: personText(1, TEXT_MAX, { multiline: true }).nullable().optional(),
});

export type VariantInput = z.output<typeof variantInput>;

const languageOf = ({ language }: VariantInput) => language;
const variantsInput = z.array(variantInput).min(1).max(VARIANTS_MAX).refine(uniqueBy(languageOf), 'Each language once');

export const templateInput = z.object({
  name: personText(1, 120),
  allowsPictures: z.boolean().default(false),
  variants: variantsInput,
});

export type TemplateInput = z.output<typeof templateInput>;

export const templatePatch = z.object({
  id: idSchema,
  version: z.int().min(1).optional(),
  name: personText(1, 120).optional(),
  allowsPictures: z.boolean().optional(),
  variants: variantsInput.optional(),
});

export type TemplatePatch = z.output<typeof templatePatch>;

const text = z.string();

export const templateRecord = z.object({
  id: text,
  name: text,
  allowsPictures: z.boolean(),
  variants: z.array(z.object({ language: text, subject: text, html: text, text, hasOwnText: z.boolean() })),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
});

/** As it was saved, with what was left out of its HTML. */
export const savedTemplate = templateRecord.extend({ removed: z.array(text) });

export const renderedMail = z.object({ subject: text, html: text, text });
