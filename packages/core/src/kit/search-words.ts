/**
 * Search as people expect it of a list of names: without regard to accents, case, order or punctuation, and by the beginnings of
 * words. One definition for every store, so that a test in memory says something of the database.
 */

/** At most this many words are looked for: more only narrow a list that is short by then. */
const WORDS_MAX = 12;

/** The words of the texts, folded (`Étienne-Marie Ørsted` is `etienne marie orsted`); each once. */
export function searchWordsOf(texts: readonly (string | null)[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => (text === null ? [] : foldedWordsOf(text))))];
}

/** The words of a text, folded, in their order. */
export function foldedWordsOf(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words a search asks for. None: it asks for nothing in particular. */
export function wantedWords(search: string | undefined): readonly string[] {
  return searchWordsOf([search ?? null]).slice(0, WORDS_MAX);
}

/** True when each wanted word begins one of the words. */
export function hasWords(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((start) => words.some((word) => word.startsWith(start)));
}

/** Letters that no decomposition takes apart. */
const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', đ: 'd', ł: 'l', þ: 'th', ð: 'd', ı: 'i' };

const PLAIN = /^\p{ASCII}*$/u;

/** Lower-case, without accents. */
function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.replace(/[æœøßđłþðı]/g, (letter) => LETTERS[letter] ?? letter);
}
