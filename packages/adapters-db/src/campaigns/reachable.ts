import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';

/**
 * Why nothing may be sent to an address now; null: it may. The consent of a client counts before that of a subscriber. Asked when
 * recipients are frozen, and again when each is claimed.
 */
export function obstacleTo({ tenantId, siteId }: Scope, address: RawBuilder<unknown>): RawBuilder<string | null> {
  const ofSite = (table: string) => sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId} and ${sql.ref(`${table}.site_id`)} = ${siteId}`;
  return sql<string | null>`case
    when exists (select from mail_suppressions s where ${ofSite('s')} and s.address = ${address}) then 'suppressed'
    when coalesce(
      (select coalesce((c.email_consent ->> 'granted')::boolean, false) from clients c
        where ${ofSite('c')} and c.email = ${address} and c.merged_into is null and c.anonymized_at is null),
      (select n.state = 'confirmed' from newsletter_subscribers n where ${ofSite('n')} and n.email = ${address}),
      false) then null
    else 'consent' end`;
}
