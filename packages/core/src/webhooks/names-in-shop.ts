import type { Scope } from '../kit/scope.js';
import type { OrderViews } from '../orders/order-views.js';
import type { ImportedEntity } from '../shop-sync/shop-sync-service.js';
import type { ClaimedEvent } from './webhook-log-store.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What the shop calls the record of each event, by the id of the event. Orders come under two names (interfaces D): that of the shop, or ours, which
 * the order itself translates. One of ours that does not exist keeps its name, which the shop does not know either.
 */
export async function namesInShop(
  orders: Pick<OrderViews, 'get'>,
  scope: Scope,
  entity: ImportedEntity,
  events: readonly Pick<ClaimedEvent, 'id' | 'externalId'>[],
): Promise<ReadonlyMap<string, string>> {
  const named = events.map(async ({ id, externalId }) => {
    const isOurs = entity === 'orders' && UUID.test(externalId);
    const order = isOurs ? await orders.get(scope, externalId) : null;
    return [id, order?.invoiceNumber ?? externalId] as const;
  });
  return new Map(await Promise.all(named));
}
