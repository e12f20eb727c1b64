import { authRouter } from '@comptoir/core/identity/auth-procedures.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import type { AnyProcedure } from '@comptoir/core/kit/procedure.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, NOON } from '../../suites/builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { plainPasswords } from '../../support/service-deps.js';
import { aBench } from '../support.js';
import { aCallWith, aHouse, aPerson, auditTrail, ELSEWHERE, HERE, PASSWORD, signIn, withBearer, withCookie } from './people.js';

const router = authRouter();

/** A bench that keeps what was verified: `[hash, password]`. */
function verifying() {
  const verified: string[] = [];
  const passwords = {
    ...plainPasswords,
    verify: async (hash: string, password: string) => {
      verified.push(hash);
      return plainPasswords.verify(hash, password);
    },
  };
  return { ...aBench(makeMemoryPersistence(), { passwords }), verified };
}

describe('signing in by password', () => {
  it('answers a token for the session, and starts it', async () => {
    const bench = aBench();
    const { scope, site, user } = await aHouse(bench, 'owner');
    const call = await aCallWith(bench, null);

    const answer = await callProcedure('auth.login', router.login, call, { email: ` ${user.email.toUpperCase()} `, password: PASSWORD });

    expect(answer).to.deep.include({
      expiresAt: new Date(NOON.getTime() + 30 * DAY_MS),
      user: { id: user.id, email: user.email, name: 'Lucie', locale: 'fr', emailVerified: true },
      tenantId: scope.tenantId,
      siteId: site.id,
    });
    expect(call.carried.started).to.equal(answer.token);
    expect((await bench.services.identify.identify(withBearer(answer.token))).identity?.userId).to.equal(user.id);
  });

  it('is one refusal for an unknown address, a wrong password, a deleted account and one without a password', async () => {
    const { services, verified, ...bench } = verifying();
    const user = await aPerson(bench);
    const deleted = await aPerson(bench, { deletedAt: NOON });
    const byProvider = await aPerson(bench, { passwordHash: null });
    const refusals = [
      await refusalOf(services.auth.login({ email: 'nobody@maison.example', password: PASSWORD }, HERE)),
      await refusalOf(services.auth.login({ email: user.email, password: 'wrong' }, HERE)),
      await refusalOf(services.auth.login({ email: deleted.email, password: PASSWORD }, HERE)),
      await refusalOf(services.auth.login({ email: byProvider.email, password: PASSWORD }, HERE)),
    ];
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).to.equal(1);
    expect(refusals[0]?.code).to.equal('invalid_login');
    // As much work for each, so that the time tells nothing either.
    const nobodys = plainPasswords.nobodysHash;
    expect(verified).to.deep.equal([nobodys, user.passwordHash, nobodys, nobodys]);
  });

  it('looks at five passwords only when twenty are tried at once', async () => {
    const { services, verified, ...bench } = verifying();
    const user = await aPerson(bench);
    const codes = await atOnce(20, async () => (await refusalOf(services.auth.login({ email: user.email, password: 'no' }, HERE))).code);
    expect(codes.filter((code) => code === 'invalid_login')).to.have.length(5);
    expect(codes.filter((code) => code === 'rate_limited')).to.have.length(15);
    expect(verified).to.have.length(5);
  });

  it('waits after five tries, for the right password too, and says how long', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    for (let count = 0; count < 5; count += 1) await refusalOf(bench.services.auth.login({ email: user.email, password: 'no' }, HERE));
    bench.clock.advance(5000);
    const refusal = await refusalOf(signIn(bench, user));
    expect([refusal.code, refusal.retryAfterSecs]).to.deep.equal(['rate_limited', 10]);
    bench.clock.advance(10_000);
    expect((await signIn(bench, user)).user.id).to.equal(user.id);
    for (let count = 0; count < 5; count += 1)
      expect((await refusalOf(bench.services.auth.login({ email: user.email, password: 'no' }, HERE))).code).to.equal('invalid_login');
  });

  it('waits for an address that nobody has just as well', async () => {
    const bench = aBench();
    const tried = async () => (await refusalOf(bench.services.auth.login({ email: 'nobody@maison.example', password: 'no' }, HERE))).code;
    for (let count = 0; count < 5; count += 1) expect(await tried()).to.equal('invalid_login');
    expect(await tried()).to.equal('rate_limited');
  });

  it('never waits at the owner’s own address for what others try elsewhere', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    await signIn(bench, user);
    for (let index = 0; index < 40; index += 1)
      await refusalOf(bench.services.auth.login({ email: user.email, password: 'no' }, { ...ELSEWHERE, address: `bot-${index}` }));
    expect((await refusalOf(bench.services.auth.login({ email: user.email, password: PASSWORD }, ELSEWHERE))).code).to.equal(
      'rate_limited',
    );
    expect((await signIn(bench, user)).user.id).to.equal(user.id);
  });

  it('hashes the password anew where its hash is out of date', async () => {
    const bench = aBench(makeMemoryPersistence(), {
      passwords: {
        ...plainPasswords,
        hash: async (password) => `new:${password}`,
        isOutdated: (hash) => hash.startsWith('plain:'),
        verify: async (hash, password) => hash.slice(hash.indexOf(':') + 1) === password,
      },
    });
    const user = await aPerson(bench);
    await signIn(bench, user);
    const { user: after } = await bench.services.profile.get(user.id);
    expect([after.passwordHash, after.tokenVersion]).to.deep.equal([`new:${PASSWORD}`, user.tokenVersion]);
    expect((await signIn(bench, user)).user.id).to.equal(user.id);
  });

  it('is refused where the password changes while it is being verified', async () => {
    const memory = makeMemoryPersistence();
    const changed: (() => Promise<unknown>)[] = [];
    const passwords = {
      ...plainPasswords,
      verify: async (hash: string, password: string) => {
        await changed.pop()?.();
        return plainPasswords.verify(hash, password);
      },
    };
    const bench = aBench(memory, { passwords });
    const { scope, user } = await aHouse(bench, 'owner');
    changed.push(() =>
      memory.transact(scope, ({ users }) => users.change(user.id, (before) => ({ ...before, passwordHash: 'plain:other' }))),
    );
    expect((await refusalOf(signIn(bench, user))).code).to.equal('invalid_login');
    expect(await bench.services.views.sessions.ofUser(user.id, NOON)).to.deep.equal([]);
  });

  it('is written down without the password, for the organisation it is for; what is refused is not', async () => {
    const { persistence, entries } = auditTrail(makeMemoryPersistence());
    const bench = aBench(persistence);
    const { scope, site, user } = await aHouse(bench, 'owner');
    await refusalOf(bench.services.auth.login({ email: user.email, password: 'wrong' }, HERE));
    await callProcedure('auth.login', router.login, await aCallWith(bench, null), { email: user.email, password: PASSWORD });
    const [session] = await bench.services.views.sessions.ofUser(user.id, NOON);
    expect(entries.map(({ id: _, ...entry }) => entry)).to.deep.equal([
      {
        tenantId: scope.tenantId,
        siteId: site.id,
        at: NOON,
        actor: `user:${user.id}`,
        sessionId: session?.id,
        action: 'auth.login',
        subjectId: user.id,
        input: { email: user.email },
        requestId: 'r1',
        address: HERE.address,
      },
    ]);
    expect(JSON.stringify(entries)).to.not.contain(PASSWORD);
  });

  it('takes no address or password beyond reason', async () => {
    const call = await aCallWith(aBench(), null);
    for (const input of [
      { email: 'x'.repeat(255), password: 'x' },
      { email: 'x', password: 'x'.repeat(1001) },
      { email: '', password: 'x' },
    ])
      expect((await refusalOf(callProcedure('auth.login', router.login, call, input))).code).to.equal('invalid_request');
  });
});

