import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import type { Assignment } from '@comptoir/core/identity/user.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { DAY_MS, establish, establishBeside, freshName } from '../../suites/builders.js';
import { errorOf, refusalOf } from '../../suites/suite.js';
import { TEST_SECRET } from '../../support/service-deps.js';
import { aBench, type Bench } from '../support.js';
import { aHouse, aPerson, auditTrail, everywhere, HERE, join, linkIn, PASSWORD, signIn, withBearer } from './people.js';

const anEmail = () => `${freshName('zoe')}@maison.example`;
const NEWCOMER = { name: 'Zoé', password: PASSWORD, signedInAs: null };
const BY_PASSWORD = { name: null, password: PASSWORD, signedInAs: null };
const payloadOf = (url: string) => new URL(url).searchParams.get('d') ?? '';

type House = Awaited<ReturnType<typeof aHouse>>;

function invite(
  { services }: Bench,
  { scope, user }: House,
  email: string,
  roles: readonly Assignment['role'][],
  siteId: string | null = null,
) {
  return services.invites.create(scope, { userId: user.id, roles: [] }, { email, siteId, roles });
}

async function assignmentsOf({ services }: Bench, { scope }: House, userId: string): Promise<readonly Assignment[]> {
  return (await services.views.members.get(scope, userId))?.assignments ?? [];
}

describe('an invite', () => {
  it('is mailed, shown, and makes an account and a membership when it is accepted', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const email = anEmail();
    const { url, expiresAt } = await invite(bench, house, email.toUpperCase(), ['staff'], house.site.id);
    expect(expiresAt).to.deep.equal(new Date(bench.clock.now().getTime() + 7 * DAY_MS));
    expect(bench.outbox.sent[0]?.subject).to.equal('Lucie vous invite chez Chez Lucie (Maison)');

    for (const payload of [payloadOf(url), linkIn(bench, email)])
      expect(await bench.services.invites.show(payload)).to.deep.equal({
        email,
        tenantName: 'Maison',
        siteName: 'Chez Lucie',
        roles: ['staff'],
        expiresAt,
        known: false,
      });

    const signedIn = await bench.services.invites.accept(linkIn(bench, email), NEWCOMER, HERE);

    expect(signedIn).to.include({ tenantId: house.scope.tenantId, siteId: house.site.id });
    expect(signedIn.user).to.include({ email, name: 'Zoé' });
    expect(await assignmentsOf(bench, house, signedIn.user.id)).to.deep.equal([{ role: 'staff', siteId: house.site.id }]);
    const { identity } = await bench.services.identify.identify(withBearer(signedIn.token));
    expect([identity?.roles, identity?.site?.siteId]).to.deep.equal([['staff'], house.site.id]);
  });

  it('works once, through whichever link, of two at once for one', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const email = anEmail();
    const payload = payloadOf((await invite(bench, house, email, ['viewer'])).url);
    const mailed = linkIn(bench, email);
    const outcomes = await Promise.allSettled([
      bench.services.invites.accept(payload, NEWCOMER, HERE),
      bench.services.invites.accept(mailed, NEWCOMER, HERE),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    for (const used of [payload, mailed]) {
      expect((await refusalOf(bench.services.invites.accept(used, NEWCOMER, HERE))).code).to.equal('invite_used');
      expect((await refusalOf(bench.services.invites.show(used))).code).to.equal('invite_used');
    }
  });

  it('expires after seven days, and says so even when it has been swept away', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const payload = payloadOf((await invite(bench, house, anEmail(), ['viewer'])).url);
    bench.clock.advance(7 * DAY_MS);
    expect((await refusalOf(bench.services.invites.accept(payload, NEWCOMER, HERE))).code).to.equal('invite_expired');
    bench.clock.advance(1000);
    await bench.persistence.transact(house.scope, ({ oneTimeTokens }) => oneTimeTokens.forgetBefore(bench.clock.now()));
    expect((await refusalOf(bench.services.invites.show(payload))).code).to.equal('invite_expired');
  });

  it('is only one this platform has sealed, for this purpose and this place', async () => {
    const bench = aBench();
    const [house, other] = [await aHouse(bench, 'owner'), await aHouse(bench, 'owner')];
    const tokens = makeSignedTokens([TEST_SECRET]);
    const payload = payloadOf((await invite(bench, house, anEmail(), ['viewer'])).url);
    const content = tokens.unseal('invite', payload) as Record<string, unknown>;
    const forged = [
      '',
      'x.y',
      `${payload}x`,
      makeSignedTokens([`another ${TEST_SECRET}`]).seal('invite', content),
      tokens.seal('other', content),
      tokens.seal('invite', { ...content, tenantId: other.scope.tenantId }),
      tokens.seal('invite', { ...content, siteId: house.site.id }),
      tokens.seal('invite', { ...content, t: 'made-up' }),
      tokens.seal('invite', null),
    ];
    for (const bad of forged) {
      expect((await refusalOf(bench.services.invites.show(bad))).code).to.equal('invalid_invite');
      expect((await refusalOf(bench.services.invites.accept(bad, NEWCOMER, HERE))).code).to.equal('invalid_invite');
    }
  });

  it('leads nowhere when its establishment or organisation is gone or suspended', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const beside = await establishBeside(bench.persistence, house);
    const toSite = payloadOf((await invite(bench, house, anEmail(), ['viewer'], beside.site.id)).url);
    await bench.persistence.transact(beside.scope, ({ sites }) => sites.delete(beside.scope));
    expect((await refusalOf(bench.services.invites.accept(toSite, NEWCOMER, HERE))).code).to.equal('invalid_invite');

    const toHouse = payloadOf((await invite(bench, house, anEmail(), ['viewer'])).url);
    for (const [status, code] of [
      ['suspended', 'tenant_suspended'],
      ['deleted', 'invalid_invite'],
    ] as const) {
      await bench.persistence.transact(house.scope, ({ tenants }) => tenants.change(house.scope, (tenant) => ({ ...tenant, status })));
      expect((await refusalOf(bench.services.invites.accept(toHouse, NEWCOMER, HERE))).code).to.equal(code);
    }
  });

  it('can be created within a transaction: its mail leaves only with the commit', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const by = { userId: house.user.id, roles: [] };
    const work = (email: string, fails: boolean) =>
      bench.services.unitOfWork(house.scope, async ({ invites }) => {
        await invites.create(house.scope, by, { email, siteId: null, roles: ['viewer'] });
        expect(bench.outbox.sent).to.deep.equal([]);
        if (fails) throw new Error('lost');
      });
    await errorOf(work(anEmail(), true));
    expect(bench.outbox.sent).to.deep.equal([]);
    await work(anEmail(), false);
    expect(bench.outbox.sent).to.have.length(1);
  });
});

