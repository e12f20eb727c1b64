import { emailSchema } from '@comptoir/core/identity/email.js';
import { requireGoodPassword } from '@comptoir/core/identity/password-rules.js';
import { type Assignment, LOCALES, TENANT_ROLES, type TenantRole, type User } from '@comptoir/core/identity/user.js';
import { DomainError, hasCode } from '@comptoir/core/kit/errors.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import { personText, slugSchema } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import type { Stores } from '@comptoir/core/stores.js';
import { z } from 'zod';
import { newUser } from '../new-user.js';
import { defineCommand } from './command.js';
import { auditEntry, CLI_ACTOR, NO_TENANT, siteBySlug } from './lookups.js';

const argsSchema = z
  .object({
    email: emailSchema,
    name: personText(1, 120),
    locale: z.enum(LOCALES).default('fr'),
    password: z.string().optional(),
    superAdmin: z.boolean().default(false),
    /** The name of a new organisation, which they own. */
    organisation: personText(1, 120).optional(),
    /** The id of an organisation, or an establishment, at which they have a role. */
    tenant: z.uuid().optional(),
    site: slugSchema.optional(),
    role: z.enum(TENANT_ROLES).optional(),
  })
  .refine(({ organisation, tenant, site }) => [organisation, tenant, site].filter((place) => place !== undefined).length <= 1, {
    message: 'Choose one of --organisation, --tenant and --site',
    path: ['organisation'],
  })
  .refine(({ role, tenant, site }) => (role !== undefined) === (tenant !== undefined || site !== undefined), {
    message: '--role goes with --tenant or --site, and they with it',
    path: ['role'],
  });

type Args = z.output<typeof argsSchema>;

/** Where a person belongs from the start. */
interface Place extends Assignment {
  readonly tenantId: string;
}

export const createUser = defineCommand({
  name: 'users.create',
  args: argsSchema,
  result: z.object({
    id: z.string(),
    email: z.string(),
    hasPassword: z.boolean(),
    superAdmin: z.boolean(),
    tenantId: z.string().nullable(),
    role: z.enum(TENANT_ROLES).nullable(),
  }),
  async run({ services, passwords }, args) {
    const passwordHash = args.password === undefined ? null : await hashOf(passwords, args.password, args.email);
    return services.unitOfWork(NO_TENANT, async (inside, stores) => {
      const user = newUser(inside, { ...args, passwordHash });
      await addUser(stores, user);
      const place = await placeOf(inside, stores, args);
      if (place !== null) await addMember(inside, stores, user.id, place);
      await stores.audit.append(
        auditEntry(inside, 'users.create', { ...auditedPlace(place), subjectId: user.id, input: auditedInput(args) }),
      );
      const { id, email, superAdmin } = user;
      return { id, email, hasPassword: passwordHash !== null, superAdmin, tenantId: place?.tenantId ?? null, role: place?.role ?? null };
    });
  },
  print: ({ id, email, hasPassword }) =>
    `Created ${email} (${id}).${hasPassword ? '' : ' They have no password yet, and can ask for one where people sign in.'}`,
});

/** Slow on purpose, so not for inside a transaction. */
function hashOf(passwords: Passwords, password: string, email: string): Promise<string> {
  requireGoodPassword(password, email);
  return passwords.hash(password);
}

async function addUser({ users }: Stores, user: User): Promise<void> {
  try {
    await users.create(user);
  } catch (error) {
    if (!hasCode(error, 'duplicate')) throw error;
    throw new DomainError('duplicate', { message: `Somebody has the address ${user.email} already.`, cause: error });
  }
}

async function placeOf(services: Services, { tenants }: Stores, { organisation, tenant, site: slug, role }: Args): Promise<Place | null> {
  if (organisation !== undefined) {
    const id = services.ids.uuid();
    await tenants.create({ id, name: organisation, status: 'active', suspendedReason: null, createdAt: services.clock.now() });
    return { tenantId: id, siteId: null, role: 'owner' };
  }
  if (role === undefined) return null;
  if (tenant !== undefined) return placeInTenant(services, tenant, role);
  const { tenantId, id: siteId } = await siteBySlug(services, slug ?? '');
  return { tenantId, siteId, role };
}

async function placeInTenant({ views }: Services, tenantId: string, role: TenantRole): Promise<Place> {
  const tenant = await views.tenants.get({ tenantId, actor: CLI_ACTOR });
  if (tenant === null) throw new DomainError('unknown_record', { message: `No organisation has the id ${tenantId}.` });
  return { tenantId, siteId: null, role };
}

async function addMember({ clock }: Services, { members }: Stores, userId: string, { tenantId, role, siteId }: Place): Promise<void> {
  const member = { tenantId, userId, active: true, assignments: [{ role, siteId }], joinedAt: clock.now() };
  await members.add({ tenantId, actor: CLI_ACTOR }, member);
}

function auditedPlace(place: Place | null) {
  return { tenantId: place?.tenantId ?? null, siteId: place?.siteId ?? null };
}

/** Everything but the password. */
function auditedInput({ email, name, superAdmin, organisation, tenant, site, role }: Args) {
  return { email, name, superAdmin, organisation, tenant, site, role };
}
