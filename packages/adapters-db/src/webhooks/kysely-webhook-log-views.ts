import type { Scope } from '@comptoir/core/kit/scope.js';
import type { ImportedEntity } from '@comptoir/core/shop-sync/shop-sync-service.js';
import type { WebhookLog, WebhookState } from '@comptoir/core/webhooks/webhook-log.js';
import type { WebhookFigures, WebhookLogViews } from '@comptoir/core/webhooks/webhook-log-store.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import type { WebhookLogTable } from './webhook-tables.js';

export function makeKyselyWebhookLogViews(db: Handle): WebhookLogViews {
  const logs = ({ tenantId, siteId }: Scope) =>
    db.selectFrom('shop_webhook_logs').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);

  return {
    async get(scope, id) {
      const row = await logs(scope).where('id', '=', uuidOf(id)).executeTakeFirst();
      return row === undefined ? null : logOf(row);
    },

    async list(scope, { entity, state, sessionId, externalId, from, to, ...page }) {
      let query = logs(scope);
      if (entity !== undefined) query = query.where('entity', '=', entity);
      if (state !== undefined) query = query.where('state', '=', state);
      if (sessionId !== undefined) query = query.where('session_id', '=', uuidOf(sessionId));
      if (externalId !== undefined) query = query.where('external_id', '=', externalId);
      if (from !== undefined) query = query.where('received_at', '>=', from);
      if (to !== undefined) query = query.where('received_at', '<', to);
      const { items, ...rest } = await readPage(query.orderBy('received_at', 'desc').orderBy('id', 'desc'), page);
      return { items: items.map(logOf), ...rest };
    },

    async ofSession(scope, sessionId) {
      const rows = await logs(scope).where('session_id', '=', uuidOf(sessionId)).orderBy('received_at').orderBy('id').execute();
      return rows.map(logOf);
    },

    async figures({ tenantId, siteId }, since) {
      const { rows } = await sql<FiguresRow>`
        select entity, state, count(*) as count, min(received_at) as oldest, count(*) filter (where own) as processed,
          sum(ms) filter (where own) as total_ms, max(ms) filter (where own) as slowest_ms
        from (
          select entity, state, received_at, coalesced_into is null and finished_at is not null as own,
            round(extract(epoch from finished_at - started_at) * 1000) as ms
          from shop_webhook_logs where tenant_id = ${tenantId} and site_id = ${siteId} and received_at >= ${since}
        ) as log
        group by entity, state order by entity`.execute(db);
      const entities = [...new Set(rows.map(({ entity }) => entity))];
      return entities.map((entity) =>
        figuresOf(
          entity,
          rows.filter((row) => row.entity === entity),
        ),
      );
    },
  };
}

interface FiguresRow {
  readonly entity: ImportedEntity;
  readonly state: WebhookState;
  readonly count: number;
  readonly oldest: Date;
  readonly processed: number;
  readonly total_ms: number | string | null;
  readonly slowest_ms: number | string | null;
}

function figuresOf(entity: ImportedEntity, rows: readonly FiguresRow[]): WebhookFigures {
  const count = (state: WebhookState) => rows.find((row) => row.state === state)?.count ?? 0;
  const processed = rows.reduce((sum, row) => sum + row.processed, 0);
  const totalMs = rows.reduce((sum, row) => sum + Number(row.total_ms ?? 0), 0);
  const waiting = rows.filter(({ state }) => state === 'received' || state === 'processing').map(({ oldest }) => oldest.getTime());
  return {
    entity,
    counts: { received: count('received'), processing: count('processing'), completed: count('completed'), failed: count('failed') },
    processed,
    meanMs: processed === 0 ? null : Math.round(totalMs / processed),
    slowestMs: processed === 0 ? null : Math.max(...rows.map((row) => Number(row.slowest_ms ?? 0))),
    oldestWaitingAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)),
  };
}

function logOf(row: Selectable<WebhookLogTable>): WebhookLog {
  return {
    id: row.id,
    sessionId: row.session_id,
    entity: row.entity,
    action: row.action,
    externalId: row.external_id,
    state: row.state,
    receivedAt: row.received_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    attempts: row.attempts,
    dueAt: row.due_at,
    result: row.result,
    reason: row.reason,
    coalescedInto: row.coalesced_into,
    coalesced: row.coalesced,
    replayOf: row.replay_of,
  };
}
