import type { ShopDatabase } from '../data/database.js';
import type { Association } from './association.js';
import type { Field } from './field.js';
import type { Look } from './look.js';

/** A resource of the web service, and where its rows are. */
export interface Resource<Row extends { id: number }> {
  /** Such as `orders`. */
  readonly name: string;
  /** Such as `order`. */
  readonly node: string;
  readonly fields: readonly Field<Row>[];
  readonly associations: readonly Association<Row>[];
  readonly all: (db: ShopDatabase) => Iterable<Row>;
  readonly byId: (db: ShopDatabase, id: number) => Row | undefined;
  /** Columns with an index: the rows of one value. */
  readonly indexes?: Readonly<Record<string, (db: ShopDatabase, value: number) => readonly Row[]>>;
  /** The order of rows that nobody has asked to sort, when it is not that of the ids. */
  readonly order?: (a: Row, b: Row) => number;
}

/** What of a record is shown. */
export interface Shown<Row> {
  readonly fields: readonly Field<Row>[];
  readonly associations: readonly { readonly association: Association<Row>; readonly only: readonly string[] | null }[];
}

export function fieldsAt<Row extends { id: number }>(resource: Resource<Row>, age: number): readonly Field<Row>[] {
  return resource.fields.filter((field) => field.from <= age && age <= field.to);
}

export function recordJson<Row>(row: Row, shown: Shown<Row>, look: Look): string {
  const parts = shown.fields.map((field) => field.key + field.json(row, look));
  const hanging: string[] = [];
  for (const { association, only } of shown.associations) {
    const json = association.json(row, look, only);
    if (json !== null) hanging.push(`"${association.name}":${json}`);
  }
  if (hanging.length > 0) parts.push(`"associations":{${hanging.join(',')}}`);
  return `{${parts.join(',')}}`;
}