describe('inviting', () => {
  it('gives one’s own role and weaker ones, where one’s own holds', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'admin');
    const beside = await establishBeside(bench.persistence, house);
    const chief = await aPerson(bench);
    await join(bench, house.scope.tenantId, chief.id, [{ role: 'manager', siteId: house.site.id }]);
    const ofChief = { ...house, user: chief };
    const codeOf = async (by: House, roles: readonly Assignment['role'][], siteId: string | null) =>
      invite(bench, by, anEmail(), roles, siteId).then(
        () => 'invited',
        (error: { code: string }) => error.code,
      );

    expect(await codeOf(house, ['admin', 'viewer'], null)).to.equal('invited');
    expect(await codeOf(house, ['owner'], null)).to.equal('forbidden');
    expect(await codeOf(house, ['viewer', 'owner'], beside.site.id)).to.equal('forbidden');
    expect(await codeOf(ofChief, ['staff'], house.site.id)).to.equal('invited');
    expect(await codeOf(ofChief, ['admin'], house.site.id)).to.equal('forbidden');
    expect(await codeOf(ofChief, ['viewer'], beside.site.id)).to.equal('forbidden');
    expect(await codeOf(ofChief, ['viewer'], null)).to.equal('forbidden');
  });

  it('is not for strangers, nor for members who were deactivated, whatever roles they claim; a super-admin may', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const [stranger, left] = [await aPerson(bench), await aPerson(bench)];
    await join(bench, house.scope.tenantId, left.id, [everywhere('owner')], false);
    for (const user of [stranger, left]) {
      const by = { userId: user.id, roles: ['owner'] };
      const wanted = { email: anEmail(), siteId: null, roles: ['viewer'] } as const;
      expect((await refusalOf(bench.services.invites.create(house.scope, by, wanted))).code).to.equal('forbidden');
    }
    const root = { userId: stranger.id, roles: ['super-admin'] };
    await bench.services.invites.create(house.scope, root, { email: anEmail(), siteId: null, roles: ['owner'] });
    expect(bench.outbox.sent).to.have.length(1);
  });

  it('is for establishments of the organisation only', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const { site } = await establish(bench.persistence);
    expect((await refusalOf(invite(bench, house, anEmail(), ['viewer'], site.id))).code).to.equal('unknown_shop');
  });

  it('waits for whoever writes to one address again and again, without keeping its owner from a new password', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const { email } = await aPerson(bench);
    for (let count = 0; count < 3; count += 1) await invite(bench, house, email, ['viewer']);
    expect((await refusalOf(invite(bench, house, email, ['viewer']))).code).to.equal('rate_limited');
    await bench.services.auth.requestPasswordReset(email, HERE);
    expect(bench.outbox.sent.at(-1)?.subject).to.equal('Choisissez un nouveau mot de passe');
  });
});

