import { z } from 'zod';

/** Contracts of values that are never written down: passwords, tokens, keys. */
const secrets = z.registry<Record<never, never>>();

/** Contracts of what tells something about a person: never in the audit log, which is not changed when the person is forgotten. */
const personals = z.registry<Record<never, never>>();

/** Names that say it themselves: the log leaves such fields out even where somebody forgot to mark them. */
const SECRET_NAME = /passw|secret|token/i;

/**
 * The contract, marked: what it holds is left out of the audit log and of stored answers. A copy is marked, because the contract
 * itself may be that of other fields too.
 */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  const marked = schema.clone();
  secrets.add(marked, {});
  return marked;
}

/**
 * The contract, marked: what it holds is left out of the audit log, which outlives the wish of a person to be forgotten. Stored answers
 * keep it: they are gone after a day.
 */
export function personal<Schema extends z.ZodType>(schema: Schema): Schema {
  const marked = schema.clone();
  personals.add(marked, {});
  return marked;
}

/** True when the contract itself is marked as secret. */
export function isSecret(schema: z.core.$ZodType): boolean {
  return secrets.has(schema);
}

/** True when the contract itself is marked as personal. */
export function isPersonal(schema: z.core.$ZodType): boolean {
  return personals.has(schema);
}

/**
 * `value` without what its contract marks as secret; `instead` takes its place. Undefined is for the audit log: the key goes, and what
 * is marked as personal goes too. What the contract does
 * not describe (records of unknown values) stays as it is, so such a field is marked as a whole when it may hold a secret.
 */
export function withoutSecrets(schema: z.core.$ZodType, value: unknown, instead: null | undefined): unknown {
  if (value === undefined || value === null) return value;
  if (isSecret(schema) || (instead === undefined && isPersonal(schema))) return instead;
  const { def } = schema._zod;
  if (def.type === 'object' && isRecord(value)) return cleanObject((def as z.core.$ZodObjectDef).shape, value, instead);
  if (def.type === 'array' && Array.isArray(value)) {
    return value.map((member) => withoutSecrets((def as z.core.$ZodArrayDef).element, member, instead));
  }
  if (def.type === 'intersection') {
    const { left, right } = def as z.core.$ZodIntersectionDef;
    return withoutSecrets(right, withoutSecrets(left, value, instead), instead);
  }
  if (def.type === 'union') {
    return (def as z.core.$ZodUnionDef).options.reduce((rest: unknown, option) => withoutSecrets(option, rest, instead), value);
  }
  if (def.type === 'pipe') {
    const { in: from, out: to } = def as z.core.$ZodPipeDef;
    return withoutSecrets(to, withoutSecrets(from, value, instead), instead);
  }
  const inner = 'innerType' in def ? (def.innerType as z.core.$ZodType) : undefined;
  return inner === undefined ? value : withoutSecrets(inner, value, instead);
}

function cleanObject(shape: Readonly<Record<string, z.core.$ZodType>>, value: Record<string, unknown>, instead: null | undefined): unknown {
  const entries = Object.entries(value).map(([key, member]) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (instead === undefined && SECRET_NAME.test(key)) return [key, undefined] as const;
    return [key, schema === undefined ? member : withoutSecrets(schema, member, instead)] as const;
  });
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
