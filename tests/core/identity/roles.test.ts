import { NO_ROLE_CHANGES, readRoleChanges, roleChangesSchema } from '@comptoir/core/identity/role-changes.js';
import { covers, grants, permissionsOf, rolesBelow } from '@comptoir/core/identity/roles.js';
import { TENANT_ROLES, type TenantRole } from '@comptoir/core/identity/user.js';
import type { Permission } from '@comptoir/core/kit/procedure.js';
import { expect } from 'chai';
import fc from 'fast-check';

/** The weakest role that may; everybody above may too. */
const WEAKEST: Readonly<Record<Permission, TenantRole>> = {
  'orders:read': 'viewer',
  'products:read': 'viewer',
  'invoices:read': 'viewer',
  'orders:accept': 'staff',
  'orders:reject': 'staff',
  'orders:ready': 'staff',
  'orders:collect': 'staff',
  'orders:cancel': 'staff',
  'kitchen:start': 'staff',
  'tickets:scan': 'staff',
  'posOrders:pay': 'staff',
  'orders:delete': 'manager',
  'products:write': 'manager',
  'products:accept': 'manager',
  'invoices:seal': 'manager',
  'somethingNew:invent': 'manager',
  'users:read': 'manager',
  'site:read': 'manager',
  'settings:read': 'manager',
  'settings:write': 'admin',
  'site:create': 'admin',
  'users:invite': 'admin',
  'users:write': 'admin',
  'apiKeys:read': 'admin',
  'feedApiKeys:read': 'admin',
  'someNewKeys:read': 'admin',
  'audit:read': 'admin',
  'sessions:read': 'admin',
  'sessions:revoke': 'admin',
  'permissions:read': 'admin',
  'permissions:write': 'admin',
  'billing:read': 'admin',
  'tenants:read': 'admin',
  'tenants:write': 'owner',
  'tenants:delete': 'owner',
  'tenants:suspend': 'owner',
  'tenants:resume': 'owner',
};

const permission = fc
  .tuple(
    fc.constantFrom('orders', 'users', 'tenants', 'audit', 'apiKeys', 'products', 'site'),
    fc.constantFrom('read', 'write', 'delete', 'accept'),
  )
  .map(([router, verb]): Permission => `${router}:${verb}`);

describe('what a role may do', () => {
  for (const [asked, weakest] of Object.entries(WEAKEST) as [Permission, TenantRole][]) {
    it(`${asked}: ${weakest} and above`, () => {
      const allowed = TENANT_ROLES.filter((role) => grants(role, asked));
      expect(allowed).to.deep.equal(TENANT_ROLES.slice(0, TENANT_ROLES.indexOf(weakest) + 1));
    });
  }

  it('is never less than what a weaker role may', () => {
    fc.assert(
      fc.property(permission, (asked) => {
        const answers = TENANT_ROLES.map((role) => grants(role, asked));
        expect(answers).to.deep.equal([...answers].sort((left, right) => Number(right) - Number(left)));
      }),
    );
  });

  it('changes as the organisation says, for the role it says', () => {
    const changes = readRoleChanges({ staff: { grant: ['products:write'], revoke: ['orders:cancel'] } });
    expect(grants('staff', 'products:write', changes)).to.equal(true);
    expect(grants('staff', 'orders:cancel', changes)).to.equal(false);
    expect(grants('viewer', 'products:write', changes)).to.equal(false);
    expect(grants('manager', 'orders:cancel', changes)).to.equal(true);
  });

  it('is what was revoked, where the same was granted too', () => {
    const changes = readRoleChanges({ staff: { grant: ['products:write'], revoke: ['products:write'] } });
    expect(grants('staff', 'products:write', changes)).to.equal(false);
  });

  it('never reaches what only the owner may, and never takes anything from the owner', () => {
    const changes = readRoleChanges({
      owner: { grant: [], revoke: ['tenants:delete', 'orders:read'] },
      admin: { grant: ['tenants:delete'], revoke: [] },
    });
    expect(grants('admin', 'tenants:delete', changes)).to.equal(false);
    expect([grants('owner', 'tenants:delete', changes), grants('owner', 'orders:read', changes)]).to.deep.equal([true, true]);
  });

  it('is asked of every assignment that holds', () => {
    const both = permissionsOf(
      [
        { role: 'viewer', siteId: null },
        { role: 'staff', siteId: 'bar' },
      ],
      NO_ROLE_CHANGES,
    );
    expect([both.has('orders:accept'), both.has('products:write')]).to.deep.equal([true, false]);
    expect(permissionsOf([], NO_ROLE_CHANGES).has('orders:read')).to.equal(false);
  });

  it('in one establishment is nothing that is about the whole organisation', () => {
    const ofSite = permissionsOf([{ role: 'owner', siteId: 'bar' }], NO_ROLE_CHANGES);
    for (const wide of ['tenants:delete', 'audit:read', 'sessions:revoke', 'permissions:write', 'billing:read'] as const)
      expect(ofSite.has(wide), wide).to.equal(false);
    for (const local of ['users:invite', 'settings:write', 'apiKeys:read', 'products:delete'] as const)
      expect(ofSite.has(local), local).to.equal(true);
  });
});

describe('the role changes of an organisation', () => {
  it('are read past whatever does not fit', () => {
    const permissions = ['orders:accept', 'nonsense', 7, null, 'a:b:c', 'orders:accept'];
    const changes = readRoleChanges({ staff: { grant: permissions }, boss: { grant: ['x:y'] }, viewer: 'all', admin: { revoke: 'all' } });
    expect([...(changes.get('staff')?.grant ?? [])]).to.deep.equal(['orders:accept']);
    expect([...changes.keys()].filter((role) => (changes.get(role)?.grant.size ?? 0) > 0)).to.deep.equal(['staff']);
  });

  it('are none when the setting is none, whatever it holds', () => {
    fc.assert(fc.property(fc.anything(), (setting) => void readRoleChanges(setting)));
    for (const none of [undefined, null, 5, 'x', [], {}]) expect(grants('staff', 'products:write', readRoleChanges(none))).to.equal(false);
  });

  it('are written for roles that can change, as permissions, in bounded lists', () => {
    expect(roleChangesSchema.parse({ staff: { grant: ['a:b'] } })).to.deep.equal({ staff: { grant: ['a:b'], revoke: [] } });
    for (const wrong of [
      { owner: { grant: [] } },
      { boss: {} },
      { staff: { grant: ['ab'] } },
      { staff: { grant: Array(501).fill('a:b') } },
    ])
      expect(roleChangesSchema.safeParse(wrong).success, JSON.stringify(wrong).slice(0, 40)).to.equal(false);
  });
});

describe('giving roles', () => {
  it('is for one’s own and weaker ones', () => {
    expect(rolesBelow('admin')).to.deep.equal(['admin', 'manager', 'staff', 'viewer']);
    expect(rolesBelow('viewer')).to.deep.equal(['viewer']);
  });

  it('reaches only where one’s own role holds', () => {
    const atBar = [{ role: 'admin', siteId: 'bar' }] as const;
    expect(covers(atBar, { role: 'staff', siteId: 'bar' })).to.equal(true);
    expect(covers(atBar, { role: 'owner', siteId: 'bar' })).to.equal(false);
    expect(covers(atBar, { role: 'staff', siteId: 'shop' })).to.equal(false);
    expect(covers(atBar, { role: 'staff', siteId: null })).to.equal(false);
    expect(covers([{ role: 'manager', siteId: null }], { role: 'staff', siteId: 'shop' })).to.equal(true);
  });
});
