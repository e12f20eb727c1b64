import { DomainError } from '../kit/errors.js';
import { decodeCursor } from '../kit/page.js';
import type { Scan } from './scan.js';

/** Where a list of scans goes on: scans of one instant follow each other by id. */

export type ScanPlace = Pick<Scan, 'at' | 'id'>;

export function scanCursorOf({ at, id }: ScanPlace): readonly string[] {
  return [at.toISOString(), id];
}

/** Null: from the beginning. Throws `invalid_request` for a cursor of something else. */
export function readScanCursor(cursor: string | undefined): ScanPlace | null {
  if (cursor === undefined) return null;
  const [instant = '', id = ''] = decodeCursor(cursor, 2);
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) {
    throw new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
  }
  return { at, id };
}
