import { sessionsRouter } from '@comptoir/core/identity/sessions-procedures.js';
import type { Assignment, User } from '@comptoir/core/identity/user.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { expect } from 'chai';
import { DAY_MS, establishBeside, MINUTE_MS } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, type Bench } from '../support.js';
import { aCallWith, aHouse, aPerson, everywhere, join, signIn, withBearer, withCookie } from './people.js';

const router = sessionsRouter();

/** An admin at work in an organisation, and how others join it. */
async function anOffice() {
  const bench = aBench();
  const { scope, site, user } = await aHouse(bench, 'admin');
  const member = async (...assignments: readonly Assignment[]) => {
    const person = await aPerson(bench);
    await join(bench, scope.tenantId, person.id, assignments);
    return person;
  };
  const call = await callOf(bench, user);
  const list = (input: object = {}) => callProcedure('sessions.list', router.list, call, input);
  return { bench, scope, site, user, member, call, list };
}

async function callOf(bench: Bench, user: User, tenantId?: string) {
  const { token } = await signIn(bench, user);
  const header = tenantId === undefined ? null : { tenantId, siteId: null };
  return aCallWith(bench, header === null ? withBearer(token) : withCookie(token, { header }));
}

async function sessionOf(bench: Bench, user: User): Promise<string> {
  return (await callOf(bench, user)).identity?.sessionId ?? '';
}

const isOpen = async (bench: Bench, user: User) => (await bench.services.views.sessions.ofUser(user.id, bench.clock.now())).length > 0;

describe('the sessions of an organisation', () => {
  it('are the open ones of its members, last used first, without where they are used', async () => {
    const { bench, user, member, list } = await anOffice();
    const staff = await member(everywhere('staff'));
    bench.clock.advance(MINUTE_MS);
    await sessionOf(bench, staff);
    await sessionOf(bench, await aPerson(bench));

    const { items, total } = await list();

    expect([items.map(({ userId }) => userId), total]).to.deep.equal([[staff.id, user.id], 2]);
    expect(items[0]).to.include({ email: staff.email, name: 'Lucie', kind: 'browser', userAgent: 'Firefox' });
    expect(items[0]).to.not.have.any.keys('address', 'revokedAt', 'tenantId');
  });

  it('are searched by person, and come in pages', async () => {
    const { bench, user, member, list } = await anOffice();
    const staff = await member(everywhere('staff'));
    await sessionOf(bench, staff);
    const idsOf = async (input: object) => (await list(input)).items.map(({ userId }) => userId);
    expect(await idsOf({ userId: user.id })).to.deep.equal([user.id]);
    expect(await idsOf({ search: staff.email })).to.deep.equal([staff.id]);
    expect((await idsOf({ pageSize: 1, page: 2 })).length).to.equal(1);
  });

  it('are not listed once they have run out', async () => {
    const { bench, list } = await anOffice();
    bench.clock.advance(30 * DAY_MS);
    expect((await list()).total).to.equal(0);
  });

  it('are for those who may see or end them: not for managers, nor for admins of one establishment', async () => {
    const { bench, site, member } = await anOffice();
    for (const assignment of [everywhere('manager'), everywhere('staff'), { role: 'admin', siteId: site.id } as const]) {
      const call = await callOf(bench, await member(assignment));
      expect((await refusalOf(callProcedure('sessions.list', router.list, call, {}))).code).to.equal('forbidden');
      expect((await refusalOf(callProcedure('sessions.revoke', router.revoke, call, { id: 'x' }))).code).to.equal('forbidden');
    }
  });
});

describe('ending a session of a member', () => {
  it('signs them out at once', async () => {
    const { bench, member, call } = await anOffice();
    const staff = await member(everywhere('staff'));
    const { token } = await signIn(bench, staff);
    const { identity } = await bench.services.identify.identify(withBearer(token));
    expect(await callProcedure('sessions.revoke', router.revoke, call, { id: identity?.sessionId })).to.deep.equal({ ok: true });
    expect((await bench.services.identify.identify(withBearer(token))).refusal?.code).to.equal('unauthorized');
    expect(call.carried.ended).to.equal(false);
  });

  it('signs the caller out when it is the one of the call', async () => {
    const { call } = await anOffice();
    await callProcedure('sessions.revoke', router.revoke, call, { id: call.identity?.sessionId });
    expect(call.carried.ended).to.equal(true);
  });

  it('is refused above one’s own role: of owners of the whole or of a part, and of super-admins', async () => {
    const { bench, scope, site, member, call } = await anOffice();
    const beside = await establishBeside(bench.persistence, { scope, site });
    const owners = [await member(everywhere('owner')), await member(everywhere('viewer'), { role: 'owner', siteId: beside.site.id })];
    const root = await aPerson(bench, { superAdmin: true });
    await join(bench, scope.tenantId, root.id, [everywhere('viewer')]);
    for (const person of [...owners, root]) {
      const id = await sessionOf(bench, person);
      expect((await refusalOf(callProcedure('sessions.revoke', router.revoke, call, { id }))).code).to.equal('forbidden');
      expect(await isOpen(bench, person)).to.equal(true);
    }
  });

  it('is allowed of equals', async () => {
    const { bench, member, call } = await anOffice();
    const peer = await member(everywhere('admin'));
    await callProcedure('sessions.revoke', router.revoke, call, { id: await sessionOf(bench, peer) });
    expect(await isOpen(bench, peer)).to.equal(false);
  });

  it('does not know sessions of others, ended ones, run-out ones and made-up ones', async () => {
    const { bench, member, call } = await anOffice();
    const stranger = await aPerson(bench);
    const neighbour = (await aHouse(bench, 'viewer')).user;
    const staff = await member(everywhere('staff'));
    const ended = await sessionOf(bench, staff);
    await callProcedure('sessions.revoke', router.revoke, call, { id: ended });
    for (const id of [await sessionOf(bench, stranger), await sessionOf(bench, neighbour), ended, 'made-up'])
      expect((await refusalOf(callProcedure('sessions.revoke', router.revoke, call, { id }))).code).to.equal('unknown_record');
    expect([await isOpen(bench, stranger), await isOpen(bench, neighbour)]).to.deep.equal([true, true]);
    const late = await sessionOf(bench, staff);
    bench.clock.advance(30 * DAY_MS);
    expect((await refusalOf(callProcedure('sessions.revoke', router.revoke, call, { id: late }))).code).to.equal('unknown_record');
  });

  it('is a super-admin’s to do anywhere, of owners too', async () => {
    const { bench, scope, member } = await anOffice();
    const owner = await member(everywhere('owner'));
    const id = await sessionOf(bench, owner);
    const call = await callOf(bench, await aPerson(bench, { superAdmin: true }), scope.tenantId);
    await callProcedure('sessions.revoke', router.revoke, call, { id });
    expect(await isOpen(bench, owner)).to.equal(false);
  });
});
