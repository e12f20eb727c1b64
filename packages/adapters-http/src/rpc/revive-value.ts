import { BIGINT_DIGITS_MAX, URL_VALUE_MAX } from './limits.js';

/** A value made from its JSON; null when the JSON is not one of it. */
export type Revived = { readonly value: unknown } | null;

/**
 * What an input may hold beside JSON, by superjson's names. The other types it knows (regular expressions, errors, classes,
 * symbols, typed arrays) are no inputs: no contract asks for one, and some burn time when they are used.
 */
const REVIVERS: ReadonlyMap<unknown, (json: unknown) => Revived> = new Map<unknown, (json: unknown) => Revived>([
  ['Date', date],
  ['bigint', bigint],
  ['undefined', (json) => (json === null ? { value: undefined } : null)],
  ['number', oddNumber],
  ['set', (json) => (Array.isArray(json) ? { value: new Set<unknown>(json) } : null)],
  ['map', (json) => (isEntries(json) ? { value: new Map<unknown, unknown>(json) } : null)],
  ['URL', url],
]);

/** The value of that type which the JSON stands for. Null for JSON that does not fit the type, and for types no input may hold. */
export function reviveValue(type: unknown, json: unknown): Revived {
  return REVIVERS.get(type)?.(json) ?? null;
}

/** An instant as ISO 8601 writes it. `new Date` alone would also read prose. */
const INSTANT = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

function date(json: unknown): Revived {
  if (typeof json !== 'string' || !INSTANT.test(json)) return null;
  const value = new Date(json);
  return Number.isNaN(value.getTime()) ? null : { value };
}

function bigint(json: unknown): Revived {
  const isNumber = typeof json === 'string' && json.length <= BIGINT_DIGITS_MAX && /^-?\d+$/.test(json);
  return isNumber ? { value: BigInt(json) } : null;
}

const ODD_NUMBERS: ReadonlySet<unknown> = new Set(['NaN', 'Infinity', '-Infinity', '-0']);

function oddNumber(json: unknown): Revived {
  return ODD_NUMBERS.has(json) ? { value: Number(json) } : null;
}

function isEntries(json: unknown): json is [unknown, unknown][] {
  return Array.isArray(json) && json.every((entry) => Array.isArray(entry) && entry.length === 2);
}

function url(json: unknown): Revived {
  return typeof json === 'string' && json.length <= URL_VALUE_MAX && URL.canParse(json) ? { value: new URL(json) } : null;
}
