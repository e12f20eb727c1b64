import { authRouter } from '@comptoir/core/identity/auth-procedures.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { DAY_MS, freshName, HOUR_MS } from '../../suites/builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { plainPasswords } from '../../support/service-deps.js';
import { aBench, type Bench } from '../support.js';
import { aCallWith, aPerson, auditTrail, HERE, linkIn, PASSWORD, signIn, withBearer } from './people.js';

const router = authRouter();
const anEmail = () => `${freshName('zoe')}@maison.example`;
const registration = (email: string) => ({ email, password: PASSWORD, name: 'Zoé' });

async function register(bench: Bench, email: string) {
  return callProcedure('auth.register', router.register, await aCallWith(bench, null), registration(email));
}

async function signUp(bench: Bench, email: string, organisation = 'Maison Zoé') {
  return callProcedure('auth.signup', router.signup, await aCallWith(bench, null), { ...registration(email), organisation });
}

async function verify(bench: Bench, token: string) {
  return callProcedure('auth.verifyEmail', router.verifyEmail, await aCallWith(bench, null), { token });
}

const login = (bench: Bench, email: string) => bench.services.auth.login({ email, password: PASSWORD }, HERE);

describe('registering', () => {
  it('makes somebody who can sign in, and mails a link that proves the address', async () => {
    const bench = aBench();
    const email = anEmail();
    expect(await register(bench, email.toUpperCase())).to.deep.equal({ ok: true });
    expect((await login(bench, email)).user).to.include({ email, name: 'Zoé', locale: 'fr', emailVerifiedAt: null });

    expect(await verify(bench, linkIn(bench, email))).to.deep.equal({ ok: true, email });

    expect((await login(bench, email)).user.emailVerifiedAt).to.deep.equal(bench.clock.now());
    expect(bench.outbox.sent.map(({ to }) => to)).to.deep.equal([email]);
  });

  it('signs nobody in', async () => {
    const bench = aBench();
    const call = await aCallWith(bench, null);
    await callProcedure('auth.register', router.register, call, registration(anEmail()));
    expect(call.carried.started).to.equal(null);
  });

  it('answers the same for an address that is taken, after the same work; only its owner learns of it', async () => {
    const hashed: string[] = [];
    const passwords = {
      ...plainPasswords,
      hash: async (password: string) => {
        hashed.push(password);
        return plainPasswords.hash(password);
      },
    };
    const bench = aBench(makeMemoryPersistence(), { passwords });
    const owner = await aPerson(bench, { name: 'Lucie', passwordHash: 'plain:her own' });
    expect(await register(bench, owner.email)).to.deep.equal(await register(bench, anEmail()));
    expect(hashed).to.have.length(2);
    expect(bench.outbox.sent[0]).to.include({ to: owner.email, subject: 'Vous avez déjà un compte' });
    const { user } = await bench.services.profile.get(owner.id);
    expect([user.name, user.passwordHash]).to.deep.equal(['Lucie', 'plain:her own']);
  });

  it('makes one account of two registrations at once', async () => {
    const bench = aBench();
    const email = anEmail();
    expect(await atOnce(2, () => register(bench, email))).to.deep.equal([{ ok: true }, { ok: true }]);
    expect(bench.outbox.sent.map(({ subject }) => subject)).to.deep.equal(['Confirmez votre adresse', 'Vous avez déjà un compte']);
  });

  it('finds the account of a registration that got in between', async () => {
    const memory = makeMemoryPersistence();
    const email = anEmail();
    const blind = { left: 1 };
    const bench = aBench({
      views: memory.views,
      transact: (scope, work) =>
        memory.transact(scope, (stores, views) => {
          const byEmail = async (asked: string) => (asked === email && blind.left-- > 0 ? null : stores.users.byEmail(asked));
          return work({ ...stores, users: { ...stores.users, byEmail } }, views);
        }),
    });
    await aPerson(bench, { email });
    expect(await register(bench, email)).to.deep.equal({ ok: true });
    expect(bench.outbox.sent.map(({ subject }) => subject)).to.deep.equal(['Vous avez déjà un compte']);
  });

  it('refuses weak passwords, and what is not an address, a name, a language', async () => {
    const bench = aBench();
    const call = await aCallWith(bench, null);
    const refused = async (change: object) =>
      (await refusalOf(callProcedure('auth.register', router.register, call, { ...registration(anEmail()), ...change }))).code;
    expect(await refused({ password: 'short' })).to.equal('weak_password');
    for (const wrong of [
      { email: 'zoe' },
      { email: `${'x'.repeat(250)}@a.fr` },
      { name: ' ' },
      { name: 'a\u0000b' },
      { name: 'x'.repeat(81) },
      { locale: 'de' },
    ])
      expect(await refused(wrong), JSON.stringify(wrong)).to.equal('invalid_request');
    expect(bench.outbox.sent).to.deep.equal([]);
  });

  it('waits for whoever registers many, or one address again and again, taken or not', async () => {
    const bench = aBench();
    for (let count = 0; count < 20; count += 1) await register(bench, anEmail());
    expect((await refusalOf(register(bench, anEmail()))).code).to.equal('rate_limited');

    for (const email of [anEmail(), (await aPerson(bench)).email]) {
      const again = (from: string) =>
        bench.services.auth.register({ ...registration(email), locale: 'fr' }, null, { ...HERE, address: from });
      for (const from of ['a', 'b', 'c']) await again(from);
      expect((await refusalOf(again('d'))).code).to.equal('rate_limited');
    }
  });

  it('is written down without the password', async () => {
    const { persistence, entries } = auditTrail(makeMemoryPersistence());
    const bench = aBench(persistence);
    const email = anEmail();
    await signUp(bench, email);
    expect(entries.map(({ action, tenantId, input }) => ({ action, tenantId, input }))).to.deep.equal([
      { action: 'auth.register', tenantId: null, input: { email, name: 'Zoé', locale: 'fr', organisation: 'Maison Zoé' } },
    ]);
  });
});

