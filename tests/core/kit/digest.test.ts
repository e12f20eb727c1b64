import { canonicalJson } from '@comptoir/core/kit/digest.js';
import { fingerprintOf } from '@comptoir/core/kit/idempotency.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { repeatableCrypto } from '../support.js';

/** The same value with the keys of every object in the opposite order. */
function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedRound);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turnedRound(inner)]),
  );
}

describe('canonical JSON', () => {
  it('is the same whatever the order of the keys, at any depth', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).to.equal('{"a":null,"b":[{"c":2,"d":1}]}');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(turnedRound(value))).to.equal(canonicalJson(value));
      }),
    );
  });

  it('still means the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('differs when anything else does: a value, the order of a list, a type', () => {
    const texts = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: null }, {}, [], [1, 2], [2, 1], 1, '1', null].map(canonicalJson);

    expect(new Set(texts).size).to.equal(texts.length);
  });

  it('leaves out what is undefined and writes dates as they travel', () => {
    expect(canonicalJson({ b: undefined, a: NOON })).to.equal('{"a":"2026-06-16T10:00:00.000Z"}');
    expect(canonicalJson(undefined)).to.equal('null');
  });

  it('is what chains of digests were reckoned of: objects keep whole numbers first', () => {
    const sorted = (_key: string, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
        : inner;
    const keys = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.constantFrom('01', '-1', '4294967294', '4294967295', '1.5', '9', '10', ':', 'é'),
    );
    const values = fc.oneof(
      fc.jsonValue(),
      fc.date({ noInvalidDate: true }),
      fc.constantFrom(undefined, Number.NaN, -0, () => 1),
    );
    fc.assert(
      fc.property(fc.dictionary(keys, fc.oneof(values, fc.array(values), fc.dictionary(keys, values))), (value) => {
        expect(canonicalJson(value)).to.equal(JSON.stringify(value, sorted));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives two bodies that mean the same one fingerprint, a SHA-256', () => {
    const crypto = repeatableCrypto();

    expect(fingerprintOf(crypto, { a: 1, b: 2 })).to.equal(fingerprintOf(crypto, { b: 2, a: 1 }));
    expect(fingerprintOf(crypto, { a: 1 })).to.match(/^[0-9a-f]{64}$/);
    expect(fingerprintOf(crypto, { a: 1 })).to.not.equal(fingerprintOf(crypto, { a: 2 }));
  });
});
