import { foldedWordsOf } from '../../kit/search-words.js';

/**
 * What two names of one company have in common: no regard to case, accents, punctuation and to how its legal form is spaced, so that
 * `S.A.R.L. Éclair`, `SARL Eclair` and `s a r l  ECLAIR` are one. Empty for a name without letters and digits, which is nobody's.
 */
export function normalizedVendorName(name: string): string {
  const words: string[] = [];
  let afterLetter = false;
  for (const word of foldedWordsOf(name)) {
    const isLetter = word.length === 1;
    const joined = isLetter && afterLetter ? `${words.pop() ?? ''}${word}` : word;
    words.push(joined);
    afterLetter = isLetter;
  }
  return words.join(' ');
}
