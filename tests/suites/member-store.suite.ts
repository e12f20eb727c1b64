import { randomUUID } from 'node:crypto';
import type { MemberFilter } from '@comptoir/core/identity/member-store.js';
import { type Assignment, type Member, type MemberRecord, type Membership, TENANT_ROLES, type User } from '@comptoir/core/identity/user.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { aScope, type Establishment, establish, establishBeside, FIRST_PAGE, freshName, minutesAfter, NOON } from './builders.js';
import { aMember, aUser, enrolled, IMPOSSIBLE_IDS, joined, NO_TENANT, OWNER, signedIn } from './identity-builders.js';
import { describePort, errorOf, type Open, refusalOf } from './suite.js';

export function exerciseMemberStore(name: string, open: Open): void {
  describePort('MemberStore and MemberViews', name, open, (persistence) => {
    const { transact } = persistence;
    const add = (scope: TenantScope, member: Member) => transact(scope, ({ members }) => members.add(scope, member));
    const get = (scope: TenantScope, userId: string) => transact(scope, ({ members }) => members.get(scope, userId));
    const change = (scope: TenantScope, userId: string, decide: (member: Member) => Member) =>
      transact(scope, ({ members }) => members.change(scope, userId, decide));
    const owners = (scope: TenantScope) => transact(scope, ({ members }) => members.lockOwners(scope));
    const remove = (user: User) => transact(NO_TENANT, ({ users }) => users.change(user.id, (before) => ({ ...before, deletedAt: NOON })));

    it('gives a member back as it was added, its assignments in their order', async () => {
      const { scope, site } = await establish(persistence);
      const assignments: Assignment[] = [
        { role: 'staff', siteId: site.id },
        { role: 'viewer', siteId: null },
        { role: 'manager', siteId: site.id },
        { role: 'staff', siteId: null },
      ];

      const { user, member } = await joined(persistence, scope, { member: { active: false, assignments } });

      expect(await get(scope, user.id)).to.deep.equal(member);
    });

    it('knows no member who is not one, whatever a caller may send', async () => {
      const { scope } = await establish(persistence);
      const stranger = await enrolled(persistence);

      for (const userId of [stranger.id, randomUUID(), ...IMPOSSIBLE_IDS]) {
        expect(await get(scope, userId), JSON.stringify(userId)).to.equal(null);
        expect(await persistence.views.members.get(scope, userId), JSON.stringify(userId)).to.equal(null);
        expect(await persistence.views.members.ofUser(userId), JSON.stringify(userId)).to.deep.equal([]);
        expect((await refusalOf(change(scope, userId, (member) => member))).code, JSON.stringify(userId)).to.equal('unknown_record');
        expect(await transact(scope, ({ members }) => members.remove(scope, userId)), JSON.stringify(userId)).to.equal(false);
      }
      for (const tenantId of [randomUUID(), ...IMPOSSIBLE_IDS]) {
        const nowhere = { ...scope, tenantId };
        expect(await owners(nowhere), JSON.stringify(tenantId)).to.deep.equal([]);
        expect((await persistence.views.members.list(nowhere, FIRST_PAGE)).items, JSON.stringify(tenantId)).to.deep.equal([]);
      }
    });

    it('refuses whoever is a member already, and whoever does not exist', async () => {
      const { scope } = await establish(persistence);
      const { user, member } = await joined(persistence, scope);

      expect((await refusalOf(add(scope, aMember(scope, user, { active: false })))).code).to.equal('duplicate');
      expect((await refusalOf(add(scope, aMember(scope, aUser())))).code).to.equal('unknown_record');
      expect((await refusalOf(add(scope, aMember(scope, { id: 'lucie' })))).code).to.equal('unknown_record');
      expect(await get(scope, user.id)).to.deep.equal(member);
    });

    it('refuses a role in an establishment that is not one of the organisation, and stores nothing of it', async () => {
      const { scope } = await establish(persistence);
      const elsewhere = await establish(persistence);
      const { user, member } = await joined(persistence, scope);
      const newcomer = await enrolled(persistence);

      for (const siteId of [elsewhere.site.id, randomUUID(), ...IMPOSSIBLE_IDS]) {
        const assignments: Assignment[] = [OWNER, { role: 'staff', siteId }];
        const adding = add(scope, aMember(scope, newcomer, { assignments }));
        expect((await refusalOf(adding)).code, JSON.stringify(siteId)).to.equal('unknown_record');
        const changing = change(scope, user.id, (before) => ({ ...before, active: false, assignments }));
        expect((await refusalOf(changing)).code, JSON.stringify(siteId)).to.equal('unknown_record');
      }
      expect(await get(scope, newcomer.id)).to.equal(null);
      expect(await get(scope, user.id)).to.deep.equal(member);
    });

    it('changes whether a member is active and what they may do, and nothing else', async () => {
      const { scope, site } = await establish(persistence);
      const { user, member } = await joined(persistence, scope);
      const assignments: Assignment[] = [{ role: 'manager', siteId: site.id }];

      const after = await change(scope, user.id, (before) => {
        expect(before).to.deep.equal(member);
        return { tenantId: randomUUID(), userId: randomUUID(), joinedAt: minutesAfter(NOON, 1), active: false, assignments };
      });

      expect(after).to.deep.equal({ ...member, active: false, assignments });
      expect(await get(scope, user.id)).to.deep.equal(after);
    });

    it('changes nothing when the decision throws, and throws the same', async () => {
      const { scope } = await establish(persistence);
      const { user, member } = await joined(persistence, scope);
      const fault = new Error('not like this');

      const thrown = await errorOf(
        change(scope, user.id, () => {
          throw fault;
        }),
      );

      expect(thrown).to.equal(fault);
      expect(await get(scope, user.id)).to.deep.equal(member);
    });

    it('lets each of many changes at once see the one before it', async () => {
      const { scope } = await establish(persistence);
      const { user } = await joined(persistence, scope, { member: { assignments: [] } });

      await Promise.all(
        TENANT_ROLES.map((role) =>
          change(scope, user.id, (member) => ({ ...member, assignments: [...member.assignments, { role, siteId: null }] })),
        ),
      );

      const roles = (await get(scope, user.id))?.assignments.map(({ role }) => role) ?? [];
      expect(roles.sort()).to.deep.equal([...TENANT_ROLES].sort());
    });

    it('removes a member once, and lets them join again', async () => {
      const { scope } = await establish(persistence);
      const { user, member } = await joined(persistence, scope);
      const removeOnce = () => transact(scope, ({ members }) => members.remove(scope, user.id));

      expect([await removeOnce(), await removeOnce()]).to.deep.equal([true, false]);
      expect(await get(scope, user.id)).to.equal(null);
      await add(scope, member);
      expect(await get(scope, user.id)).to.deep.equal(member);
    });

    it('tells who owns the whole organisation: active, there, and not of one establishment only', async () => {
      const { scope, site } = await establish(persistence);
      const first = await joined(persistence, scope);
      const second = await joined(persistence, scope, { member: { assignments: [{ role: 'staff', siteId: site.id }, OWNER] } });
      await joined(persistence, scope, { member: { active: false } });
      await joined(persistence, scope, { member: { assignments: [{ role: 'owner', siteId: site.id }] } });
      await joined(persistence, scope, { member: { assignments: [{ role: 'admin', siteId: null }] } });
      await remove((await joined(persistence, scope)).user);

      expect(await owners(scope)).to.deep.equal([first.user.id, second.user.id].sort());
    });

    it('makes two owners who take the ownership from each other wait for each other', async () => {
      const { scope } = await establish(persistence);
      const [one, other] = [(await joined(persistence, scope)).user, (await joined(persistence, scope)).user];
      const depose = (userId: string) =>
        transact(scope, async ({ members }) => {
          if ((await members.lockOwners(scope)).length < 2) throw new DomainError('last_owner');
          await members.change(scope, userId, (member) => ({ ...member, assignments: [] }));
        });

      const outcomes = await Promise.allSettled([depose(one.id), depose(other.id)]);

      expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
      expect(await owners(scope)).to.have.length(1);
    });

    it('takes with an establishment the roles of members in it, and leaves their others', async () => {
      const establishment = await establish(persistence);
      const { scope } = await establishBeside(persistence, establishment);
      const { user, member } = await joined(persistence, scope, {
        member: {
          assignments: [
            { role: 'staff', siteId: scope.siteId },
            { role: 'viewer', siteId: null },
          ],
        },
      });
      const only = await joined(persistence, scope, { member: { assignments: [{ role: 'staff', siteId: scope.siteId }] } });

      await transact(scope, ({ sites }) => sites.delete(scope));

      expect(await get(scope, user.id)).to.deep.equal({ ...member, assignments: [{ role: 'viewer', siteId: null }] });
      expect(await get(scope, only.user.id)).to.deep.equal({ ...only.member, assignments: [] });
    });

    describe('lists', () => {
      const list = (scope: TenantScope, filter: Partial<MemberFilter> = {}) =>
        persistence.views.members.list(scope, { ...FIRST_PAGE, ...filter });
      const namesIn = async (scope: TenantScope, filter: Partial<MemberFilter>) =>
        (await list(scope, filter)).items.map((record) => record.name);
      const recordOf = (user: User, member: Member): MemberRecord => ({
        ...member,
        email: user.email,
        name: user.name,
        emailVerified: user.emailVerifiedAt !== null,
        lastSeenAt: null,
      });

      /** A member per role, named after it. */
      async function aStaff({ scope, site }: Establishment): Promise<void> {
        for (const role of TENANT_ROLES) {
          const siteId = role === 'owner' ? null : site.id;
          await joined(persistence, scope, {
            user: { name: role },
            member: { active: role !== 'viewer', assignments: [{ role, siteId }] },
          });
        }
      }

      it('show members with who they are, by name and then id, page by page', async () => {
        const { scope } = await establish(persistence);
        const names = ['éric', 'Zoé', 'Ada', 'ada', 'Émile', 'Ada'];
        const all: MemberRecord[] = [];
        for (const label of names) {
          const { user, member } = await joined(persistence, scope, { user: { name: label, emailVerifiedAt: null } });
          all.push(recordOf(user, member));
        }
        await joined(persistence, (await establish(persistence)).scope);
        const sorted = all.sort((left, right) => (`${left.name} ${left.userId}` < `${right.name} ${right.userId}` ? -1 : 1));

        const pages = [await list(scope, { pageSize: 4 }), await list(scope, { pageSize: 4, page: 2 }), await list(scope, { page: 3 })];

        expect(pages.map(({ items }) => items)).to.deep.equal([sorted.slice(0, 4), sorted.slice(4), []]);
        expect(pages.map(({ total, page }) => [total, page])).to.deep.equal([
          [6, 1],
          [6, 2],
          [6, 3],
        ]);
      });

      it('tell the last sign of life of any session of theirs, ended or not', async () => {
        const { scope } = await establish(persistence);
        const { user, member } = await joined(persistence, scope);
        await signedIn(persistence, user, { lastSeenAt: minutesAfter(NOON, 5) });
        await signedIn(persistence, user, { lastSeenAt: minutesAfter(NOON, 9), revokedAt: minutesAfter(NOON, 10) });

        const record = { ...recordOf(user, member), lastSeenAt: minutesAfter(NOON, 9) };
        expect(await persistence.views.members.get(scope, user.id)).to.deep.equal(record);
        expect((await list(scope)).items).to.deep.equal([record]);
      });

      it('choose by role, establishment and whether active, alone and together', async () => {
        const establishment = await establish(persistence);
        const { scope } = establishment;
        await aStaff(establishment);

        expect(await namesIn(scope, { role: 'manager' })).to.deep.equal(['manager']);
        expect(await namesIn(scope, { siteId: scope.siteId })).to.deep.equal(['admin', 'manager', 'staff', 'viewer']);
        expect(await namesIn(scope, { active: false })).to.deep.equal(['viewer']);
        expect(await namesIn(scope, { active: true, siteId: scope.siteId })).to.deep.equal(['admin', 'manager', 'staff']);
        expect(await namesIn(scope, { active: true, role: 'viewer' })).to.deep.equal([]);
        expect((await list(scope, { active: true, pageSize: 2 })).total).to.equal(4);
        for (const siteId of IMPOSSIBLE_IDS) expect(await namesIn(scope, { siteId }), JSON.stringify(siteId)).to.deep.equal([]);
      });

      it('find a text in names and addresses, in any case and character by character', async () => {
        const { scope } = await establish(persistence);
        const stem = freshName('zoe');
        await joined(persistence, scope, { user: { name: '100% Crêpes', email: `${stem}@example.org` } });
        await joined(persistence, scope, { user: { name: 'Ada_L' } });

        expect(await namesIn(scope, { search: 'CRÊPES'.toLowerCase() })).to.deep.equal(['100% Crêpes']);
        expect(await namesIn(scope, { search: stem.toUpperCase() })).to.deep.equal(['100% Crêpes']);
        expect(await namesIn(scope, { search: '%' })).to.deep.equal(['100% Crêpes']);
        expect(await namesIn(scope, { search: 'a_l' })).to.deep.equal(['Ada_L']);
        expect(await namesIn(scope, { search: 'adaxl' })).to.deep.equal([]);
        expect(await namesIn(scope, { search: '' })).to.have.length(2);
      });

      it('leave out people whose account is gone', async () => {
        const { scope } = await establish(persistence);
        const { user } = await joined(persistence, scope);
        await remove(user);

        expect((await list(scope)).total).to.equal(0);
        expect(await persistence.views.members.get(scope, user.id)).to.equal(null);
      });
    });

    it('tells a person where they belong, by name of the organisation, without deleted ones', async () => {
      const user = await enrolled(persistence);
      const expected: Membership[] = [];
      for (const [tenantName, status] of [
        ['Zinc', 'active'],
        ['Atelier', 'suspended'],
        ['atelier', 'active'],
        ['Clos', 'deleted'],
      ] as const) {
        const { scope } = await establish(persistence);
        await transact(scope, ({ tenants }) => tenants.change(scope, (tenant) => ({ ...tenant, name: tenantName, status })));
        const { active, assignments } = aMember(scope, user, { active: tenantName !== 'Zinc' });
        await add(scope, aMember(scope, user, { active }));
        expected.push({ tenantId: scope.tenantId, tenantName, tenantActive: status === 'active', active, assignments });
      }
      const [zinc, atelier, small] = expected;

      expect(await persistence.views.members.ofUser(user.id)).to.deep.equal([atelier, zinc, small]);
      expect(await persistence.views.members.ofUser((await enrolled(persistence)).id)).to.deep.equal([]);
    });

    it('lists nobody for an organisation that does not exist', async () => {
      expect(await persistence.views.members.list(aScope(), FIRST_PAGE)).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 20 });
    });
  });
}
