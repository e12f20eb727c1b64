import { type Principal, type PrincipalViews, ROLE_CHANGES_KEY } from '@comptoir/core/identity/session-store.js';
import type { Assignment } from '@comptoir/core/identity/user.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { uuidOf } from '../kit/uuids.js';
import { ASSIGNMENTS } from './member-rows.js';

export function makeKyselyPrincipals(db: Handle): PrincipalViews {
  return {
    async principal(sessionId, tenantId) {
      const { rows } = await principalQuery(sessionId, tenantId).execute(db);
      return rows[0] === undefined ? null : principalOf(rows[0]);
    },
  };
}

interface PrincipalRow {
  readonly user_id: string;
  readonly token_version: number;
  readonly super_admin: boolean;
  readonly revoked_at: Date | null;
  readonly expires_at: Date;
  /** Null: the tenant that was asked about does not exist. */
  readonly tenant_active: boolean | null;
  /** Null: the user is not a member of it. */
  readonly member_active: boolean | null;
  readonly assignments: readonly Assignment[];
  readonly site_ids: readonly string[];
  /** The value of the setting, alone in an array: null without one. */
  readonly role_changes: readonly [unknown] | null;
}

/** One statement, every step of it by a primary key: each node asks every few seconds for every session in use. */
function principalQuery(sessionId: string, tenantId: string | null): RawBuilder<PrincipalRow> {
  return sql`
    select users.id as user_id, users.token_version, users.super_admin, sessions.revoked_at, sessions.expires_at,
      tenants.status = 'active' as tenant_active, members.active as member_active, ${ASSIGNMENTS} as assignments,
      (select coalesce(jsonb_agg(sites.id order by sites.id), '[]') from sites where sites.tenant_id = tenants.id) as site_ids,
      (select jsonb_agg(value) from tenant_settings as setting
        where setting.tenant_id = tenants.id and setting.key = ${ROLE_CHANGES_KEY}) as role_changes
    from sessions
    join users on users.id = sessions.user_id and users.deleted_at is null
    left join tenants on tenants.id = ${uuidOf(tenantId ?? '')} and tenants.status <> 'deleted'
    left join members on members.tenant_id = tenants.id and members.user_id = users.id
    where sessions.id = ${uuidOf(sessionId)}`;
}

function principalOf(row: PrincipalRow): Principal {
  const { assignments, tenant_active: active, member_active: memberActive } = row;
  const member = memberActive === null ? null : { active: memberActive, assignments };
  return {
    userId: row.user_id,
    tokenVersion: row.token_version,
    superAdmin: row.super_admin,
    sessionRevoked: row.revoked_at !== null,
    sessionExpiresAt: row.expires_at,
    tenant: active === null ? null : { active, member, siteIds: row.site_ids, roleChanges: row.role_changes?.[0] },
  };
}
