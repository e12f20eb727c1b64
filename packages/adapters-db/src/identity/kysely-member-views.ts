import type { MemberFilter, MemberViews } from '@comptoir/core/identity/member-store.js';
import type { Assignment, MemberRecord } from '@comptoir/core/identity/user.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import type { MemberTable } from './identity-tables.js';
import { ASSIGNMENTS, memberOf } from './member-rows.js';

export function makeKyselyMemberViews(db: Handle): MemberViews {
  return {
    async list(scope, filter) {
      const sorted = recordsOf(db, scope).where(chosen(filter)).orderBy(sql`users.name collate "C"`).orderBy('members.user_id');
      const { items, ...page } = await readPage(sorted, filter);
      return { items: items.map(recordOf), ...page };
    },

    async get(scope, userId) {
      const row = await recordsOf(db, scope).where('members.user_id', '=', uuidOf(userId)).executeTakeFirst();
      return row === undefined ? null : recordOf(row);
    },

    async ofUser(userId) {
      return db
        .selectFrom('members')
        .innerJoin('tenants', 'tenants.id', 'members.tenant_id')
        .select(['members.tenant_id as tenantId', 'tenants.name as tenantName', 'members.active', ASSIGNMENTS.as('assignments')])
        .select(sql<boolean>`tenants.status = 'active'`.as('tenantActive'))
        .where('members.user_id', '=', uuidOf(userId))
        .where('tenants.status', '<>', 'deleted')
        .orderBy(sql`tenants.name collate "C"`)
        .orderBy('tenants.id')
        .execute();
    },
  };
}

function recordsOf(db: Handle, { tenantId }: TenantScope) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .selectAll('members')
    .select(['users.email', 'users.name', ASSIGNMENTS.as('assignments')])
    .select(sql<boolean>`users.email_verified_at is not null`.as('emailVerified'))
    .select(sql<Date | null>`(select max(last_seen_at) from sessions where sessions.user_id = users.id)`.as('lastSeenAt'))
    .where('members.tenant_id', '=', uuidOf(tenantId))
    .where('users.deleted_at', 'is', null);
}

function chosen({ search, active, role, siteId }: MemberFilter): RawBuilder<boolean> {
  const assigned = (which: RawBuilder<unknown>) => sql`exists (
    select from member_assignments as chosen
    where chosen.tenant_id = members.tenant_id and chosen.user_id = members.user_id and ${which})`;
  const conditions = [
    matches([sql.ref('users.name'), sql.ref('users.email')], search),
    ...(active === undefined ? [] : [sql`members.active = ${active}`]),
    ...(role === undefined ? [] : [assigned(sql`chosen.role = ${role}`)]),
    ...(siteId === undefined ? [] : [assigned(sql`chosen.site_id = ${uuidOf(siteId)}`)]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

interface RecordRow extends Selectable<MemberTable> {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly lastSeenAt: Date | null;
  readonly assignments: readonly Assignment[];
}

function recordOf(row: RecordRow): MemberRecord {
  const { email, name, emailVerified, lastSeenAt } = row;
  return { ...memberOf(row), email, name, emailVerified, lastSeenAt };
}
