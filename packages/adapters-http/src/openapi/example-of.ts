import type { z } from 'zod';
import { exampleInstant, exampleNumber, exampleTexts } from './example-values.js';
import type { JsonSchema } from './json-schema.js';
import { singular } from './shared-schemas.js';

/** Which fields an example shows: all, or those without which the contract refuses. */
type Extent = 'full' | 'required';

/**
 * An example of what the contract describes, with dates as `Date` and large numbers as bigint; always the same for one schema.
 * `schema` is the contract's own, without references; `subject` is what it describes (`order`), for values that make sense. A
 * contract with rules beyond its schema gets what it accepts, where a full example or one of the required fields alone does.
 */
export function exampleOf(contract: z.ZodType, schema: JsonSchema, subject: string): unknown {
  const full = build(schema, subject, 'full');
  if (contract.safeParse(full).success) return full;
  const required = build(schema, subject, 'required');
  return contract.safeParse(required).success ? required : full;
}

/** `name` is the field with what it belongs to, `customer.name`; the subject alone for the whole. */
function build(schema: JsonSchema, name: string, extent: Extent): unknown {
  const [given] = schema.examples ?? [];
  if (given !== undefined) return given;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const { anyOf, oneOf, allOf } = schema;
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => build(part, name, extent)));
  const options = anyOf ?? oneOf;
  return options === undefined ? buildTyped(schema, name, extent) : build(mostTelling(options), name, extent);
}

/** Neither null nor the empty text, where there is a choice. */
function mostTelling(options: readonly JsonSchema[]): JsonSchema {
  return options.find(({ type, const: only }) => type !== 'null' && only !== '') ?? options[0] ?? {};
}

function buildTyped(schema: JsonSchema, name: string, extent: Extent): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return buildObject(schema, name, extent);
    case 'array':
      return buildList(schema, name, extent);
    case 'string':
      return buildText(schema, name);
    case 'integer':
    case 'number':
      return Math.max(
        schema.minimum ?? Number.NEGATIVE_INFINITY,
        Math.min(schema.maximum ?? Number.POSITIVE_INFINITY, exampleNumber(name, typeOf(schema) === 'integer')),
      );
    case 'boolean':
      return true;
    case 'null':
      return schema['x-superjson'] === 'undefined' ? undefined : null;
    default:
      return {};
  }
}

function typeOf({ type }: JsonSchema): string | undefined {
  return typeof type === 'string' ? type : type?.find((name) => name !== 'null');
}

function buildObject({ properties = {}, required = [] }: JsonSchema, name: string, extent: Extent): Record<string, unknown> {
  const owner = ownerIn(name);
  const shown = Object.entries(properties).filter(([field]) => extent === 'full' || required.includes(field));
  return Object.fromEntries(shown.map(([field, part]) => [field, part.default ?? build(part, `${owner}.${field}`, extent)]));
}

/** Whose fields these are: a `customer`'s, one of the `lines`; the `items` of a list are what the list is of. */
function ownerIn(name: string): string {
  const [owner = '', field = owner] = name.split('.');
  return singular(field === 'items' ? owner : field);
}

function buildList({ items, prefixItems, maxItems }: JsonSchema, name: string, extent: Extent): unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((part) => build(part, name, extent));
  return typeof items === 'object' && maxItems !== 0 ? [build(items, name, extent)] : [];
}

function buildText(schema: JsonSchema, name: string): unknown {
  if (schema['x-superjson'] === 'Date') return exampleInstant(name);
  if (schema['x-superjson'] === 'bigint') return 42n;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const texts = exampleTexts(name, schema.format);
  const fits = (text: string) => text.length <= maxLength && (pattern === undefined || new RegExp(pattern).test(text));
  const text = texts.find((candidate) => candidate.length >= minLength && fits(candidate));
  return text ?? 'x'.repeat(Math.min(Math.max(minLength, 1), maxLength));
}
