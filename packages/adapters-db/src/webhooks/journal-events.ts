import type { Scope } from '@comptoir/core/kit/scope.js';
import type { EventBatch, NewEvent, NextTurn } from '@comptoir/core/webhooks/webhook-log-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';

/**
 * Journals a batch in one statement. The first event about each record is inserted, or, where one waits already, counted there; the others are inserted
 * pointing at whichever that is. Last the turn: whoever ends one holds its row, so that either they see these events or we see that they are through.
 */
export async function journalEvents(
  db: Handle,
  { tenantId, siteId }: Scope,
  { entity, sessionId, receivedAt, events }: EventBatch,
): Promise<NextTurn | null> {
  const { firsts, counts } = byRecord(events);
  const { rows } = await sql<{ readonly number: number | null }>`
    with leader as (
      insert into shop_webhook_logs as log (tenant_id, site_id, id, session_id, entity, action, external_id, state, received_at, attempts, due_at,
        coalesced, replay_of)
      select ${tenantId}::uuid, ${siteId}::uuid, id, ${sessionId}::uuid, ${entity}, action, external_id, 'received', ${receivedAt}::timestamptz, 0,
        ${receivedAt}::timestamptz, coalesced, replay_of
      from unnest(${firsts.map(({ id }) => id)}::uuid[], ${firsts.map(({ action }) => action)}::text[],
        ${firsts.map(({ externalId }) => externalId)}::text[], ${firsts.map(({ replayOf }) => replayOf)}::uuid[], ${counts}::int[])
        as first (id, action, external_id, replay_of, coalesced)
      order by external_id collate "C"
      on conflict (external_id, site_id, entity, tenant_id) where state = 'received' and coalesced_into is null
        do update set coalesced = log.coalesced + excluded.coalesced + 1
      returning id, external_id, due_at
    ), follower as (
      insert into shop_webhook_logs (tenant_id, site_id, id, session_id, entity, action, external_id, state, received_at, attempts, due_at,
        coalesced, coalesced_into, replay_of)
      select ${tenantId}::uuid, ${siteId}::uuid, event.id, ${sessionId}::uuid, ${entity}, event.action, external_id, 'received',
        ${receivedAt}::timestamptz, 0, leader.due_at, 0, leader.id, event.replay_of
      from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ action }) => action)}::text[],
        ${events.map(({ externalId }) => externalId)}::text[], ${events.map(({ replayOf }) => replayOf)}::uuid[])
        as event (id, action, external_id, replay_of)
      join leader using (external_id)
      where leader.id <> event.id
    )
    insert into shop_webhook_turns as turn (tenant_id, site_id, entity, number, at, resting)
    values (${tenantId}, ${siteId}, ${entity}, 1, ${receivedAt}, false)
    on conflict (tenant_id, site_id, entity) do update set number = turn.number + 1, at = excluded.at
      where turn.at > excluded.at and not turn.resting
    returning number`.execute(db);
  const [turn] = rows;
  return turn === undefined || turn.number === null ? null : { entity, number: Number(turn.number), at: receivedAt };
}

/** The first event about each record, and how many more there are about it. */
function byRecord(events: readonly NewEvent[]): { readonly firsts: readonly NewEvent[]; readonly counts: readonly number[] } {
  const counts = new Map<string, number>();
  for (const { externalId } of events) counts.set(externalId, (counts.get(externalId) ?? 0) + 1);
  const firsts = [...new Map(events.toReversed().map((event) => [event.externalId, event])).values()];
  return { firsts, counts: firsts.map(({ externalId }) => (counts.get(externalId) ?? 1) - 1) };
}
