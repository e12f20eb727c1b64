import { authRouter } from '@comptoir/core/identity/auth-procedures.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { MINUTE_MS, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { plainPasswords } from '../../support/service-deps.js';
import { aBench, type Bench } from '../support.js';
import { aCallWith, aHouse, aPerson, auditTrail, ELSEWHERE, HERE, linkIn, PASSWORD, signIn, withBearer } from './people.js';

const router = authRouter();
const NEXT = 'une tout autre phrase';

async function ask(bench: Bench, email: string) {
  return callProcedure('auth.requestPasswordReset', router.requestPasswordReset, await aCallWith(bench, null), { email });
}

async function reset(bench: Bench, token: string, password = NEXT) {
  const call = await aCallWith(bench, null);
  const answer = await callProcedure('auth.resetPassword', router.resetPassword, call, { token, password });
  return { answer, call };
}

const isGood = async ({ services }: Bench, token: string) => (await services.identify.identify(withBearer(token))).identity !== null;

describe('a forgotten password', () => {
  it('is replaced through the mailed link; every session ends and nobody is signed in', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    const { token } = await signIn(bench, user);
    expect(await isGood(bench, token)).to.equal(true);

    expect(await ask(bench, user.email)).to.deep.equal({ ok: true });
    const { answer, call } = await reset(bench, linkIn(bench, user.email));

    expect([answer, call.carried.started]).to.deep.equal([{ ok: true }, null]);
    expect(await isGood(bench, token)).to.equal(false);
    expect((await refusalOf(signIn(bench, user))).code).to.equal('invalid_login');
    expect((await bench.services.auth.login({ email: user.email, password: NEXT }, HERE)).user.tokenVersion).to.equal(2);
    expect(bench.outbox.sent.map(({ subject }) => subject)).to.deep.equal([
      'Choisissez un nouveau mot de passe',
      'Votre mot de passe a changé',
    ]);
  });

  it('answers the same for an address that nobody has, and mails nobody', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    expect(await ask(bench, 'nobody@maison.example')).to.deep.equal(await ask(bench, user.email));
    expect(bench.outbox.sent.map(({ to }) => to)).to.deep.equal([user.email]);
  });

  it('cannot be asked for without end, for an address that somebody has or not', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    for (const email of [user.email, 'nobody@maison.example']) {
      const asked = (address: string) => bench.services.auth.requestPasswordReset(email, { ...HERE, address });
      for (const from of ['a', 'b', 'c']) await asked(from);
      expect((await refusalOf(asked('d'))).code).to.equal('rate_limited');
    }
  });

  it('is not replaced through a link that is old, used, withdrawn or made up', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    await ask(bench, user.email);
    const [old] = [linkIn(bench, user.email)];
    bench.clock.advance(30 * MINUTE_MS);
    await ask(bench, user.email);
    const used = linkIn(bench, user.email);
    bench.clock.advance(2 * MINUTE_MS);
    await ask(bench, user.email);
    const withdrawn = linkIn(bench, user.email);
    await reset(bench, used);
    for (const token of [old, used, withdrawn, 'made-up']) expect((await refusalOf(reset(bench, token))).code).to.equal('invalid_token');
  });

  it('is replaced by one of two who follow the link at once', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    await ask(bench, user.email);
    const token = linkIn(bench, user.email);
    const outcomes = await Promise.allSettled([reset(bench, token), reset(bench, token, 'encore une autre phrase')]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
  });

  it('leaves the link good when the new one is too weak', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    await ask(bench, user.email);
    const token = linkIn(bench, user.email);
    expect((await refusalOf(reset(bench, token, user.email))).code).to.equal('weak_password');
    await reset(bench, token);
  });

  it('proves the address, and takes the waits of the owner away', async () => {
    const bench = aBench();
    const user = await aPerson(bench, { emailVerifiedAt: null });
    for (let count = 0; count < 6; count += 1) await refusalOf(bench.services.auth.login({ email: user.email, password: 'no' }, HERE));
    await ask(bench, user.email);
    await reset(bench, linkIn(bench, user.email));
    const { user: after } = await bench.services.auth.login({ email: user.email, password: NEXT }, HERE);
    expect(after.emailVerifiedAt).to.deep.equal(NOON);
  });

  it('hashes nothing for a link that is not good', async () => {
    const passwords = { ...plainPasswords, hash: () => Promise.reject(new Error('hashed')) };
    const bench = aBench(makeMemoryPersistence(), { passwords });
    expect((await refusalOf(reset(bench, 'made-up'))).code).to.equal('invalid_token');
  });

  it('is written down, without telling whether the address is known, without link or password', async () => {
    const { persistence, entries } = auditTrail(makeMemoryPersistence());
    const bench = aBench(persistence);
    const user = await aPerson(bench);
    await ask(bench, 'nobody@maison.example');
    await ask(bench, user.email);
    await reset(bench, linkIn(bench, user.email));
    expect(entries.map(({ action, actor, subjectId, input }) => [action, actor, subjectId, input])).to.deep.equal([
      ['auth.requestPasswordReset', 'public', null, { email: 'nobody@maison.example' }],
      ['auth.requestPasswordReset', 'public', null, { email: user.email }],
      ['auth.resetPassword', `user:${user.id}`, user.id, {}],
    ]);
  });
});

