import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import type { PrincipalViews } from '@comptoir/core/identity/session-store.js';
import { claimsOf } from '@comptoir/core/identity/session-token.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, MINUTE_MS, NOON, SYSTEM } from '../../suites/builders.js';
import { errorOf } from '../../suites/suite.js';
import { TEST_SECRET } from '../../support/service-deps.js';
import { aBench, type Bench } from '../support.js';
import { aHouse, aPerson, everywhere, HERE, join, rolesIn, signIn, withBearer, withCookie } from './people.js';

const tokens = makeSignedTokens([TEST_SECRET]);
const SCOPE = { tenantId: 'none', actor: SYSTEM };

/** A bench that counts how often callers are read, and lets reading fail. */
function counting() {
  const memory = makeMemoryPersistence();
  const reads: string[] = [];
  const switches = { broken: false };
  const principals: PrincipalViews = {
    principal: async (sid, tenantId) => {
      reads.push(sid);
      if (switches.broken) throw new Error('unreachable');
      return memory.views.principals.principal(sid, tenantId);
    },
  };
  const bench = aBench({ transact: memory.transact, views: { ...memory.views, principals } });
  return { ...bench, reads, switches };
}

/** Everything asked of the stores before this has been done. */
const settled = ({ persistence }: Bench) => persistence.transact(SCOPE, async () => undefined);

async function outcome(bench: Bench, token: string): Promise<string> {
  const { identity, refusal } = await bench.services.identify.identify(withBearer(token));
  return identity === null ? (refusal?.code ?? 'nobody') : 'somebody';
}

