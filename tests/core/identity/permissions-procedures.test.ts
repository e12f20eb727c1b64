import { permissionsRouter } from '@comptoir/core/identity/permissions-procedures.js';
import { readRoleChanges } from '@comptoir/core/identity/role-changes.js';
import { TENANT_ROLES, type TenantRole } from '@comptoir/core/identity/user.js';
import { usersRouter } from '@comptoir/core/identity/users-procedures.js';
import type { CallContext, Permission } from '@comptoir/core/kit/procedure.js';
import { expect } from 'chai';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aCallOf, anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const permissions = callsOf('permissions', permissionsRouter());
const users = callsOf('users', usersRouter());

async function anOwner() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { call } = await organisation.joinAs('owner');
  const allowedTo = async (role: TenantRole): Promise<readonly Permission[]> =>
    (await permissions('matrix', call)).find((row) => row.role === role)?.permissions as readonly Permission[];
  return { ...bench, ...organisation, call, allowedTo };
}

/** The faults a change is refused for. */
async function faultsOf(call: CallContext, input: unknown): Promise<string[]> {
  const refusal = await refusalOf(permissions('update', call, input));
  expect(refusal.code).to.equal('invalid_request');
  return refusal.issues.map(({ path }) => path);
}

describe('the permissions router', () => {
  it('names the roles, strongest first', async () => {
    const { call } = await anOwner();
    const roles = await permissions('roles', call);

    expect(roles.map(({ role }) => role)).to.deep.equal([...TENANT_ROLES]);
    for (const { summary } of roles) expect(summary).to.match(/^[A-Z].*\.$/);
  });

  it('shows what every role allows: the stronger, the more', async () => {
    const { call, services } = await anOwner();
    const matrix = await permissions('matrix', call);

    expect(matrix.map(({ role }) => role)).to.deep.equal([...TENANT_ROLES]);
    expect(matrix[0]?.permissions).to.include.members(['orders:accept', 'permissions:write', 'tenants:delete', 'users:invite']);
    matrix.reduce((stronger, weaker) => {
      expect(stronger.permissions, weaker.role).to.include.members(weaker.permissions);
      expect(weaker.permissions.length, weaker.role).to.be.greaterThan(0).and.lessThan(stronger.permissions.length);
      return weaker;
    });
    for (const { changed } of matrix) expect(changed).to.deep.equal({ grant: [], revoke: [] });
    expect(services).to.have.property('permissions');
  });

  it('gives and takes, on top of what was changed before', async () => {
    const { call, allowedTo, heard } = await anOwner();
    await permissions('update', call, { role: 'staff', grant: ['site:write', 'users:read'] });
    const row = await permissions('update', call, { role: 'staff', grant: ['categories:write'], revoke: ['orders:accept', 'users:read'] });

    expect(row.changed).to.deep.equal({ grant: ['categories:write', 'site:write'], revoke: ['orders:accept'] });
    expect(row.permissions).to.include.members(['categories:write', 'site:write']).and.not.include.members(['orders:accept']);
    expect(await allowedTo('staff')).to.deep.equal(row.permissions);
    expect(await allowedTo('viewer')).to.not.include('site:write');
    expect(heard.filter(({ kind }) => kind === 'identity-changed')).to.deep.equal(
      Array(2).fill({ kind: 'identity-changed', userId: null }),
    );
  });

  it('keeps no change that changes nothing', async () => {
    const { call, persistence, scope } = await anOwner();
    await permissions('update', call, { role: 'staff', grant: ['orders:accept'], revoke: ['site:delete'] });
    await permissions('update', call, { role: 'viewer', grant: ['orders:accept'] });
    await permissions('update', call, { role: 'viewer', revoke: ['orders:accept'] });

    const stored = await persistence.transact(scope, ({ tenantSettings }) => tenantSettings.get(scope, 'permissions.roles'));
    expect(readRoleChanges(stored).size).to.equal(0);
  });

  it('makes a role what it was', async () => {
    const { call, allowedTo } = await anOwner();
    const before = await allowedTo('manager');
    await permissions('update', call, { role: 'manager', grant: ['audit:read'], revoke: ['orders:cancel', 'site:read'] });
    await permissions('update', call, { role: 'viewer', grant: ['site:write'] });

    expect((await permissions('reset', call, { role: 'manager' })).permissions).to.deep.equal(before);
    expect(await allowedTo('manager')).to.deep.equal(before);
    expect(await allowedTo('viewer')).to.include('site:write');
  });

  it('decides calls from then on', async () => {
    const { call, join, scope, services, ...bench } = await anOwner();
    const { user } = await join([{ role: 'viewer', siteId: null }]);
    await permissions('update', call, { role: 'viewer', grant: ['users:read'] });
    const changes = readRoleChanges(
      await bench.persistence.transact(scope, (stores) => stores.tenantSettings.get(scope, 'permissions.roles')),
    );

    const viewer = aCallOf({ ...bench, services }, user.id, { assignments: [{ role: 'viewer', siteId: null }], site: scope, changes });

    expect((await users('list', viewer)).total).to.equal(2);
  });

  it('changes only what there is, and never gives what only owners have', async () => {
    const { call } = await anOwner();

    expect(await faultsOf(call, { role: 'staff', grant: ['orders:eat', 'orders:accept'], revoke: ['nothing:here'] })).to.deep.equal([
      'grant.0',
      'revoke.0',
    ]);
    expect(await faultsOf(call, { role: 'admin', grant: ['tenants:delete'] })).to.deep.equal(['grant.0']);
    expect(await faultsOf(call, { role: 'staff', grant: ['permissions:write'] })).to.deep.equal(['grant.0']);
    expect(await faultsOf(call, { role: 'staff', grant: ['site:write'], revoke: ['site:write'] })).to.deep.equal(['grant.0']);
    expect(await faultsOf(call, { role: 'owner', revoke: ['orders:accept'] })).to.deep.equal(['role']);
    expect(await faultsOf(call, { role: 'staff', grant: ['orders'] })).to.deep.equal(['grant.0']);
  });

  it('is changed by owners of the whole organisation only', async () => {
    const { join, scope } = await anOwner();
    const input = { role: 'admin', grant: ['audit:read'] };
    const admin = (await join([{ role: 'admin', siteId: null }])).call;
    const both = await join([
      { role: 'admin', siteId: null },
      { role: 'owner', siteId: scope.siteId },
    ]);

    for (const call of [admin, both.call]) {
      expect((await refusalOf(permissions('update', call, input))).code).to.equal('forbidden');
      expect((await refusalOf(permissions('reset', call, { role: 'admin' }))).code).to.equal('forbidden');
    }
  });

  it('loses no change when two are made at once', async () => {
    const { call, allowedTo } = await anOwner();
    const grants = ['site:write', 'categories:write', 'liveChat:write'];
    await atOnce(grants.length, (index) => permissions('update', call, { role: 'viewer', grant: [grants[index]] }));

    expect(await allowedTo('viewer')).to.include.members(grants);
  });
});

