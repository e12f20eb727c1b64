import { base62Of, randomBase62 } from '@comptoir/core/kit/base62.js';
import { expect } from 'chai';
import { repeatableCrypto } from '../support.js';

describe('base 62', () => {
  it('writes numbers, filled up with zeros', () => {
    expect([0, 61, 62, 3843, 2 ** 32 - 1].map((value) => base62Of(value, 6))).to.deep.equal([
      '000000',
      '00000z',
      '000010',
      '0000zz',
      '4gfFC3',
    ]);
  });

  it('draws every character about as often as any other', () => {
    const counts = new Map<string, number>();
    for (const char of randomBase62(repeatableCrypto(), 62_000)) counts.set(char, (counts.get(char) ?? 0) + 1);

    expect(counts.size).to.equal(62);
    for (const [char, count] of counts) expect(count, char).to.be.within(850, 1150);
  });

  it('throws bytes away that would favour some characters', () => {
    const bytes = [255, 248, 247, 0];
    let next = 0;
    const crypto = { ...repeatableCrypto(), randomBytes: (length: number) => Uint8Array.from({ length }, () => bytes[next++ % 4] ?? 0) };

    expect(randomBase62(crypto, 2)).to.equal('z0');
  });
});
