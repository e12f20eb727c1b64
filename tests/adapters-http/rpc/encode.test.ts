import { encode } from '@comptoir/adapters-http/rpc/encode.js';
import { expect } from 'chai';
import fc from 'fast-check';
import superjson from 'superjson';
import { Custom, RICH_VALUE } from './procedures.js';
import { superjsonCarries, superjsonWrites, wireValue } from './values.js';

const written = (value: unknown): unknown => JSON.parse(encode(value));
const readBack = (value: unknown): unknown => superjson.parse(encode(value));

describe('what the wire writes', () => {
  it('is what superjson writes, for every kind of value that may be sent', () => {
    expect(written(RICH_VALUE)).to.deep.equal(superjsonWrites(RICH_VALUE));
  });

  it('is what superjson writes, whatever the value, and superjson reads the value back', () => {
    fc.assert(
      fc.property(wireValue, (value) => {
        expect(written(value)).to.deep.equal(superjsonWrites(value));
        expect(readBack(value)).to.deep.equal(superjsonCarries(value));
      }),
      { numRuns: 3000 },
    );
  });

  it('leaves the value as it was', () => {
    fc.assert(
      fc.property(wireValue, (value) => {
        const before = superjson.stringify(value);
        encode(value);
        expect(superjson.stringify(value)).to.equal(before);
      }),
    );
  });

  it('writes an object that occurs twice twice', () => {
    const shared = { at: new Date(0) };
    expect(readBack({ one: shared, two: [shared] })).to.deep.equal({ one: shared, two: [shared] });
  });

  it('writes a date that is none as null, as superjson does', () => {
    expect(encode({ at: new Date(Number.NaN) })).to.equal('{"json":{"at":null}}');
  });

  for (const [title, value] of Object.entries({
    'a regular expression': /a/,
    'an error': new Error('no'),
    'a function': () => 1,
    'a symbol': Symbol('s'),
    'an object of a class': new Custom(),
    bytes: new Uint8Array(2),
  })) {
    it(`refuses to write ${title}, wherever it stands`, () => {
      for (const within of [value, [value], { value }, new Set([value]), new Map([[1, value]])]) {
        expect(() => encode(within)).to.throw(TypeError, /does not carry/);
      }
    });
  }

  it('refuses to write what contains itself', () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(() => encode(loop)).to.throw(RangeError);
  });
});
