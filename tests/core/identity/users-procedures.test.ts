import type { Assignment, TenantRole } from '@comptoir/core/identity/user.js';
import { TENANT_ROLES } from '@comptoir/core/identity/user.js';
import { usersRouter } from '@comptoir/core/identity/users-procedures.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aCallOf, anOrganisation, aPerson, callsOf, withInvites } from '../organisation.js';
import { aBench } from '../support.js';

const users = callsOf('users', usersRouter());

async function aTeam() {
  const bench = aBench();
  const organisation = await anOrganisation(bench, { name: 'Chez Lucie' });
  const owner = await organisation.joinAs('owner', { name: 'Olive' });
  return { ...bench, ...organisation, owner };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return (await refusalOf(work)).code;
}

describe('the users router', () => {
  it('lists and shows the members', async () => {
    const { owner, joinAs, scope } = await aTeam();
    const { user } = await joinAs('staff', { name: 'Ada', email: 'ada@example.test', emailVerifiedAt: null });
    const record = {
      id: user.id,
      email: 'ada@example.test',
      name: 'Ada',
      emailVerified: false,
      active: true,
      assignments: [{ role: 'staff', siteId: null }],
      joinedAt: NOON,
      lastSeenAt: null,
    };

    expect((await users('list', owner.call)).items.map(({ name }) => name)).to.deep.equal(['Ada', 'Olive']);
    expect(await users('list', owner.call, { role: 'staff' })).to.deep.equal({ items: [record], total: 1, page: 1, pageSize: 20 });
    expect((await users('list', owner.call, { siteId: scope.siteId })).total).to.equal(0);
    expect((await users('list', owner.call, { active: false })).total).to.equal(0);
    expect(await users('get', owner.call, { id: user.id })).to.deep.equal(record);
  });

  it('tells the roles of a member with the establishments by name', async () => {
    const { owner, join, scope } = await aTeam();
    const { user } = await join([
      { role: 'viewer', siteId: null },
      { role: 'manager', siteId: scope.siteId },
    ]);

    expect(await users('memberships', owner.call, { id: user.id })).to.deep.equal([
      { role: 'viewer', siteId: null, siteName: null },
      { role: 'manager', siteId: scope.siteId, siteName: 'Chez Lucie' },
    ]);
  });

  it('replaces roles, here and there', async () => {
    const { owner, joinAs, scope, services, heard } = await aTeam();
    const { user } = await joinAs('staff');
    const assignments = [
      { role: 'manager', siteId: scope.siteId },
      { role: 'viewer', siteId: null },
    ];

    expect((await users('setRoles', owner.call, { id: user.id, assignments })).assignments).to.deep.equal(assignments);
    expect((await services.views.members.get(scope, user.id))?.assignments).to.deep.equal(assignments);
    expect(heard).to.deep.include({ kind: 'identity-changed', userId: user.id });
  });

  it('keeps a member out and lets them in again', async () => {
    const { owner, joinAs, heard } = await aTeam();
    const { user } = await joinAs('staff');

    expect((await users('deactivate', owner.call, { id: user.id })).active).to.equal(false);
    expect(heard).to.deep.include({ kind: 'identity-changed', userId: user.id });
    expect((await users('reactivate', owner.call, { id: user.id })).active).to.equal(true);
  });

  it('ends a membership and leaves the person and their other organisations alone', async () => {
    const { owner, joinAs, persistence, services, ...bench } = await aTeam();
    const { user } = await joinAs('staff');
    const other = await anOrganisation({ ...bench, persistence, services });
    const member = {
      tenantId: other.tenantId,
      userId: user.id,
      active: true,
      assignments: [{ role: 'viewer', siteId: null }],
      joinedAt: NOON,
    } as const;
    await persistence.transact(other.scope, ({ members }) => members.add(other.scope, member));

    expect((await users('delete', owner.call, { id: user.id })).id).to.equal(user.id);
    expect(await codeOf(users('get', owner.call, { id: user.id }))).to.equal('unknown_record');
    expect((await services.views.members.ofUser(user.id)).map(({ tenantId }) => tenantId)).to.deep.equal([other.tenantId]);
    expect(await persistence.transact(other.scope, (stores) => stores.users.byId(user.id))).to.not.equal(null);
  });

  it('renames people who belong to this organisation alone, and nobody else', async () => {
    const { owner, joinAs, persistence, services, ...bench } = await aTeam();
    const { user } = await joinAs('staff');
    expect((await users('update', owner.call, { id: user.id, name: ' Grace ' })).name).to.equal('Grace');
    expect((await users('get', owner.call, { id: user.id })).name).to.equal('Grace');
    expect((await users('update', owner.call, { id: user.id })).name).to.equal('Grace');

    const other = await anOrganisation({ ...bench, persistence, services });
    const member = {
      tenantId: other.tenantId,
      userId: user.id,
      active: true,
      assignments: [{ role: 'viewer', siteId: null }],
      joinedAt: NOON,
    } as const;
    await persistence.transact(other.scope, ({ members }) => members.add(other.scope, member));

    expect(await codeOf(users('update', owner.call, { id: user.id, name: 'Volée' }))).to.equal('forbidden');
    expect((await users('get', owner.call, { id: user.id })).name).to.equal('Grace');
  });

  it('knows no members of other organisations', async () => {
    const { owner, ...bench } = await aTeam();
    const other = await (await anOrganisation(bench)).joinAs('staff');
    const person = await aPerson(bench);

    for (const id of [other.user.id, person.id, 'none']) {
      expect(await codeOf(users('get', owner.call, { id }))).to.equal('unknown_record');
      expect(await codeOf(users('memberships', owner.call, { id }))).to.equal('unknown_record');
      expect(await codeOf(users('update', owner.call, { id, name: 'N' }))).to.equal('unknown_record');
      expect(await codeOf(users('deactivate', owner.call, { id }))).to.equal('unknown_record');
      expect(await codeOf(users('reactivate', owner.call, { id }))).to.equal('unknown_record');
      expect(await codeOf(users('delete', owner.call, { id }))).to.equal('unknown_record');
      expect(await codeOf(users('setRoles', owner.call, { id, assignments: [{ role: 'viewer', siteId: null }] }))).to.equal(
        'unknown_record',
      );
    }
  });

  it('gives no role at an establishment of somebody else', async () => {
    const { owner, joinAs, ...bench } = await aTeam();
    const { user } = await joinAs('staff');
    const stranger = await anOrganisation(bench);

    expect(
      await codeOf(users('setRoles', owner.call, { id: user.id, assignments: [{ role: 'viewer', siteId: stranger.scope.siteId }] })),
    ).to.equal('unknown_shop');
  });

  it('refuses assignments that are none, too many or double', async () => {
    const { owner } = await aTeam();
    const viewer = { role: 'viewer', siteId: null };
    for (const assignments of [
      [],
      [viewer, viewer],
      [{ role: 'super-admin', siteId: null }],
      [{ role: 'viewer' }],
      Array(101).fill(viewer),
    ]) {
      expect(await codeOf(users('setRoles', owner.call, { id: owner.user.id, assignments }))).to.equal('invalid_request');
    }
  });
});

