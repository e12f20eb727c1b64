import { z } from 'zod';
import type { CrudRecord } from './crud.js';
import type { Page, PageInput } from './page.js';
import type { Scope } from './scope.js';
import { requireVersion } from './versions.js';

/** A record that people edit: it counts its changes, so that nobody overwrites what they have not seen. */
export interface VersionedRecord extends CrudRecord {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** From 1. */
  readonly version: number;
}

/** What is set when it is created, and never by a caller. */
type Kept = keyof VersionedRecord;

/** What a caller may set of a record. */
export type FieldsOf<Row extends VersionedRecord> = Omit<Row, Kept>;

/** What a caller changes: undefined leaves. */
export type PatchOf<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

/** Writes of records of one kind within one establishment. Rows of other tenants and establishments are absent, never an error. */
export interface VersionedStore<Row extends VersionedRecord> {
  /** Throws `duplicate` when the id or a unique value is taken, `unknown_record` when the row refers to a record that is not there. */
  create(scope: Scope, row: Row): Promise<Row>;
  /**
   * Locks the record, hands it to `decide` and stores what it returns, unless that is the very same. Throws `unknown_record`,
   * `duplicate`, or what `decide` throws.
   */
  change(scope: Scope, id: string, decide: (row: Row) => Row): Promise<Row>;
  /** False when there was no such record. Throws `in_use` when other records refer to it. */
  delete(scope: Scope, id: string): Promise<boolean>;
}

export interface VersionedViews<Row extends VersionedRecord> {
  /** One page, in the store's own stable order; `search` looks in the texts the store declares. */
  list(scope: Scope, page: PageInput): Promise<Page<Row>>;
  get(scope: Scope, id: string): Promise<Row | null>;
}

/** The fields of `VersionedRecord` in an answer. */
export const versionedFields = { id: z.string(), createdAt: z.date(), updatedAt: z.date(), version: z.int() };

/** The version a caller has seen, in updates: another one now is `stale`. Left out: whatever is there is changed. */
export const seenVersion = z.int().min(1).optional();

/** What every record has when it is new. */
export function newlyVersioned(id: string, now: Date): VersionedRecord {
  return { id, createdAt: now, updatedAt: now, version: 1 };
}

/** The record after an edit. Throws `stale` when the caller has seen another version. */
export function edited<Row extends VersionedRecord>(row: Row, changes: Partial<FieldsOf<Row>>, seen: number | undefined, now: Date): Row {
  requireVersion(row, seen);
  const { id, createdAt } = row;
  return { ...row, ...changes, id, createdAt, updatedAt: now, version: row.version + 1 };
}

/** The fields with those that the patch names replaced; a field that is undefined in the patch stays. */
export function patched<Fields extends object>(fields: Fields, patch: PatchOf<Fields>): Fields {
  return { ...fields, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) };
}
