import { authRouter } from '@comptoir/core/identity/auth-procedures.js';
import type { IdentityProvider, ProviderClaims } from '@comptoir/core/identity/identity-provider.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aBench } from '../support.js';
import { aCallWith, aHouse, aPerson, HERE, PASSWORD, signIn, withBearer } from './people.js';

const router = authRouter();

function claims(changes: Partial<ProviderClaims> = {}): ProviderClaims {
  return { issuer: 'https://id.example', subject: 'sub-1', email: 'zoe@maison.example', emailVerified: true, name: 'Zoé', ...changes };
}

/** Knows one ID token. */
const provider: IdentityProvider = {
  begin: () => Promise.reject(new DomainError('provider_unreachable')),
  finish: () => Promise.reject(new DomainError('provider_unreachable')),
  verifyIdToken: async (idToken) => {
    if (idToken !== 'good') throw new DomainError('invalid_login');
    return claims();
  },
};

describe('signing in through the identity provider', () => {
  it('makes somebody new the first time, and knows them by their account ever after, whatever their address is then', async () => {
    const { services } = aBench();
    const first = await services.providerLogin.signIn(claims({ email: 'Zoe@Maison.example' }), HERE);
    expect(first.user).to.include({ email: 'zoe@maison.example', name: 'Zoé', passwordHash: null, locale: 'fr' });
    expect(first.user.emailVerifiedAt).to.deep.equal(NOON);
    const again = await services.providerLogin.signIn(claims({ email: null, emailVerified: false, name: null }), HERE);
    expect(again.user.id).to.equal(first.user.id);
    expect((await services.identify.identify(withBearer(again.token))).identity?.userId).to.equal(first.user.id);
    const sessions = await services.views.sessions.ofUser(first.user.id, NOON);
    expect(sessions.map(({ kind }) => kind)).to.deep.equal(['oidc', 'oidc']);
  });

  it('is somebody else for another subject, or the same subject elsewhere', async () => {
    const { services } = aBench();
    const ids = [
      await services.providerLogin.signIn(claims(), HERE),
      await services.providerLogin.signIn(claims({ subject: 'sub-2', email: 'b@maison.example' }), HERE),
      await services.providerLogin.signIn(claims({ issuer: 'https://other.example', email: 'c@maison.example' }), HERE),
    ].map(({ user }) => user.id);
    expect(new Set(ids).size).to.equal(3);
  });

  it('is the person with that address, who goes on signing in by password too', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    const signedIn = await bench.services.providerLogin.signIn(claims({ email: user.email }), HERE);
    expect(signedIn).to.include({ tenantId: scope.tenantId });
    expect(signedIn.user.id).to.equal(user.id);
    expect((await bench.services.identify.identify(withBearer(token))).identity?.userId).to.equal(user.id);
    expect((await signIn(bench, user)).user.id).to.equal(user.id);
  });

  it('takes an account over whose address nobody had proved: its password and sessions may be a stranger’s', async () => {
    const bench = aBench();
    const user = await aPerson(bench, { emailVerifiedAt: null });
    const { token } = await signIn(bench, user);
    expect((await bench.services.identify.identify(withBearer(token))).identity?.userId).to.equal(user.id);

    const signedIn = await bench.services.providerLogin.signIn(claims({ email: user.email }), HERE);

    expect(signedIn.user).to.include({ id: user.id, passwordHash: null });
    expect((await bench.services.identify.identify(withBearer(token))).refusal?.code).to.equal('unauthorized');
    expect((await refusalOf(bench.services.auth.login({ email: user.email, password: PASSWORD }, HERE))).code).to.equal('invalid_login');
    expect((await bench.services.identify.identify(withBearer(signedIn.token))).identity?.userId).to.equal(user.id);
  });

  it('is refused for a new account whose address the provider has not verified, or that is none', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    for (const change of [{ emailVerified: false }, { email: null }, { email: 'zoe' }, { email: user.email, emailVerified: false }])
      expect((await refusalOf(bench.services.providerLogin.signIn(claims(change), HERE))).code).to.equal('invalid_login');
  });

  it('makes one account of two first times at once', async () => {
    const { services } = aBench();
    const [left, right] = await atOnce(2, () => services.providerLogin.signIn(claims(), HERE));
    expect(left?.user.id).to.equal(right?.user.id);
  });

  it('calls people by what stands before the @ where the provider has no name that can be shown', async () => {
    const { services } = aBench();
    const names: string[] = [];
    for (const [index, name] of [null, ' ', 'a\u0000b', 'x'.repeat(200)].entries())
      names.push(
        (await services.providerLogin.signIn(claims({ subject: `s${index}`, email: `z${index}@maison.example`, name }), HERE)).user.name,
      );
    expect(names).to.deep.equal(['z0', 'z1', 'z2', 'x'.repeat(80)]);
  });
});

describe('auth.bridgeOidc', () => {
  const bridge = async (idToken: string, identityProvider: IdentityProvider | null) => {
    const bench = aBench(makeMemoryPersistence(), { identityProvider });
    const call = await aCallWith(bench, null);
    return { call, answer: await callProcedure('auth.bridgeOidc', router.bridgeOidc, call, { idToken }) };
  };

  it('signs in by an ID token of the provider', async () => {
    const { call, answer } = await bridge('good', provider);
    expect(answer.user).to.include({ email: 'zoe@maison.example', emailVerified: true });
    expect(call.carried.started).to.equal(answer.token);
  });

  it('refuses other tokens, and says where there is no provider', async () => {
    expect((await refusalOf(bridge('bad', provider))).code).to.equal('invalid_login');
    expect((await refusalOf(bridge('good', null))).code).to.equal('oidc_not_configured');
  });
});
