import type { Field } from './field.js';
import type { Look } from './look.js';

/** Rows that hang on a record. */
export interface Association<Row> {
  readonly name: string;
  readonly fieldNames: readonly string[];
  /** The list in JSON, of these fields or of all; null: nothing hangs there, and the key is left out. */
  readonly json: (row: Row, look: Look, only: readonly string[] | null) => string | null;
}

export function association<Row, Item>(
  name: string,
  fields: readonly Field<Item>[],
  of: (row: Row, look: Look) => readonly Item[],
): Association<Row> {
  return {
    name,
    fieldNames: fields.map((field) => field.name),
    json: (row, look, only) => {
      const items = of(row, look);
      if (items.length === 0) return null;
      const { age } = look.traits;
      const shown = fields.filter((field) => field.from <= age && age <= field.to && (only === null || only.includes(field.name)));
      return `[${items.map((item) => `{${shown.map((field) => field.key + field.json(item, look)).join(',')}}`).join(',')}]`;
    },
  };
}

/** A list of ids, such as `[{"id":"3"}]`. */
export function idsAssociation<Row>(name: string, of: (row: Row, look: Look) => readonly number[]): Association<Row> {
  return association(name, [idField], (row: Row, look) => of(row, look).map((id) => ({ id })));
}

/** Ids of what hangs on a record are columns as any other, so they are texts where columns are. */
export const idField = associatedInt('id', (item: { id: number }) => item.id);

export function associatedInt<Item>(name: string, of: (item: Item) => number, from = 0, to = Number.POSITIVE_INFINITY): Field<Item> {
  return {
    name,
    key: `${JSON.stringify(name)}:`,
    json: (item, look) => (look.traits.nativeInts ? String(of(item)) : `"${of(item)}"`),
    column: null,
    local: false,
    from,
    to,
  };
}
