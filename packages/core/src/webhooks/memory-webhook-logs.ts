import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import { hostScope, type Scope } from '../kit/scope.js';
import type { ImportedEntity } from '../shop-sync/shop-sync-service.js';
import { WEBHOOK_ENTITIES } from './shop-event.js';
import { afterWebhookStep, processingMs, type Settlement, type WebhookLog, type WebhookState } from './webhook-log.js';
import type { EventBatch, NextTurn, WebhookFigures, WebhookLogFilter, WebhookLogStore, WebhookLogViews } from './webhook-log-store.js';
import type { WebhookPace } from './webhook-pace.js';

interface KeptLog extends WebhookLog {
  /** Of the turn that processes it. */
  readonly token: string | null;
}

interface KeptTurn extends NextTurn {
  readonly resting: boolean;
}

export interface WebhookTables {
  readonly logs: CrudTable<KeptLog>;
  readonly turns: MemoryTable<KeptTurn>;
  readonly paces: MemoryTable<WebhookPace>;
}

/** The journal without a database. */
export function makeMemoryWebhookLogs({ logs, turns, paces }: WebhookTables): { store: WebhookLogStore; views: WebhookLogViews } {
  const siteKey = ({ tenantId, siteId }: Scope) => `${tenantId} ${siteId}`;
  const turnKey = (scope: Scope, entity: ImportedEntity) => `${siteKey(scope)} ${entity}`;
  const put = (scope: Scope, row: KeptLog) => logs.set(crudKey(scope, row.id), { tenantId: scope.tenantId, siteId: scope.siteId, row });
  /** Those that are processed themselves and have not ended, longest due first. */
  const open = (scope: Scope, entity: ImportedEntity) =>
    rowsOfSite(logs, scope)
      .filter((log) => log.entity === entity && log.coalescedInto === null && log.finishedAt === null)
      .sort((left, right) => left.dueAt.getTime() - right.dueAt.getTime() || (left.id < right.id ? -1 : 1));
  const followers = (scope: Scope, id: string) => rowsOfSite(logs, scope).filter(({ coalescedInto }) => coalescedInto === id);

  function keep(scope: Scope, log: KeptLog): void {
    put(scope, log);
    const { state, startedAt, finishedAt, attempts, dueAt, result, reason } = log;
    for (const follower of followers(scope, log.id))
      put(scope, { ...follower, state, startedAt, finishedAt, attempts, dueAt, result, reason });
  }

  /** Puts the events down; true when one of them waits for itself. */
  function write(scope: Scope, { entity, sessionId, receivedAt, events }: EventBatch): void {
    for (const event of events) {
      const leader = open(scope, entity).find(({ state, externalId }) => state === 'received' && externalId === event.externalId);
      const times = { receivedAt, startedAt: null, finishedAt: null, dueAt: leader?.dueAt ?? receivedAt };
      const fresh = { state: 'received', attempts: 0, result: null, reason: null, coalesced: 0, token: null } as const;
      put(scope, { ...event, ...times, ...fresh, entity, sessionId, coalescedInto: leader?.id ?? null });
      if (leader !== undefined) put(scope, { ...leader, coalesced: leader.coalesced + 1 });
    }
  }

  const store: WebhookLogStore = {
    async pace(scope, decide) {
      const pace = decide(paces.get(siteKey(scope)) ?? null);
      paces.set(siteKey(scope), pace);
      return pace;
    },

    async journal(scope, batch) {
      const { entity, receivedAt: at } = batch;
      write(scope, batch);
      const turn = turns.get(turnKey(scope, entity));
      if (turn !== undefined && (turn.at <= at || turn.resting)) return null;
      const next = { entity, number: (turn?.number ?? 0) + 1, at };
      turns.set(turnKey(scope, entity), { ...next, resting: false });
      return next;
    },

    async claim(scope, { entity, number }, { token, limit, leaseUntil }, now) {
      if (turns.get(turnKey(scope, entity))?.number !== number) return null;
      const due = open(scope, entity)
        .filter(({ dueAt }) => dueAt <= now)
        .slice(0, limit);
      return due.map((log) => {
        const attempts = log.attempts + 1;
        const state = afterWebhookStep(log.state, 'start');
        keep(scope, { ...log, state, startedAt: now, dueAt: leaseUntil, attempts, token });
        return { id: log.id, externalId: log.externalId, attempts };
      });
    },

    async settle(scope, { entity, number }, token, { settlements, restUntil }, now) {
      for (const settlement of settlements) {
        const log = logs.get(crudKey(scope, settlement.id))?.row;
        if (log?.token === token) keep(scope, { ...log, ...settled(log.state, settlement, now), token: null });
      }
      if (turns.get(turnKey(scope, entity))?.number !== number) return null;
      const [first] = open(scope, entity);
      if (first === undefined) {
        turns.delete(turnKey(scope, entity));
        return null;
      }
      const at = new Date(Math.max(first.dueAt.getTime(), now.getTime(), restUntil?.getTime() ?? 0));
      const next = { entity, number: number + 1, at };
      turns.set(turnKey(scope, entity), { ...next, resting: restUntil !== null });
      return next;
    },

    async forgetBefore(before) {
      const old = [...logs.values()].filter(({ row }) => row.finishedAt !== null && row.finishedAt < before);
      for (const { tenantId, siteId, row } of old) logs.delete(crudKey({ ...hostScope('sweep'), tenantId, siteId }, row.id));
      return old.length;
    },
  };

  const committed = (scope: Scope) => rowsOfSite(logs.committed, scope).map(shown);
  const views: WebhookLogViews = {
    get: async (scope, id) => committed(scope).find((log) => log.id === id) ?? null,
    list: async (scope, filter) => pageRows(committed(scope).filter(matching(filter)).sort(newestFirst), filter),
    ofSession: async (scope, sessionId) =>
      committed(scope)
        .filter((log) => log.sessionId === sessionId)
        .sort((left, right) => newestFirst(right, left)),
    figures: async (scope, since) => {
      const recent = committed(scope).filter(({ receivedAt }) => receivedAt >= since);
      return WEBHOOK_ENTITIES.toSorted().flatMap((entity) =>
        figuresOf(
          entity,
          recent.filter((log) => log.entity === entity),
        ),
      );
    },
  };
  return { store, views };
}

