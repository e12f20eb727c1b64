import { decode } from '@comptoir/adapters-http/rpc/decode.js';
import { encode } from '@comptoir/adapters-http/rpc/encode.js';
import { BIGINT_DIGITS_MAX, DEPTH_MAX, URL_VALUE_MAX } from '@comptoir/adapters-http/rpc/limits.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import fc from 'fast-check';
import superjson, { SuperJSON } from 'superjson';
import { RICH_VALUE } from './procedures.js';
import { superjsonCarries, wireValue } from './values.js';

const noted = (json: unknown, values: unknown, more: object = { v: 1 }) => ({ json, meta: { values, ...more } });

function refusal(envelope: unknown): DomainError {
  try {
    decode(envelope);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('what the wire reads', () => {
  it('is what superjson has written, for every kind of value that may be sent', () => {
    expect(decode(JSON.parse(superjson.stringify(RICH_VALUE)))).to.deep.equal(RICH_VALUE);
  });

  it('is what superjson has written, whatever the value, as superjson reads it', () => {
    fc.assert(
      fc.property(wireValue, (value) => {
        expect(decode(JSON.parse(superjson.stringify(value)))).to.deep.equal(superjsonCarries(value));
      }),
      { numRuns: 3000 },
    );
  });

  it('is what the wire itself has written', () => {
    fc.assert(
      fc.property(wireValue, (value) => {
        expect(decode(JSON.parse(encode(value)))).to.deep.equal(superjsonCarries(value));
      }),
    );
  });

  it('is either refused or read like superjson reads it, whatever the notes say', () => {
    const path = fc.string({ unit: fc.constantFrom('a', '0', '1', '.', '\\'), maxLength: 5 });
    const type = fc.constantFrom('Date', 'bigint', 'undefined', 'number', 'set', 'map', 'URL', 'regexp', 'Error', 'x');
    const tree = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.tuple(type),
        fc.tuple(type, fc.dictionary(path, tie('tree'), { maxKeys: 2, noNullPrototype: true })),
        fc.dictionary(path, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).tree;
    const scalar = fc.constantFrom<unknown>(null, 1, 'NaN', '7', '2026-01-05T11:30:00.000Z', 'https://till.example/', [1, 2]);
    const json = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        scalar,
        fc.array(tie('json'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', '0', 'a.a', 'a\\'), tie('json'), { noNullPrototype: true }),
      ),
    })).json;
    let read = 0;
    fc.assert(
      fc.property(json, tree, fc.constantFrom(0, 1), (value, values, v) => {
        const text = JSON.stringify(noted(value, values, { v }));
        try {
          const ours = decode(JSON.parse(text));
          read += 1;
          expect(ours).to.deep.equal(superjson.parse(text));
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          expect(error.code).to.equal('invalid_request');
        }
      }),
      { numRuns: 5000 },
    );
    expect(read).to.be.greaterThan(200);
  });

  it('may be without notes, with empty ones, and of versions of superjson before it noted versions', () => {
    expect(decode({ json: { a: 1 } })).to.deep.equal({ a: 1 });
    expect(decode({ json: 1, meta: null })).to.equal(1);
    expect(decode(noted({ 'a.b': '7', 'c\\d': '8' }, { 'a\\.b': ['bigint'], 'c\\d': ['bigint'] }, {}))).to.deep.equal({
      'a.b': 7n,
      'c\\d': 8n,
    });
  });

  for (const [title, envelope] of Object.entries({
    nothing: undefined,
    null: null,
    'a bare value': 5,
    'a list': [{ json: 1 }],
    'an object without json': { n: 1 },
    'notes that are no object': { json: 1, meta: 5 },
    'notes on values that are no tree': noted(1, 'Date'),
    'a path to nothing': noted({ a: 1 }, { b: ['Date'] }),
    'a path through a scalar': noted({ a: 'x' }, { 'a.length': ['number'] }),
    'the length of a list': noted([1], { length: ['number'] }),
    'a path that is none': noted({ a: 1 }, { 'a\\x': ['Date'] }),
    'a path into what was made of another note': noted({ a: [['k', '1']] }, { a: ['map'], 'a.0.1': ['bigint'] }),
    'a date in prose': noted('5 Jan 2026', ['Date']),
    'a date that is none': noted('2026-13-05T11:30:00Z', ['Date']),
    'a date as a number': noted(5, ['Date']),
    'a hexadecimal bigint': noted('0x10', ['bigint']),
    'a number as a bigint': noted(10, ['bigint']),
    'too many digits': noted('9'.repeat(BIGINT_DIGITS_MAX + 1), ['bigint']),
    'an undefined that is there': noted(5, ['undefined']),
    'a number in words': noted('5', ['number']),
    'a set of no list': noted({ a: 1 }, ['set']),
    'a map of no pairs': noted([[1, 2], [3]], ['map']),
    'a URL that is none': noted('nowhere', ['URL']),
    'a URL that is too long': noted(`https://till.example/${'a'.repeat(URL_VALUE_MAX)}`, ['URL']),
    'a regular expression': noted('/(a+)+$/', ['regexp']),
    'an error': noted({ name: 'Error', message: 'x' }, ['Error']),
    'an object of a class': noted({}, [['class', 'User']]),
    'a symbol': noted('s', [['symbol', 's']]),
    'a custom value': noted('s', [['custom', 's']]),
    bytes: noted([1, 2], [['typed-array', 'Uint8Array']]),
    'a type from a prototype': noted({}, ['toString']),
  })) {
    it(`is not ${title}`, () => {
      const { code, issues } = refusal(envelope);
      expect(code).to.equal('invalid_request');
      expect(issues).to.have.length(1);
      expect(issues[0]?.message).to.match(/^[A-Z].*\.$/);
    });
  }

  it('says where the fault is', () => {
    expect(refusal(noted({ items: [{ at: 'never' }] }, { 'items.0.at': ['Date'] })).issues[0]?.path).to.equal('items.0.at');
    expect(refusal(noted([['k', ['x']]], ['map', { '0.1': ['set', { 0: ['bigint'] }] }])).issues[0]?.path).to.equal('0.1.0');
  });

  for (const key of ['__proto__', 'constructor', 'prototype']) {
    it(`has no field called ${key}, at any depth and in no path`, () => {
      for (const text of [
        `{"json":{"${key}":{"admin":true}}}`,
        `{"json":[{"a":{"${key}":1}}]}`,
        `{"json":{},"meta":{"values":{"${key}.admin":["undefined"]},"v":1}}`,
        `{"json":{},"meta":{"values":{"${key}":{"admin":["undefined"]}},"v":1}}`,
        `{"json":{"a":null},"meta":{"referentialEqualities":{"a":["${key}.admin"]},"v":1}}`,
      ]) {
        expect(refusal(JSON.parse(text)).code).to.equal('invalid_request');
      }
      expect(({} as Record<string, unknown>)['admin']).to.equal(undefined);
    });
  }

  it('is nested no deeper than the limit', () => {
    const nested = (levels: number) => JSON.parse(`{"json":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expect(() => decode(nested(DEPTH_MAX - 1))).not.to.throw();
    expect(refusal(nested(DEPTH_MAX)).issues[0]?.message).to.match(/deeper/);
    expect(refusal(nested(400_000)).issues[0]?.message).to.match(/deeper/);
  });

  it('holds equal copies of what the client knows to be the same', () => {
    const shared = { at: new Date(0) };
    const value = decode(JSON.parse(superjson.stringify({ one: shared, two: shared }))) as { one: unknown; two: unknown };
    expect(value).to.deep.equal({ one: shared, two: shared });
    expect(value.one).not.to.equal(value.two);
  });

  it('is refused when the client has left repetitions out, because it would be another input', () => {
    const shared = { at: new Date(0) };
    const left = new SuperJSON({ dedupe: true }).stringify({ one: shared, two: shared });
    expect(refusal(JSON.parse(left)).issues[0]).to.deep.equal({ path: 'two', message: 'Send what occurs twice twice.' });
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(refusal(JSON.parse(superjson.stringify(loop))).issues[0]?.message).to.equal('An input cannot contain itself.');
  });

  it('takes time in proportion to its size, however the notes are folded', () => {
    const path = Array.from({ length: 200_000 }, () => 'a').join('.');
    const children = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`b${index}`, { a: {} }]));
    const start = performance.now();
    refusal(noted({ a: {} }, { [path]: children }));
    refusal(noted({ a: {} }, { a: { [path]: ['set', children] } }));
    expect(performance.now() - start).to.be.lessThan(2_000);
  });
});
