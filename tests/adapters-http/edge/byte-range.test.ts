import { byteRange } from '@comptoir/adapters-http/edge/answer/byte-range.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('a range of bytes', () => {
  it('lies inside of the file, whatever was asked', () => {
    const part = fc.option(fc.nat(200), { nil: undefined });
    fc.assert(
      fc.property(part, part, fc.nat(100), (from, to, size) => {
        const range = byteRange(`bytes=${from ?? ''}-${to ?? ''}`, size);
        if (typeof range === 'string') return;
        expect(range.first).to.be.at.least(0);
        expect(range.last).to.be.at.least(range.first).and.below(size);
      }),
    );
  });

  it('is the whole file when the header makes no sense', () => {
    for (const header of [undefined, '', 'bytes', 'bytes=', 'bytes=a-b', 'bytes=1-2-3', `bytes=${'9'.repeat(16)}-`, 'bytes 1-2']) {
      expect(byteRange(header, 10), header).to.equal('whole');
    }
  });
});
