import { DomainError } from './errors.js';
import { decodeCursor } from './page.js';

/** Where a list by time goes on: records of one instant follow each other by id. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

export function placeCursorOf({ at, id }: Place): readonly string[] {
  return [at.toISOString(), id];
}

/** Null: from the beginning. Throws `invalid_request` for a cursor of something else. */
export function readPlaceCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [instant = '', id = ''] = decodeCursor(cursor, 2);
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) {
    throw new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
  }
  return { at, id };
}
