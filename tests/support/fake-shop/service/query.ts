import type { DialectTraits } from '../dialect.js';
import type { Field } from '../resources/field.js';
import { fieldsAt, type Resource, type Shown } from '../resources/resource.js';
import { didYouMean, inputError } from './answer.js';
import { type Filter, inOrder, parseFilter } from './filter.js';

/** What a request for a list wants, read as the shop reads it. */
export interface ListQuery<Row> {
  readonly filters: readonly { readonly field: string; readonly filter: Filter<Row> }[];
  /** Null: ids alone. */
  readonly shown: Shown<Row> | null;
  readonly compare: ((a: Row, b: Row) => number) | null;
  readonly offset: number;
  readonly count: number;
  /** The statement that would be sent names a column that is not there. */
  readonly badColumn: string | null;
  readonly sortedBy: readonly Field<Row>[];
}

const DATES = ['date_add', 'date_upd'];

/** Throws `Refusal`. */
export function parseListQuery<Row extends { id: number }>(
  resource: Resource<Row>,
  parameters: URLSearchParams,
  traits: DialectTraits,
): ListQuery<Row> {
  const fields = fieldsAt(resource, traits.age);
  const dates = (parameters.get('date') ?? '0') !== '0';
  const known: Known<Row> = { fields, available: availableNames(fields, dates), traits };
  const filtered = readFilters(parameters, known);
  const sorted = readSort(parameters.get('sort'), known);
  return {
    filters: filtered.filters,
    shown: readDisplay(parameters.get('display'), resource, fields, traits),
    compare: sorted.length === 0 ? null : comparison(sorted),
    ...readLimit(parameters.get('limit'), traits),
    badColumn: [...filtered.missing, ...sorted.filter(({ field }) => field === null).map(({ name }) => name)][0] ?? null,
    sortedBy: sorted.flatMap(({ field }) => (field === null ? [] : [field])),
  };
}

interface Known<Row> {
  readonly fields: readonly Field<Row>[];
  /** Names that filters and sorting know; with `date=1` the dates too, even of a table that has none. */
  readonly available: readonly string[];
  readonly traits: DialectTraits;
}

function availableNames<Row>(fields: readonly Field<Row>[], dates: boolean): readonly string[] {
  const names = fields.filter((field) => !field.local).map(({ name }) => name);
  return dates ? [...new Set([...names, ...DATES])] : names.filter((name) => !DATES.includes(name));
}

function readFilters<Row>(parameters: URLSearchParams, known: Known<Row>) {
  const filters: { field: string; filter: Filter<Row> }[] = [];
  const missing: string[] = [];
  for (const [key, text] of parameters) {
    const name = /^filter\[(\w+)\]$/.exec(key)?.[1];
    if (name === undefined) continue;
    const field = known.fields.find((each) => each.name === name && (each.local || known.available.includes(name)));
    if (field === undefined && !known.available.includes(name)) {
      throw inputError(known.traits, 32, didYouMean('This filter does not exist', name, known.available));
    }
    if (text === '') throw inputError(known.traits, 33, `The filter "${name}" is malformed.`);
    if (field === undefined) missing.push(name);
    else filters.push(...readFilter(field, text, known.traits));
  }
  return { filters, missing };
}

function readFilter<Row>(field: Field<Row>, text: string, traits: DialectTraits): { field: string; filter: Filter<Row> }[] {
  if (field.column === null) {
    throw inputError(traits, 34, `The field "${field.name}" is dynamic. It is not possible to filter GET query with this field.`);
  }
  const filter = parseFilter(text, field.column);
  return filter === null ? [] : [{ field: field.name, filter }];
}

interface SortKey<Row> {
  readonly name: string;
  readonly field: Field<Row> | null;
  readonly direction: 1 | -1;
}

const SORT_SHAPE = `The "sort" value has to be formed as this example: "field_ASC" or '[field_1_DESC,field_2_ASC,field_3_ASC,...]' ("field" has to be an available field)`;

