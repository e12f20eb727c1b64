import { photoPath } from '@comptoir/core/photos/photo-path.js';
import { expect } from 'chai';
import { call } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { type KeyedTill, openKeyedTill } from './keyed/shop-key.js';

const HASH = 'ab'.repeat(32);
const PICTURE = Buffer.from('a picture');

describe('GET /photos', () => {
  let till: KeyedTill;
  const get = (path: string, headers = {}, method = 'GET') => call(`${till.origin}${path}`, { method, headers });

  beforeEach(async () => {
    till = await openKeyedTill();
    const files = [320, 640].map((width) => ({ width, bytes: PICTURE }));
    await till.services.photos.attach(till.scope, 'galette', { hash: HASH, width: 640, files });
  });

  afterEach(closeAll);

  it('sends a photo for good, to any site, as a picture and nothing else', async () => {
    const answer = await get(photoPath({ hash: HASH, width: 320 }));
    expect(answer.status).to.equal(200);
    expect(answer.bytes.equals(PICTURE)).to.equal(true);
    expect(answer.headers).to.include({
      'content-type': 'image/webp',
      'content-length': String(PICTURE.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${HASH}-320"`,
    });
  });

  it('sends HEAD the same without the photo', async () => {
    const [got, head] = [await get(photoPath({ hash: HASH, width: 640 })), await get(photoPath({ hash: HASH, width: 640 }), {}, 'HEAD')];
    expect([head.status, head.bytes.length]).to.deep.equal([200, 0]);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) expect(head.headers[name]).to.equal(got.headers[name]);
  });

  it('need not send it again to who has it', async () => {
    const answer = await get(photoPath({ hash: HASH, width: 320 }), { 'If-None-Match': `"other", "${HASH}-320"` });
    expect([answer.status, answer.bytes.length]).to.deep.equal([304, 0]);
    expect(answer.headers).to.include({ etag: `"${HASH}-320"`, 'cache-control': 'public, max-age=31536000, immutable' });
  });

  it('knows no other photo, width or type, and no way out of its folder', async () => {
    for (const path of [
      photoPath({ hash: HASH, width: 1280 }),
      photoPath({ hash: 'cd'.repeat(32), width: 320 }),
      `/photos/${HASH}-320.jpg`,
      `/photos/${HASH.toUpperCase()}-320.webp`,
      `/photos/${HASH}-320.webp%00`,
      '/photos/..%2f..%2fsecret',
      '/photos/%2e%2e%2fsecret',
      '/photos/salade.jpg',
    ]) {
      const refusal = await get(path);
      expectRefusal(refusal, 404, 'unknown_record');
      expect(refusal.headers['cache-control'], path).to.equal('no-store');
    }
    for (const path of ['/photos/', '/photos/../secret', `/photos/ab/${HASH}-320.webp`])
      expect((await get(path)).status, path).to.equal(404);
  });
});