describe('a role above one’s own', () => {
  const weaker = (role: TenantRole) => TENANT_ROLES.slice(TENANT_ROLES.indexOf(role));

  for (const role of ['owner', 'admin'] as const) {
    it(`${role}: gives exactly ${weaker(role).join(', ')}`, async () => {
      const { joinAs } = await aTeam();
      const { call } = await joinAs(role);
      for (const given of TENANT_ROLES) {
        const { user } = await joinAs('viewer');
        const outcome = await users('setRoles', call, { id: user.id, assignments: [{ role: given, siteId: null }] }).then(
          () => 'given',
          ({ code }: { code: string }) => code,
        );
        expect(outcome, given).to.equal(weaker(role).includes(given) ? 'given' : 'forbidden');
      }
    });
  }

  it('is not given to oneself', async () => {
    const { joinAs } = await aTeam();
    const { call, user } = await joinAs('admin');
    expect(await codeOf(users('setRoles', call, { id: user.id, assignments: [{ role: 'owner', siteId: null }] }))).to.equal('forbidden');
  });

  it('protects who holds it from every change', async () => {
    const { joinAs, owner } = await aTeam();
    const { call } = await joinAs('admin');
    const { id } = owner.user;

    for (const refused of [
      users('deactivate', call, { id }),
      users('reactivate', call, { id }),
      users('delete', call, { id }),
      users('update', call, { id, name: 'N' }),
      users('setRoles', call, { id, assignments: [{ role: 'viewer', siteId: null }] }),
    ]) {
      expect(await codeOf(refused)).to.equal('forbidden');
    }
  });

  it('is a role elsewhere, too: an administrator of one establishment rules there only', async () => {
    const { join, beside, scope } = await aTeam();
    const { call } = await join([{ role: 'admin', siteId: scope.siteId }]);
    const there = (await beside()).scope.siteId;
    const set = async (before: Assignment, after: Assignment) => {
      const { user } = await join([before]);
      return users('setRoles', call, { id: user.id, assignments: [after] }).then(
        () => 'given',
        ({ code }: { code: string }) => code,
      );
    };
    const here: Assignment = { role: 'staff', siteId: scope.siteId };

    expect(await set(here, { role: 'admin', siteId: scope.siteId })).to.equal('given');
    expect(await set(here, { role: 'owner', siteId: scope.siteId })).to.equal('forbidden');
    expect(await set(here, { role: 'viewer', siteId: null })).to.equal('forbidden');
    expect(await set(here, { role: 'viewer', siteId: there })).to.equal('forbidden');
    expect(await set({ role: 'viewer', siteId: there }, here)).to.equal('forbidden');
    expect(await set({ role: 'viewer', siteId: null }, here)).to.equal('forbidden');
  });

  it('is lost with being active: a deactivated administrator changes nobody, even while a node still believes them', async () => {
    const { joinAs, owner } = await aTeam();
    const [admin, staff] = [await joinAs('admin'), await joinAs('staff')];
    await users('deactivate', owner.call, { id: admin.user.id });

    expect(await codeOf(users('delete', admin.call, { id: staff.user.id }))).to.equal('forbidden');
  });

  it('is a super-admin’s to give', async () => {
    const { joinAs, tenantId, scope, ...bench } = await aTeam();
    const { user } = await joinAs('staff');
    const call = aCallOf({ ...bench }, (await aPerson(bench, { superAdmin: true })).id, { superAdmin: true, site: scope });

    expect((await users('setRoles', call, { id: user.id, assignments: [{ role: 'owner', siteId: null }] })).assignments[0]?.role).to.equal(
      'owner',
    );
    expect(tenantId).to.equal(scope.tenantId);
  });
});

