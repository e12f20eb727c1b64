import type { Presented } from '@comptoir/core/identity/identify.js';
import { SESSION_DAYS } from '@comptoir/core/identity/session.js';
import type { SessionScope } from '@comptoir/core/identity/session-token.js';
import type { TenantRole, User } from '@comptoir/core/identity/user.js';
import { callProcedure } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Access, CallContext, Permission } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import { DAY_MS } from '../suites/builders.js';
import { aHouse, aPerson, everywhere, HERE, join, withBearer, withCookie } from './identity/people.js';
import { aBench, aCallOfNobody } from './support.js';

/**
 * Every procedure, called by every kind of caller. What is expected follows from two small tables written by hand, so that a
 * mistake in the rules of the product is not made a second time here.
 */

/** The roles that have a permission. A procedure that asks for a new one does not pass before it has its line. */
const ROLES_OF: Readonly<Record<Permission, string>> = {
  'accessControl:devices': 'owner admin manager',
  'accessControl:read': 'owner admin manager staff viewer',
  'accessControl:scan': 'owner admin manager staff',
  'accessControl:write': 'owner admin manager',
  'apiKeys:read': 'owner admin',
  'apiKeys:write': 'owner admin',
  'audit:read': 'owner admin',
  'campaigns:delete': 'owner admin manager',
  'campaigns:read': 'owner admin manager staff viewer',
  'campaigns:send': 'owner admin manager',
  'campaigns:write': 'owner admin manager',
  'categories:delete': 'owner admin manager',
  'categories:read': 'owner admin manager staff viewer',
  'categories:write': 'owner admin manager',
  'clients:anonymize': 'owner admin manager',
  'clients:delete': 'owner admin manager',
  'clients:export': 'owner admin manager',
  'clients:import': 'owner admin manager',
  'clients:merge': 'owner admin manager',
  'clients:read': 'owner admin manager staff viewer',
  'clients:write': 'owner admin manager staff',
  'coupons:delete': 'owner admin manager',
  'coupons:read': 'owner admin manager staff viewer',
  'coupons:write': 'owner admin manager',
  'emailTemplates:delete': 'owner admin manager',
  'emailTemplates:read': 'owner admin manager staff viewer',
  'emailTemplates:write': 'owner admin manager',
  'feedApiKeys:read': 'owner admin',
  'feedApiKeys:write': 'owner admin',
  'groups:read': 'owner admin manager staff viewer',
  'groups:write': 'owner admin manager staff',
  'helpdeskKb:delete': 'owner admin manager',
  'helpdeskKb:read': 'owner admin manager staff viewer',
  'helpdeskKb:write': 'owner admin manager',
  'inventory:read': 'owner admin manager staff viewer',
  'inventory:write': 'owner admin manager',
  'invoices:configure': 'owner admin manager',
  'invoices:credit': 'owner admin manager',
  'invoices:pay': 'owner admin manager',
  'invoices:read': 'owner admin manager staff viewer',
  'invoices:write': 'owner admin manager',
  'links:delete': 'owner admin',
  'links:read': 'owner admin',
  'links:write': 'owner admin',
  'liveChat:read': 'owner admin manager staff viewer',
  'liveChat:write': 'owner admin manager',
  'newsletter:delete': 'owner admin manager',
  'newsletter:export': 'owner admin manager',
  'newsletter:read': 'owner admin manager staff viewer',
  'newsletter:write': 'owner admin manager',
  'onboarding:read': 'owner admin manager staff viewer',
  'onboarding:write': 'owner admin manager',
  'orders:accept': 'owner admin manager staff',
  'orders:assign': 'owner admin manager staff',
  'orders:cancel': 'owner admin manager staff',
  'orders:collect': 'owner admin manager staff',
  'orders:create': 'owner admin manager staff',
  'orders:delete': 'owner admin manager',
  'orders:deliver': 'owner admin manager staff',
  'orders:invoice': 'owner admin manager',
  'orders:discount': 'owner admin manager',
  'orders:note': 'owner admin manager staff',
  'orders:read': 'owner admin manager staff viewer',
  'orders:ready': 'owner admin manager staff',
  'orders:reject': 'owner admin manager staff',
  'orders:ship': 'owner admin manager staff',
  'orders:start': 'owner admin manager staff',
  'orders:write': 'owner admin manager',
  'orders:pay': 'owner admin manager staff',
  'orders:refund': 'owner admin manager',
  'orders:return': 'owner admin manager',
  'passes:read': 'owner admin manager staff viewer',
  'passes:use': 'owner admin manager staff',
  'passes:write': 'owner admin manager',
  'payments:read': 'owner admin manager staff viewer',
  'payments:write': 'owner admin manager',
  'permissions:read': 'owner admin',
  // Administrators hold it, and are refused by the procedures themselves: only owners change what roles allow.
  'permissions:write': 'owner admin',
  'posManagement:archive': 'owner admin manager',
  'posManagement:delete': 'owner admin manager',
  'posManagement:read': 'owner admin manager staff viewer',
  'posManagement:verify': 'owner admin manager',
  'posManagement:write': 'owner admin manager',
  'posOrders:cancel': 'owner admin manager staff',
  'posOrders:create': 'owner admin manager staff',
  'posOrders:finish': 'owner admin manager staff',
  'posOrders:pay': 'owner admin manager staff',
  'posOrders:read': 'owner admin manager staff viewer',
  'posOrders:refund': 'owner admin manager',
  'posOrders:start': 'owner admin manager staff',
  'products:delete': 'owner admin manager',
  'products:read': 'owner admin manager staff viewer',
  'products:write': 'owner admin manager',
  'queues:delete': 'owner admin',
  'queues:read': 'owner admin',
  'queues:write': 'owner admin',
  'recurringInvoices:delete': 'owner admin manager',
  'recurringInvoices:read': 'owner admin manager staff viewer',
  'recurringInvoices:write': 'owner admin manager',
  'segments:delete': 'owner admin manager',
  'segments:read': 'owner admin manager staff viewer',
  'segments:write': 'owner admin manager',
  'shopSync:read': 'owner admin manager staff viewer',
  'shopSync:run': 'owner admin manager',
  'shopSync:write': 'owner admin manager',
  'sessions:read': 'owner admin',
  'sessions:revoke': 'owner admin',
  'settings:read': 'owner admin manager',
  'settings:write': 'owner admin',
  'shipping:delete': 'owner admin manager',
  'shipping:read': 'owner admin manager staff viewer',
  'shipping:write': 'owner admin manager',
  'site:delete': 'owner admin',
  'site:hosts': 'owner admin',
  'site:read': 'owner admin manager',
  'site:write': 'owner admin',
  'stockActions:read': 'owner admin manager staff viewer',
  'stockActions:write': 'owner admin manager',
  'taxRates:delete': 'owner admin manager',
  'taxRates:read': 'owner admin manager staff viewer',
  'taxRates:write': 'owner admin manager',
  'tenants:delete': 'owner',
  'tenants:read': 'owner admin',
  'tenants:write': 'owner',
  'ticketing:book': 'owner admin manager staff',
  'ticketing:delete': 'owner admin manager',
  'ticketing:read': 'owner admin manager staff viewer',
  'ticketing:write': 'owner admin manager',
  'vendors:delete': 'owner admin manager',
  'vendors:read': 'owner admin manager staff viewer',
  'vendors:write': 'owner admin manager',
  'users:delete': 'owner admin',
  'users:invite': 'owner admin',
  'users:read': 'owner admin manager',
  'users:write': 'owner admin',
  'webhooks:delete': 'owner admin',
  'webhooks:read': 'owner admin',
  'webhooks:write': 'owner admin',
};

