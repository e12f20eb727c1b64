import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { base64Of, bytesOfBase64 } from '@comptoir/core/kit/base64.js';
import { makeSyncSecret, signedHeaders, verifiedId } from '@comptoir/core/links/signed-message.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';

const SECRET = makeSyncSecret(nodeCrypto);
const OTHER = makeSyncSecret(nodeCrypto);
const seconds = (by: number) => new Date(NOON.getTime() + by * 1000);

/** As the public library signs. */
function signed(body: string, { secret = SECRET, at = NOON, id = 'msg-1' } = {}) {
  return { id, timestamp: String(Math.floor(at.getTime() / 1000)), signature: new Webhook(secret).sign(id, at, body), body };
}

describe('the signature of a message', () => {
  it('is what the public library makes, whatever the message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        expect(verifiedId(nodeCrypto, [SECRET], signed(body), NOON)).to.equal('msg-1');
        const headers = signedHeaders(nodeCrypto, [SECRET], { id: 'msg-1', body }, NOON);
        expect(headers['webhook-signature']).to.equal(signed(body).signature);
      }),
    );
  });

  it('is accepted by the public library, also among those of a rotation', () => {
    const now = new Date();
    const headers = signedHeaders(nodeCrypto, [OTHER, SECRET], { id: 'msg-1', body: '{"a":1}' }, now);
    for (const secret of [SECRET, OTHER]) expect(new Webhook(secret).verify('{"a":1}', headers)).to.deep.equal({ a: 1 });
  });

  it('is good by any of the secrets, and among any of the signatures', () => {
    const message = signed('{}', { secret: OTHER });
    expect(verifiedId(nodeCrypto, [SECRET, OTHER], message, NOON)).to.equal('msg-1');
    const both = { ...message, signature: `v1a,abc v1,${'A'.repeat(43)}= ${message.signature}` };
    expect(verifiedId(nodeCrypto, [OTHER], both, NOON)).to.equal('msg-1');
  });

  it('is refused for another body, id, time or secret, and when something is missing', async () => {
    const message = signed('{}');
    const wrong = [
      { ...message, body: '{ }' },
      { ...message, id: 'msg-2' },
      { ...message, timestamp: String(Number(message.timestamp) + 1) },
      { ...message, signature: signed('{}', { secret: OTHER }).signature },
      { ...message, signature: message.signature.slice(3) },
      { ...message, signature: '' },
      { ...message, signature: Array.from({ length: 11 }, () => message.signature).join(' ') },
      { ...message, id: null },
      { ...message, id: 'with space' },
      { ...message, timestamp: null },
      { ...message, timestamp: 'soon' },
      { ...message, signature: null },
    ];
    for (const one of wrong)
      expect(await refusalOf(() => verifiedId(nodeCrypto, [SECRET], one, NOON)), JSON.stringify(one)).to.include({
        code: 'invalid_signature',
      });
  });

  it('is good for five minutes either way', async () => {
    for (const by of [-300, 0, 300]) expect(verifiedId(nodeCrypto, [SECRET], signed('{}', { at: seconds(by) }), NOON)).to.equal('msg-1');
    for (const by of [-301, 301, -86_400]) {
      const stale = () => verifiedId(nodeCrypto, [SECRET], signed('{}', { at: seconds(by) }), NOON);
      expect(await refusalOf(stale)).to.include({ code: 'stale_timestamp' });
    }
  });

  it('comes from 32 bytes by chance', () => {
    expect(SECRET)
      .to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .and.not.equal(OTHER);
  });
});

describe('base 64', () => {
  it('is read as it is written, and by nobody else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = base64Of(bytes);
        expect(text).to.equal(Buffer.from(bytes).toString('base64'));
        expect(bytesOfBase64(text)).to.deep.equal(bytes);
      }),
    );
    for (const text of ['a', 'ab', 'abc', 'ab=c', '====', 'a_-=', 'abcd ']) expect(bytesOfBase64(text), text).to.equal(null);
  });
});
