import { makeIdentityProvider } from '@comptoir/adapters-sdk/oidc/identity-provider.js';
import type { IdentityProvider } from '@comptoir/core/identity/identity-provider.js';
import { DomainError, type ErrorCode } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { closeAll, serve } from '../../adapters-http/serve.js';
import { CLIENT, declineAt, type ProviderChanges, type RunningProvider, runProvider, signInAt } from './provider.js';

const BACK = 'http://127.0.0.1:9/api/auth/callback';

async function expectRefused(work: Promise<unknown>, code: ErrorCode): Promise<DomainError> {
  const error = await work.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw error;
  expect(error.code, String(error.cause)).to.equal(code);
  return error;
}

describe('login at an OpenID Connect provider', () => {
  let running: RunningProvider | undefined;

  afterEach(async () => {
    await running?.stop();
    await closeAll();
  });

  async function provider(changes: Partial<ProviderChanges> = {}): Promise<IdentityProvider> {
    running = await runProvider({ redirectUri: BACK, ...changes });
    return makeIdentityProvider({ ...CLIENT, issuer: running.issuer, allowHttp: true });
  }

  it('asks for a code with PKCE, a state and a nonce, new ones every time', async () => {
    const identityProvider = await provider();
    const [first, second] = [await identityProvider.begin(BACK), await identityProvider.begin(BACK)];
    const { searchParams } = new URL(first.url);
    expect(Object.fromEntries(searchParams)).to.include({
      response_type: 'code',
      client_id: CLIENT.clientId,
      redirect_uri: BACK,
      scope: 'openid email profile',
      state: first.check.state,
      nonce: first.check.nonce,
      code_challenge_method: 'S256',
    });
    expect(first.url).not.to.include(first.check.codeVerifier);
    for (const name of ['state', 'nonce', 'codeVerifier'] as const) {
      expect(first.check[name]).to.have.lengthOf.at.least(43);
      expect(first.check[name]).not.to.equal(second.check[name]);
    }
  });

  for (const [title, changes] of [
    ['asks for the claims where the ID token lacks them', {}],
    ['takes the claims from the ID token', { claimsInToken: true }],
    ['shows its secret in a form where the provider wants that', { authentication: 'client_secret_post' }],
  ] as const) {
    it(`learns who somebody is: ${title}`, async () => {
      const identityProvider = await provider(changes);
      const { url, check } = await identityProvider.begin(BACK);
      const callback = await signInAt(url, 'ada');
      expect(await identityProvider.finish(callback.href, check)).to.deep.equal({
        issuer: running?.issuer,
        subject: 'ada',
        email: 'ada@example.org',
        emailVerified: true,
        name: 'Ada Lovelace',
      });
    });
  }

  it('says so when an address is not verified, and when there is none', async () => {
    const identityProvider = await provider();
    for (const [login, expected] of [
      ['eve', { subject: 'eve', email: 'ada@example.org', emailVerified: false, name: 'Eve' }],
      ['bob', { subject: 'bob', email: null, emailVerified: false, name: null }],
    ] as const) {
      const { url, check } = await identityProvider.begin(BACK);
      expect(await identityProvider.finish((await signInAt(url, login)).href, check)).to.deep.include(expected);
    }
  });

  it('refuses a code that was used already', async () => {
    const identityProvider = await provider();
    const { url, check } = await identityProvider.begin(BACK);
    const callback = await signInAt(url, 'ada');
    await identityProvider.finish(callback.href, check);
    await expectRefused(identityProvider.finish(callback.href, check), 'invalid_login');
  });

  for (const name of ['state', 'nonce', 'codeVerifier'] as const) {
    it(`refuses a login with another ${name}`, async () => {
      const identityProvider = await provider();
      const { url, check } = await identityProvider.begin(BACK);
      const callback = await signInAt(url, 'ada');
      const other = (await identityProvider.begin(BACK)).check;
      await expectRefused(identityProvider.finish(callback.href, { ...check, [name]: other[name] }), 'invalid_login');
    });
  }

  it('refuses a callback without a code, without a state, of another issuer, or that says no', async () => {
    const identityProvider = await provider();
    const { url, check } = await identityProvider.begin(BACK);
    const { href } = await signInAt(url, 'ada');
    const changed = (change: (query: URLSearchParams) => void) => {
      const callback = new URL(href);
      change(callback.searchParams);
      return callback.href;
    };
    for (const callback of [
      BACK,
      changed((query) => query.delete('code')),
      changed((query) => query.set('code', 'guessed')),
      changed((query) => query.delete('state')),
      changed((query) => query.append('state', check.state)),
      changed((query) => query.set('iss', 'https://evil.example')),
      changed((query) => query.set('error', 'access_denied')),
    ]) {
      await expectRefused(identityProvider.finish(callback, check), 'invalid_login');
    }
  });

  it('refuses whoever declines at the provider', async () => {
    const identityProvider = await provider();
    const { url, check } = await identityProvider.begin(BACK);
    const callback = await declineAt(url);
    expect(callback.searchParams.get('error')).to.equal('access_denied');
    await expectRefused(identityProvider.finish(callback.href, check), 'invalid_login');
  });

  it('is unreachable when the provider is down, and works again once it is up', async () => {
    let answers = false;
    const identityProvider = await provider();
    const { issuer = '' } = running ?? {};
    const origin = await serve(async (_request, response) => {
      const published = await fetch(`${issuer}/.well-known/openid-configuration`);
      const configuration = { ...((await published.json()) as object), issuer: origin };
      response.statusCode = answers ? 200 : 503;
      response.setHeader('Content-Type', 'application/json').end(answers ? JSON.stringify(configuration) : '{}');
    });
    const behind = makeIdentityProvider({ ...CLIENT, issuer: origin, allowHttp: true });
    await expectRefused(behind.begin(BACK), 'provider_unreachable');
    answers = true;
    expect((await behind.begin(BACK)).url).to.include('/auth?');

    const { url, check } = await identityProvider.begin(BACK);
    const callback = await signInAt(url, 'ada');
    await running?.stop();
    await expectRefused(identityProvider.finish(callback.href, check), 'provider_unreachable');
    const never = makeIdentityProvider({ ...CLIENT, issuer, allowHttp: true });
    for (const work of [() => never.begin(BACK), () => never.finish(callback.href, check), () => never.verifyIdToken('x.y.z')]) {
      const { cause } = await expectRefused(work(), 'provider_unreachable');
      expect(cause).to.be.instanceOf(Error);
    }
  });

  it('does not wait longer than it was told to', async () => {
    const origin = await serve(() => undefined);
    const slow = makeIdentityProvider({ ...CLIENT, issuer: origin, allowHttp: true, timeoutSecs: 0.05 });
    await expectRefused(slow.begin(BACK), 'provider_unreachable');
  });

  it('speaks to no provider without encryption, unless it was told to', async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    await expectRefused(makeIdentityProvider({ ...CLIENT, issuer: origin, allowHttp: false }).begin(BACK), 'provider_unreachable');
    expect(asked).to.equal(0);
  });

  it('is unreachable where this client is not known, for nobody can mend that by signing in', async () => {
    await provider();
    const wrong = makeIdentityProvider({ ...CLIENT, clientSecret: 'another', issuer: running?.issuer ?? '', allowHttp: true });
    const { url, check } = await wrong.begin(BACK);
    await expectRefused(wrong.finish((await signInAt(url, 'ada')).href, check), 'provider_unreachable');
  });
});

