import type { Clock } from '../kit/clock.js';
import { hasCode } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import type { Scope } from '../kit/scope.js';
import { resolveOrderIds } from '../shop-sync/orders/resolve-order-ids.js';
import { ShopFault } from '../shop-sync/shop-gateway.js';
import type { Imported, ImportedEntity, ShopSyncService } from '../shop-sync/shop-sync-service.js';
import type { TransactAll, Views } from '../stores.js';
import { afterFailure, afterImport, type Settlement } from './webhook-log.js';
import type { ClaimedEvent, TurnEnd } from './webhook-log-store.js';
import { pushTurn, type TurnMessage } from './webhook-turns.js';

/** What imports records of the shop. */
export type ShopImports = Pick<ShopSyncService, 'importNow'>;

export interface TurnDeps {
  readonly transact: TransactAll;
  readonly views: Pick<Views, 'orders'>;
  readonly imports: ShopImports;
  /** Told of what was imported. Throws nothing. */
  readonly afterwards: (scope: Scope, entity: ImportedEntity, imported: readonly Imported[]) => Promise<void>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

/** Records that are imported by one call, as many as are read from a shop at once. */
export const TURN_EVENTS = 100;
/** How long a turn may take before somebody else takes it up. */
export const TURN_LEASE_SECS = 300;

const ACTOR = { kind: 'system', name: 'shop-sync' } as const;

interface Attempt {
  readonly end: TurnEnd;
  readonly imported: readonly Imported[];
}

/** One turn: starts what is due of one entity of an establishment, imports it by one call, settles it, and puts the next turn on the queue. */
export function makeProcessTurn({ transact, views, imports, afterwards, clock, ids, logger }: TurnDeps) {
  async function attempt(scope: Scope, entity: ImportedEntity, events: readonly ClaimedEvent[]): Promise<Attempt> {
    try {
      const names = await namesInShop(views, scope, entity, events);
      const imported = await imports.importNow(scope, entity, [...new Set(names.values())]);
      const byName = new Map(imported.map((record) => [record.externalId, record]));
      const settlements = events.map(({ id }) => afterImport(id, byName.get(names.get(id) ?? '')));
      return { end: { settlements, restUntil: null }, imported };
    } catch (error) {
      return { end: afterFault(error, events), imported: [] };
    }
  }

  /** The shop as a whole does not answer, or we fail: the next turn waits as long as these events do. */
  function afterFault(error: unknown, events: readonly ClaimedEvent[]): TurnEnd {
    logger.warn({ err: error, events: events.length }, 'Records of the online shop could not be imported');
    const now = clock.now();
    const reason = reasonOf(error);
    if (isHopeless(error)) return { settlements: events.map(({ id }) => ({ id, kind: 'failed', reason })), restUntil: null };
    const retryAfterSecs = error instanceof ShopFault ? error.retryAfterSecs : null;
    const settlements = events.map((event) => afterFailure(event, reason, retryAfterSecs, now));
    return { settlements, restUntil: firstDue(settlements) };
  }

  return async ({ tenantId, siteId, entity, number }: TurnMessage): Promise<void> => {
    const scope: Scope = { tenantId, siteId, actor: ACTOR };
    const turn = { entity, number };
    const token = ids.uuid();
    const begun = clock.now();
    const leaseUntil = new Date(begun.getTime() + TURN_LEASE_SECS * 1000);
    const wish = { token, limit: TURN_EVENTS, leaseUntil };
    const events = await transact(scope, ({ webhookLogs }) => webhookLogs.claim(scope, turn, wish, begun), 'one-call');
    if (events === null) return;
    const { end, imported } = events.length === 0 ? NOTHING : await attempt(scope, entity, events);
    await transact(scope, async ({ webhookLogs, pushQueue }) => {
      const now = clock.now();
      const next = await webhookLogs.settle(scope, turn, token, end, now);
      if (next !== null) await pushTurn(pushQueue, ids, scope, next, now);
    });
    if (imported.length > 0) await afterwards(scope, entity, imported);
  };
}

const NOTHING: Attempt = { end: { settlements: [], restUntil: null }, imported: [] };

/** What the shop calls the record of each event, by the id of the event. Orders come under two names: that of the shop, or ours. */
async function namesInShop(
  views: TurnDeps['views'],
  scope: Scope,
  entity: ImportedEntity,
  events: readonly ClaimedEvent[],
): Promise<ReadonlyMap<string, string>> {
  const given = events.map(({ externalId }) => externalId);
  const resolved = entity === 'orders' ? await resolveOrderIds(views, scope, given) : [];
  const inShop = new Map(resolved.map((order) => [order.given, order.externalId]));
  return new Map(events.map(({ id, externalId }) => [id, inShop.get(externalId) ?? externalId]));
}

function isHopeless(error: unknown): boolean {
  return hasCode(error, 'not_configured') || (error instanceof ShopFault && error.kind === 'unusable');
}

/** For people. What others say of a fault may hold anything, so only our own sentences are kept. */
function reasonOf(error: unknown): string {
  if (hasCode(error, 'not_configured')) return 'No online shop is connected.';
  return error instanceof ShopFault ? error.message : 'The import failed.';
}

function firstDue(settlements: readonly Settlement[]): Date | null {
  const times = settlements.flatMap((settlement) => (settlement.kind === 'again' ? [settlement.dueAt.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
