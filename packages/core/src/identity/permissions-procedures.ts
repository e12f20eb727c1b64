import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { defineProcedure, identityOf, tenantScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import type { RolePermissions } from './permissions-service.js';
import { permissionSchema } from './role-changes.js';
import { TENANT_ROLES, type TenantRole } from './user.js';

const NOTHING = z.object({}).default({});
const role = z.enum(TENANT_ROLES);
/** An owner keeps everything. */
const changeableRole = role.exclude(['owner']);
const permissionList = z.array(permissionSchema).max(500).default([]);

const SUMMARIES: Readonly<Record<TenantRole, string>> = {
  owner: 'Everything, ending the organisation included.',
  admin: 'Everything but what only owners do.',
  manager: 'Runs the establishments: everything but people, keys and settings.',
  staff: 'Works in the establishment: sees what it needs and takes orders through their life.',
  viewer: 'Sees, and changes nothing.',
};

const rolePermissions = z.object({
  role,
  permissions: z.array(z.string()),
  changed: z.object({ grant: z.array(z.string()), revoke: z.array(z.string()) }),
});

/** The `permissions` router: what the roles of the organisation allow. */
export function permissionsRouter() {
  return {
    roles: defineProcedure({
      type: 'query',
      access: { kind: 'tenant' },
      summary: 'The roles there are, strongest first.',
      input: NOTHING,
      output: z.array(z.object({ role, summary: z.string() })),
      run: async () => TENANT_ROLES.map((name) => ({ role: name, summary: SUMMARIES[name] })),
    }),
    matrix: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['permissions:read'] },
      summary: 'Every role with every permission it has in this organisation, and what of it the organisation has changed.',
      input: NOTHING,
      output: z.array(rolePermissions),
      run: async (context) => (await context.services.permissions.matrix(tenantScopeOf(context))).map(recordOf),
    }),
    check: checkProcedure(),
    update: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['permissions:write'] },
      summary: 'Gives and takes permissions of a role, in the whole organisation.',
      input: z.object({ role: changeableRole, grant: permissionList, revoke: permissionList }),
      output: rolePermissions,
      errors: ['forbidden'],
      run: async (context, { role: name, ...change }) => {
        await context.services.permissions.requireOwner(context);
        return recordOf(await context.services.permissions.change(tenantScopeOf(context), name, change));
      },
    }),
    reset: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['permissions:write'] },
      summary: 'Makes a role allow again what it allows by itself.',
      input: z.object({ role: changeableRole }),
      output: rolePermissions,
      errors: ['forbidden'],
      run: async (context, { role: name }) => {
        await context.services.permissions.requireOwner(context);
        return recordOf(await context.services.permissions.reset(tenantScopeOf(context), name));
      },
    }),
  };
}

function checkProcedure() {
  return defineProcedure({
    type: 'query',
    access: { kind: 'tenant' },
    summary: 'Whether the caller has a permission for what the call acts for; or, for who may read permissions, whether a member has.',
    input: z.object({ permission: permissionSchema, userId: idSchema.optional() }),
    output: z.object({ allowed: z.boolean() }),
    errors: ['unknown_record', 'forbidden'],
    run: async (context, { permission: asked, userId }) => {
      const { permissions, views } = context.services;
      const siteId = identityOf(context).site?.siteId ?? null;
      if (userId === undefined) return { allowed: await permissions.holds(context, asked, siteId) };
      if (!(await permissions.holds(context, 'permissions:read', siteId))) throw new DomainError('forbidden');
      const scope = tenantScopeOf(context);
      if ((await views.members.get(scope, userId)) === null) throw new DomainError('unknown_record');
      return { allowed: await permissions.memberHolds(scope, userId, asked, siteId) };
    },
  });
}

function recordOf({ role: name, permissions, changed: { grant, revoke } }: RolePermissions) {
  return { role: name, permissions: [...permissions], changed: { grant: [...grant], revoke: [...revoke] } };
}
