import { crc32 as zlibCrc32 } from 'node:zlib';
import { crc32 } from '@comptoir/core/kit/crc32.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('CRC-32', () => {
  it('is the one of the published check value', () => {
    expect(crc32('123456789')).to.equal(0xcbf43926);
    expect(crc32('')).to.equal(0);
  });

  it('is what zlib computes', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), (text) => crc32(text) === zlibCrc32(text)));
  });
});
