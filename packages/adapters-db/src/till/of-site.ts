import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';

/** For `where`: the rows of one establishment, of the one table that a statement is about. */
export function ofSite({ tenantId, siteId }: Scope): RawBuilder<boolean> {
  return sql<boolean>`(tenant_id = ${tenantId} and site_id = ${siteId})`;
}
