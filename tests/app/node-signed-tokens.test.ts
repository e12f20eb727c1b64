import { createHmac } from 'node:crypto';
import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import { ConfigError, readConfig } from '@comptoir/app/config.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { decodeProtectedHeader, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';

const NEW = 'the-secret-that-signs-now-with-32-bytes-and-more';
const OLD = 'the-secret-that-signed-before-with-32-bytes-too';
const FOREIGN = 'a-secret-of-somebody-else-with-32-bytes-and-more';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const bytesOf = (secret: string) => new TextEncoder().encode(secret);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `token` with one part replaced. */
function withPart(token: string, index: number, change: (part: string) => string): string {
  return token
    .split('.')
    .map((part, position) => (position === index ? change(part) : part))
    .join('.');
}

/** Another text for the same bytes: the last character of 32 bytes has two bits that nobody reads. */
function otherSpelling(part: string): string {
  const last = BASE64URL.indexOf(part.at(-1) ?? '');
  return `${part.slice(0, -1)}${BASE64URL[last + 1]}`;
}

describe('session tokens (HS256)', () => {
  const tokens = makeSignedTokens([NEW, OLD]);
  const claims = { sub: 'ada', sid: 's1', tenantId: null, aud: 'comptoir', exp: 4_000_000_000 };
  const token = tokens.signJwt(claims);
  const kid = decodeProtectedHeader(token).kid ?? '';

  it('can be read by other programs that have the secret', async () => {
    const { payload, protectedHeader } = await jwtVerify(token, bytesOf(NEW), { algorithms: ['HS256'], audience: 'comptoir' });
    expect(payload).to.deep.equal(claims);
    expect(protectedHeader).to.deep.equal({ alg: 'HS256', typ: 'JWT', kid });
  });

  it('are read when another program signed them with the secret, under its name', async () => {
    const signed = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(bytesOf(NEW));
    expect(tokens.readJwt(signed)).to.deep.equal(claims);
  });

  it('go round unchanged, whatever they claim', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }), (said) => {
        const plain = JSON.stringify(said);
        fc.pre(plain.length < 2_000);
        expect(JSON.stringify(tokens.readJwt(tokens.signJwt(JSON.parse(plain))))).to.equal(plain);
      }),
    );
  });

  it('tell nothing about the secret by the name of its key', () => {
    expect(kid).to.match(/^[0-9a-f]{8}$/);
    expect(Buffer.from(NEW).toString('hex')).to.not.include(kid);
  });

  describe('when a secret is replaced', () => {
    it('signs with the first and goes on reading what the others signed', () => {
      const before = makeSignedTokens([OLD]).signJwt(claims);
      expect(tokens.readJwt(before)).to.deep.equal(claims);
      expect(makeSignedTokens([NEW]).readJwt(token)).to.deep.equal(claims);
      expect(makeSignedTokens([OLD]).readJwt(token)).to.equal(null);
    });

    it('no longer reads what a secret signed that is gone', () => {
      expect(makeSignedTokens([NEW]).readJwt(makeSignedTokens([OLD]).signJwt(claims))).to.equal(null);
    });
  });

  describe('refuses', () => {
    it('a token without a signature', () => {
      const unsigned = new UnsecuredJWT(claims).encode();
      expect(tokens.readJwt(unsigned)).to.equal(null);
      expect(tokens.readJwt(`${encode({ alg: 'none', kid })}.${encode(claims)}.`)).to.equal(null);
      expect(tokens.readJwt(withPart(token, 2, () => ''))).to.equal(null);
    });

    it('another algorithm, also with the right secret', async () => {
      for (const alg of ['HS384', 'HS512']) {
        const strong = 'x'.repeat(64);
        const other = makeSignedTokens([strong]);
        const name = decodeProtectedHeader(other.signJwt({})).kid ?? '';
        const signed = await new SignJWT(claims).setProtectedHeader({ alg, kid: name }).sign(bytesOf(strong));
        expect(other.readJwt(signed), alg).to.equal(null);
      }
      const { privateKey } = await generateKeyPair('RS256');
      expect(tokens.readJwt(await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey))).to.equal(null);
    });

    it('a header that says another algorithm over a signature that is ours', async () => {
      for (const alg of ['none', 'hs256', 'RS256', '', null, ['HS256']]) {
        const header = encode({ alg, typ: 'JWT', kid });
        const signature = createHmac('sha256', NEW)
          .update(`${header}.${encode(claims)}`)
          .digest('base64url');
        expect(tokens.readJwt(`${header}.${encode(claims)}.${signature}`), String(alg)).to.equal(null);
      }
    });

    it('a token that names no key, an unknown one, or wants something critical understood', async () => {
      const sign = (header: object) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(bytesOf(NEW), { crit: { urgent: true } });
      expect(tokens.readJwt(await sign({}))).to.equal(null);
      expect(tokens.readJwt(await sign({ kid: 'ffffffff' }))).to.equal(null);
      expect(tokens.readJwt(await sign({ kid: '__proto__' }))).to.equal(null);
      expect(tokens.readJwt(await sign({ kid, crit: ['urgent'], urgent: true }))).to.equal(null);
      expect(tokens.readJwt(await sign({ kid, typ: 'at+jwt' }))).to.equal(null);
      expect(tokens.readJwt(await sign({ kid }))).to.deep.equal(claims);
    });

    it('what somebody else signed under the name of our key', async () => {
      expect(tokens.readJwt(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(bytesOf(FOREIGN)))).to.equal(null);
    });

    it('every other spelling of a good signature', () => {
      expect(tokens.readJwt(withPart(token, 2, otherSpelling))).to.equal(null);
      for (const suffix of ['=', '==', ' ', '\n', '%']) expect(tokens.readJwt(token + suffix), JSON.stringify(suffix)).to.equal(null);
      const inPlainBase64 = withPart(token, 2, (part) => Buffer.from(part, 'base64url').toString('base64'));
      expect(tokens.readJwt(inPlainBase64)).to.equal(null);
    });

    it('a token with any character changed', () => {
      const anywhere = fc.integer({ min: 0, max: token.length - 1 });
      fc.assert(
        fc.property(anywhere, fc.constantFrom(...BASE64URL, '.', '=', '%', 'é'), (at, character) => {
          fc.pre(token[at] !== character);
          expect(tokens.readJwt(`${token.slice(0, at)}${character}${token.slice(at + 1)}`)).to.equal(null);
        }),
        { numRuns: 1_000 },
      );
    });

    it('anything that is no token at all', () => {
      fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => tokens.readJwt(text) === null));
      for (const text of ['', '.', '..', '...', `${token}.`, `.${token}`]) expect(tokens.readJwt(text), text).to.equal(null);
    });

    it('claims that are no object', async () => {
      for (const payload of ['[]', 'null', '"text"', '1', '{']) {
        const signed = `${token.split('.')[0]}.${Buffer.from(payload).toString('base64url')}`;
        expect(tokens.readJwt(`${signed}.${createHmac('sha256', NEW).update(signed).digest('base64url')}`), payload).to.equal(null);
      }
    });

    it('a text of more than 4096 characters, however well signed', () => {
      const sized = (length: number) => tokens.signJwt({ filler: 'x'.repeat(length) });
      const fits = sized(2_900);
      expect(fits.length).to.be.at.most(4096);
      expect(tokens.readJwt(fits)).to.not.equal(null);
      const tooLong = sized(3_000);
      expect(tooLong.length).to.be.greaterThan(4096);
      expect(tokens.readJwt(tooLong)).to.equal(null);
    });
  });
});