describe('the session of a call', () => {
  it('says who, what for, and until when', async () => {
    const bench = aBench();
    const { scope, site, user } = await aHouse(bench, 'admin');
    const { token, expiresAt } = await signIn(bench, user);
    const call = await aCallWith(bench, withBearer(token));
    const answer = await callProcedure('auth.getSession', router.getSession, call, undefined);
    const sessionId = call.identity?.sessionId;
    expect(answer).to.deep.equal({ userId: user.id, sessionId, tenantId: scope.tenantId, siteId: site.id, roles: ['admin'], expiresAt });
  });

  it('ends with signing out, for every copy of its token, and only it', async () => {
    const bench = aBench();
    const { user } = await aHouse(bench, 'owner');
    const [first, second] = [await signIn(bench, user), await signIn(bench, user)];
    const call = await aCallWith(bench, withBearer(first.token));
    expect(await callProcedure('auth.logout', router.logout, call, undefined)).to.deep.equal({ ok: true });
    expect(call.carried.ended).to.equal(true);
    expect((await bench.services.identify.identify(withBearer(first.token))).refusal?.code).to.equal('unauthorized');
    expect((await bench.services.identify.identify(withBearer(second.token))).identity?.userId).to.equal(user.id);
  });

  it('can be started for somebody recognised elsewhere, and is written down', async () => {
    const { persistence, entries } = auditTrail(makeMemoryPersistence());
    const bench = aBench(persistence);
    const { scope, user } = await aHouse(bench, 'owner');
    const { token } = await bench.services.auth.startSession(user, 'token', { tenantId: scope.tenantId, siteId: null }, HERE);
    const { identity } = await bench.services.identify.identify(withBearer(token));
    expect([identity?.tenant?.tenantId, identity?.site]).to.deep.equal([scope.tenantId, null]);
    expect(entries.map(({ action, input }) => [action, input])).to.deep.equal([['auth.startSession', { kind: 'token' }]]);
  });

  it('lasts as many days as it was given, then, and is not renewed', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    const { token, expiresAt } = await bench.services.auth.startSession(user, 'token', null, HERE, 7);
    expect(expiresAt).to.deep.equal(new Date(NOON.getTime() + 7 * DAY_MS));
    bench.clock.advance(6 * DAY_MS);
    const { identity, renewed } = await bench.services.identify.identify(withCookie(token));
    expect([identity?.userId, renewed]).to.deep.equal([user.id, null]);
    bench.clock.advance(DAY_MS);
    expect((await bench.services.identify.identify(withBearer(token))).refusal?.code).to.equal('unauthorized');
  });

  it('can go on for another organisation, under another token', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'owner');
    const home = { tenantId: scope.tenantId, siteId: null };
    for (const [kind, days, lasts] of [
      ['browser', undefined, 31],
      ['token', 7, 7],
    ] as const) {
      bench.clock.set(NOON);
      const { token } = await bench.services.auth.startSession(user, kind, { tenantId: null, siteId: null }, HERE, days);
      const sessionId = (await bench.services.identify.identify(withBearer(token))).identity?.sessionId ?? '';
      bench.clock.advance(DAY_MS);

      const switched = await bench.services.auth.switchScope({ userId: user.id, sessionId }, home);

      expect(switched).to.deep.include({ ...home, expiresAt: new Date(NOON.getTime() + lasts * DAY_MS) });
      const { identity } = await bench.services.identify.identify(withBearer(switched.token));
      expect([identity?.sessionId, identity?.tenant?.tenantId, identity?.site]).to.deep.equal([sessionId, scope.tenantId, null]);
      bench.clock.advance(lasts * DAY_MS - DAY_MS - 1000);
      expect((await bench.services.identify.identify(withBearer(switched.token))).identity?.userId).to.equal(user.id);
    }
  });

  it('does not go on once it has ended, nor for somebody else', async () => {
    const bench = aBench();
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    const sessionId = (await bench.services.identify.identify(withBearer(token))).identity?.sessionId ?? '';
    const stranger = await aPerson(bench);
    const switching = (userId: string) => bench.services.auth.switchScope({ userId, sessionId }, { tenantId: null, siteId: null });
    expect((await refusalOf(switching(stranger.id))).code).to.equal('unauthorized');
    await bench.services.auth.logout(user.id, sessionId);
    expect((await refusalOf(switching(user.id))).code).to.equal('unauthorized');
  });
});