describe('an ID token', () => {
  afterEach(closeAll);

  const HOUR_SECS = 3600;
  const CLAIMS = { email: 'ada@example.org', email_verified: true, name: 'Ada' };

  /** A provider that publishes one key, and what signs with it. */
  async function aKeyProvider() {
    const [own, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
    const key = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
    /** What the token endpoint gives for any code. */
    const given = { idToken: '' };
    const issuer = await serve((request, response) => {
      const configuration = {
        issuer,
        jwks_uri: `${issuer}/jwks`,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      };
      response.setHeader('Content-Type', 'application/json');
      const answers: Record<string, unknown> = {
        '/jwks': { keys: [key] },
        '/token': { access_token: 'a', token_type: 'Bearer', id_token: given.idToken },
      };
      response.end(JSON.stringify(answers[request.url ?? ''] ?? configuration));
    });
    const sign = (claims: JWTPayload = {}, key = own.privateKey) =>
      new SignJWT({ sub: 'ada', iss: issuer, aud: CLIENT.clientId, iat: now(), exp: now() + HOUR_SECS, ...CLAIMS, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .sign(key);
    return { issuer, sign, given, foreign, identityProvider: makeIdentityProvider({ ...CLIENT, issuer, allowHttp: true }) };
  }

  it('says who somebody is when the provider has signed it for this client', async () => {
    const { issuer, sign, identityProvider } = await aKeyProvider();
    const expected = { issuer, subject: 'ada', email: 'ada@example.org', emailVerified: true, name: 'Ada' };
    expect(await identityProvider.verifyIdToken(await sign())).to.deep.equal(expected);
    const several = await sign({ aud: [CLIENT.clientId, 'other'], azp: CLIENT.clientId });
    expect(await identityProvider.verifyIdToken(several)).to.deep.equal(expected);
  });

  it('has a verified address only where it says exactly so', async () => {
    const { sign, identityProvider } = await aKeyProvider();
    for (const email_verified of ['true', 1, false, null]) {
      expect((await identityProvider.verifyIdToken(await sign({ email_verified }))).emailVerified, String(email_verified)).to.equal(false);
    }
  });

  const wrong: Record<string, JWTPayload> = {
    'of another issuer': { iss: 'https://evil.example' },
    'for another client': { aud: 'other' },
    'for several clients that does not say who asked': { aud: [CLIENT.clientId, 'other'] },
    'that another client asked for': { azp: 'other' },
    'that has expired': { exp: now() - HOUR_SECS },
    'that is not valid yet': { nbf: now() + HOUR_SECS },
    'without a subject': { sub: '' },
  };
  for (const [title, claims] of Object.entries(wrong)) {
    it(`is refused when it is one ${title}`, async () => {
      const { sign, identityProvider } = await aKeyProvider();
      await expectRefused(identityProvider.verifyIdToken(await sign(claims)), 'invalid_login');
    });
  }

  it('is checked against the keys of the provider also when it was given for a code', async () => {
    const { sign, given, foreign, identityProvider } = await aKeyProvider();
    const { check } = await identityProvider.begin(BACK);
    const callback = `${BACK}?code=c1&state=${check.state}`;
    given.idToken = await sign({ nonce: check.nonce });
    expect(await identityProvider.finish(callback, check)).to.include({ subject: 'ada' });
    for (const idToken of [await sign({ nonce: check.nonce }, foreign.privateKey), await sign({ nonce: 'other' }), await sign(), '']) {
      given.idToken = idToken;
      await expectRefused(identityProvider.finish(callback, check), 'invalid_login');
    }
  });

  it('is refused when the provider has not signed it', async () => {
    const { sign, foreign, identityProvider } = await aKeyProvider();
    const good = await sign();
    const [header = '', payload = ''] = good.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const symmetric = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .sign(Buffer.from(CLIENT.clientSecret.padEnd(32)));
    for (const token of [await sign({}, foreign.privateKey), `${header}.${payload}.`, none, symmetric, '', 'x', 'x.y.z', `${good}x`]) {
      await expectRefused(identityProvider.verifyIdToken(token), 'invalid_login');
    }
  });
});

function now(): number {
  return Math.floor(Date.now() / 1000);
}
