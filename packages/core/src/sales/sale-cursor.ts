import { DomainError } from '../kit/errors.js';
import { decodeCursor } from '../kit/page.js';
import type { Sale } from './sale.js';

/** What a cursor of a list of sales holds. */
export function cursorKeyOf({ number }: Sale): readonly string[] {
  return [String(number)];
}

/** The number after which the list continues; null from the start. Throws `invalid_request` unless it is a cursor of such a list. */
export function readSaleCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const [number = ''] = decodeCursor(cursor, 1);
  if (/^[1-9]\d{0,14}$/.test(number)) return Number(number);
  throw new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
}
