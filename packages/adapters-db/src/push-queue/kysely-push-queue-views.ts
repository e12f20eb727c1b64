import { cursorPage, decodeCursor } from '@comptoir/core/kit/page.js';
import {
  type DeadLetter,
  deadPlace,
  type PushQueueViews,
  type QueueDepth,
  type QueueWorker,
} from '@comptoir/core/push-queue/push-queue-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { uuidOf } from '../kit/uuids.js';
import { isOf } from './owned-messages.js';

export function makeKyselyPushQueueViews(db: Handle): PushQueueViews {
  return {
    async workers(appId) {
      const { rows } = await sql<QueueWorker>`
        select app_id as "appId", queue, handler_url as "handlerUrl", concurrency,
          visibility_timeout_secs as "visibilityTimeoutSecs", max_attempts as "maxAttempts"
        from queue_workers where ${appId === undefined ? sql`true` : sql`app_id = ${appId}`}
        order by app_id collate "C", queue collate "C"`.execute(db);
      return rows;
    },

    async deadLetters(appId, { queue, limit, cursor, of }) {
      const { rows } = await sql<DeadLetter>`
        select id, app_id as "appId", queue, payload, attempts, last_status as "lastStatus", last_error as "lastError", dead_at as "deadAt"
        from queue_dead_letters
        where app_id = ${appId} and ${queue === null ? sql`true` : sql`queue = ${queue}`} and ${before(cursor)} and ${isOf(of)}
        order by dead_at desc, id desc limit ${limit + 1}`.execute(db);
      return cursorPage(rows, limit, deadPlace);
    },

    async depths(appId, now, of) {
      const ofApp = appId === null ? sql`true` : sql`app_id = ${appId}`;
      const workers = of === undefined ? ofApp : sql`false`;
      const { rows } = await sql<QueueDepth>`
        select app_id as "appId", queue, sum(ready)::int as ready, sum(delayed)::int as delayed, sum(leased)::int as "inDelivery",
          sum(dead)::int as dead, min(oldest) as "oldestDueAt"
        from (
          select app_id, queue,
            count(*) filter (where lease_until is null and run_at <= ${now}) as ready,
            count(*) filter (where lease_until is null and run_at > ${now}) as delayed,
            count(lease_until) as leased, 0 as dead,
            min(run_at) filter (where lease_until is null and run_at <= ${now}) as oldest
          from queue_messages where ${ofApp} and ${isOf(of)} group by 1, 2
          union all
          select app_id, queue, 0, 0, 0, count(*), null from queue_dead_letters where ${ofApp} and ${isOf(of)} group by 1, 2
          union all
          select app_id, queue, 0, 0, 0, 0, null from queue_workers where ${workers}
        ) as counted
        group by app_id, queue order by app_id collate "C", queue collate "C"`.execute(db);
      return rows;
    },
  };
}

/** Throws `invalid_request` for a cursor of something else. */
function before(cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql`true`;
  const [deadAt = '', id = ''] = decodeCursor(cursor, 2);
  return sql`(dead_at, id) < (${instantOf(deadAt)}, ${uuidOf(id)})`;
}

/** A text that is no instant comes from a cursor that somebody made up: nothing lies before it. */
function instantOf(text: string): Date {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}
