import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Rule } from '@comptoir/core/segments/rule.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { clientsFor } from '../segments/rule-sql.js';
import { obstacleTo } from './reachable.js';

/** One statement, however many there are. Clients come before subscribers, so that an address that is both is a client's. */
export async function freezeRecipients(db: Handle, scope: Scope, campaignId: string, rule: Rule | null, now: Date): Promise<number> {
  const { tenantId, siteId } = scope;
  const subscribers =
    rule === null
      ? sql`union all select email, null::uuid from newsletter_subscribers
          where tenant_id = ${tenantId} and site_id = ${siteId} and state = 'confirmed'`
      : sql``;
  const { numAffectedRows } = await sql`
    insert into campaign_recipients (tenant_id, site_id, campaign_id, address, client_id, state, due_at, queued_at, changed_at)
    select ${tenantId}::uuid, ${siteId}::uuid, ${campaignId}::uuid, address, (array_agg(client_id) filter (where client_id is not null))[1],
      'pending', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from (
      select clients.email as address, clients.id as client_id from clients where ${clientsFor(scope, rule)} and clients.email is not null
      ${subscribers}
    ) as candidate
    where ${obstacleTo(scope, sql`candidate.address`)} is null
    group by address
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}