describe('the last owner', () => {
  it('stays: is neither demoted, deactivated nor removed', async () => {
    const { owner, scope } = await aTeam();
    const { id } = owner.user;

    expect(await codeOf(users('deactivate', owner.call, { id }))).to.equal('last_owner');
    expect(await codeOf(users('delete', owner.call, { id }))).to.equal('last_owner');
    expect(await codeOf(users('setRoles', owner.call, { id, assignments: [{ role: 'admin', siteId: null }] }))).to.equal('last_owner');
    expect(await codeOf(users('setRoles', owner.call, { id, assignments: [{ role: 'owner', siteId: scope.siteId }] }))).to.equal(
      'last_owner',
    );
    expect((await users('get', owner.call, { id })).assignments).to.deep.equal([{ role: 'owner', siteId: null }]);
  });

  it('may go when there is another one who is active', async () => {
    const { owner, joinAs } = await aTeam();
    const other = await joinAs('owner');
    await users('deactivate', owner.call, { id: other.user.id });
    expect(await codeOf(users('delete', owner.call, { id: owner.user.id }))).to.equal('last_owner');
    await users('reactivate', owner.call, { id: other.user.id });

    expect((await users('delete', owner.call, { id: owner.user.id })).id).to.equal(owner.user.id);
  });

  it('remains whatever is done, in whatever order and at once', async () => {
    const step = fc.record({
      by: fc.nat(2),
      who: fc.nat(2),
      what: fc.constantFrom('deactivate', 'reactivate', 'delete', 'demote', 'promote'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }), async (rounds) => {
        const bench = aBench(makeMemoryPersistence());
        const organisation = await anOrganisation(bench);
        const owners = [await organisation.joinAs('owner'), await organisation.joinAs('owner'), await organisation.joinAs('owner')];
        const act = ({ by, who, what }: { by: number; who: number; what: string }) => {
          const [call, id] = [owners[by]?.call, owners[who]?.user.id];
          if (call === undefined) throw new Error('nobody');
          const assignments = [{ role: what === 'demote' ? 'viewer' : 'owner', siteId: null }];
          if (what === 'demote' || what === 'promote') return users('setRoles', call, { id, assignments });
          return users(what === 'delete' ? 'delete' : what === 'deactivate' ? 'deactivate' : 'reactivate', call, { id });
        };
        for (const round of rounds) await Promise.allSettled(round.map(act));
        const left = await bench.persistence.transact(organisation.scope, ({ members }) => members.lockOwners(organisation.scope));
        expect(left).to.not.deep.equal([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is not asked for where there never was one', async () => {
    const bench = aBench();
    const { join, scope } = await anOrganisation(bench);
    const { user } = await join([{ role: 'staff', siteId: null }]);
    const call = aCallOf(bench, (await aPerson(bench, { superAdmin: true })).id, { superAdmin: true, site: scope });

    expect((await users('deactivate', call, { id: user.id })).active).to.equal(false);
  });
});

describe('who sees one establishment', () => {
  it('sees those who have a role there, and nobody else', async () => {
    const { join, beside, scope, owner } = await aTeam();
    const { call, user } = await join([{ role: 'manager', siteId: scope.siteId }]);
    const there = await join([{ role: 'staff', siteId: (await beside()).scope.siteId }]);

    expect((await users('list', call)).items.map(({ id }) => id)).to.deep.equal([user.id]);
    expect((await users('get', call, { id: user.id })).id).to.equal(user.id);
    for (const { user: hidden } of [owner, there]) {
      expect(await codeOf(users('get', call, { id: hidden.id }))).to.equal('unknown_record');
      expect(await codeOf(users('memberships', call, { id: hidden.id }))).to.equal('unknown_record');
    }
    const refusal = await refusalOf(users('list', call, { siteId: there.user.id }));
    expect(refusal.code).to.equal('forbidden');
  });
});

describe('inviting', () => {
  const guest = { roles: ['staff'] };

  it('goes through the invites, and `create` shows no link', async () => {
    const { owner, scope } = await aTeam();
    const { call, asked } = withInvites(owner.call);
    const input = { email: 'Ada@Example.test', siteId: scope.siteId, roles: ['staff', 'viewer'] };

    expect(await users('invite', call, input)).to.deep.equal({ url: 'https://platform.example/manage/onboard?d=canary', expiresAt: NOON });
    expect(await users('create', call, input)).to.deep.equal({ ...input, email: 'ada@example.test', expiresAt: NOON });
    expect(asked.map(([tenant, by, invite]) => [tenant.tenantId, by.userId, invite])).to.deep.equal(
      Array(2).fill([scope.tenantId, owner.user.id, { ...input, email: 'ada@example.test' }]),
    );
  });

  it('shows the link once', async () => {
    const { owner } = await aTeam();
    const { call } = withInvites({ ...owner.call, idempotencyKey: 'k1' });
    const input = { email: 'ada@example.test', roles: ['staff'] };

    expect((await users('invite', call, input)).url).to.be.a('string');
    expect((await users('invite', call, input)).url).to.equal(null);
  });

  it('is for roles one may give, where one may give them', async () => {
    const { join, beside, scope } = await aTeam();
    const { call, asked } = withInvites((await join([{ role: 'admin', siteId: scope.siteId }])).call);
    const there = (await beside()).scope.siteId;
    const email = 'ada@example.test';

    for (const name of ['invite', 'create'] as const) {
      expect(await codeOf(users(name, call, { email, siteId: scope.siteId, roles: ['staff', 'owner'] }))).to.equal('forbidden');
      expect(await codeOf(users(name, call, { email, siteId: there, roles: ['staff'] }))).to.equal('forbidden');
      expect(await codeOf(users(name, call, { email, roles: ['staff'] }))).to.equal('forbidden');
    }
    expect(asked).to.deep.equal([]);
    await users('invite', call, { email, siteId: scope.siteId, roles: ['staff'] });
    expect(asked).to.have.length(1);
  });

  it('needs an address and roles, each once', async () => {
    const { owner } = await aTeam();
    const { call } = withInvites(owner.call);
    for (const changes of [{ email: 'nobody' }, { roles: [] }, { roles: ['staff', 'staff'] }, { roles: ['super-admin'] }]) {
      expect(await codeOf(users('invite', call, { ...guest, email: 'ada@example.test', ...changes }))).to.equal('invalid_request');
    }
  });
});