function shown({ token: _token, ...log }: KeptLog): WebhookLog {
  return log;
}

function settled(state: WebhookState, settlement: Settlement, now: Date): Partial<KeptLog> {
  switch (settlement.kind) {
    case 'completed':
      return { state: afterWebhookStep(state, 'complete'), finishedAt: now, result: settlement.result, reason: null };
    case 'failed':
      return { state: afterWebhookStep(state, 'fail'), finishedAt: now, reason: settlement.reason };
    case 'again':
      return { dueAt: settlement.dueAt, reason: settlement.reason };
  }
}

function matching({ entity, state, sessionId, externalId, from, to }: WebhookLogFilter): (log: WebhookLog) => boolean {
  const same = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value;
  return (log) =>
    same(entity, log.entity) &&
    same(state, log.state) &&
    same(sessionId, log.sessionId) &&
    same(externalId, log.externalId) &&
    (from === undefined || log.receivedAt >= from) &&
    (to === undefined || log.receivedAt < to);
}

function newestFirst(left: WebhookLog, right: WebhookLog): number {
  return right.receivedAt.getTime() - left.receivedAt.getTime() || (left.id < right.id ? 1 : -1);
}

function figuresOf(entity: ImportedEntity, logs: readonly WebhookLog[]): readonly WebhookFigures[] {
  if (logs.length === 0) return [];
  const count = (state: WebhookState) => logs.filter((log) => log.state === state).length;
  const counts = { received: count('received'), processing: count('processing'), completed: count('completed'), failed: count('failed') };
  const own = logs.filter(({ coalescedInto, finishedAt }) => coalescedInto === null && finishedAt !== null);
  const times = own.flatMap((log) => processingMs(log) ?? []);
  const waiting = logs.filter(({ finishedAt }) => finishedAt === null).map(({ receivedAt }) => receivedAt.getTime());
  return [
    {
      entity,
      counts,
      processed: own.length,
      meanMs: times.length === 0 ? null : Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length),
      slowestMs: times.length === 0 ? null : Math.max(...times),
      oldestWaitingAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)),
    },
  ];
}
