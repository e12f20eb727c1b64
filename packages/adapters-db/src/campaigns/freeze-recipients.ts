import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Rule } from '@comptoir/core/segments/rule.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { clientsFor } from '../segments/rule-sql.js';
import { agreed, isOfSite, isSuppressed } from './reachable.js';

/** One statement, however many there are. An address that is a client's is asked for under the client's consent alone. */
export async function freezeRecipients(db: Handle, scope: Scope, campaignId: string, rule: Rule | null, now: Date): Promise<number> {
  const { tenantId, siteId } = scope;
  const { numAffectedRows } = await sql`
    insert into campaign_recipients (tenant_id, site_id, campaign_id, address, client_id, state, due_at, queued_at, changed_at)
    select ${tenantId}::uuid, ${siteId}::uuid, ${campaignId}::uuid, address, client_id, 'pending', ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz
    from (
      select clients.email as address, clients.id as client_id from clients
      where ${clientsFor(scope, rule)} and clients.email is not null and ${agreed('clients')}
      ${rule === null ? otherSubscribers(scope) : sql``}
    ) as candidate
    where not ${isSuppressed(scope, sql`candidate.address`)}
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function otherSubscribers(scope: Scope): RawBuilder<unknown> {
  return sql`union all
    select n.email, null::uuid from newsletter_subscribers n
    where n.tenant_id = ${scope.tenantId} and n.site_id = ${scope.siteId} and n.state = 'confirmed'
      and not exists (select from clients c where ${isOfSite(scope, 'c')} and c.email = n.email and c.merged_into is null)`;
}
