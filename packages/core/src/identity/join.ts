import { DomainError } from '../kit/errors.js';
import type { TenantScope } from '../kit/scope.js';
import type { Stores } from '../stores.js';
import type { InviteDetails } from './one-time-token.js';
import type { Assignment } from './user.js';

/**
 * Makes the user a member, or adds to what the member may do. Somebody who was deactivated stays so, and is told `forbidden`: an
 * old invite must not undo it.
 */
export async function join(
  members: Stores['members'],
  userId: string,
  { tenantId, siteId, roles }: Pick<InviteDetails, 'tenantId' | 'siteId' | 'roles'>,
  joinedAt: Date,
): Promise<void> {
  const scope: TenantScope = { tenantId, actor: { kind: 'user', userId } };
  const given = roles.map((role): Assignment => ({ role, siteId }));
  const member = await members.get(scope, userId);
  if (member === null) return members.add(scope, { tenantId, userId, active: true, assignments: given, joinedAt });
  if (!member.active) throw new DomainError('forbidden', { message: 'Your access to this organisation was turned off.' });
  await members.change(scope, userId, (current) => ({ ...current, assignments: union(current.assignments, given) }));
}

function union(held: readonly Assignment[], given: readonly Assignment[]): readonly Assignment[] {
  const isHeld = ({ role, siteId }: Assignment) => held.some((assignment) => assignment.role === role && assignment.siteId === siteId);
  return [...held, ...given.filter((assignment) => !isHeld(assignment))];
}
