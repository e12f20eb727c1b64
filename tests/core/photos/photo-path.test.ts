import { photoPath, readPhotoPath, widthsUpTo } from '@comptoir/core/photos/photo-path.js';
import { expect } from 'chai';
import fc from 'fast-check';

const HASH = 'ab'.repeat(32);

describe('the path of a photo', () => {
  it('is read back as what it names', () => {
    for (const width of [1, 320, 999, 1280]) expect(readPhotoPath(photoPath({ hash: HASH, width }))).to.deep.equal({ hash: HASH, width });
  });

  it('is nothing else', () => {
    for (const path of [
      '',
      `/photos/${HASH}-0.webp`,
      `/photos/${HASH}-1281.webp`,
      `/photos/${HASH}-0320.webp`,
      `/photos/${HASH}-320.webp/`,
      `/photos/${HASH}-320.webp\n`,
      `/photos/${HASH}-320.jpg`,
      `/photos/${HASH.toUpperCase()}-320.webp`,
      `/photos/../${HASH}-320.webp`,
      `/photos/${HASH}.webp`,
      `https://elsewhere.example/photos/${HASH}-320.webp`,
    ]) {
      expect(readPhotoPath(path), path).to.equal(null);
    }
  });

  it('tells all the widths there are: each narrower than the photo, then its own, none beyond the last', () => {
    expect([100, 320, 321, 640, 1000, 1280, 9000].map(widthsUpTo)).to.deep.equal([
      [100],
      [320],
      [320, 321],
      [320, 640],
      [320, 640, 1000],
      [320, 640, 1280],
      [320, 640, 1280],
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (width) => {
        const widths = widthsUpTo(width);
        expect(widths).to.deep.equal([...new Set(widths)].sort((left, right) => left - right));
        expect(Math.max(...widths)).to.be.at.most(Math.min(width, 1280));
      }),
    );
  });
});
