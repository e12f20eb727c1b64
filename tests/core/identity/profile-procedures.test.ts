import { profileRouter } from '@comptoir/core/identity/profile-procedures.js';
import type { User } from '@comptoir/core/identity/user.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { MINUTE_MS, NOON } from '../../suites/builders.js';
import { atOnce, errorOf, refusalOf } from '../../suites/suite.js';
import { aBench, type Bench } from '../support.js';
import { aCallWith, aHouse, aPerson, auditTrail, everywhere, HERE, join, linkIn, PASSWORD, signIn, withBearer } from './people.js';

const router = profileRouter();

const callOf = async (bench: Bench, user: User) => aCallWith(bench, withBearer((await signIn(bench, user)).token));

describe('the profile', () => {
  it('is shown, and changes in what is sent', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'owner');
    const call = await callOf(bench, user);
    const change = { name: ' Lucie M. ', locale: 'en', notifications: { summary: false } };

    const answer = await callProcedure('profile.update', router.update, call, change);

    expect(answer).to.deep.include({
      id: user.id,
      name: 'Lucie M.',
      locale: 'en',
      notifications: { security: true, orders: true, summary: false },
    });
    expect(await callProcedure('profile.update', router.update, call, {})).to.deep.equal(answer);
    const shown = await callProcedure('profile.get', router.get, call, undefined);
    expect(shown.user).to.deep.equal(answer);
    expect(shown.memberships.map(({ tenantId }) => tenantId)).to.deep.equal([scope.tenantId]);
  });

  it('takes no name that cannot be shown, and no language it does not speak', async () => {
    const bench = aBench();
    const call = await callOf(bench, await aPerson(bench));
    for (const wrong of [{ name: '' }, { name: 'a\nb' }, { locale: 'de' }, { notifications: { summary: 'no' } }])
      expect((await refusalOf(callProcedure('profile.update', router.update, call, wrong))).code).to.equal('invalid_request');
  });

  it('changes nothing but what it names, whatever else is sent', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    const call = await callOf(bench, user);
    await callProcedure('profile.update', router.update, call, { email: 'x@y.fr', superAdmin: true, tokenVersion: 9, id: 'x' });
    expect((await bench.services.profile.get(user.id)).user).to.deep.equal(user);
  });
});

describe('one’s own sessions', () => {
  it('are listed, last used first, and the one of the call is marked', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    await signIn(bench, user);
    bench.clock.advance(MINUTE_MS);
    const call = await callOf(bench, user);
    await signIn(bench, await aPerson(bench));
    const { items } = await callProcedure('profile.sessions', router.sessions, call, undefined);
    expect(items.map(({ current }) => current)).to.deep.equal([true, false]);
    expect(items[0]).to.include({ id: call.identity?.sessionId, kind: 'browser', address: HERE.address, userAgent: HERE.userAgent });
  });

  it('end one by one; ending the one of the call signs out, from every tab', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    const other = await signIn(bench, user);
    const call = await callOf(bench, user);
    const tab = await callOf(bench, user);
    const items = async () => (await callProcedure('profile.sessions', router.sessions, call, undefined)).items;
    const otherId = (await bench.services.identify.identify(withBearer(other.token))).identity?.sessionId;

    await callProcedure('profile.revokeSession', router.revokeSession, call, { id: otherId });
    expect(call.carried.ended).to.equal(false);
    expect((await bench.services.identify.identify(withBearer(other.token))).identity).to.equal(null);
    expect((await items()).map(({ id }) => id)).to.have.members([call.identity?.sessionId, tab.identity?.sessionId]);

    await callProcedure('profile.revokeSession', router.revokeSession, call, { id: call.identity?.sessionId });
    expect([call.carried.ended, tab.carried.ended]).to.deep.equal([true, false]);
    expect((await items()).map(({ id }) => id)).to.deep.equal([tab.identity?.sessionId]);
  });

  it('end all but the one of the call', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    await signIn(bench, user);
    await signIn(bench, user);
    const call = await callOf(bench, user);
    expect(await callProcedure('profile.revokeOthers', router.revokeOthers, call, undefined)).to.deep.equal({ ended: 2 });
    expect((await callProcedure('profile.sessions', router.sessions, call, undefined)).items).to.have.length(1);
  });

  it('are one’s own: those of others, ended ones and made-up ones do not exist', async () => {
    const bench = aBench();
    const [user, other] = [await aPerson(bench), await aPerson(bench)];
    const [call, foreign] = [await callOf(bench, user), await callOf(bench, other)];
    const own = await callOf(bench, user);
    await callProcedure('profile.revokeSession', router.revokeSession, call, { id: own.identity?.sessionId });
    for (const id of [foreign.identity?.sessionId, own.identity?.sessionId, 'made-up'])
      expect((await refusalOf(callProcedure('profile.revokeSession', router.revokeSession, call, { id }))).code).to.equal('unknown_record');
    expect((await bench.services.views.sessions.ofUser(other.id, NOON)).length).to.equal(1);
  });
});

