import { type JsonSchema, mapParts } from './json-schema.js';

/** A schema, and what it would be called if it were shared. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

export interface SharedSchemas {
  /** What occurs more than once, by name; may refer to each other as `#/components/schemas/<name>`. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The schema with references in place of what is shared. */
  shared(schema: JsonSchema): JsonSchema;
}

export const SCHEMA_PREFIX = '#/components/schemas/';

/** Smaller objects, such as a lone `{id}`, are clearer where they stand. */
const SHARED_MIN_CHARS = 120;

/**
 * Finds the objects that several contracts have in common and gives each one name: that of the first contract that is wholly made of
 * it, else that of the first field that holds it. The order of `schemas` decides, so the same contracts give the same names.
 */
export function shareSchemas(schemas: readonly NamedSchema[]): SharedSchemas {
  const repeated = repeatedIn(schemas);
  const names = nameThem(schemas, repeated);
  const shared = (schema: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(schema));
    return name === undefined ? mapParts(schema, '', shared) : { $ref: `${SCHEMA_PREFIX}${name}` };
  };
  const bodies = [...names].map(([text, name]) => [name, mapParts(JSON.parse(text) as JsonSchema, '', shared)] as const);
  return { components: Object.fromEntries(bodies.sort(([a], [b]) => (a < b ? -1 : 1))), shared };
}

/** The texts of all objects that occur at least twice, not counting repetitions inside one that is shared itself. */
function repeatedIn(schemas: readonly NamedSchema[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const visit = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    if (isShareable(schema, text)) {
      if (seen.has(text)) {
        repeated.add(text);
        return schema;
      }
      seen.add(text);
    }
    return mapParts(schema, '', visit);
  };
  for (const { schema } of schemas) visit(schema);
  return repeated;
}

function isShareable(schema: JsonSchema, text: string): boolean {
  return schema.type === 'object' && schema.properties !== undefined && text.length >= SHARED_MIN_CHARS;
}

/** Names that mean something else where shared schemas are used: in documents, and in types for TypeScript. */
const RESERVED = [
  ...['PublicError', 'RpcError', 'SuperjsonMeta'],
  ...['AppRouter', 'ErrorCode', 'Mutation', 'Query', 'RouterOf', 'Routers'],
  ...['Array', 'Date', 'Error', 'Function', 'Map', 'Number', 'Object', 'Promise', 'Record', 'Set', 'String', 'Symbol'],
];

function nameThem(schemas: readonly NamedSchema[], repeated: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(RESERVED);
  const give = (schema: JsonSchema, name: string): JsonSchema => {
    const text = JSON.stringify(schema);
    if (repeated.has(text) && !names.has(text)) names.set(text, freeName(name, taken));
    return schema;
  };
  for (const { name, schema } of schemas) give(schema, name);
  const giveParts =
    (name: string) =>
    (part: JsonSchema, field: string): JsonSchema => {
      const own = field === '' ? name : `${name}${pascal(singular(field))}`;
      give(part, own);
      return mapParts(part, '', giveParts(own));
    };
  for (const { name, schema } of schemas) mapParts(schema, '', giveParts(name));
  return names;
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  taken.add(free);
  return free;
}

/** `feedApiKeys` as `FeedApiKeys`. */
export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `categories` as `category`, `taxes` as `tax`, `orders` as `order`. */
export function singular(name: string): string {
  if (/[^aeiou]ies$/.test(name)) return `${name.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(name)) return name.slice(0, -2);
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