describe('sealed texts', () => {
  const tokens = makeSignedTokens([NEW, OLD]);

  it('go round unchanged under their purpose', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (content) => {
        const plain = JSON.stringify(content);
        fc.pre(plain.length < 2_000);
        expect(JSON.stringify(tokens.unseal('invite', tokens.seal('invite', JSON.parse(plain))))).to.equal(plain);
      }),
    );
  });

  it('mean nothing under another purpose, and are never session tokens', () => {
    const sealed = tokens.seal('invite', { sub: 'ada' });
    for (const purpose of ['oidc', 'invite ', 'Invite', '']) expect(tokens.unseal(purpose, sealed), purpose).to.equal(undefined);
    expect(tokens.readJwt(sealed)).to.equal(null);
    expect(tokens.unseal('invite', tokens.signJwt({ sub: 'ada' }))).to.equal(undefined);
  });

  it('live on while their secret is replaced, and no longer', () => {
    const sealed = makeSignedTokens([OLD]).seal('invite', 7);
    expect(tokens.unseal('invite', sealed)).to.equal(7);
    expect(makeSignedTokens([NEW]).unseal('invite', sealed)).to.equal(undefined);
    expect(makeSignedTokens([NEW]).unseal('invite', tokens.seal('invite', 7))).to.equal(7);
  });

  it('are refused with any character changed, added or in another spelling', () => {
    const sealed = tokens.seal('invite', { to: 'ada@example.test' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: sealed.length - 1 }), fc.constantFrom(...BASE64URL, '.', '='), (at, character) => {
        fc.pre(sealed[at] !== character);
        expect(tokens.unseal('invite', `${sealed.slice(0, at)}${character}${sealed.slice(at + 1)}`)).to.equal(undefined);
      }),
    );
    expect(tokens.unseal('invite', withPart(sealed, 1, otherSpelling))).to.equal(undefined);
    for (const text of ['', '.', sealed.split('.')[0] ?? '', `${sealed}.`, `${sealed}=`])
      expect(tokens.unseal('invite', text)).to.equal(undefined);
  });

  it('are not looked at above 4096 characters', () => {
    expect(tokens.unseal('invite', tokens.seal('invite', 'x'.repeat(4_000)))).to.equal(undefined);
  });
});

describe('the secrets that sign', () => {
  it('have at least 32 bytes, or the configuration is refused', () => {
    expect(() => readConfig({ COMPTOIR_SECRET: 'x'.repeat(31) }, '/srv')).to.throw(ConfigError, /^COMPTOIR_SECRET /);
    expect(readConfig({ COMPTOIR_SECRET: 'x'.repeat(32) }, '/srv').secrets).to.deep.equal(['x'.repeat(32)]);
  });
});
