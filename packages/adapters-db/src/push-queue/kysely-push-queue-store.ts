import type { MessageSelection, PushQueueStore, QueueHorizon } from '@comptoir/core/push-queue/push-queue-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { uuidOf } from '../kit/uuids.js';
import { CLOCK_SKEW, isFree } from './believed-times.js';
import { claimMessages } from './claim-messages.js';
import { isOf } from './owned-messages.js';
import { pushMessages } from './push-messages.js';
import { settleMessages } from './settle-messages.js';

/** Before the end of every lease. */
const BEGINNING = new Date(0);

export function makeKyselyPushQueue(db: Handle): PushQueueStore {
  return {
    push: (jobs, now) => pushMessages(db, jobs, now),
    claim: (wants, token, now) => claimMessages(db, wants, token, now),
    settle: (jobs, now) => settleMessages(db, jobs, now),

    async register({ appId, queue, handlerUrl, concurrency, visibilityTimeoutSecs, maxAttempts }) {
      const settings = {
        handler_url: handlerUrl,
        concurrency,
        visibility_timeout_secs: visibilityTimeoutSecs,
        max_attempts: maxAttempts,
      };
      await db
        .insertInto('queue_workers')
        .values({ app_id: appId, queue, ...settings })
        .onConflict((conflict) => conflict.columns(['app_id', 'queue']).doUpdateSet(settings))
        .execute();
    },

    async unregister(appId, queue) {
      const { numDeletedRows } = await db
        .deleteFrom('queue_workers')
        .where('app_id', '=', appId)
        .where('queue', '=', queue)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async reclaim(since, now, limit) {
      const { rows } = await sql<{ reclaimed: number }>`
        select queue_reclaim(${since ?? BEGINNING}::timestamptz, ${now}::timestamptz, ${limit}::int) as reclaimed`.execute(db);
      return rows[0]?.reclaimed ?? 0;
    },

    async reclaimAhead(horizons, now, limit) {
      const { rows } = await sql<{ reclaimed: number }>`
        select queue_reclaim_ahead(${queuesOf(horizons)}, ${horizons.map(({ leaseSecs }) => leaseSecs)}::int[],
          ${now}::timestamptz, ${CLOCK_SKEW}, ${limit}::int) as reclaimed`.execute(db);
      return rows[0]?.reclaimed ?? 0;
    },

    async bringForward(horizons, now, limit) {
      const { rows } = await sql<{ brought: number }>`
        select queue_bring_forward(${queuesOf(horizons)}, ${horizons.map(({ waitSecs }) => waitSecs)}::int[],
          ${now}::timestamptz, ${CLOCK_SKEW}, ${limit}::int) as brought`.execute(db);
      return rows[0]?.brought ?? 0;
    },

    async retryDead(appId, selection, now) {
      const { numAffectedRows } = await sql`
        with retried as (
          delete from queue_dead_letters where app_id = ${appId} and ${selected(selection)} and ${isOf(selection.of)}
          returning id, app_id, queue, payload, max_attempts
        )
        insert into queue_messages (id, app_id, queue, payload, max_attempts, run_at, created_at)
        select id, app_id, queue, payload, max_attempts, ${now}, ${now} from retried`.execute(db);
      return Number(numAffectedRows ?? 0);
    },

    async purgeDead(appId, selection) {
      const { numAffectedRows } = await sql`
        delete from queue_dead_letters where app_id = ${appId} and ${selected(selection)} and ${isOf(selection.of)}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },

    /** Names are locked in the order in which they are taken. */
    async cancel(appId, selection) {
      const { rows } = await sql<{ cancelled: number }>`
        with gone as (
          delete from queue_messages where app_id = ${appId} and lease_until is null and ${selected(selection)}
          returning id, app_id, queue, dedup_id
        ), freed as (
          select name.app_id, name.queue, name.dedup_id from gone join queue_names as name
            on (name.app_id, name.queue, name.dedup_id, name.message_id) = (gone.app_id, gone.queue, gone.dedup_id, gone.id)
          order by name.app_id collate "C", name.queue collate "C", name.dedup_id collate "C" for update of name
        ), unnamed as (
          delete from queue_names as name using freed
          where (name.app_id, name.queue, name.dedup_id) = (freed.app_id, freed.queue, freed.dedup_id)
        )
        select count(*)::int as cancelled from gone`.execute(db);
      return rows[0]?.cancelled ?? 0;
    },

    async forgetBefore(now) {
      const { numAffectedRows } = await sql`delete from queue_names where ${isFree(now)}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

function queuesOf(horizons: readonly QueueHorizon[]): RawBuilder<unknown> {
  return sql`${horizons.map(({ appId }) => appId)}::text[], ${horizons.map(({ queue }) => queue)}::text[]`;
}

function selected(selection: MessageSelection): RawBuilder<unknown> {
  if ('ids' in selection) return sql`id = any(${selection.ids.map(uuidOf)}::uuid[])`;
  return 'all' in selection ? sql`true` : sql`queue = ${selection.queue}`;
}
