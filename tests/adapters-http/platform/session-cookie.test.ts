import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { makeSessionCookie } from '@comptoir/adapters-http/platform/session-cookie.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import { expect } from 'chai';
import { DAY_MS, NOON } from '../../suites/builders.js';
import { call } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { closeAll, serve } from '../serve.js';
import { GOOD_TOKEN, type OpenOptions, openContexts, PRODUCTION_COOKIE } from './platform-host.js';

const IN_30_DAYS = new Date(NOON.getTime() + 30 * DAY_MS);
const signIn = ({ session }: CallContext) => session.start('fresh.token.1', IN_30_DAYS);
const signOut = ({ session }: CallContext) => session.end();

/** The cookies that a call sets, on a host. */
async function cookiesSet(host: string, open: OpenOptions, act: (context: CallContext) => void = () => undefined): Promise<string[]> {
  const { origin } = await openContexts(open, act);
  const headers = { Host: host, Cookie: `${PRODUCTION_COOKIE}=${GOOD_TOKEN}` };
  return (await call(origin, { headers })).headers['set-cookie'] ?? [];
}

describe('the session cookie', () => {
  afterEach(closeAll);

  const DOMAIN = { options: { platformDomain: 'platform.example' } };
  const NO_DOMAIN = { options: { platformDomain: null } };
  const DEVELOPMENT = { options: { platformDomain: null, production: false } };

  const FOR_HOST = `${PRODUCTION_COOKIE}=fresh.token.1; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`;
  const FOR_DOMAIN = `${PRODUCTION_COOKIE}=fresh.token.1; Path=/; Domain=platform.example; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`;

  it('is for the host alone where the platform has no domain', async () => {
    expect(await cookiesSet('platform.example', NO_DOMAIN, signIn)).to.deep.equal([FOR_HOST]);
  });

  for (const host of ['platform.example', 'Platform.EXAMPLE.:8443', 'zinc.platform.example', 'a.b.platform.example']) {
    it(`is shared by the hosts of the platform's domain when it is set on ${host}`, async () => {
      expect(await cookiesSet(host, DOMAIN, signIn)).to.deep.equal([FOR_DOMAIN]);
    });
  }

  for (const host of ['lucie.example', 'notplatform.example', 'platform.example.evil.example', 'example', '127.0.0.1:3001']) {
    it(`is for the host alone on ${host}, which is not of the platform's domain`, async () => {
      expect(await cookiesSet(host, DOMAIN, signIn)).to.deep.equal([FOR_HOST]);
    });
  }

  it('has its other name in development, and goes over unencrypted connections there', async () => {
    expect(await cookiesSet('127.0.0.1:3001', DEVELOPMENT, signIn)).to.deep.equal([
      'platform.session-token=fresh.token.1; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
    ]);
  });

  it('is forgotten when the caller signs out: the shared one, and one of the host alone', async () => {
    expect(await cookiesSet('zinc.platform.example', DOMAIN, signOut)).to.deep.equal([
      `${PRODUCTION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
      `${PRODUCTION_COOKIE}=; Path=/; Domain=platform.example; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    ]);
    expect(await cookiesSet('lucie.example', DOMAIN, signOut)).to.deep.equal([
      `${PRODUCTION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    ]);
  });

  it('is renewed when it has become old', async () => {
    const renewed = { token: 'fresh.token.1', expiresAt: IN_30_DAYS };
    expect(await cookiesSet('platform.example', { ...DOMAIN, answer: { renewed } })).to.deep.equal([FOR_DOMAIN]);
    expect(await cookiesSet('platform.example', DOMAIN)).to.deep.equal([]);
  });

  it('is set once by a call that renews it and then signs in anew, and not at all by one that then signs out', async () => {
    const open = { ...DOMAIN, answer: { renewed: { token: 'renewed', expiresAt: IN_30_DAYS } } };
    expect(await cookiesSet('platform.example', open, signIn)).to.deep.equal([FOR_DOMAIN]);
    const afterwards = await cookiesSet('platform.example', open, signOut);
    expect(afterwards.join()).not.to.include('renewed');
    expect(afterwards).to.have.lengthOf(2);
  });

  it('never lasts less than nothing', async () => {
    const late = ({ session }: CallContext) => session.start('t', new Date(NOON.getTime() - 1));
    expect((await cookiesSet('platform.example', NO_DOMAIN, late))[0]).to.include('Max-Age=0;');
  });

  it('leaves alone the other cookies of the answer', async () => {
    const cookies = await setting(['platform.session-token-of-another=1; Path=/', 'b=2'], (session) => session.start('t', IN_30_DAYS));
    expect(cookies.slice(0, 2)).to.deep.equal(['platform.session-token-of-another=1; Path=/', 'b=2']);
    expect(cookies).to.have.lengthOf(3);
  });

  it('comes too late once the head of the answer is gone, and breaks nothing', async () => {
    const app = makeHostApp('tests', hostOptions());
    const cookie = makeSessionCookie({ production: true, platformDomain: null, clock: fixedClock(NOON) });
    app.use((ctx) => {
      ctx.respond = false;
      ctx.res.writeHead(200);
      ctx.res.write('be');
      cookie.carrier(ctx).start('t', IN_30_DAYS);
      cookie.carrier(ctx).end();
      ctx.res.end('gun');
    });
    const { status, text, headers } = await call(await serve(app.callback()));
    expect([status, text]).to.deep.equal([200, 'begun']);
    expect(headers).not.to.have.property('set-cookie');
  });

  async function setting(earlier: string[], act: (session: CallContext['session']) => void): Promise<string[]> {
    const app = makeHostApp('tests', hostOptions());
    const cookie = makeSessionCookie({ production: false, platformDomain: null, clock: fixedClock(NOON) });
    app.use((ctx) => {
      ctx.res.setHeader('Set-Cookie', earlier);
      act(cookie.carrier(ctx));
      ctx.body = 'done';
    });
    return (await call(await serve(app.callback()))).headers['set-cookie'] ?? [];
  }
});
