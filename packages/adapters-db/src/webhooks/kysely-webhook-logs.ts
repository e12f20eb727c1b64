import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Settlement } from '@comptoir/core/webhooks/webhook-log.js';
import type { ClaimedEvent, WebhookLogStore } from '@comptoir/core/webhooks/webhook-log-store.js';
import type { WebhookPace } from '@comptoir/core/webhooks/webhook-pace.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { endTurn } from './end-turn.js';
import { journalEvents } from './journal-events.js';

interface PaceRow {
  readonly level: number;
  readonly at: Date;
  readonly strikes: number;
  readonly wait_until: Date | null;
  readonly fresh: boolean;
}

export function makeKyselyWebhookLogs(db: Handle): WebhookLogStore {
  /** Locks the row, which is there afterwards; null where it was not. */
  async function lockPace({ tenantId, siteId }: Scope): Promise<WebhookPace | null> {
    const { rows } = await sql<PaceRow>`
      insert into shop_webhook_paces as pace (tenant_id, site_id, level, at, strikes)
      values (${tenantId}, ${siteId}, 0, 'epoch', 0)
      on conflict (tenant_id, site_id) do update set strikes = pace.strikes
      returning level, at, strikes, wait_until, xmax = 0 as fresh`.execute(db);
    const [row] = rows;
    return row === undefined || row.fresh ? null : { level: row.level, at: row.at, strikes: row.strikes, waitUntil: row.wait_until };
  }

  return {
    async pace(scope, decide) {
      const before = await lockPace(scope);
      const pace = decide(before);
      if (pace === before) return pace;
      const { level, at, strikes, waitUntil } = pace;
      await db
        .updateTable('shop_webhook_paces')
        .set({ level, at, strikes, wait_until: waitUntil })
        .where('tenant_id', '=', scope.tenantId)
        .where('site_id', '=', scope.siteId)
        .execute();
      return pace;
    },

    journal: (scope, batch) => journalEvents(db, scope, batch),

    async claim({ tenantId, siteId }, { entity, number }, { token, limit, leaseUntil }, now) {
      const { rows } = await sql<ClaimedRow>`
        with turn as (
          select 1 from shop_webhook_turns
          where tenant_id = ${tenantId} and site_id = ${siteId} and entity = ${entity} and number = ${number}
        ), due as materialized (
          -- Looked for once: a condition would be looked for with every row, and claim the next ones each time.
          -- Passes over what is being coalesced into this moment: waiting for one while holding others would be a deadlock.
          select id from shop_webhook_logs
          where tenant_id = ${tenantId} and site_id = ${siteId} and entity = ${entity} and finished_at is null and coalesced_into is null
            and due_at <= ${now} and exists (select from turn)
          order by due_at, id limit ${limit} for update skip locked
        ), leader as (
          update shop_webhook_logs as log set state = 'processing', started_at = ${now}, due_at = ${leaseUntil}, attempts = attempts + 1,
            token = ${token}::uuid
          where log.id = any(array(select id from due))
          returning log.id, log.external_id, log.attempts
        ), follower as (
          update shop_webhook_logs as log set state = 'processing', started_at = ${now}, due_at = ${leaseUntil}, attempts = attempts + 1
          where ${IS_COALESCED}
        )
        select leader.id, external_id, attempts from turn left join leader on true`.execute(db);
      return rows.length === 0 ? null : rows.flatMap(claimedOf);
    },

    async settle(scope, turn, token, end, now) {
      if (end.settlements.length > 0) await settleEvents(db, scope, token, end.settlements, now);
      return endTurn(db, scope, turn, end.restUntil, now);
    },

    async forgetBefore(before) {
      const ended = db.deleteFrom('shop_webhook_logs').where('received_at', '<', before).where('finished_at', '<', before);
      return Number((await ended.executeTakeFirst()).numDeletedRows);
    },
  };
}

/**
 * What goes with the leaders, which are of the establishment. As a list, and with no other condition that an index could serve: a few rows are looked for
 * by what names them, whatever is believed of a table that was empty a moment ago. That is why `settleEvents` compares tenant and establishment as text.
 */
const IS_COALESCED = sql`log.coalesced_into = any(array(select id from leader)) and log.coalesced_into is not null`;

/** All null where there is a turn and nothing is due. */
interface ClaimedRow {
  readonly id: string | null;
  readonly external_id: string | null;
  readonly attempts: number | null;
}

function claimedOf({ id, external_id: externalId, attempts }: ClaimedRow): readonly ClaimedEvent[] {
  return id === null || externalId === null || attempts === null ? [] : [{ id, externalId, attempts }];
}

/** What waits for its next attempt stays `processing`. */
const STATE_OF = { completed: 'completed', failed: 'failed', again: 'processing' } as const;

async function settleEvents(
  db: Handle,
  { tenantId, siteId }: Scope,
  token: string,
  settlements: readonly Settlement[],
  now: Date,
): Promise<void> {
  await sql`
    with settled as (
      select * from unnest(${settlements.map(({ id }) => id)}::uuid[], ${settlements.map(({ kind }) => STATE_OF[kind])}::text[],
        ${settlements.map((one) => (one.kind === 'completed' ? one.result : null))}::text[],
        ${settlements.map((one) => (one.kind === 'completed' ? null : one.reason))}::text[],
        ${settlements.map((one) => (one.kind === 'again' ? one.dueAt : null))}::timestamptz[])
        as settled (id, state, result, reason, due_at)
    ), leader as (
      update shop_webhook_logs as log set state = settled.state, result = settled.result, reason = settled.reason,
        due_at = coalesce(settled.due_at, log.due_at), token = null,
        finished_at = case when settled.due_at is null then ${now}::timestamptz end
      from settled
      where log.id = any(array(select id from settled)) and log.id = settled.id and log.token = ${token}::uuid
        and log.tenant_id::text = ${tenantId} and log.site_id::text = ${siteId}
      returning log.id, log.state, log.result, log.reason, log.due_at, log.finished_at, log.started_at, log.attempts
    )
    update shop_webhook_logs as log set state = leader.state, result = leader.result, reason = leader.reason, due_at = leader.due_at,
      finished_at = leader.finished_at, started_at = leader.started_at, attempts = leader.attempts
    from leader where log.coalesced_into = leader.id and ${IS_COALESCED}`.execute(db);
}