describe('who calls', () => {
  it('is nobody without a token, and nothing is refused', async () => {
    const { services } = aBench();
    const nobody = { identity: null, refusal: null, by: null, renewed: null };
    expect(await services.identify.identify({ ...withBearer(''), bearer: null })).to.deep.equal(nobody);
  });

  it('is whoever the session belongs to, with the roles they hold', async () => {
    const bench = aBench();
    const { scope, site, user } = await aHouse(bench, 'manager', 'staff');
    const { token } = await signIn(bench, user);

    const { identity, refusal, by } = await bench.services.identify.identify(withBearer(token));

    const actor = { kind: 'user', userId: user.id };
    expect(identity).to.deep.include({
      userId: user.id,
      roles: ['manager', 'staff'],
      tenant: { tenantId: scope.tenantId, actor },
      site: { tenantId: scope.tenantId, siteId: site.id, actor },
    });
    expect([identity?.permissions.has('products:write'), identity?.permissions.has('users:write')]).to.deep.equal([true, false]);
    expect([refusal, by]).to.deep.equal([null, 'bearer']);
  });

  it('is not believed for what is not a token of ours', async () => {
    const bench = aBench();
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const stranger = makeSignedTokens([`another ${TEST_SECRET}`]).signJwt(tokens.readJwt(token) ?? {});
    for (const bad of [
      '',
      'x',
      unsigned,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature}A`,
      stranger,
      tokens.signJwt({}),
      `${token} `,
    ])
      expect(await outcome(bench, bad), bad.slice(0, 20)).to.equal('unauthorized');
  });

  it('is never looked for in the cookie when a Bearer is not good', async () => {
    const bench = aBench();
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    const caller = await bench.services.identify.identify({ ...withCookie(token), bearer: 'expired' });
    expect([caller.identity, caller.refusal?.code, caller.by, caller.renewed]).to.deep.equal([null, 'unauthorized', 'bearer', null]);
  });

  it('is told by the Bearer where both are good', async () => {
    const bench = aBench();
    const [first, second] = [await aHouse(bench, 'owner'), await aHouse(bench, 'owner')];
    const bearer = (await signIn(bench, first.user)).token;
    const { token } = await signIn(bench, second.user);
    expect((await bench.services.identify.identify({ ...withCookie(token), bearer })).identity?.userId).to.equal(first.user.id);
  });

  it('is nobody once the token has run out', async () => {
    const bench = aBench();
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    bench.clock.advance(30 * DAY_MS - 1000);
    expect(await outcome(bench, token)).to.equal('somebody');
    bench.clock.advance(1000);
    expect(await outcome(bench, token)).to.equal('unauthorized');
  });

  it('is nobody for a session that does not exist, or is somebody else’s', async () => {
    const bench = aBench();
    const { user } = await aHouse(bench, 'owner');
    const other = await aPerson(bench);
    const scope = { tenantId: null, siteId: null };
    const sid = bench.services.ids.uuid();
    expect(await outcome(bench, tokens.signJwt({ ...claimsOf(sid, user, scope, NOON) }))).to.equal('unauthorized');
    const { token } = await signIn(bench, user);
    const session = String(tokens.readJwt(token)?.['sid']);
    expect(await outcome(bench, tokens.signJwt({ ...claimsOf(session, other, scope, NOON) }))).to.equal('unauthorized');
  });

  it('is nobody at once when this process ends the session', async () => {
    const bench = aBench();
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    expect(await outcome(bench, token)).to.equal('somebody');
    await bench.services.auth.logout(user.id, String(tokens.readJwt(token)?.['sid']));
    expect(await outcome(bench, token)).to.equal('unauthorized');
  });

  it('is nobody within 5 seconds when another process ends the session, raises the version or deletes the user', async () => {
    const changes = {
      ends: (bench: Bench, userId: string) =>
        bench.persistence.transact(SCOPE, async ({ sessions }) => void (await sessions.revokeAll(userId, null, NOON))),
      raises: (bench: Bench, userId: string) =>
        bench.persistence.transact(SCOPE, async ({ users }) => void (await users.change(userId, (user) => ({ ...user, tokenVersion: 2 })))),
      deletes: (bench: Bench, userId: string) =>
        bench.persistence.transact(SCOPE, async ({ users }) => void (await users.change(userId, (user) => ({ ...user, deletedAt: NOON })))),
    };
    for (const [name, change] of Object.entries(changes)) {
      const bench = aBench();
      const { user } = await aHouse(bench, 'owner');
      const { token } = await signIn(bench, user);
      expect(await outcome(bench, token), name).to.equal('somebody');
      await change(bench, user.id);
      bench.clock.advance(5000);
      expect(await outcome(bench, token), name).to.equal('unauthorized');
    }
  });

  it('holds at once what a transaction of this process has changed, and nothing of one that failed', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    const sid = String(tokens.readJwt(token)?.['sid']);
    expect(await outcome(bench, token)).to.equal('somebody');

    await errorOf(
      bench.services.unitOfWork(scope, async ({ auth }) => {
        await auth.logout(user.id, sid);
        throw new Error('lost');
      }),
    );
    expect(await outcome(bench, token)).to.equal('somebody');

    await bench.services.unitOfWork(scope, ({ auth }) => auth.logout(user.id, sid));
    expect(await outcome(bench, token)).to.equal('unauthorized');
  });

  it('is read once per few seconds, however many calls come at once', async () => {
    const bench = counting();
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    await Promise.all(Array.from({ length: 50 }, () => outcome(bench, token)));
    bench.clock.advance(3999);
    await outcome(bench, token);
    expect(bench.reads).to.have.length(1);
    bench.clock.advance(1);
    await outcome(bench, token);
    expect(bench.reads).to.have.length(2);
  });

  it('is forgotten when asked to', async () => {
    const bench = counting();
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    for (const forgotten of [user.id, null, 'somebody else']) {
      await outcome(bench, token);
      bench.services.identify.forget(forgotten);
    }
    await outcome(bench, token);
    expect(bench.reads).to.have.length(3);
  });

  it('cannot be told while the database is away: a fault, not a refusal, and not remembered', async () => {
    const bench = counting();
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    bench.switches.broken = true;
    expect(await errorOf(outcome(bench, token)))
      .to.be.instanceOf(Error)
      .and.have.property('message', 'unreachable');
    bench.switches.broken = false;
    expect(await outcome(bench, token)).to.equal('somebody');
  });
});

describe('the roles of a caller', () => {
  it('are those of the whole organisation and of the establishment they act for', async () => {
    const bench = aBench();
    const { scope, site, user } = await aHouse(bench);
    await bench.persistence.transact(scope, ({ members }) =>
      members.change(scope, user.id, (member) => ({
        ...member,
        assignments: [everywhere('viewer'), { role: 'manager', siteId: site.id }],
      })),
    );
    const { token } = await signIn(bench, user);
    const identify = bench.services.identify.identify;
    const tenant = { tenantId: scope.tenantId, siteId: null };
    const atSite = await identify(withCookie(token, { header: { ...tenant, siteId: site.id } }));
    const atTenant = await identify(withCookie(token, { header: tenant }));
    expect([rolesIn(atSite.identity?.roles), rolesIn(atTenant.identity?.roles)]).to.deep.equal(['manager viewer', 'viewer']);
  });

  it('are none for a member of an establishment who acts for the whole organisation', async () => {
    const bench = aBench();
    const { scope, site } = await aHouse(bench, 'owner');
    const user = await aPerson(bench);
    await join(bench, scope.tenantId, user.id, [{ role: 'staff', siteId: site.id }]);
    const { token } = await signIn(bench, user);
    const caller = await bench.services.identify.identify(withCookie(token, { header: { tenantId: scope.tenantId, siteId: null } }));
    expect([caller.identity?.tenant?.tenantId, caller.identity?.site, caller.identity?.roles]).to.deep.equal([scope.tenantId, null, []]);
  });

  it('follow the changes the organisation has made to them', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'staff');
    await bench.persistence.transact(scope, ({ tenantSettings }) =>
      tenantSettings.set(scope, 'permissions.roles', { staff: { grant: ['products:write'], revoke: ['orders:cancel'] } }),
    );
    const { token } = await signIn(bench, user);
    const { identity } = await bench.services.identify.identify(withBearer(token));
    expect([identity?.permissions.has('products:write'), identity?.permissions.has('orders:cancel')]).to.deep.equal([true, false]);
  });

  it('of a super-admin are theirs everywhere, with every permission', async () => {
    const bench = aBench();
    const { scope } = await aHouse(bench, 'owner');
    const user = await aPerson(bench, { superAdmin: true });
    const { token } = await signIn(bench, user);
    const { identity } = await bench.services.identify.identify(withCookie(token, { header: { tenantId: scope.tenantId, siteId: null } }));
    expect([identity?.tenant?.tenantId, identity?.roles, identity?.permissions.has('tenants:delete')]).to.deep.equal([
      scope.tenantId,
      ['super-admin'],
      true,
    ]);
  });
});

describe('a session in use', () => {
  async function inUse(bench = aBench()) {
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    const session = async () => {
      await settled(bench);
      const [first] = await bench.services.views.sessions.ofUser(user.id, bench.clock.now());
      return first;
    };
    return { ...bench, user, token, session };
  }

  it('is noted at most once in five minutes', async () => {
    const { services, clock, token, session } = await inUse();
    await services.identify.identify(withBearer(token));
    for (const minute of [4, 5, 9, 11]) {
      clock.set(new Date(NOON.getTime() + minute * MINUTE_MS));
      await services.identify.identify(withBearer(token));
      const seen = ((await session())?.lastSeenAt.getTime() ?? 0) - NOON.getTime();
      expect(seen / MINUTE_MS, `after ${minute} minutes`).to.equal({ 4: 0, 5: 5, 9: 5, 11: 11 }[minute]);
    }
  });

  it('gets a fresh cookie once the old one is a day old, and lasts as long as that', async () => {
    const { services, clock, token, session } = await inUse();
    clock.advance(24 * HOUR_MS - 1000);
    expect((await services.identify.identify(withCookie(token))).renewed).to.equal(null);
    clock.advance(1000);
    const { renewed, identity } = await services.identify.identify(withCookie(token));
    const expiresAt = new Date(NOON.getTime() + 31 * DAY_MS);
    expect(renewed?.expiresAt).to.deep.equal(expiresAt);
    expect((await session())?.expiresAt).to.deep.equal(expiresAt);
    const { iat, exp, ...before } = tokens.readJwt(token) ?? {};
    expect(tokens.readJwt(renewed?.token ?? '')).to.deep.equal({ ...before, iat: Number(iat) + 86_400, exp: Number(exp) + 86_400 });
    clock.advance(29 * DAY_MS + 23 * HOUR_MS);
    const later = await services.identify.identify(withCookie(renewed?.token ?? ''));
    expect(later.identity?.sessionId).to.equal(identity?.sessionId);
  });

  it('is not shortened by an older token of it that is still in use', async () => {
    const { services, clock, token, session } = await inUse();
    clock.advance(24 * HOUR_MS);
    await services.identify.identify(withCookie(token));
    clock.advance(6 * MINUTE_MS);
    await services.identify.identify(withBearer(token));
    expect((await session())?.expiresAt).to.deep.equal(new Date(NOON.getTime() + 31 * DAY_MS));
  });

  it('never gets another token where it came as a Bearer', async () => {
    const { services, clock, token } = await inUse();
    clock.advance(20 * DAY_MS);
    expect((await services.identify.identify(withBearer(token))).renewed).to.equal(null);
  });

  it('goes on when its use cannot be noted', async () => {
    const memory = makeMemoryPersistence();
    const switches = { broken: false };
    const bench = aBench({
      views: memory.views,
      transact: (scope, work) => (switches.broken ? Promise.reject(new Error('unreachable')) : memory.transact(scope, work)),
    });
    const { user } = await aHouse(bench, 'owner');
    const { token } = await signIn(bench, user);
    switches.broken = true;
    bench.clock.advance(2 * DAY_MS);
    const caller = await bench.services.identify.identify(withCookie(token));
    expect([caller.identity?.userId, caller.renewed === null]).to.deep.equal([user.id, false]);
  });
});

describe('the client of a session', () => {
  it('is kept with it', async () => {
    const bench = aBench();
    const { user } = await aHouse(bench, 'owner');
    await signIn(bench, user);
    const [session] = await bench.services.views.sessions.ofUser(user.id, NOON);
    expect(session).to.include({ kind: 'browser', address: HERE.address, userAgent: HERE.userAgent });
  });
});
