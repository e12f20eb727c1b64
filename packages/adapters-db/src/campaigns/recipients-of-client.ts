import type { RecipientOf } from '@comptoir/core/campaigns/campaign-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { uuidOf } from '../kit/uuids.js';
import { isOfSite } from './reachable.js';

export const RECIPIENT_COLUMNS = [
  'address',
  'client_id as clientId',
  'state',
  'reason',
  'queued_at as queuedAt',
  'changed_at as changedAt',
  'unsubscribed_at as unsubscribedAt',
] as const;

export async function recipientsOfClient(db: Handle, scope: Scope, clientId: string, email: string | null): Promise<RecipientOf[]> {
  return db
    .selectFrom('campaign_recipients')
    .select([...RECIPIENT_COLUMNS, 'campaign_id as campaignId'])
    .where(isClient(scope, clientId, email))
    .orderBy('queued_at')
    .orderBy('campaign_id')
    .execute();
}

/** What was counted stays countable: a row for everybody who was written to, under a name that tells nothing. */
export async function forgetRecipients(db: Handle, scope: Scope, clientId: string, email: string | null, now: Date): Promise<void> {
  const isTheirs = isClient(scope, clientId, email);
  await sql`delete from campaign_recipients where ${isTheirs} and state = 'pending'`.execute(db);
  await sql`
    update campaign_recipients set address = 'forgotten-' || gen_random_uuid(), client_id = null, token = null,
      state = case state when 'claimed' then 'uncertain' else state end,
      reason = case state when 'claimed' then 'interrupted' else reason end,
      changed_at = case state when 'claimed' then ${now}::timestamptz else changed_at end
    where ${isTheirs}`.execute(db);
}

export async function moveRecipients(db: Handle, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await db
    .updateTable('campaign_recipients')
    .set({ client_id: uuidOf(intoId) })
    .where(isClient(scope, fromId, null))
    .execute();
}

function isClient(scope: Scope, clientId: string, email: string | null): RawBuilder<boolean> {
  return sql<boolean>`(${isOfSite(scope, 'campaign_recipients')} and (client_id = ${uuidOf(clientId)} or address = ${email}))`;
}
