import { z } from 'zod';
import { auditEntryOf } from '../kit/call-procedure.js';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, identityOf, type Permission, tenantScopeOf } from '../kit/procedure.js';
import type { TenantScope } from '../kit/scope.js';
import { secret } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';

const byId = z.object({ id: idSchema });
const name = personText(1, 120);
const SUPER_ADMIN = { kind: 'role', role: 'super-admin' } as const;
const SIGNED_IN = { kind: 'protected' } as const;
const DAY_MS = 86_400_000;

const tenantRecord = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'suspended', 'deleted']),
  suspendedReason: z.string().nullable(),
  createdAt: z.date(),
});

const switchInput = z.object({ tenantId: idSchema, siteId: idSchema.nullable().default(null) });

/** The `tenants` router: organisations. */
export function tenantsRouter() {
  return {
    list: defineProcedure({
      type: 'query',
      access: SIGNED_IN,
      summary: 'One page of the organisations the caller belongs to; of all organisations for a super-admin.',
      input: pageInput.extend({ status: z.enum(['active', 'suspended']).optional() }).prefault({}),
      output: pageOf(tenantRecord),
      run: (context, filter) => context.services.tenants.list(identityOf(context), filter),
    }),
    get: defineProcedure({
      type: 'query',
      access: SIGNED_IN,
      summary: 'One organisation the caller belongs to.',
      input: byId,
      output: tenantRecord,
      errors: ['unknown_record'],
      run: (context, { id }) => context.services.tenants.get(identityOf(context), id),
    }),
    create: defineProcedure({
      type: 'mutation',
      access: SIGNED_IN,
      summary: 'Creates an organisation that the caller owns. Their address must be proved; five a day.',
      input: z.object({ name }),
      output: tenantRecord,
      errors: ['forbidden', 'rate_limited'],
      run: (context, input) => context.services.tenants.create(identityOf(context), input.name),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: needs('tenants:write'),
      summary: 'Renames the organisation the call acts for.',
      input: byId.extend({ name: name.optional() }),
      output: tenantRecord,
      errors: ['unknown_record', 'forbidden'],
      run: async (context, { id, ...patch }) => {
        const scope = await ownTenant(context, 'tenants:write', id);
        const { tenants } = context.services;
        return patch.name === undefined ? tenants.get(identityOf(context), id) : tenants.rename(scope, patch.name);
      },
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: needs('tenants:delete'),
      summary: 'Ends the organisation the call acts for: its members lose access at once, its records are kept.',
      input: byId,
      output: tenantRecord,
      errors: ['unknown_record', 'forbidden'],
      run: async (context, { id }) => context.services.tenants.delete(await ownTenant(context, 'tenants:delete', id)),
    }),
    current: defineProcedure({
      type: 'query',
      access: { kind: 'tenant' },
      summary: 'The organisation and the establishment the call acts for, and the roles the caller has there.',
      input: z.object({}).default({}),
      output: z.object({ tenant: tenantRecord, siteId: z.string().nullable(), roles: z.array(z.string()) }),
      errors: ['unknown_record'],
      run: async (context) => {
        const { site, roles } = identityOf(context);
        const tenant = await context.services.views.tenants.get(tenantScopeOf(context));
        if (tenant === null) throw new DomainError('unknown_record');
        return { tenant, siteId: site?.siteId ?? null, roles: [...roles] };
      },
    }),
    switch: switchProcedure(),
    suspend: defineProcedure({
      type: 'mutation',
      access: SUPER_ADMIN,
      summary: 'Suspends an organisation: only super-admins may act for it until it is resumed.',
      input: byId.extend({ reason: personText(1, 500) }),
      output: tenantRecord,
      errors: ['unknown_record'],
      run: (context, { id, reason }) => context.services.tenants.suspend(anyTenant(context, id), reason),
    }),
    resume: defineProcedure({
      type: 'mutation',
      access: SUPER_ADMIN,
      summary: 'Lets the members of a suspended organisation act for it again.',
      input: byId,
      output: tenantRecord,
      errors: ['unknown_record'],
      run: (context, { id }) => context.services.tenants.resume(anyTenant(context, id)),
    }),
    usage: usageProcedure(),
  };
}

function switchProcedure() {
  return defineProcedure({
    type: 'mutation',
    access: SIGNED_IN,
    summary: 'Makes the session act for another organisation, or for one establishment of it; answers the token that says so.',
    input: switchInput,
    output: z.object({ tenantId: z.string(), siteId: z.string().nullable(), token: secret(z.string()), expiresAt: z.date() }),
    errors: ['unknown_record', 'tenant_suspended', 'forbidden'],
    transaction: 'own',
    changesSession: true,
    run: async (context, input) => {
      const identity = identityOf(context);
      const { userId, sessionId } = identity;
      if (sessionId === null) throw new DomainError('forbidden', { message: 'This call has no session that could be switched.' });
      await context.services.tenants.requireMayActFor(identity, input.tenantId, input.siteId);
      const { token, expiresAt } = await context.services.auth.switchScope({ userId, sessionId }, input);
      const scope: TenantScope = { tenantId: input.tenantId, actor: { kind: 'user', userId } };
      const entry = {
        ...auditEntryOf('tenants.switch', context, switchInput, input, null),
        tenantId: input.tenantId,
        siteId: input.siteId,
      };
      await context.services.unitOfWork(scope, (_services, { audit }) => audit.append(entry));
      context.session.start(token, expiresAt);
      return { ...input, token, expiresAt };
    },
  });
}

function usageProcedure() {
  return defineProcedure({
    type: 'query',
    access: needs('tenants:read'),
    summary: 'How much of the product the organisation uses: what it has, and its orders of the last days.',
    input: byId.extend({ days: z.int().min(1).max(366).default(30) }),
    output: z.object({
      id: z.string(),
      since: z.date(),
      sites: z.int(),
      members: z.int(),
      items: z.int(),
      orders: z.int(),
      apiKeys: z.int(),
    }),
    errors: ['unknown_record', 'forbidden'],
    run: async (context, { id, days }) => {
      const scope = await ownTenant(context, 'tenants:read', id);
      const { clock, views } = context.services;
      const since = new Date(clock.now().getTime() - days * DAY_MS);
      return { id, since, ...(await views.tenants.usage(scope, since)) };
    },
  });
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}

/** The organisation the call acts for, when that is the one named, and the caller has the permission in all of it. */
async function ownTenant(context: CallContext, permission: Permission, id: string): Promise<TenantScope> {
  const scope = tenantScopeOf(context);
  if (scope.tenantId !== id) throw new DomainError('unknown_record');
  await context.services.permissions.require(context, permission, null);
  return scope;
}

function anyTenant(context: CallContext, tenantId: string): TenantScope {
  return { tenantId, actor: { kind: 'user', userId: identityOf(context).userId } };
}
