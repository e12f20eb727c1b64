import { searchWordsOf } from '../kit/search-words.js';

/** With a number of three digits behind it, it is as long as slugs may be. */
const SLUG_MAX = 60;

/** A slug made of a title: its words without accents, as many whole ones as fit; empty when it has none in Latin letters. */
export function slugFrom(title: string): string {
  let slug = '';
  for (const word of searchWordsOf([title])) {
    const next = slug === '' ? word : `${slug}-${word}`;
    if (!/^[a-z0-9]+$/.test(word) || next.length > SLUG_MAX) continue;
    slug = next;
  }
  return slug;
}

/** The slug with a number behind it: `retours-2`. */
export function numbered(slug: string, number: number): string {
  return number === 1 ? slug : `${slug}-${number}`;
}
