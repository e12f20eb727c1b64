/** The languages of the public pages. Menus are shown as the restaurant wrote them, whatever the language around them. */
export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each as those who speak it call it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' };

/** Spoken when a guest asks for neither. */
const FALLBACK: Language = 'en';

/** The language of a page: the one asked for in the address when there is one, else the best of `Accept-Language` (RFC 9110 §12.5.4). */
export function negotiateLanguage(acceptLanguage: string | undefined, override: string | undefined): Language {
  return negotiateAmong(LANGUAGES, acceptLanguage, override) ?? FALLBACK;
}

/** The same for pages that speak other languages; undefined when none of them is wanted. */
export function negotiateAmong<Choice extends string>(
  choices: readonly Choice[],
  acceptLanguage: string | undefined,
  override: string | undefined,
): Choice | undefined {
  const asked = choices.find((language) => language === override);
  if (asked !== undefined) return asked;
  const [best] = (acceptLanguage ?? '')
    .split(',')
    .map((range) => readRange(choices, range))
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((left, right) => right.quality - left.quality);
  return best?.language;
}

function readRange<Choice extends string>(choices: readonly Choice[], range: string): { language: Choice | undefined; quality: number } {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
  const primary = tag.trim().split('-')[0];
  const weight = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1]).find((found) => found !== undefined);
  const quality = weight === undefined ? 1 : Number(weight);
  return { language: choices.find((language) => language === primary), quality: Number.isNaN(quality) ? 0 : quality };
}
