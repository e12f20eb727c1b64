import { isSecret } from '@comptoir/core/kit/secret.js';
import { z } from 'zod';

/** The part of JSON Schema 2020-12 (the dialect of OpenAPI 3.1) that contracts use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** What the value is beyond JSON: the annotation that superjson's `meta.values` has for it. */
  readonly 'x-superjson'?: BeyondJson;
}

export type BeyondJson = 'Date' | 'bigint' | 'undefined';

type Mutable = { -readonly [Key in keyof JsonSchema]: JsonSchema[Key] };

/** The contract as JSON Schema: what a caller may send (`input`), or what they get (`output`). */
export function schemaOf(contract: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(contract, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => refine(zodSchema, jsonSchema as Mutable, io),
  });
  return schema as JsonSchema;
}

function refine(contract: z.core.$ZodType, schema: Mutable, io: 'input' | 'output'): void {
  Object.assign(schema, BEYOND_JSON[contract._zod.def.type]);
  // A check of the same thing as the format, and too long to read.
  if (schema.format !== undefined) delete schema.pattern;
  // The bounds of every safe integer say nothing.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Answers may gain fields; a client that refuses those breaks by itself.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (isSecret(contract) && schema.type === 'string') schema.format ??= 'password';
  nameFields(schema);
}

/** A record whose keys are listed (`z.record(z.enum(…), …)`) is an object with these fields, and is written as one. */
function nameFields(schema: Mutable): void {
  const { propertyNames, additionalProperties: value, required } = schema;
  delete schema.propertyNames;
  if (propertyNames?.enum === undefined || typeof value !== 'object') return;
  delete schema.additionalProperties;
  delete schema.required;
  const properties = Object.fromEntries(propertyNames.enum.map((name) => [String(name), value]));
  Object.assign(schema, { properties, ...(required && { required }) });
}

const BEYOND_JSON: Readonly<Partial<Record<z.core.$ZodTypeDef['type'], JsonSchema>>> = {
  date: { type: 'string', format: 'date-time', 'x-superjson': 'Date' },
  bigint: { type: 'string', pattern: '^-?\\d+$', 'x-superjson': 'bigint' },
  undefined: { type: 'null', 'x-superjson': 'undefined' },
  void: { type: 'null', 'x-superjson': 'undefined' },
};

/** The same schema with each of its direct parts replaced. `name` is the field, or that of the list for its members. */
export function mapParts(schema: JsonSchema, name: string, replace: (part: JsonSchema, name: string) => JsonSchema): JsonSchema {
  const each = (parts: readonly JsonSchema[]) => parts.map((part) => replace(part, name));
  const { properties, items, prefixItems, additionalProperties, anyOf, oneOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, replace(part, key)])) }),
    ...(typeof items === 'object' && { items: replace(items, name) }),
    ...(prefixItems && { prefixItems: each(prefixItems) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: replace(additionalProperties, name) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(allOf && { allOf: each(allOf) }),
  };
}
