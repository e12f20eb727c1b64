import type { VersionedRecord } from './versioned.js';

/** A versioned record that people know by its name, unique within the establishment; searches look in it, lists go by it. */
export interface NamedRecord extends VersionedRecord {
  readonly name: string;
}
