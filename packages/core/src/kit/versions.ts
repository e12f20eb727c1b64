import { DomainError } from './errors.js';

/** Refuses a change of a record that the caller has read in an older version: `stale`. Undefined or null: the caller does not mind. */
export function requireVersion(record: { readonly version: number }, expected: number | null | undefined): void {
  if (expected !== undefined && expected !== null && expected !== record.version)
    throw new DomainError('stale', { facts: { version: record.version } });
}
