import type { Permission, Permissions } from '../kit/procedure.js';
import { NO_ROLE_CHANGES, type RoleChanges } from './role-changes.js';
import { type Assignment, TENANT_ROLES, type TenantRole } from './user.js';

/**
 * Which role may do what, by rule and not by list, so that it holds for routers that do not exist yet. `owner`: everything.
 * `admin`: all but what ends or renames the organisation. `manager`: all of the daily business. `staff`: sees it and takes its
 * daily steps. `viewer`: sees it.
 */

/** Routers that are about the organisation and who may act for it, not about its business. */
const ADMINISTRATION = new Set([
  'admin',
  'audit',
  'billing',
  'links',
  'monitoring',
  'permissions',
  'queues',
  'saasPlans',
  'sessions',
  'settings',
  'site',
  'siteProvisioning',
  'sites',
  'tenants',
  'users',
  'webhooks',
]);

/** Of them, those a manager looks into: who works here, and how the establishment is set up. */
const MANAGERS_READ = new Set(['settings', 'site', 'sites', 'users']);

/** Routers whose every record is the whole organisation's: a role for one establishment opens none of them. */
const ORGANISATION_WIDE = new Set(['admin', 'audit', 'billing', 'permissions', 'saasPlans', 'sessions', 'tenants']);

/** Where staff take steps. */
const COUNTER = new Set([
  'accessControl',
  'attendance',
  'clickCollect',
  'delivery',
  'kds',
  'kitchen',
  'orders',
  'passes',
  'posOrders',
  'tablePayment',
  'tableReservations',
  'ticketing',
  'tickets',
]);

/** The steps of a working day. None of them changes a price, a rule or a record somebody else relies on. */
const DAILY_STEPS = new Set([
  'accept',
  'assign',
  'book',
  'cancel',
  'collect',
  'create',
  'deliver',
  'finish',
  'note',
  'pay',
  'ready',
  'reject',
  'scan',
  'seat',
  'serve',
  'ship',
  'start',
  'use',
]);

/** Records that staff write down and put right in the course of the day. */
const DESK = new Set(['clients', 'groups']);

/** True when the role may, in an organisation that has made these changes. */
export function grants(role: TenantRole, permission: Permission, changes: RoleChanges = NO_ROLE_CHANGES): boolean {
  if (role === 'owner') return true;
  const [router, verb] = splitPermission(permission);
  if (isOwnersOnly(router, verb)) return false;
  const change = changes.get(role);
  if (change?.revoke.has(permission) === true) return false;
  return change?.grant.has(permission) === true || grantsByRule(role, router, verb);
}

function grantsByRule(role: Exclude<TenantRole, 'owner'>, router: string, verb: string): boolean {
  if (role === 'admin') return true;
  const reads = verb === 'read';
  if (isAdministration(router)) return role === 'manager' && reads && MANAGERS_READ.has(router);
  if (role === 'manager' || reads) return true;
  return role === 'staff' && ((COUNTER.has(router) && DAILY_STEPS.has(verb)) || (DESK.has(router) && verb === 'write'));
}

/** What ends, stops or renames the organisation. */
function isOwnersOnly(router: string, verb: string): boolean {
  return router === 'tenants' && verb !== 'read';
}

/** Keys of any kind let others act: whoever makes a router for a new kind gets this without thinking of it. */
function isAdministration(router: string): boolean {
  return ADMINISTRATION.has(router) || router.endsWith('Keys');
}

function splitPermission(permission: Permission): readonly [router: string, verb: string] {
  const colon = permission.indexOf(':');
  return [permission.slice(0, colon), permission.slice(colon + 1)];
}

/** What somebody with these assignments may do, as far as they hold where the call acts. */
export function permissionsOf(assignments: readonly Assignment[], changes: RoleChanges): Permissions {
  return {
    has: (permission) => {
      const everywhere = ORGANISATION_WIDE.has(splitPermission(permission)[0]);
      return assignments.some(({ role, siteId }) => (siteId === null || !everywhere) && grants(role, permission, changes));
    },
  };
}

/** Of a super-admin. */
export const ALL_PERMISSIONS: Permissions = { has: () => true };

/** The role itself and the weaker ones: what its holder may give to others. */
export function rolesBelow(role: TenantRole): readonly TenantRole[] {
  return TENANT_ROLES.slice(TENANT_ROLES.indexOf(role));
}

/** True when one of the assignments is as strong as the wanted one and holds wherever it does. */
export function covers(held: readonly Assignment[], wanted: Assignment): boolean {
  return held.some(({ role, siteId }) => (siteId === null || siteId === wanted.siteId) && rolesBelow(role).includes(wanted.role));
}
