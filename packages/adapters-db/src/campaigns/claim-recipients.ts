import type { ClaimWish } from '@comptoir/core/campaigns/campaign-store.js';
import type { ClaimedRecipient, ReaderNames } from '@comptoir/core/campaigns/recipient.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { agreed, isOfSite, isSuppressed } from './reachable.js';

/** The part of a claim that is about recipients; the campaign is locked by then. */
export interface ClaimedNow {
  readonly recipients: readonly ClaimedRecipient[];
  readonly againAt: Date | null;
}

const MINUTE_MS = 60_000;

export async function claimRecipients(db: Handle, scope: Scope, campaignId: string, wish: ClaimWish, now: Date): Promise<ClaimedNow> {
  const ofCampaign = isOf(scope, campaignId);
  await sql`
    update campaign_recipients set state = 'uncertain', reason = 'interrupted', changed_at = ${now}
    where ${ofCampaign} and state = 'claimed' and claimed_at < ${wish.staleBefore}`.execute(db);
  const { room, againAt } = await roomIn(db, scope, wish, now);
  const recipients = room === 0 ? [] : await take(db, scope, campaignId, { ...wish, limit: room }, now);
  if (recipients.length > 0) return { recipients, againAt: null };
  const next = await nextLook(db, ofCampaign, wish, now);
  return { recipients, againAt: room === 0 && next !== null && next <= now ? againAt : next };
}

/** How many may go now, and when the first of the last minute makes room. Exact, because campaigns of one establishment wait for each other. */
async function roomIn(db: Handle, { tenantId, siteId }: Scope, { perMinute, limit }: ClaimWish, now: Date) {
  if (perMinute === null) return { room: limit, againAt: now };
  const { rows } = await sql<{ readonly taken: number; readonly first: Date | null }>`
    select count(*) as taken, min(claimed_at) as first from campaign_recipients
    where tenant_id = ${tenantId} and site_id = ${siteId} and claimed_at > ${new Date(now.getTime() - MINUTE_MS)}`.execute(db);
  const { taken = 0, first = null } = rows[0] ?? {};
  const againAt = new Date((first ?? now).getTime() + MINUTE_MS);
  return { room: Math.max(0, Math.min(limit, perMinute - taken)), againAt };
}

interface TakenRow extends ReaderNames {
  readonly address: string;
  readonly tries: number;
  readonly language: string | null;
  readonly is_client: boolean;
  readonly obstacle: string | null;
}

/** Their consent is asked again: that of a client counts before that of a subscriber. */
async function take(db: Handle, scope: Scope, campaignId: string, { token, limit }: ClaimWish, now: Date): Promise<ClaimedRecipient[]> {
  await planForFew(db);
  const { rows } = await sql<TakenRow>`
    with due as (
      select ctid as place, address from campaign_recipients
      where ${isOf(scope, campaignId)} and state = 'pending' and due_at <= ${now}
      order by due_at, address collate "C" limit ${limit} for update skip locked
    ), reader as (
      select due.place, client.id is not null as is_client, client.kind, client.first_name as "firstName", client.last_name as "lastName",
        client.company, coalesce(client.language, subscriber.language) as language,
        case when ${isSuppressed(scope, sql`due.address`)} then 'suppressed'
          when coalesce(client.agreed, subscriber.state = 'confirmed', false) then null
          else 'consent' end as obstacle
      from due
      left join lateral (
        select c.*, ${agreed('c')} as agreed from clients c
        where ${isOfSite(scope, 'c')} and c.email = due.address and c.merged_into is null
      ) as client on true
      left join lateral (
        select n.language, n.state from newsletter_subscribers n where ${isOfSite(scope, 'n')} and n.email = due.address
      ) as subscriber on true
    )
    update campaign_recipients as recipient set
      state = case when obstacle is null then 'claimed' else 'skipped' end,
      reason = obstacle,
      token = case when obstacle is null then ${token}::uuid end,
      claimed_at = case when obstacle is null then ${now}::timestamptz end,
      changed_at = ${now}
    from reader
    where recipient.ctid = reader.place and ${isOf(scope, campaignId, 'recipient')}
    returning recipient.address, recipient.tries, reader.obstacle, reader.is_client, reader.kind, reader."firstName", reader."lastName",
      reader.company, reader.language`.execute(db);
  return rows
    .filter(({ obstacle }) => obstacle === null)
    .map(({ address, tries, language, is_client: isClient, kind, firstName, lastName, company }) => ({
      address,
      tries,
      language,
      client: isClient ? { kind, firstName, lastName, company } : null,
    }))
    .sort((left, right) => (left.address < right.address ? -1 : 1));
}

/**
 * A batch is few rows, found in the order of an index: what statistics of a table that was filled a moment ago say of it is wrong. Until
 * the end of the transaction.
 */
async function planForFew(db: Handle): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`.execute(db);
}

/** When somebody is due again or a claim is in doubt; null: nobody is left. */
async function nextLook(db: Handle, ofCampaign: RawBuilder<unknown>, { staleBefore }: ClaimWish, now: Date): Promise<Date | null> {
  const patienceMs = now.getTime() - staleBefore.getTime();
  const { rows } = await sql<{ readonly due: Date | null; readonly claimed: Date | null }>`
    select (select min(due_at) from campaign_recipients where ${ofCampaign} and state = 'pending') as due,
      (select min(claimed_at) from campaign_recipients where ${ofCampaign} and state = 'claimed') as claimed`.execute(db);
  const { due = null, claimed = null } = rows[0] ?? {};
  const times = [
    ...(due === null ? [] : [Math.max(due.getTime(), now.getTime())]),
    ...(claimed === null ? [] : [claimed.getTime() + patienceMs]),
  ];
  return times.length === 0 ? null : new Date(Math.min(...times));
}

export function isOf({ tenantId, siteId }: Scope, campaignId: string, table = 'campaign_recipients'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<boolean>`${column('tenant_id')} = ${tenantId} and ${column('site_id')} = ${siteId} and ${column('campaign_id')} = ${campaignId}`;
}