describe('signing up with an organisation', () => {
  it('makes it, owned, once the address is proved and not before', async () => {
    const { persistence, entries } = auditTrail(makeMemoryPersistence());
    const bench = aBench(persistence);
    const email = anEmail();
    await signUp(bench, email);
    const { user } = await login(bench, email);
    expect(await bench.services.views.members.ofUser(user.id)).to.deep.equal([]);

    await verify(bench, linkIn(bench, email));

    const { tenantId, ...signedIn } = await login(bench, email);
    expect(await bench.services.views.members.ofUser(user.id)).to.deep.equal([
      { tenantId, tenantName: 'Maison Zoé', tenantActive: true, active: true, assignments: [{ role: 'owner', siteId: null }] },
    ]);
    const { identity } = await bench.services.identify.identify(withBearer(signedIn.token));
    expect(identity?.roles).to.deep.equal(['owner']);
    expect(entries.find(({ action }) => action === 'auth.verifyEmail')?.tenantId).to.equal(tenantId);
  });

  it('makes it once, however often links were mailed and are followed', async () => {
    const bench = aBench();
    const email = anEmail();
    await signUp(bench, email);
    const first = linkIn(bench, email);
    const { token, user } = await login(bench, email);
    const call = await aCallWith(bench, withBearer(token));
    expect(await callProcedure('auth.resendVerificationEmail', router.resendVerificationEmail, call, undefined)).to.deep.equal({
      ok: true,
    });
    const second = linkIn(bench, email);

    expect((await refusalOf(verify(bench, first))).code).to.equal('invalid_token');
    await verify(bench, second);
    expect((await refusalOf(verify(bench, second))).code).to.equal('invalid_token');

    expect((await bench.services.views.members.ofUser(user.id)).map(({ tenantName }) => tenantName)).to.deep.equal(['Maison Zoé']);
  });
});

describe('the link that proves an address', () => {
  it('works for three days, once, of two at once for one', async () => {
    const bench = aBench();
    const [late, twice] = [anEmail(), anEmail()];
    await register(bench, late);
    const lateToken = linkIn(bench, late);
    bench.clock.advance(3 * DAY_MS);
    expect((await refusalOf(verify(bench, lateToken))).code).to.equal('invalid_token');

    await register(bench, twice);
    const token = linkIn(bench, twice);
    const outcomes = await Promise.allSettled([verify(bench, token), verify(bench, token)]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
  });

  it('is not one of another kind, or of an account that is gone', async () => {
    const bench = aBench();
    const person = await aPerson(bench);
    await bench.services.auth.requestPasswordReset(person.email, HERE);
    expect((await refusalOf(verify(bench, linkIn(bench, person.email)))).code).to.equal('invalid_token');
    expect((await refusalOf(verify(bench, 'made up'))).code).to.equal('invalid_token');

    const email = anEmail();
    await register(bench, email);
    const token = linkIn(bench, email);
    const { user } = await login(bench, email);
    await bench.services.profile.deleteAccount({ userId: user.id, sessionId: null }, PASSWORD, HERE);
    expect((await refusalOf(verify(bench, token))).code).to.equal('invalid_token');
  });

  it('is stored as a hash only', async () => {
    const memory = makeMemoryPersistence();
    const stored: string[] = [];
    const bench = aBench({
      views: memory.views,
      transact: (scope, work) =>
        memory.transact(scope, (stores, views) => {
          const add: typeof stores.oneTimeTokens.add = async (token) => void stored.push(JSON.stringify(token));
          return work({ ...stores, oneTimeTokens: { ...stores.oneTimeTokens, add } }, views);
        }),
    });
    const email = anEmail();
    await register(bench, email);
    expect(linkIn(bench, email)).to.match(/^[0-9a-f]{64}$/);
    expect(stored.join()).to.not.contain(linkIn(bench, email)).and.not.equal('');
  });

  it('is not mailed again once the address is proved, and not too often before', async () => {
    const bench = aBench();
    const proved = await aPerson(bench);
    await bench.services.auth.resendVerification(proved.id, HERE);
    expect(bench.outbox.sent).to.deep.equal([]);

    const unproved = await aPerson(bench, { emailVerifiedAt: null });
    for (let count = 0; count < 3; count += 1) await bench.services.auth.resendVerification(unproved.id, HERE);
    expect((await refusalOf(bench.services.auth.resendVerification(unproved.id, HERE))).code).to.equal('rate_limited');
    bench.clock.advance(2 * HOUR_MS);
    await bench.services.auth.resendVerification(unproved.id, HERE);
    expect(bench.outbox.sent).to.have.length(4);
    expect((await signIn(bench, unproved)).user.id).to.equal(unproved.id);
  });
});