const MEMBERS = ['owner', 'admin', 'manager', 'staff', 'viewer'] as const satisfies readonly TenantRole[];
const STRANGERS = ['somebody without an organisation', 'a member of another organisation'] as const;
const NOBODIES = ['nobody', 'the holder of a revoked session', 'the holder of an expired token'] as const;

type Caller = (typeof MEMBERS)[number] | (typeof STRANGERS)[number] | (typeof NOBODIES)[number] | 'a super-admin';

/** Who may make a call of each kind; everybody else is refused. */
function allowedTo(access: Access): readonly Caller[] {
  switch (access.kind) {
    case 'public':
      return [...NOBODIES, ...STRANGERS, ...MEMBERS, 'a super-admin'];
    case 'protected':
      return [...STRANGERS, ...MEMBERS, 'a super-admin'];
    case 'tenant':
      return [...MEMBERS, 'a super-admin'];
    case 'permission':
      return [...MEMBERS.filter((role) => access.permissions.every((permission) => rolesOf(permission).includes(role))), 'a super-admin'];
    case 'role':
      return [...MEMBERS.filter((role) => role === access.role), 'a super-admin'];
    case 'internal':
      return [];
  }
}

function rolesOf(permission: Permission): readonly string[] {
  const roles = ROLES_OF[permission];
  if (roles === undefined) throw new Error(`Say in ROLES_OF of this test which roles have "${permission}"`);
  return roles.split(' ');
}

