import type { TenantScope } from '../kit/scope.js';
import type { Stores } from '../stores.js';
import type { IdentityDeps } from './identity-deps.js';

/** Makes an organisation that the user owns; returns its id. */
export async function foundOrganisation(
  { ids, clock }: Pick<IdentityDeps, 'ids' | 'clock'>,
  { tenants, members }: Pick<Stores, 'tenants' | 'members'>,
  userId: string,
  name: string,
): Promise<string> {
  const scope: TenantScope = { tenantId: ids.uuid(), actor: { kind: 'user', userId } };
  const now = clock.now();
  await tenants.create({ id: scope.tenantId, name, status: 'active', suspendedReason: null, createdAt: now });
  const assignments = [{ role: 'owner', siteId: null }] as const;
  await members.add(scope, { tenantId: scope.tenantId, userId, active: true, assignments, joinedAt: now });
  return scope.tenantId;
}
