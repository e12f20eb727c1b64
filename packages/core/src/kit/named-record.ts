import type { Page, PageInput } from './page.js';
import type { Scope } from './scope.js';

/** A record that people know by its name, unique within the establishment. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** Records of one kind within one establishment. Those of others are absent. */
export interface NamedStore<Row extends NamedRecord> {
  /** Throws `duplicate` when the name is taken. */
  create(scope: Scope, row: Row): Promise<Row>;
  /** Locks the record and stores what `decide` makes of it. Throws `unknown_record`, `duplicate`, or what `decide` throws. */
  change(scope: Scope, id: string, decide: (row: Row) => Row): Promise<Row>;
  /** Throws `unknown_record`; `in_use` when others refer to it. */
  remove(scope: Scope, id: string): Promise<void>;
}

export interface NamedViews<Row extends NamedRecord> {
  get(scope: Scope, id: string): Promise<Row | null>;
  /** By name; `search` looks in it. */
  list(scope: Scope, page: PageInput): Promise<Page<Row>>;
}
