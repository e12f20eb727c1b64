import { DomainError } from '../kit/errors.js';
import { decodeCursor } from '../kit/page.js';
import { type Chain, type JournalEntry, RECORD_TYPES } from './journal-entry.js';

/** What a cursor of a list of entries holds. */
export function journalKeyOf({ register, type, number }: Pick<JournalEntry, 'register' | 'type' | 'number'>): readonly string[] {
  return [register, type, String(number)];
}

/** The entry after which the list continues; null from the start. Throws `invalid_request` unless it is a cursor of such a list. */
export function readJournalCursor(cursor: string | undefined): (Chain & { readonly number: number }) | null {
  if (cursor === undefined) return null;
  const [register = '', name, number = ''] = decodeCursor(cursor, 3);
  const type = RECORD_TYPES.find((known) => known === name);
  if (type !== undefined && /^[1-9]\d{0,14}$/.test(number)) return { register, type, number: Number(number) };
  throw new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
}
