import { type RawBuilder, sql } from 'kysely';

const MARK = '/* planned anew */';

/**
 * In a statement: it is planned for its values each time, which takes about half a millisecond. For searches: how many rows a word finds, and so the way
 * to them, differs from word to word, and a plan for any word takes many times as long for some.
 */
export const plannedAnew: RawBuilder<unknown> = sql.raw(MARK);

/** True for the text of a statement that must not be prepared. */
export function isPlannedAnew(text: string): boolean {
  return text.includes(MARK);
}