describe('checking a permission', () => {
  it('answers for the caller, where they act', async () => {
    const { join, scope, beside } = await anOwner();
    const there = (await beside()).scope;
    const assignments = [
      { role: 'manager', siteId: scope.siteId },
      { role: 'viewer', siteId: there.siteId },
    ] as const;
    const [here, elsewhere] = [await join(assignments), await join(assignments, there)];

    expect(await permissions('check', here.call, { permission: 'site:write' })).to.deep.equal({ allowed: false });
    expect(await permissions('check', here.call, { permission: 'categories:write' })).to.deep.equal({ allowed: true });
    expect(await permissions('check', elsewhere.call, { permission: 'categories:write' })).to.deep.equal({ allowed: false });
  });

  it('answers for another member whoever may read permissions', async () => {
    const { call, joinAs, scope, persistence } = await anOwner();
    const { user, call: viewer } = await joinAs('viewer');
    const check = (permission: string) => permissions('check', call, { permission, userId: user.id });

    expect([await check('orders:read'), await check('orders:accept')]).to.deep.equal([{ allowed: true }, { allowed: false }]);
    await persistence.transact(scope, ({ members }) => members.change(scope, user.id, (member) => ({ ...member, active: false })));
    expect(await check('orders:read')).to.deep.equal({ allowed: false });
    expect((await refusalOf(permissions('check', viewer, { permission: 'orders:read', userId: user.id }))).code).to.equal('forbidden');
  });

  it('knows members of this organisation only', async () => {
    const { call, ...bench } = await anOwner();
    const { user } = await (await anOrganisation(bench)).joinAs('owner');

    expect((await refusalOf(permissions('check', call, { permission: 'orders:read', userId: user.id }))).code).to.equal('unknown_record');
  });
});
