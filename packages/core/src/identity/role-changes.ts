import { z } from 'zod';
import type { Permission } from '../kit/procedure.js';
import { TENANT_ROLES, type TenantRole } from './user.js';

/** What an organisation adds to a role and takes from it. */
export interface RoleChange {
  readonly grant: ReadonlySet<Permission>;
  readonly revoke: ReadonlySet<Permission>;
}

export type RoleChanges = ReadonlyMap<TenantRole, RoleChange>;

export const NO_ROLE_CHANGES: RoleChanges = new Map();

/** `orders:accept`: two names of letters and digits. */
export const permissionSchema = z
  .string()
  .max(100)
  .regex(/^[a-z][A-Za-z0-9]*:[a-z][A-Za-z0-9]*$/, 'A permission is written <router>:<verb>')
  .transform((text) => text as Permission);

/** Bounds what is read for every caller of the organisation. */
const CHANGES_MAX = 500;

const permissionList = z.array(permissionSchema).max(CHANGES_MAX).default([]);

export const CHANGEABLE_ROLES = TENANT_ROLES.filter((role) => role !== 'owner');

/** The tenant setting `permissions.roles`, as it is written. What the owner may do cannot be changed. */
export const roleChangesSchema = z.partialRecord(z.enum(CHANGEABLE_ROLES), z.object({ grant: permissionList, revoke: permissionList }));

const readList = z.array(z.unknown()).max(CHANGES_MAX).catch([]);
const readChange = z.object({ grant: readList, revoke: readList }).partial();

/** The setting as it is read: what it does not fit is passed over, so that a bad entry locks nobody out and lets nobody in. */
export function readRoleChanges(setting: unknown): RoleChanges {
  if (typeof setting !== 'object' || setting === null) return NO_ROLE_CHANGES;
  const changes = CHANGEABLE_ROLES.flatMap((role) => {
    const change = readChange.safeParse(Object.entries(setting).find(([name]) => name === role)?.[1]);
    if (!change.success) return [];
    return [[role, { grant: permissionsIn(change.data.grant), revoke: permissionsIn(change.data.revoke) }] as const];
  });
  return new Map(changes);
}

function permissionsIn(list: readonly unknown[] = []): ReadonlySet<Permission> {
  return new Set(list.flatMap((entry) => permissionSchema.safeParse(entry).data ?? []));
}
