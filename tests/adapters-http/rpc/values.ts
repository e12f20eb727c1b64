import fc from 'fast-check';
import superjson, { type SuperJSONResult } from 'superjson';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Keys with everything that paths and JSON escape. */
const key = fc
  .oneof(fc.string({ maxLength: 4 }), fc.string({ unit: fc.constantFrom('a', '.', '\\', '"', '\n', '0', 'é', '\ud800'), maxLength: 4 }))
  .filter((text) => !FORBIDDEN.has(text));

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0),
  fc.boolean(),
  fc.constantFrom(null, undefined),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  fc.date({ noInvalidDate: true }),
  fc.webUrl().map((url) => new URL(url)),
);

/** Any value that may travel, within any other. */
export const wireValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }).map((members) => new Set(members)),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
  ),
})).value;

/**
 * What superjson writes, as JSON, without its notes on objects that occur twice: identity is not kept (docs/rpc-wire.md). It also
 * takes two NaN or two equal bigints for one object, and loses entries of maps that way.
 */
export function superjsonWrites(value: unknown): SuperJSONResult {
  const { json, meta } = superjson.serialize(value);
  const values = meta?.values;
  return JSON.parse(JSON.stringify(values === undefined ? { json } : { json, meta: { values, v: meta?.v } }));
}

/** The value as it is on the other side, between two that use superjson. */
export function superjsonCarries(value: unknown): unknown {
  return superjson.deserialize(superjsonWrites(value));
}
