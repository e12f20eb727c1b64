import { DomainError, type Issue } from '@comptoir/core/kit/errors.js';
import { z } from 'zod';

/**
 * Inputs as plain HTTP carries them, brought to the types their contract asks for. Only the form changes here: a value that does
 * not look like what is asked for stays as it is, and the contract then says what is wrong with it.
 */

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

/** `text`: everything is a string, as in a query. `json`: only what JSON cannot write is. */
type Form = 'text' | 'json';

/**
 * The input in a query: one parameter per field, a repeated one for a list. Texts become what the contract says: numbers, booleans,
 * instants (ISO 8601 with `Z` or an offset), large numbers. Fields that hold objects, and null, cannot be said in a query.
 * Throws `invalid_request` naming the parameters that the contract does not know and those that are repeated without being lists.
 */
export function queryInput(contract: Schema, query: URLSearchParams): Record<string, unknown> {
  const shape = shapeOf(contract);
  const names = [...new Set(query.keys())];
  const issues = names.flatMap((name) => faultsOf(name, shape, query));
  if (issues.length > 0) throw new DomainError('invalid_request', { issues: issues.slice(0, 20) });
  return Object.fromEntries(names.map((name) => [name, fieldOf(shape[name], query.getAll(name))]));
}

/** The input in a JSON body, with instants and large numbers in place of their texts. */
export function bodyInput(contract: Schema, body: unknown): unknown {
  return convert(contract, body, 'json');
}

function faultsOf(name: string, shape: Shape, query: URLSearchParams): Issue[] {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (field === undefined) return [{ path: name.slice(0, 100), message: 'There is no such parameter.' }];
  if (query.getAll(name).length > 1 && !isList(field)) return [{ path: name, message: 'Give this parameter once.' }];
  return [];
}

function fieldOf(field: Schema | undefined, texts: readonly string[]): unknown {
  if (field === undefined) return texts[0];
  return isList(field) ? convert(field, texts, 'text') : convert(field, texts[0], 'text');
}

/** The fields of a contract of an object, whatever is wrapped around it; none for any other contract. */
function shapeOf(contract: Schema): Shape {
  const { def } = bare(contract)._zod;
  if (def.type === 'object') return (def as z.core.$ZodObjectDef).shape;
  if (def.type !== 'intersection') return {};
  const { left, right } = def as z.core.$ZodIntersectionDef;
  return { ...shapeOf(left), ...shapeOf(right) };
}

function isList(field: Schema): boolean {
  return bare(field)._zod.def.type === 'array';
}

/** Without what only says that a value may be absent, null or transformed afterwards. */
function bare(schema: Schema): Schema {
  const { def } = schema._zod;
  if (def.type === 'pipe') return bare((def as z.core.$ZodPipeDef).in);
  return 'innerType' in def ? bare(def.innerType as Schema) : schema;
}

function convert(schema: Schema, value: unknown, form: Form): unknown {
  if (value === null || value === undefined) return value;
  const { def } = bare(schema)._zod;
  switch (def.type) {
    case 'array':
      return Array.isArray(value) ? value.map((member) => convert((def as z.core.$ZodArrayDef).element, member, form)) : value;
    case 'object':
      return isRecord(value) ? convertFields((def as z.core.$ZodObjectDef).shape, value, form) : value;
    case 'record':
      return isRecord(value) ? mapValues(value, (member) => convert((def as z.core.$ZodRecordDef).valueType, member, form)) : value;
    case 'intersection': {
      const { left, right } = def as z.core.$ZodIntersectionDef;
      return convert(right, convert(left, value, form), form);
    }
    case 'union':
      return firstThatFits((def as z.core.$ZodUnionDef).options, value, form);
    default:
      return typeof value === 'string' ? fromText(def, value, form) : value;
  }
}

function convertFields(shape: Shape, value: Record<string, unknown>, form: Form): Record<string, unknown> {
  return mapValues(value, (member, name) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field === undefined ? member : convert(field, member, form);
  });
}

/** The value in the form of the first option that accepts it; as it came when none does. */
function firstThatFits(options: readonly Schema[], value: unknown, form: Form): unknown {
  for (const option of options) {
    const converted = convert(option, value, form);
    if (z.core.safeParse(option, converted).success) return converted;
  }
  return value;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
const NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?$/;
const INTEGER = /^-?\d{1,40}$/;

function fromText(def: z.core.$ZodTypeDef, text: string, form: Form): unknown {
  if (def.type === 'date' && INSTANT.test(text)) return new Date(text);
  if (def.type === 'bigint' && INTEGER.test(text)) return BigInt(text);
  if (form === 'json') return text;
  if (def.type === 'number' && NUMBER.test(text)) return Number(text);
  if (def.type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  if (def.type === 'literal')
    return (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values.find((literal) => String(literal) === text) ?? text;
  return text;
}

function mapValues(record: Record<string, unknown>, map: (value: unknown, key: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
