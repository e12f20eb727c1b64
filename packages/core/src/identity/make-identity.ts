import type { ErrorCode } from '../kit/errors.js';
import type { Identity, Role } from '../kit/procedure.js';
import type { Target } from './call-target.js';
import type { RoleChanges } from './role-changes.js';
import { ALL_PERMISSIONS, permissionsOf } from './roles.js';
import type { SessionClaims } from './session.js';
import type { Principal } from './session-store.js';
import { type Assignment, TENANT_ROLES } from './user.js';

/** What was read about the caller, with the organisation's role changes in a form that is quick to ask. */
export interface KnownPrincipal extends Principal {
  readonly changes: RoleChanges;
}

/** The caller with what they asked to act for, or without any organisation and the reason why. */
export function identityFor(
  claims: SessionClaims,
  principal: KnownPrincipal,
  target: Target,
): { readonly identity: Identity; readonly refused: ErrorCode | null } {
  const place = placeOf(principal, target);
  if (typeof place === 'string') return { identity: actingFor(claims, principal, NOWHERE, []), refused: place };
  return { identity: actingFor(claims, principal, target, place), refused: null };
}

const NOWHERE = { tenantId: null, siteId: null };

/**
 * The assignments that hold where the call acts, or why it may not act there. Whether an organisation exists is told to its
 * members only.
 */
function placeOf({ tenant, superAdmin }: Principal, { tenantId, siteId }: Target): readonly Assignment[] | ErrorCode {
  if (tenantId === null) return siteId === null ? [] : 'forbidden';
  if (tenant === null) return 'forbidden';
  const assignments = tenant.member?.active === true ? tenant.member.assignments : null;
  if (assignments === null && !superAdmin) return 'forbidden';
  if (!tenant.active && !superAdmin) return 'tenant_suspended';
  if (siteId !== null && !tenant.siteIds.includes(siteId)) return 'forbidden';
  const holding = (assignments ?? []).filter((assignment) => assignment.siteId === null || assignment.siteId === siteId);
  return siteId !== null && holding.length === 0 && !superAdmin ? 'forbidden' : holding;
}

function actingFor(
  claims: SessionClaims,
  { superAdmin, changes }: KnownPrincipal,
  { tenantId, siteId }: Pick<Target, 'tenantId' | 'siteId'>,
  assignments: readonly Assignment[],
): Identity {
  const actor = { kind: 'user', userId: claims.sub } as const;
  return {
    userId: claims.sub,
    sessionId: claims.sid,
    roles: rolesOf(assignments, superAdmin),
    permissions: superAdmin ? ALL_PERMISSIONS : permissionsOf(assignments, changes),
    tenant: tenantId === null ? null : { tenantId, actor },
    site: tenantId === null || siteId === null ? null : { tenantId, siteId, actor },
  };
}

function rolesOf(assignments: readonly Assignment[], superAdmin: boolean): readonly Role[] {
  const held = TENANT_ROLES.filter((role) => assignments.some((assignment) => assignment.role === role));
  return superAdmin ? ['super-admin', ...held] : held;
}