describe('accepting an invite', () => {
  it('proves the address through the mailed link, not through the one the inviter was given', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const [mailed, given] = [anEmail(), anEmail()];
    await invite(bench, house, mailed, ['viewer']);
    const { user } = await bench.services.invites.accept(linkIn(bench, mailed), NEWCOMER, HERE);
    expect(user.emailVerifiedAt).to.deep.equal(bench.clock.now());

    const { url } = await invite(bench, house, given, ['viewer']);
    const byLink = await bench.services.invites.accept(payloadOf(url), NEWCOMER, HERE);
    expect(byLink.user.emailVerifiedAt).to.equal(null);
    expect(bench.outbox.sent.at(-1)).to.include({ to: given, subject: 'Confirmez votre adresse' });
  });

  it('asks for a name and a good password where there is no account, and uses nothing up meanwhile', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const payload = payloadOf((await invite(bench, house, anEmail(), ['viewer'])).url);
    const refused = async (answer: object) => refusalOf(bench.services.invites.accept(payload, { ...NEWCOMER, ...answer }, HERE));
    const missing = await refused({ name: null, password: null });
    expect([missing.code, missing.issues.map(({ path }) => path)]).to.deep.equal(['invalid_request', ['name', 'password']]);
    expect((await refused({ password: 'short' })).code).to.equal('weak_password');
    await bench.services.invites.accept(payload, NEWCOMER, HERE);
  });

  it('asks for the password of an account that exists, adds to what it may do, and changes nothing else of it', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const guest = await aPerson(bench);
    await join(bench, house.scope.tenantId, guest.id, [everywhere('viewer')]);
    const payload = payloadOf((await invite(bench, house, guest.email, ['viewer', 'staff'])).url);
    expect((await bench.services.invites.show(payload)).known).to.equal(true);
    const { user } = await bench.services.invites.accept(payload, { ...NEWCOMER, name: 'Another Name' }, HERE);
    expect(user).to.deep.equal(guest);
    expect(await assignmentsOf(bench, house, guest.id)).to.deep.equal([everywhere('viewer'), everywhere('staff')]);
  });

  it('is refused with a wrong password, with none, and then too many times', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const guest = await aPerson(bench);
    const payload = payloadOf((await invite(bench, house, guest.email, ['viewer'])).url);
    const code = async (password: string | null) =>
      (await refusalOf(bench.services.invites.accept(payload, { ...BY_PASSWORD, password }, HERE))).code;
    for (const wrong of ['no', null, 'no', 'no', 'no']) expect(await code(wrong)).to.equal('invalid_login');
    expect(await code('no')).to.equal('rate_limited');
    expect(await assignmentsOf(bench, house, guest.id)).to.deep.equal([]);
  });

  it('needs no password of whoever is signed in as that person, and one of everybody else', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const guest = await aPerson(bench);
    const payload = payloadOf((await invite(bench, house, guest.email, ['viewer'])).url);
    const as = (signedInAs: string) => bench.services.invites.accept(payload, { name: null, password: null, signedInAs }, HERE);
    expect((await refusalOf(as(house.user.id))).code).to.equal('invalid_login');
    expect((await as(guest.id)).user.id).to.equal(guest.id);
  });

  it('does not bring back who was deactivated', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const guest = await aPerson(bench);
    await join(bench, house.scope.tenantId, guest.id, [everywhere('viewer')], false);
    const payload = payloadOf((await invite(bench, house, guest.email, ['admin'])).url);
    expect((await refusalOf(bench.services.invites.accept(payload, BY_PASSWORD, HERE))).code).to.equal('forbidden');
    expect((await bench.services.invites.show(payload)).known).to.equal(true);
    expect(await assignmentsOf(bench, house, guest.id)).to.deep.equal([everywhere('viewer')]);
  });

  it('holds at once for who is signed in already', async () => {
    const bench = aBench();
    const house = await aHouse(bench, 'owner');
    const guest = await aPerson(bench);
    await join(bench, house.scope.tenantId, guest.id, [everywhere('viewer')]);
    const { token } = await signIn(bench, guest);
    const roles = async () => (await bench.services.identify.identify(withBearer(token))).identity?.roles;
    expect(await roles()).to.deep.equal(['viewer']);
    await bench.services.invites.accept(payloadOf((await invite(bench, house, guest.email, ['manager'])).url), BY_PASSWORD, HERE);
    expect(await roles()).to.deep.equal(['manager', 'viewer']);
  });

  it('is written down for the organisation', async () => {
    const { persistence, entries } = auditTrail(makeMemoryPersistence());
    const bench = aBench(persistence);
    const house = await aHouse(bench, 'owner');
    const payload = payloadOf((await invite(bench, house, anEmail(), ['viewer'])).url);
    const { user } = await bench.services.invites.accept(payload, NEWCOMER, HERE);
    expect(entries.map(({ action, tenantId, actor }) => [action, tenantId, actor])).to.deep.equal([
      ['auth.acceptInvite', house.scope.tenantId, `user:${user.id}`],
    ]);
    expect(JSON.stringify(entries)).to.not.contain(payload).and.not.contain(PASSWORD);
  });
});
