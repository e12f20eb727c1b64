import type { z } from 'zod';
import { DomainError, type Issue } from '../kit/errors.js';
import type { CallContext, Permission } from '../kit/procedure.js';
import type { TenantScope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { Transact } from '../kit/transact.js';
import type { Stores, Views } from '../stores.js';
import { type RoleChange, type RoleChanges, readRoleChanges, roleChangesSchema } from './role-changes.js';
import { covers, grants, permissionsOf } from './roles.js';
import { ROLE_CHANGES_KEY } from './session-store.js';
import { TENANT_ROLES, type TenantRole } from './user.js';

/** A role that an organisation may change: an owner keeps everything. */
export type ChangeableRole = Exclude<TenantRole, 'owner'>;

/** What to give to a role, and what to take from it. */
export interface AskedChange {
  readonly grant: readonly Permission[];
  readonly revoke: readonly Permission[];
}

/** What a role allows in an organisation. */
export interface RolePermissions {
  readonly role: TenantRole;
  readonly permissions: readonly Permission[];
  /** What of it the organisation has changed. */
  readonly changed: RoleChange;
}

/** Who calls. */
type Call = Pick<CallContext, 'identity' | 'internal'>;

/** What roles allow, within one organisation. */
export interface PermissionsService {
  /** Every role with every permission it has, strongest role first. */
  matrix(scope: TenantScope): Promise<readonly RolePermissions[]>;
  /**
   * True when the caller has the permission at this establishment (null: in the whole organisation). A call is authorized for
   * the establishment it acts for; one that reaches further asks here. The process itself has every permission.
   */
  holds(call: Call, permission: Permission, siteId: string | null): Promise<boolean>;
  /** As `holds`, of any member. Somebody who is no active member has none. */
  memberHolds(scope: TenantScope, userId: string, permission: Permission, siteId: string | null): Promise<boolean>;
  /** Throws `forbidden` unless the caller has the permission there. */
  require(call: Call, permission: Permission, siteId: string | null): Promise<void>;
  /** Throws `forbidden` unless the caller owns the whole organisation: who could change roles could give themselves everything. */
  requireOwner(call: Call): Promise<void>;
  /**
   * Gives and takes permissions of a role, on top of what was changed before. Throws `invalid_request`: a permission that no
   * procedure asks for, that only owners have, or that is in both lists.
   */
  change(scope: TenantScope, role: ChangeableRole, change: AskedChange): Promise<RolePermissions>;
  /** Makes the role what it was. */
  reset(scope: TenantScope, role: ChangeableRole): Promise<RolePermissions>;
}

export interface PermissionsDeps {
  readonly transact: Transact<Pick<Stores, 'members' | 'tenantSettings'>>;
  readonly views: Pick<Views, 'members'>;
  readonly signals: Signals;
  /** Every permission that some procedure asks for. */
  readonly known: () => readonly Permission[];
}

const UNCHANGED: RoleChange = { grant: new Set(), revoke: new Set() };

export function makePermissionsService({ transact, views, signals, known }: PermissionsDeps): PermissionsService {
  const changesOf = (scope: TenantScope) =>
    transact(scope, async ({ tenantSettings }) => readRoleChanges(await tenantSettings.get(scope, ROLE_CHANGES_KEY)));

  function shown(role: TenantRole, changes: RoleChanges): RolePermissions {
    const permissions = known().filter((permission) => grants(role, permission, changes));
    return { role, permissions, changed: changes.get(role) ?? UNCHANGED };
  }

  async function store(scope: TenantScope, role: ChangeableRole, decide: (before: RoleChange) => RoleChange): Promise<RolePermissions> {
    const changes = await transact(scope, async ({ members, tenantSettings }) => {
      // Two who change roles at once wait for each other here; else the second would undo what the first did.
      await members.lockOwners(scope);
      const before = readRoleChanges(await tenantSettings.get(scope, ROLE_CHANGES_KEY));
      const after = new Map(before).set(role, decide(before.get(role) ?? UNCHANGED));
      await tenantSettings.set(scope, ROLE_CHANGES_KEY, written(after));
      return after;
    });
    signals.send({ kind: 'identity-changed', userId: null });
    return shown(role, changes);
  }

  async function memberHolds(scope: TenantScope, userId: string, permission: Permission, siteId: string | null): Promise<boolean> {
    const member = await views.members.get(scope, userId);
    if (member === null || !member.active) return false;
    const holding = member.assignments.filter((held) => held.siteId === null || held.siteId === siteId);
    return holding.length > 0 && permissionsOf(holding, await changesOf(scope)).has(permission);
  }

  async function holds({ identity, internal }: Call, permission: Permission, siteId: string | null): Promise<boolean> {
    if (internal) return true;
    if (identity === null || identity.tenant === null) return false;
    return identity.roles.includes('super-admin') || memberHolds(identity.tenant, identity.userId, permission, siteId);
  }

  return {
    async matrix(scope) {
      const changes = await changesOf(scope);
      return TENANT_ROLES.map((role) => shown(role, changes));
    },
    holds,
    memberHolds,
    async require(call, permission, siteId) {
      if (!(await holds(call, permission, siteId))) throw new DomainError('forbidden');
    },
    async requireOwner({ identity, internal }) {
      if (internal || identity?.roles.includes('super-admin')) return;
      const member = identity?.tenant ? await views.members.get(identity.tenant, identity.userId) : null;
      if (member?.active && covers(member.assignments, { role: 'owner', siteId: null })) return;
      throw new DomainError('forbidden', { message: 'Only owners of the whole organisation do this.' });
    },
    async change(scope, role, change) {
      const issues = faultsOf(change, new Set(known()));
      if (issues.length > 0) throw new DomainError('invalid_request', { issues });
      return store(scope, role, (before) => joined(role, before, change));
    },
    reset: (scope, role) => store(scope, role, () => UNCHANGED),
  };
}

function faultsOf({ grant, revoke }: AskedChange, known: ReadonlySet<Permission>): Issue[] {
  const issues = (list: 'grant' | 'revoke', permissions: readonly Permission[], faultOf: (permission: Permission) => string | null) =>
    permissions.flatMap((permission, index) => {
      const message = known.has(permission) ? faultOf(permission) : 'There is no such permission';
      return message === null ? [] : [{ path: `${list}.${index}`, message }];
    });
  return [
    ...issues('grant', grant, (permission) => {
      if (isOwnersOnly(permission)) return 'Only owners have this permission';
      return revoke.includes(permission) ? 'Given and taken at once' : null;
    }),
    ...issues('revoke', revoke, () => null),
  ];
}

/** What is never given to another role: who could change roles could give themselves everything. */
function isOwnersOnly(permission: Permission): boolean {
  return permission === 'permissions:write' || !grants('admin', permission);
}

/** Only what differs from the role as it is by itself, so that the lists stay short. */
function joined(role: TenantRole, before: RoleChange, { grant, revoke }: AskedChange): RoleChange {
  const given = [...before.grant, ...grant].filter((permission) => !revoke.includes(permission) && !grants(role, permission));
  const taken = [...before.revoke, ...revoke].filter((permission) => !grant.includes(permission) && grants(role, permission));
  return { grant: new Set(given.sort()), revoke: new Set(taken.sort()) };
}

/** As the setting is stored. */
function written(changes: RoleChanges): z.input<typeof roleChangesSchema> {
  const differing = [...changes].filter(([, { grant, revoke }]) => grant.size + revoke.size > 0);
  return roleChangesSchema.parse(
    Object.fromEntries(differing.map(([role, { grant, revoke }]) => [role, { grant: [...grant], revoke: [...revoke] }])),
  );
}
