import type { Assignment, Member } from '@comptoir/core/identity/user.js';
import { type Selectable, sql } from 'kysely';
import type { MemberTable } from './identity-tables.js';

/** Of the row of `members` that the statement is at. */
export const ASSIGNMENTS = sql<Assignment[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('role', assignment.role, 'siteId', assignment.site_id) order by assignment.position), '[]')
  from member_assignments as assignment
  where assignment.tenant_id = members.tenant_id and assignment.user_id = members.user_id)`;

export function memberOf(row: Selectable<MemberTable> & { readonly assignments: readonly Assignment[] }): Member {
  const { active, assignments } = row;
  return { tenantId: row.tenant_id, userId: row.user_id, active, assignments, joinedAt: row.joined_at };
}
