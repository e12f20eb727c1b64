import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, identityOf, type Permission, tenantScopeOf } from '../kit/procedure.js';
import { secret } from '../kit/secret.js';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';
import { EMAIL_MAX } from './email.js';
import type { MembersService } from './members-service.js';
import { type Assignment, type MemberRecord, TENANT_ROLES } from './user.js';

const byId = z.object({ id: idSchema });
const role = z.enum(TENANT_ROLES);
const assignment = z.object({ role, siteId: idSchema.nullable() });

/** Nobody has so many establishments and roles; a person holds each assignment once. */
const assignments = z
  .array(assignment)
  .min(1)
  .max(100)
  .refine(
    uniqueBy((held: Assignment) => `${held.role} ${held.siteId}`),
    'An assignment is named twice',
  );

const userRecord = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  active: z.boolean(),
  assignments: z.array(z.object({ role, siteId: z.string().nullable() })),
  joinedAt: z.date(),
  lastSeenAt: z.date().nullable(),
});

/** Whom to invite to what: one establishment, or (null) the whole organisation. */
const inviteInput = z.object({
  email: z.email().max(EMAIL_MAX).toLowerCase(),
  siteId: idSchema.nullable().default(null),
  roles: z
    .array(role)
    .min(1)
    .max(TENANT_ROLES.length)
    .refine(
      uniqueBy((name: string) => name),
      'A role is named twice',
    ),
});

/** The `users` router: the members of the organisation. The id of a member is the id of the person. */
export function usersRouter() {
  return {
    list: listProcedure(),
    get: defineProcedure({
      type: 'query',
      access: needs('users:read'),
      summary: 'One member of the organisation.',
      input: byId,
      output: userRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => recordOf(await visible(context, id)),
    }),
    create: defineProcedure({
      type: 'mutation',
      access: needs('users:write'),
      summary: 'Invites a person by mail: they become a member when they accept. The answer does not tell whether they have an account.',
      input: inviteInput,
      output: z.object({ email: z.string(), siteId: z.string().nullable(), roles: z.array(role), expiresAt: z.date() }),
      errors: ['forbidden', 'unknown_shop', 'rate_limited'],
      run: async (context, input) => ({ ...input, expiresAt: (await invite(context, input)).expiresAt }),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: needs('users:write'),
      summary: 'Changes the name of a person who belongs to this organisation alone; everybody else changes their own.',
      input: byId.extend({ name: personText(1, 120).optional() }),
      output: userRecord,
      errors: ['unknown_record', 'forbidden'],
      run: async (context, { id, name }) =>
        recordOf(name === undefined ? await visible(context, id) : await members(context).rename(identityOf(context), id, name)),
    }),
    delete: changing('users:delete', 'Ends the membership at once. The person and their other organisations stay.', (service, by, id) =>
      service.remove(by, id),
    ),
    invite: defineProcedure({
      type: 'mutation',
      access: needs('users:invite'),
      summary: 'As `create`, and answers the link of the invite, once, to be handed over.',
      input: inviteInput,
      // Null in the stored answer of a repeated call: the link is shown once.
      output: z.object({ url: secret(z.string().nullable()), expiresAt: z.date() }),
      errors: ['forbidden', 'unknown_shop', 'rate_limited'],
      run: invite,
    }),
    deactivate: changing('users:write', 'Keeps the member out of this organisation, at once.', (service, by, id) =>
      service.setActive(by, id, false),
    ),
    reactivate: changing('users:write', 'Lets a deactivated member in again.', (service, by, id) => service.setActive(by, id, true)),
    setRoles: defineProcedure({
      type: 'mutation',
      access: needs('users:write'),
      summary: 'Replaces the roles of a member. Nobody gives or takes roles above their own, or where they have none.',
      input: byId.extend({ assignments }),
      output: userRecord,
      errors: ['unknown_record', 'unknown_shop', 'forbidden', 'last_owner'],
      run: async (context, input) => recordOf(await members(context).setRoles(identityOf(context), input.id, input.assignments)),
    }),
    memberships: defineProcedure({
      type: 'query',
      access: needs('users:read'),
      summary: 'The roles of a member in this organisation, with the establishments by name.',
      input: byId,
      output: z.array(z.object({ role, siteId: z.string().nullable(), siteName: z.string().nullable() })),
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const member = await visible(context, id);
        const sites = await context.services.views.sites.list(tenantScopeOf(context));
        const names = new Map(sites.map((site) => [site.id, site.name]));
        return member.assignments.map((held) => ({ ...held, siteName: held.siteId === null ? null : (names.get(held.siteId) ?? null) }));
      },
    }),
  };
}

function listProcedure() {
  return defineProcedure({
    type: 'query',
    access: needs('users:read'),
    summary: 'One page of the members, by name. Who may see one establishment only finds those who have a role there.',
    input: pageInput.extend({ role: role.optional(), siteId: idSchema.optional(), active: z.boolean().optional() }).prefault({}),
    output: pageOf(userRecord),
    errors: ['forbidden'],
    run: async (context, filter) => {
      const siteId = (await seesAll(context)) ? filter.siteId : seenSite(context, filter.siteId);
      const page = await context.services.views.members.list(tenantScopeOf(context), { ...filter, siteId });
      return { ...page, items: page.items.map(recordOf) };
    },
  });
}

/** A procedure that does one thing to a member, and answers them. */
function changing(
  permission: Permission,
  summary: string,
  act: (service: MembersService, by: ReturnType<typeof identityOf>, id: string) => Promise<MemberRecord>,
) {
  return defineProcedure({
    type: 'mutation',
    access: needs(permission),
    summary,
    input: byId,
    output: userRecord,
    errors: ['unknown_record', 'forbidden', 'last_owner'],
    run: async (context, { id }) => recordOf(await act(members(context), identityOf(context), id)),
  });
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}

function members({ services }: CallContext): MembersService {
  return services.members;
}

async function invite(context: CallContext, input: z.output<typeof inviteInput>) {
  const by = identityOf(context);
  await members(context).requireMayGive(
    by,
    input.roles.map((name) => ({ role: name, siteId: input.siteId })),
  );
  return context.services.invites.create(tenantScopeOf(context), by, input);
}

function seesAll(context: CallContext): Promise<boolean> {
  return context.services.permissions.holds(context, 'users:read', null);
}

/** The establishment whose members the caller sees; they may name no other one. */
function seenSite(context: CallContext, asked: string | undefined): string {
  const own = identityOf(context).site?.siteId;
  if (own === undefined || (asked !== undefined && asked !== own)) throw new DomainError('forbidden');
  return own;
}

async function visible(context: CallContext, userId: string): Promise<MemberRecord> {
  const member = await context.services.views.members.get(tenantScopeOf(context), userId);
  const own = identityOf(context).site?.siteId;
  const seen = member !== null && ((await seesAll(context)) || member.assignments.some(({ siteId }) => siteId === own));
  if (member === null || !seen) throw new DomainError('unknown_record');
  return member;
}

function recordOf({ userId, ...member }: MemberRecord) {
  return { ...member, id: userId, assignments: [...member.assignments] };
}
