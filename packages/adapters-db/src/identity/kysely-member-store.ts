import type { MemberStore } from '@comptoir/core/identity/member-store.js';
import type { Assignment } from '@comptoir/core/identity/user.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { uuidOf } from '../kit/uuids.js';
import { ASSIGNMENTS, memberOf } from './member-rows.js';

export function makeKyselyMembers(db: Handle): MemberStore {
  const assign = async ({ tenantId }: TenantScope, userId: string, assignments: readonly Assignment[]) => {
    if (assignments.length === 0) return;
    const owner = { tenant_id: uuidOf(tenantId), user_id: uuidOf(userId) };
    const rows = assignments.map(({ role, siteId }, position) => ({
      ...owner,
      position,
      role,
      site_id: siteId === null ? null : uuidOf(siteId),
    }));
    await db.insertInto('member_assignments').values(rows).execute().catch(asUnknownRecord);
  };
  const get = async ({ tenantId }: TenantScope, userId: string) => {
    const row = await db
      .selectFrom('members')
      .selectAll()
      .select(ASSIGNMENTS.as('assignments'))
      .where('tenant_id', '=', uuidOf(tenantId))
      .where('user_id', '=', uuidOf(userId))
      .executeTakeFirst();
    return row === undefined ? null : memberOf(row);
  };
  /** The caller reads afterwards, in a statement of its own: this one's view of the assignments is from before it waited. */
  const lock = ({ tenantId }: TenantScope, userId: string) =>
    db
      .selectFrom('members')
      .select('user_id')
      .where('tenant_id', '=', uuidOf(tenantId))
      .where('user_id', '=', uuidOf(userId))
      .forNoKeyUpdate()
      .execute();

  return {
    async add(scope, { userId, active, assignments, joinedAt }) {
      await db
        .insertInto('members')
        .values({ tenant_id: uuidOf(scope.tenantId), user_id: uuidOf(userId), active, joined_at: joinedAt })
        .execute()
        .catch(asUnknownRecord);
      await assign(scope, userId, assignments);
    },

    get,

    async change(scope, userId, decide) {
      await lock(scope, userId);
      const before = await get(scope, userId);
      if (before === null) throw new DomainError('unknown_record');
      const { active, assignments } = decide(before);
      const { tenantId } = before;
      await db.updateTable('members').set({ active }).where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
      await db.deleteFrom('member_assignments').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
      await assign(scope, userId, assignments);
      return { ...before, active, assignments };
    },

    async remove({ tenantId }, userId) {
      const { numDeletedRows } = await db
        .deleteFrom('members')
        .where('tenant_id', '=', uuidOf(tenantId))
        .where('user_id', '=', uuidOf(userId))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async lockOwners({ tenantId }) {
      await db.selectFrom('tenants').select('id').where('id', '=', uuidOf(tenantId)).forNoKeyUpdate().execute();
      const { rows } = await sql<{ id: string }>`
        select member.user_id as id from members as member
        join users on users.id = member.user_id and users.deleted_at is null
        where member.tenant_id = ${uuidOf(tenantId)} and member.active and exists (
          select from member_assignments as assignment
          where assignment.tenant_id = member.tenant_id and assignment.user_id = member.user_id
            and assignment.role = 'owner' and assignment.site_id is null)
        order by member.user_id`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
