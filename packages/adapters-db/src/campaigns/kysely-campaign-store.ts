import type { Campaign } from '@comptoir/core/campaigns/campaign.js';
import type { CampaignStore } from '@comptoir/core/campaigns/campaign-store.js';
import type { RecipientSettlement } from '@comptoir/core/campaigns/recipient.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { json } from '../kit/json.js';
import { insertion } from '../kit/row-set.js';
import { uuidOf } from '../kit/uuids.js';
import { CAMPAIGN_COLUMNS, campaignOf, campaignRowOf, recipientRowOf } from './campaign-rows.js';
import { claimRecipients, isOf } from './claim-recipients.js';
import { freezeRecipients } from './freeze-recipients.js';
import { addressHash } from './reachable.js';
import { forgetRecipients, moveRecipients } from './recipients-of-client.js';

export function makeKyselyCampaigns(db: Handle): CampaignStore {
  return {
    async create({ tenantId, siteId }, campaign) {
      await db
        .insertInto('campaigns')
        .values({ tenant_id: tenantId, site_id: siteId, id: campaign.id, content: json([]), ...campaignRowOf(campaign) })
        .execute()
        .catch(asUnknownRecord);
      return campaign;
    },

    async createPast({ tenantId, siteId }, campaign, content, recipients) {
      const owner = { tenant_id: tenantId, site_id: siteId };
      await db
        .insertInto('campaigns')
        .values({ ...owner, id: campaign.id, content: json(content), ...campaignRowOf(campaign) })
        .execute()
        .catch(asUnknownRecord);
      const rows = recipients.map((recipient) => ({ ...owner, campaign_id: campaign.id, ...recipientRowOf(recipient) }));
      await insertion('campaign_recipients', rows).execute(db);
    },

    async change(scope, id, decide) {
      const before = await lock(db, scope, id);
      const after = decide(before);
      if (after === before) return before;
      await db.updateTable('campaigns').set(campaignRowOf(after)).where(isCampaign(scope, id)).execute().catch(asUnknownRecord);
      return after;
    },

    async remove(scope, id) {
      const { numDeletedRows } = await db.deleteFrom('campaigns').where(isCampaign(scope, id)).executeTakeFirst();
      if (numDeletedRows === 0n) throw new DomainError('unknown_record');
    },

    async freeze(scope, id, content, rule, now) {
      await db
        .updateTable('campaigns')
        .set({ content: json(content) })
        .where(isCampaign(scope, id))
        .execute();
      return freezeRecipients(db, scope, id, rule, now);
    },

    async claim(scope, id, run, wish, now) {
      // All that is sent of the establishment, in one order: so its pace is counted by one at a time, and nobody waits in a circle.
      await sql`
        select from campaigns where tenant_id = ${scope.tenantId} and site_id = ${scope.siteId} and status = 'sending'
        order by id for update`.execute(db);
      const campaign = await lock(db, scope, id);
      if (campaign.run !== run || campaign.status !== 'sending') return { campaign, recipients: [], againAt: null };
      return { campaign, ...(await claimRecipients(db, scope, id, wish, now)) };
    },

    async settle(scope, id, token, settlements, now) {
      if (settlements.length === 0) return;
      await settleRecipients(db, scope, id, token, settlements, now);
      const gone = settlements.filter(({ state, reason }) => state === 'bounced' && reason === 'hard').map(({ address }) => address);
      if (gone.length > 0) await suppress(db, scope, gone, now);
    },

    async giveUp(scope, id, now) {
      await sql`
        update campaign_recipients set changed_at = ${now}, state = case state when 'pending' then 'skipped' else 'uncertain' end,
          reason = case state when 'pending' then 'cancelled' else 'interrupted' end
        where ${isOf(scope, uuidOf(id))} and state in ('pending', 'claimed')`.execute(db);
    },

    async noteUnsubscribed(scope, id, address, now) {
      await db
        .updateTable('campaign_recipients')
        .set({ unsubscribed_at: now })
        .where(isOf(scope, uuidOf(id)))
        .where('address', '=', address)
        .where('unsubscribed_at', 'is', null)
        .execute();
    },

    forgetClient: (scope, clientId, email, now) => forgetRecipients(db, scope, clientId, email, now),
    moveClient: (scope, fromId, intoId) => moveRecipients(db, scope, fromId, intoId),
  };
}

async function lock(db: Handle, scope: Scope, id: string): Promise<Campaign> {
  const row = await db.selectFrom('campaigns').select(CAMPAIGN_COLUMNS).where(isCampaign(scope, id)).forUpdate().executeTakeFirst();
  if (row === undefined) throw new DomainError('unknown_record');
  return campaignOf(row);
}

/** Only what is still claimed under the token: whoever claims a recipient settles it, once. */
async function settleRecipients(
  db: Handle,
  scope: Scope,
  id: string,
  token: string,
  settlements: readonly RecipientSettlement[],
  now: Date,
): Promise<void> {
  await sql`
    with mine as (
      select ctid as place, address from campaign_recipients
      where token = ${uuidOf(token)} and state in ('claimed', 'uncertain') and ${isOf(scope, id)} for update
    )
    update campaign_recipients as recipient
    set state = settled.state, reason = settled.reason, tries = settled.tries, due_at = settled.due_at, token = null, changed_at = ${now}
    from mine join unnest(${settlements.map(({ address }) => address)}::text[], ${settlements.map(({ state }) => state)}::text[],
      ${settlements.map(({ reason }) => reason)}::text[], ${settlements.map(({ tries }) => tries)}::int[],
      ${settlements.map(({ dueAt }) => dueAt)}::timestamptz[]) as settled (address, state, reason, tries, due_at) using (address)
    where recipient.ctid = mine.place`.execute(db);
}

/** Nothing is sent to these addresses any more, by this campaign or another. */
async function suppress(db: Handle, { tenantId, siteId }: Scope, addresses: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into mail_suppressions (tenant_id, site_id, address_hash, at)
    select ${tenantId}::uuid, ${siteId}::uuid, ${addressHash(sql`address`)}, ${now}::timestamptz from unnest(${addresses}::text[]) as gone (address)
    on conflict do nothing`.execute(db);
  await sql`
    update newsletter_subscribers set state = 'bounced', ended_at = ${now}
    where tenant_id = ${tenantId} and site_id = ${siteId} and email = any(${addresses}::text[])`.execute(db);
}

function isCampaign({ tenantId, siteId }: Scope, id: string) {
  return sql<boolean>`tenant_id = ${tenantId} and site_id = ${siteId} and id = ${uuidOf(id)}`;
}