describe('changing a password', () => {
  async function signedIn(bench: Bench) {
    const { user, scope } = await aHouse(bench, 'owner');
    const [here, there] = [await signIn(bench, user), await signIn(bench, user)];
    const call = await aCallWith(bench, withBearer(here.token));
    const change = (input: object) => callProcedure('auth.changePassword', router.changePassword, call, input);
    return { user, scope, here, there, call, change };
  }

  it('goes on with this session under a new token, and ends all others', async () => {
    const bench = aBench();
    const { user, scope, here, there, call, change } = await signedIn(bench);

    const answer = await change({ current: PASSWORD, next: NEXT });

    expect(call.carried.started).to.equal(answer.token);
    expect([await isGood(bench, here.token), await isGood(bench, there.token)]).to.deep.equal([false, false]);
    const { identity } = await bench.services.identify.identify(withBearer(answer.token));
    expect([identity?.sessionId, identity?.tenant?.tenantId]).to.deep.equal([call.identity?.sessionId, scope.tenantId]);
    expect((await bench.services.auth.login({ email: user.email, password: NEXT }, HERE)).user.id).to.equal(user.id);
    expect(bench.outbox.sent.map(({ subject }) => subject)).to.deep.equal(['Votre mot de passe a changé']);
  });

  it('asks for the current one, as slowly as signing in does', async () => {
    const bench = aBench();
    const { change } = await signedIn(bench);
    expect((await refusalOf(change({ current: null, next: NEXT }))).code).to.equal('invalid_login');
    for (let count = 0; count < 4; count += 1)
      expect((await refusalOf(change({ current: 'no', next: NEXT }))).code).to.equal('invalid_login');
    expect((await refusalOf(change({ current: PASSWORD, next: NEXT }))).code).to.equal('rate_limited');
  });

  it('is refused for a weak one, and changes nothing', async () => {
    const bench = aBench();
    const { user, there, change } = await signedIn(bench);
    expect((await refusalOf(change({ current: PASSWORD, next: 'motdepasse' }))).code).to.equal('weak_password');
    expect(await isGood(bench, there.token)).to.equal(true);
    expect((await signIn(bench, user)).user.id).to.equal(user.id);
  });

  it('sets the first one of somebody who has none', async () => {
    const bench = aBench();
    const user = await aPerson(bench, { passwordHash: null });
    const { token } = await bench.services.auth.startSession(user, 'oidc', null, HERE);
    const call = await aCallWith(bench, withBearer(token));
    await callProcedure('auth.changePassword', router.changePassword, call, { current: null, next: NEXT });
    expect((await bench.services.auth.login({ email: user.email, password: NEXT }, ELSEWHERE)).user.id).to.equal(user.id);
  });

  it('makes links for forgotten passwords worthless', async () => {
    const bench = aBench();
    const { user, change } = await signedIn(bench);
    await ask(bench, user.email);
    const token = linkIn(bench, user.email);
    await change({ current: PASSWORD, next: NEXT });
    expect((await refusalOf(reset(bench, token))).code).to.equal('invalid_token');
  });

  it('starts a session for a caller without one', async () => {
    const bench = aBench();
    const user = await aPerson(bench);
    const by = { userId: user.id, sessionId: null, scope: { tenantId: null, siteId: null } };
    const { token } = await bench.services.auth.changePassword(by, { current: PASSWORD, next: NEXT }, HERE);
    expect(await isGood(bench, token)).to.equal(true);
  });
});
