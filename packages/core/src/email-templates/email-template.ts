import type { NamedRecord } from '../kit/named-record.js';

/** What a mail to many says, in one language. Variables stand in double braces (`template-variables.ts`). */
export interface TemplateVariant {
  /** BCP 47. */
  readonly language: string;
  readonly subject: string;
  /** A fragment, cleaned when it was saved. */
  readonly html: string;
  readonly text: string;
  /** False: the text is derived from the HTML, and is again with every change of it. */
  readonly hasOwnText: boolean;
}

export interface EmailTemplate extends NamedRecord {
  /** Pictures of other hosts may be in it; each tells its host who opens the mail, and when. */
  readonly allowsPictures: boolean;
  /** Each language once; the first is for readers of any other. */
  readonly variants: readonly TemplateVariant[];
}

/** The variant for a reader: in their language, in the same without its region, or the first. */
export function variantFor(variants: readonly TemplateVariant[], language: string | null): TemplateVariant | undefined {
  const base = language?.split('-')[0];
  return (
    variants.find((variant) => variant.language === language) ??
    variants.find((variant) => variant.language.split('-')[0] === base) ??
    variants[0]
  );
}
