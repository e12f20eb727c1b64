import { makePlatform } from '@comptoir/adapters-http/platform/platform.js';
import { makeIdentityProvider } from '@comptoir/adapters-sdk/oidc/identity-provider.js';
import type { AuthService } from '@comptoir/core/identity/auth-service.js';
import type { ProviderClaims } from '@comptoir/core/identity/identity-provider.js';
import type { ProviderLogin } from '@comptoir/core/identity/provider-login.js';
import { type Clock, fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { CLIENT, type RunningProvider, runProvider, signInAt } from '../../adapters-sdk/oidc/provider.js';
import { DAY_MS, NOON } from '../../suites/builders.js';
import { aVisitor, type Visitor } from '../../support/visitor.js';
import { closeAll, serve } from '../serve.js';
import { servicesOn } from '../storefront/till.js';
import { fakeIdentify, GOOD_TOKEN, platformOptions } from './platform-host.js';

/** The whole way of a login, over HTTP only: platform, provider, and back with a cookie that works. */
describe('signing in through the identity provider', () => {
  let running: RunningProvider | undefined;

  afterEach(async () => {
    await running?.stop();
    await closeAll();
  });

  /** A platform and a provider that know each other. */
  async function open() {
    const signedIn: ProviderClaims[] = [];
    const loggedOut: string[] = [];
    const clock: Clock = fixedClock(NOON);
    let answer: ReturnType<ReturnType<typeof makePlatform>['callback']> = async () => undefined;
    const origin = await serve((request, response) => void answer(request, response));
    running = await runProvider({ redirectUri: `${origin}/api/auth/callback` });
    const identityProvider = makeIdentityProvider({ ...CLIENT, issuer: running.issuer, allowHttp: true });
    const providerLogin: ProviderLogin = {
      signInByToken: () => Promise.reject(new Error('not called')),
      async signIn(claims) {
        if (!claims.emailVerified) throw new DomainError('invalid_login');
        signedIn.push(claims);
        return { token: GOOD_TOKEN, expiresAt: new Date(NOON.getTime() + DAY_MS), user: {} as never, tenantId: null, siteId: null };
      },
    };
    const auth = { logout: async (userId: string) => void loggedOut.push(userId) } as Partial<AuthService> as AuthService;
    const services = { ...servicesOn(makeMemoryPersistence(), clock), identify: fakeIdentify(), providerLogin, auth };
    const options = platformOptions({ publicUrl: origin, production: false, platformDomain: null, identityProvider });
    answer = makePlatform(services, options).callback();
    return { origin, signedIn, loggedOut };
  }

  /** Follows nothing: where the platform sends the browser is what is asked. */
  const nowhere = () => false;

  async function signIn(origin: string, login: string, visitor: Visitor, returnTo = '/manage/orders') {
    const begun = await visitor.visit(`${origin}/api/auth/oidc-login?return_to=${encodeURIComponent(returnTo)}`, nowhere);
    const callback = await signInAt(begun.next?.href ?? '', login, visitor);
    return { callback, done: await visitor.visit(callback.href, nowhere) };
  }

  it('leads to where it was wanted, with a session that calls rest on, and out again', async () => {
    const { origin, signedIn, loggedOut } = await open();
    const visitor = aVisitor();
    const { done } = await signIn(origin, 'ada', visitor);
    expect([done.response.status, done.next?.href]).to.deep.equal([303, `${origin}/manage/orders`]);
    expect(visitor.cookiesFor(origin)).to.equal(`platform.session-token=${GOOD_TOKEN}`);
    expect(signedIn.map(({ subject, email }) => ({ subject, email }))).to.deep.equal([{ subject: 'ada', email: 'ada@example.org' }]);

    const out = await visitor.submit(`${origin}/api/auth/logout`, {}, nowhere);
    expect([out.response.status, loggedOut]).to.deep.equal([200, ['lucie']]);
    expect(visitor.cookiesFor(origin)).to.equal('');
  });

  it('happens once: the same way back leads nowhere a second time, also for whoever kept the cookie', async () => {
    const { origin, signedIn } = await open();
    const visitor = aVisitor();
    const begun = await visitor.visit(`${origin}/api/auth/oidc-login`, nowhere);
    const kept = visitor.cookiesFor(origin);
    const callback = await signInAt(begun.next?.href ?? '', 'ada', visitor);
    await visitor.visit(callback.href, nowhere);
    const again = await visitor.visit(callback.href, nowhere);
    expect(again.next?.href).to.equal(`${origin}/manage/login?error=invalid_login`);
    const replayed = await fetch(callback, { redirect: 'manual', headers: { Accept: 'application/json', Cookie: kept } });
    expect(replayed.status).to.equal(401);
    expect(replayed.headers.getSetCookie().join()).not.to.include(GOOD_TOKEN);
    expect(signedIn).to.have.lengthOf(1);
  });

  it('cannot be finished in the browser of somebody else', async () => {
    const { origin, signedIn } = await open();
    const [attacker, victim] = [aVisitor(), aVisitor()];
    const begun = await attacker.visit(`${origin}/api/auth/oidc-login`, nowhere);
    const callback = await signInAt(begun.next?.href ?? '', 'ada', attacker);
    for (const prepare of [async () => undefined, () => victim.visit(`${origin}/api/auth/oidc-login`, nowhere)]) {
      await prepare();
      const forced = await victim.visit(callback.href, nowhere);
      expect(forced.next?.href).to.equal(`${origin}/manage/login?error=invalid_login`);
      expect(victim.cookiesFor(origin)).to.equal('');
    }
    expect(signedIn).to.deep.equal([]);
  });

  it('does not sign in somebody whose address nobody has verified', async () => {
    const { origin, signedIn } = await open();
    const visitor = aVisitor();
    const { done } = await signIn(origin, 'eve', visitor);
    expect(done.next?.href).to.equal(`${origin}/manage/login?error=invalid_login`);
    expect([visitor.cookiesFor(origin), signedIn]).to.deep.equal(['', []]);
  });

  it('is 502 when the provider has gone away meanwhile', async () => {
    const { origin } = await open();
    const visitor = aVisitor();
    const begun = await visitor.visit(`${origin}/api/auth/oidc-login`, nowhere);
    const callback = await signInAt(begun.next?.href ?? '', 'ada', visitor);
    await running?.stop();
    const headers = { Accept: 'application/json', Cookie: visitor.cookiesFor(origin) };
    const answer = await fetch(callback, { redirect: 'manual', headers });
    expect(answer.status).to.equal(502);
    expect(await answer.json()).to.include({ ok: false, error: 'provider_unreachable' });
  });
});
