import { isSecret } from '@comptoir/core/kit/secret.js';
import { z } from 'zod';

/** What stands at a field instead of what would be generated; undefined: let it be generated. */
export type Choose = (path: readonly string[], schema: z.core.$ZodType) => unknown;

/** One of these fits every plain field; a field with a form of its own brings its example here. */
const EXAMPLES: readonly unknown[] = [
  'a-long-plain-word',
  1,
  30,
  false,
  true,
  new Date('2026-06-16T10:00:00Z'),
  'ada@example.test',
  'https://www.example.test',
  '2026-06-16T10:00:00Z',
  '2026-06-16',
  '09:00',
  'orders:read',
  'Europe/Paris',
  'FR',
  'EUR',
  '#ff0000',
  'fr',
  '203.0.113.0/24',
  '0197f000-0000-7000-8000-000000000000',
  'https://parcels.example.test/{number}',
  { fr: { title: 'Retours', name: 'Retours', body: 'Oui.' } },
  { fr: 'La nuit des ondes' },
  'C62',
  'FR83404833048',
  'FR7630006000011234567890189',
  'AGRIFRPP',
  'F{YYYY}-{000001}',
  { colour: 'blue' },
];

/**
 * An input that the contract takes, with every field filled in, optional ones too. `choose` may put something of its own at any
 * field, which is then nobody's to check. Throws when a field needs an example that is not there yet.
 */
export function inputFor(schema: z.core.$ZodType, choose: Choose = () => undefined, path: readonly string[] = []): unknown {
  const chosen = choose(path, schema);
  if (chosen !== undefined) return chosen;
  const { def } = schema._zod;
  const at = (inner: z.core.$ZodType, ...names: string[]) => inputFor(inner, choose, [...path, ...names]);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries((def as z.core.$ZodObjectDef).shape).map(([name, inner]) => [name, at(inner, name)]));
    case 'array':
      return [at((def as z.core.$ZodArrayDef).element, '0')];
    case 'intersection': {
      const { left, right } = def as z.core.$ZodIntersectionDef;
      return { ...(at(left) as object), ...(at(right) as object) };
    }
    case 'enum':
      return Object.values((def as z.core.$ZodEnumDef).entries)[0];
    case 'literal':
      return (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values[0];
    case 'union':
      return at((def as z.core.$ZodUnionDef).options[0] ?? z.never());
    case 'unknown':
    case 'any':
      return 'anything';
    case 'pipe':
      return fits(schema) === undefined ? at((def as z.core.$ZodPipeDef).in) : exampleOf(schema, path);
    default:
      return 'innerType' in def ? at(def.innerType as z.core.$ZodType) : exampleOf(schema, path);
  }
}

function exampleOf(schema: z.core.$ZodType, path: readonly string[]): unknown {
  const example = fits(schema);
  if (example === undefined) throw new Error(`No example fits the field "${path.join('.')}": add one to tests/support/inputs.ts`);
  return example;
}

/** The first example that the contract takes. */
function fits(schema: z.core.$ZodType): unknown {
  return EXAMPLES.find((candidate) => z.safeParse(schema, candidate).success);
}

/** The paths of the fields that name records: `id`, `tenantId`, `assignments.0.siteId`. */
export function idFieldsOf(schema: z.core.$ZodType): readonly string[] {
  const fields: string[] = [];
  inputFor(schema, (path) => {
    const [name, inner] = [path.at(-1) ?? '', path.at(-2) ?? ''];
    // What others call a record is no record of ours.
    if (name === 'externalId') return undefined;
    if (/^id$|Id$/.test(name) || (/Ids$|^ids$/.test(inner) && name === '0')) fields.push(path.join('.'));
    return undefined;
  });
  return [...new Set(fields)];
}

/** The texts in a value that its contract marks as secret. */
export function secretsIn(schema: z.core.$ZodType, value: unknown): readonly string[] {
  if (isSecret(schema)) return typeof value === 'string' ? [value] : [];
  const { def } = schema._zod;
  if (def.type === 'object' && typeof value === 'object' && value !== null) {
    const members = new Map(Object.entries(value));
    return Object.entries((def as z.core.$ZodObjectDef).shape).flatMap(([name, inner]) => secretsIn(inner, members.get(name)));
  }
  if (def.type === 'array' && Array.isArray(value))
    return value.flatMap((member) => secretsIn((def as z.core.$ZodArrayDef).element, member));
  return 'innerType' in def ? secretsIn(def.innerType as z.core.$ZodType, value) : [];
}
