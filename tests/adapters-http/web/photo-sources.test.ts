import { photoSources } from '@comptoir/adapters-http/web/photo-sources.js';
import { photoPath } from '@comptoir/core/photos/photo-path.js';
import { expect } from 'chai';

const HASH = 'ab'.repeat(32);

describe('what a picture loads', () => {
  it('is any width of an uploaded photo, as the browser chooses', () => {
    expect(photoSources(photoPath({ hash: HASH, width: 800 }))).to.deep.equal({
      src: `/photos/${HASH}-800.webp`,
      srcset: `/photos/${HASH}-320.webp 320w, /photos/${HASH}-640.webp 640w, /photos/${HASH}-800.webp 800w`,
    });
  });

  it('is the address alone where somebody has set one', () => {
    for (const photo of ['/assets/illustrations/bol.svg', '/photos/salade.jpg', 'data:image/png;base64,AA==']) {
      expect(photoSources(photo)).to.deep.equal({ src: photo });
    }
  });
});