function refusalFor(access: Access, caller: Caller): string {
  if (access.kind === 'internal') return 'not_found';
  return NOBODIES.some((nobody) => nobody === caller) ? 'unauthorized' : 'forbidden';
}

/** No contract of an input takes this: who is allowed is refused for it, and nothing is done. */
const NO_INPUT = 'no procedure takes this';

/** Everybody as a host hands them over: by a token, recognised by the rules that recognise tokens. */
async function callers(): Promise<ReadonlyMap<Caller, CallContext>> {
  const bench = aBench();
  const { services, clock } = bench;
  const { scope, user: owner } = await aHouse(bench, 'owner');
  const place = { tenantId: scope.tenantId, siteId: scope.siteId };
  const nowhere = { tenantId: null, siteId: null };
  const nobody = aCallOfNobody(services);

  const tokenOf = async (user: User, home: SessionScope) => (await services.auth.startSession(user, 'browser', home, HERE)).token;
  const callWith = async (presented: Presented): Promise<CallContext> => {
    const { identity, refusal } = await services.identify.identify(presented);
    return { ...nobody, identity, refusal };
  };
  const memberAs = async (role: TenantRole) => {
    const user = await aPerson(bench);
    await join(bench, scope.tenantId, user.id, [everywhere(role)]);
    return callWith(withBearer(await tokenOf(user, place)));
  };

  const expired = await tokenOf(owner, place);
  clock.advance(SESSION_DAYS * DAY_MS);
  const revoked = await tokenOf(owner, place);
  const session = (await services.identify.identify(withBearer(revoked))).identity;
  await services.auth.logout(owner.id, session?.sessionId ?? '');
  const { user: neighbour } = await aHouse(bench, 'owner');
  const members = await Promise.all(MEMBERS.map(async (role) => [role, await memberAs(role)] as const));
  return new Map<Caller, CallContext>([
    ['nobody', nobody],
    ['the holder of a revoked session', await callWith(withBearer(revoked))],
    ['the holder of an expired token', await callWith(withBearer(expired))],
    ['somebody without an organisation', await callWith(withBearer(await tokenOf(await aPerson(bench), nowhere)))],
    ['a member of another organisation', await callWith(withCookie(await tokenOf(neighbour, nowhere), { header: place }))],
    ...members,
    ['a super-admin', await callWith(withBearer(await tokenOf(await aPerson(bench, { superAdmin: true }), place)))],
  ]);
}

describe('the permission matrix', () => {
  const procedures = makeRegistry(ROUTERS).all();
  let calls: ReadonlyMap<Caller, CallContext>;
  before(async () => {
    calls = await callers();
  });

  for (const [path, procedure] of procedures) {
    it(`${path} is open to whom the table says, and to nobody else`, async () => {
      const allowed = allowedTo(procedure.access);
      const expected = [...calls.keys()].map((caller) => [
        caller,
        allowed.includes(caller) ? 'allowed' : refusalFor(procedure.access, caller),
      ]);

      const outcomes: (readonly [Caller, string])[] = [];
      for (const [caller, context] of calls) outcomes.push([caller, await outcomeOf(path, procedure, context)]);

      expect(outcomes).to.deep.equal(expected);
    });
  }
});

async function outcomeOf(path: string, procedure: Parameters<typeof callProcedure>[1], context: CallContext): Promise<string> {
  try {
    await callProcedure(path, procedure, context, NO_INPUT);
    return 'allowed';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === 'invalid_request' ? 'allowed' : error.code;
  }
}
