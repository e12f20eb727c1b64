import { DomainError } from '../kit/errors.js';
import type { ByLanguage } from './kb-article.js';
import { numbered, slugFrom } from './kb-slug.js';

/** A text with or without the slug its writer wants. */
interface Draft {
  readonly slug?: string | undefined;
}

/** As many numbers are tried behind a slug that is taken. */
const NUMBERS_MAX = 100;

/**
 * The texts with a slug each: the one that was asked for, which must be free, else the first free one that is made of the title (of
 * `fallback` where the title has no Latin letters). Throws `duplicate`.
 */
export async function withSlugs<Text extends Draft>(
  texts: ByLanguage<Text>,
  titleOf: (text: Text) => string,
  fallback: string,
  isTaken: (language: string, slug: string) => Promise<boolean>,
): Promise<ByLanguage<Text & { readonly slug: string }>> {
  const done: Record<string, Text & { readonly slug: string }> = {};
  for (const [language, text] of Object.entries(texts)) {
    const slug = text.slug ?? (await freeSlug(slugFrom(titleOf(text)) || fallback, (candidate) => isTaken(language, candidate)));
    done[language] = { ...text, slug };
  }
  return done;
}

async function freeSlug(stem: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; number <= NUMBERS_MAX; number += 1) {
    const slug = numbered(stem, number);
    if (!(await isTaken(slug))) return slug;
  }
  throw new DomainError('duplicate');
}

/** The texts after a change: undefined leaves a part as it is, null takes the language out. */
export function changedTexts<Text extends object>(
  texts: ByLanguage<Text>,
  changes: ByLanguage<object | null> | undefined,
): ByLanguage<object> {
  const after: Record<string, object> = { ...texts };
  for (const [language, change] of Object.entries(changes ?? {})) {
    if (change === null) delete after[language];
    else after[language] = { ...after[language], ...withoutUndefined(change) };
  }
  return after;
}

function withoutUndefined(change: object): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