describe('deleting one’s account', () => {
  const remove = async (bench: Bench, user: User, password: string | null = PASSWORD) => {
    const call = await callOf(bench, user);
    const answer = callProcedure('profile.deleteAccount', router.deleteAccount, call, { password });
    return { call, answer };
  };

  it('wipes who it was, ends every session and membership, and frees the address', async () => {
    const { persistence, entries } = auditTrail(makeMemoryPersistence());
    const bench = aBench(persistence);
    const { scope } = await aHouse(bench, 'owner');
    const user = await aPerson(bench, { name: 'Somebody Unmistakable' });
    await join(bench, scope.tenantId, user.id, [everywhere('admin')]);
    const elsewhere = await signIn(bench, user);

    const { call, answer } = await remove(bench, user);
    await answer;

    expect(call.carried.ended).to.equal(true);
    expect((await bench.services.identify.identify(withBearer(elsewhere.token))).refusal?.code).to.equal('unauthorized');
    expect(await bench.services.views.members.get(scope, user.id)).to.equal(null);
    expect((await refusalOf(signIn(bench, user))).code).to.equal('invalid_login');
    expect((await refusalOf(bench.services.profile.get(user.id))).code).to.equal('unknown_record');
    const again = await aPerson(bench, { email: user.email });
    expect((await signIn(bench, again)).user.id).to.equal(again.id);
    const entry = entries.find(({ action }) => action === 'profile.deleteAccount');
    expect(entry).to.include({ tenantId: null, actor: `user:${user.id}`, sessionId: call.identity?.sessionId });
    expect(JSON.stringify(entry)).to.not.contain(user.email).and.not.contain('Unmistakable');
  });

  it('unties the accounts at identity providers: whoever signs in with one then is somebody new', async () => {
    const bench = aBench();
    const claims = { issuer: 'https://id.example', subject: 's', email: 'zoe@maison.example', emailVerified: true, name: 'Zoé' };
    const before = await bench.services.providerLogin.signIn(claims, HERE);
    await bench.services.profile.deleteAccount({ userId: before.user.id, sessionId: null }, null, HERE);
    const after = await bench.services.providerLogin.signIn(claims, HERE);
    expect(after.user.id).to.not.equal(before.user.id);
    expect(after.user.email).to.equal(claims.email);
  });

  it('makes the links mailed before worthless', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    await bench.services.auth.requestPasswordReset(user.email, HERE);
    const token = linkIn(bench, user.email);
    await (await remove(bench, user)).answer;
    expect((await refusalOf(bench.services.auth.resetPassword(token, 'une tout autre phrase', HERE))).code).to.equal('invalid_token');
  });

  it('asks for the password, and changes nothing without it', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    for (const wrong of ['no', null]) expect((await refusalOf((await remove(bench, user, wrong)).answer)).code).to.equal('invalid_login');
    expect((await bench.services.profile.get(user.id)).user).to.deep.equal(user);
  });

  it('is refused to the last owner of an organisation, and names it', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'owner');
    const other = await aHouse(bench, 'owner');
    await join(bench, other.scope.tenantId, user.id, [everywhere('staff')]);
    const left = await aPerson(bench);
    await join(bench, scope.tenantId, left.id, [everywhere('owner')], false);

    const refusal = await refusalOf((await remove(bench, user)).answer);

    expect([refusal.code, refusal.facts]).to.deep.equal(['last_owner', { organisations: ['Maison'] }]);
    expect(await bench.services.views.members.ofUser(user.id)).to.have.length(2);
  });

  it('leaves one owner when two of them go at once', async () => {
    const bench = aBench();
    const { scope, user } = await aHouse(bench, 'owner');
    const second = await aPerson(bench);
    await join(bench, scope.tenantId, second.id, [everywhere('owner')]);
    const gone = await atOnce(2, async (index) => {
      const { answer } = await remove(bench, index === 0 ? user : second);
      return answer.then(
        () => 'gone',
        async (error: unknown) => (await refusalOf(Promise.reject(error))).code,
      );
    });
    expect(gone.sort()).to.deep.equal(['gone', 'last_owner']);
  });

  it('is all or nothing', async () => {
    const memory = makeMemoryPersistence();
    const bench = aBench({
      views: memory.views,
      transact: (scope, work) =>
        memory.transact(scope, (stores, views) => {
          const unlinkProviderAccounts = () => Promise.reject(new Error('unreachable'));
          return work({ ...stores, users: { ...stores.users, unlinkProviderAccounts } }, views);
        }),
    });
    const { scope } = await aHouse(bench, 'owner');
    const user = await aPerson(bench);
    await join(bench, scope.tenantId, user.id, [everywhere('staff')]);
    const { call, answer } = await remove(bench, user);
    expect(await errorOf(answer)).to.have.property('message', 'unreachable');
    expect(call.carried.ended).to.equal(false);
    expect(await bench.services.views.members.ofUser(user.id)).to.have.length(1);
    expect((await signIn(bench, user)).user.id).to.equal(user.id);
  });
});
