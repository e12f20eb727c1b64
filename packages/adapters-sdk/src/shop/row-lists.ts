import { BadField, isRow, type Row, scalar } from './row.js';

/** Lists of records, which the shop gives in any order. */

/**
 * Records that belong to this one, under `associations`, by their numbers: the shop lists them in any order. It leaves the list out when it is
 * empty. Throws `BadField`.
 */
export function associated(row: Row, name: string): readonly Row[] {
  const { associations } = row;
  const list = isRow(associations) ? associations[name] : undefined;
  if (list === undefined || list === null || list === '') return [];
  if (!Array.isArray(list) || !list.every(isRow)) throw new BadField(`associations.${name}`, 'is no list');
  return sortedById(list);
}

export function sortedById(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => Number(scalar(a['id'])) - Number(scalar(b['id'])));
}

/** The ids that the field holds in any of the rows. What is none there is no matter here: each record is judged alone. */
export function linked(rows: readonly Row[], field: string): readonly string[] {
  return rows.map((row) => scalar(row[field])).filter((text) => /^[1-9]\d{0,9}$/.test(text));
}

export function groupedBy(rows: readonly Row[], field: string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = scalar(row[field]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