describe('who the caller is', () => {
  it('is their profile, nothing secret in it', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'owner');
    const call = await aCallWith(bench, withBearer((await signIn(bench, user)).token));
    const profile = await callProcedure('auth.getProfile', router.getProfile, call, undefined);
    expect(profile.user).to.deep.equal({
      id: user.id,
      email: user.email,
      name: 'Lucie',
      locale: 'fr',
      emailVerified: true,
      hasPassword: true,
      superAdmin: false,
      notifications: { security: true, orders: true, summary: true },
      createdAt: NOON,
    });
    const assignments = [{ role: 'owner', siteId: null }];
    expect(profile.memberships).to.deep.equal([
      { tenantId: scope.tenantId, tenantName: 'Maison', tenantActive: true, active: true, assignments },
    ]);
    expect(await callProcedure('auth.getUserInfo', router.getUserInfo, call, {})).to.deep.equal({
      sub: user.id,
      email: user.email,
      email_verified: true,
      name: 'Lucie',
      locale: 'fr',
    });
  });

  it('may use the back office as an active member anywhere, or as a super-admin', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'viewer');
    const [stranger, root] = [await aPerson(bench), await aPerson(bench, { superAdmin: true })];
    const asked = async (person: typeof user) =>
      callProcedure(
        'auth.canAccessManage',
        router.canAccessManage,
        await aCallWith(bench, withBearer((await signIn(bench, person)).token)),
        undefined,
      );
    expect(await asked(user)).to.deep.equal({ allowed: true, tenants: [{ id: scope.tenantId, name: 'Maison' }] });
    expect(await asked(stranger)).to.deep.equal({ allowed: false, tenants: [] });
    expect(await asked(root)).to.deep.equal({ allowed: true, tenants: [] });
    await bench.persistence.transact(scope, ({ members }) => members.change(scope, user.id, (member) => ({ ...member, active: false })));
    bench.clock.advance(HOUR_MS);
    expect(await asked(user)).to.deep.equal({ allowed: false, tenants: [] });
  });

  it('is asked only of those who have signed in', async () => {
    const call = await aCallWith(aBench(), null);
    const refused: string[] = [];
    for (const [name, procedure] of Object.entries<AnyProcedure>(router)) {
      if (procedure.access.kind !== 'protected') continue;
      expect((await refusalOf(callProcedure(`auth.${name}`, procedure, call, {}))).code, name).to.equal('unauthorized');
      refused.push(name);
    }
    expect(refused).to.have.members([
      'canAccessManage',
      'changePassword',
      'getProfile',
      'getSession',
      'getUserInfo',
      'logout',
      'resendVerificationEmail',
    ]);
  });
});