function readSort<Row>(text: string | null, known: Known<Row>): readonly SortKey<Row>[] {
  if (text === null) return [];
  return (/^\[(.*)\]$/.exec(text)?.[1] ?? text).split(',').map((part) => {
    const [, name, direction] = /^(.+)_(ASC|DESC)$/i.exec(part) ?? [];
    if (name === undefined || direction === undefined) throw inputError(known.traits, 37, SORT_SHAPE);
    const field = known.fields.find((each) => each.name === name) ?? null;
    if (!known.available.includes(name) && field?.local !== true) throw inputError(known.traits, 38, unsortable(known));
    return { name, field, direction: direction.toUpperCase() === 'ASC' ? 1 : -1 };
  });
}

function unsortable<Row>(known: Known<Row>): string {
  const local = known.fields.filter((field) => field.local).map(({ name }) => name);
  return `Unable to filter by this field. However, these are available: ${known.available.join(', ')}, for i18n fields:${local.join(', ')}`;
}

function comparison<Row>(keys: readonly SortKey<Row>[]): (a: Row, b: Row) => number {
  return (a, b) => {
    for (const { field, direction } of keys) {
      const difference = inOrder(cellOf(field, a), cellOf(field, b));
      if (difference !== 0) return difference * direction;
    }
    return 0;
  };
}

function cellOf<Row>(field: Field<Row> | null, row: Row): number | string {
  const values = field?.column?.values(row) ?? 0;
  return typeof values === 'object' ? (values[0] ?? '') : values;
}

function readDisplay<Row extends { id: number }>(
  text: string | null,
  resource: Resource<Row>,
  fields: readonly Field<Row>[],
  traits: DialectTraits,
): Shown<Row> | null {
  if (text === null || text === 'minimum') return null;
  if (text === 'full') return everything(resource, fields);
  const inner = /^\[(.*)\]$/.exec(text)?.[1];
  const list = fields.map(({ name }) => name).join(', ');
  if (inner === undefined) {
    const shape = `The 'display' syntax is wrong. You can set 'full' or '[field_1,field_2,field_3,...]'. These are available: ${list}`;
    throw inputError(traits, 36, shape);
  }
  const refuse = (name: string) => inputError(traits, 35, `Unable to display this field "${name}". However, these are available: ${list}`);
  return pickShown(inner, resource, fields, refuse);
}

export function everything<Row extends { id: number }>(resource: Resource<Row>, fields: readonly Field<Row>[]): Shown<Row> {
  return { fields, associations: resource.associations.map((association) => ({ association, only: null })) };
}

/** `id,name,categories[id]`: of the order in the list nothing is left. */
function pickShown<Row extends { id: number }>(
  inner: string,
  resource: Resource<Row>,
  fields: readonly Field<Row>[],
  refuse: (name: string) => Error,
): Shown<Row> {
  const names = new Set<string>();
  const associations: Shown<Row>['associations'][number][] = [];
  for (const [, name = '', part] of inner.matchAll(/([^,[\]]+)(?:\[([^\]]*)\])?/g)) {
    if (part === undefined) {
      if (!fields.some((field) => field.name === name)) throw refuse(name);
      names.add(name);
      continue;
    }
    const association = resource.associations.find((each) => each.name === name);
    const only = part.split(',');
    if (association === undefined || !only.every((each) => association.fieldNames.includes(each))) throw refuse(name);
    associations.push({ association, only });
  }
  return { fields: fields.filter((field) => names.has(field.name)), associations };
}

function readLimit(text: string | null, traits: DialectTraits): { offset: number; count: number } {
  if (text === null) return { offset: 0, count: Number.POSITIVE_INFINITY };
  const parts = text.split(',');
  if (parts.length > 2) throw inputError(traits, 39, 'The "limit" value has to be formed as this example: "5,25" or "10"');
  const [first = 0, second] = parts.map((part) => Math.max(0, Number.parseInt(part, 10) || 0));
  return second === undefined ? { offset: 0, count: first } : { offset: first, count: second };
}
