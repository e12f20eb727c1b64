import { randomUUID } from 'node:crypto';
import type { InvitesService } from '@comptoir/core/identity/invites-service.js';
import { NO_ROLE_CHANGES, type RoleChanges } from '@comptoir/core/identity/role-changes.js';
import { ALL_PERMISSIONS, permissionsOf } from '@comptoir/core/identity/roles.js';
import { type Assignment, NOTIFICATIONS, type NotificationPreferences, type TenantRole, type User } from '@comptoir/core/identity/user.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import type { AnyProcedure, CallContext, Identity, Role, Router } from '@comptoir/core/kit/procedure.js';
import type { Scope, TenantScope } from '@comptoir/core/kit/scope.js';
import type { Site } from '@comptoir/core/sites/site.js';
import type { z } from 'zod';
import { type Establishment, establish, establishBeside, freshName, NOON, SYSTEM } from '../suites/builders.js';
import { aCallOfNobody, type Bench } from './support.js';

/** A person with a proved address. */
export function aUser(changes: Partial<User> = {}): User {
  const id = randomUUID();
  return {
    id,
    email: `${freshName('ada')}@example.test`,
    emailVerifiedAt: NOON,
    name: 'Ada',
    locale: 'fr',
    passwordHash: 'plain:a long password',
    tokenVersion: 0,
    superAdmin: false,
    notifications: Object.fromEntries(NOTIFICATIONS.map((name) => [name, true])) as NotificationPreferences,
    createdAt: NOON,
    deletedAt: null,
    ...changes,
  };
}

/** Stores a person. */
export async function aPerson({ persistence }: Bench, changes: Partial<User> = {}): Promise<User> {
  const user = aUser(changes);
  await persistence.transact({ tenantId: '', actor: SYSTEM }, ({ users }) => users.create(user));
  return user;
}

/** What a caller acts for, and as what. */
interface Place {
  readonly assignments?: readonly Assignment[];
  readonly tenant?: TenantScope | null;
  /** Null: the whole organisation. */
  readonly site?: Scope | null;
  readonly superAdmin?: boolean;
  readonly changes?: RoleChanges;
}

/** A call of a person as a host makes one: the roles that hold where they act, and what these allow. */
export function aCallOf({ services }: Bench, userId: string, place: Place = {}): CallContext {
  const { assignments = [], site = null, superAdmin = false, changes = NO_ROLE_CHANGES } = place;
  const tenant = place.tenant ?? site;
  const actor = { kind: 'user', userId } as const;
  const holding = assignments.filter(({ siteId }) => siteId === null || siteId === site?.siteId);
  const roles: Role[] = [...new Set(holding.map(({ role }) => role))];
  const identity: Identity = {
    userId,
    sessionId: `session of ${userId}`,
    roles: superAdmin ? ['super-admin', ...roles] : roles,
    permissions: superAdmin ? ALL_PERMISSIONS : permissionsOf(holding, changes),
    tenant: tenant === null ? null : { tenantId: tenant.tenantId, actor },
    site: site === null ? null : { tenantId: site.tenantId, siteId: site.siteId, actor },
  };
  return { ...aCallOfNobody(services), identity };
}

/** A member, and a call of theirs for the first establishment of their organisation. */
export interface Somebody {
  readonly user: User;
  readonly call: CallContext;
}

export interface Organisation {
  readonly tenantId: string;
  /** The first establishment. */
  readonly scope: Scope;
  readonly site: Site;
  /** Adds a person with these assignments who acts for the first establishment, or for `actsFor`. */
  join(assignments: readonly Assignment[], actsFor?: Scope | null, changes?: Partial<User>): Promise<Somebody>;
  /** Adds a person with a role in the whole organisation. */
  joinAs(role: TenantRole, changes?: Partial<User>): Promise<Somebody>;
  /** Another establishment of it. */
  beside(): Promise<Establishment>;
}

/** Stores an organisation with one establishment and nobody in it. */
export async function anOrganisation(bench: Bench, changes: Partial<Site> = {}): Promise<Organisation> {
  const establishment = await establish(bench.persistence, changes);
  const { scope, site } = establishment;
  const join: Organisation['join'] = async (assignments, actsFor = scope, userChanges = {}) => {
    const user = await aPerson(bench, userChanges);
    const member = { tenantId: scope.tenantId, userId: user.id, active: true, assignments, joinedAt: NOON };
    await bench.persistence.transact(scope, ({ members }) => members.add(scope, member));
    return { user, call: aCallOf(bench, user.id, { assignments, site: actsFor, tenant: scope }) };
  };
  return {
    tenantId: scope.tenantId,
    scope,
    site,
    join,
    joinAs: (role, userChanges) => join([{ role, siteId: null }], scope, userChanges),
    beside: () => establishBeside(bench.persistence, establishment),
  };
}

/** Calls procedures of one router by name, as a host does. */
export function callsOf<Procedures extends Router>(router: string, procedures: Procedures) {
  return <Name extends keyof Procedures & string>(
    name: Name,
    call: CallContext,
    input: unknown = {},
  ): Promise<z.output<Procedures[Name]['output']>> => {
    const procedure: AnyProcedure = procedures[name] as AnyProcedure;
    return callProcedure(`${router}.${name}`, procedure, call, input) as Promise<z.output<Procedures[Name]['output']>>;
  };
}

/** A call whose invites are kept instead of sent. */
export function withInvites(call: CallContext) {
  const asked: Parameters<InvitesService['create']>[] = [];
  const invites: InvitesService = {
    create: async (...args) => {
      asked.push(args);
      return { url: 'https://platform.example/manage/onboard?d=canary', expiresAt: NOON };
    },
    show: () => Promise.reject(new Error('not asked for')),
    accept: () => Promise.reject(new Error('not asked for')),
  };
  const services = {
    ...call.services,
    invites,
    unitOfWork: ((scope, work) =>
      call.services.unitOfWork(scope, (inner, stores) => work({ ...inner, invites }, stores))) as CallContext['services']['unitOfWork'],
  };
  return { call: { ...call, services }, asked };
}
