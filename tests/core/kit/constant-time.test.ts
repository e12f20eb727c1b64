import { constantTimeEqual } from '@comptoir/core/kit/constant-time.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('comparing in constant time', () => {
  it('finds out what `===` finds out', () => {
    const nearby = fc
      .string({ maxLength: 12 })
      .chain((text) => fc.tuple(fc.constant(text), fc.oneof(fc.constant(text), fc.string({ maxLength: 12 }))));
    fc.assert(fc.property(nearby, ([left, right]) => constantTimeEqual(left, right) === (left === right)));
  });

  it('sees one character that differs, wherever it is', () => {
    const digest = 'a'.repeat(64);
    for (let index = 0; index < 64; index += 1) {
      expect(constantTimeEqual(digest, `${digest.slice(0, index)}b${digest.slice(index + 1)}`), String(index)).to.equal(false);
    }
  });

  it('takes neither a beginning nor a repetition for the whole', () => {
    expect(constantTimeEqual('abc', 'ab')).to.equal(false);
    expect(constantTimeEqual('ab', 'abab')).to.equal(false);
    expect(constantTimeEqual('', 'a')).to.equal(false);
    expect(constantTimeEqual('a\u0000', 'a')).to.equal(false);
  });
});
