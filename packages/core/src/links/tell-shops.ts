import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { SaleRecorded } from '../sales/sale-recorded.js';
import { pushDeliveries } from './delivery-queue.js';
import { saleMessage } from './sale-event.js';
import type { SyncDelivery } from './sync-delivery.js';

/**
 * Tells every shop that is linked to the establishment of a sale or refund: the delivery and its message on the queue are there exactly when the sale
 * is. Whether the link is disabled is looked at when it is delivered.
 */
export function makeTellShops({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): SaleRecorded {
  return async ({ syncLinks, pushQueue }, scope, sale, restocked) => {
    const links = await syncLinks.addressees(scope);
    if (links.length === 0) return;
    const now = clock.now();
    const deliveries = links.map((linkId): SyncDelivery => {
      const message = saleMessage(ids.uuid(), sale, restocked);
      const nothingYet = { attempts: 0, lastStatus: null, lastError: null, lastAttemptAt: null } as const;
      const { id, type } = message;
      return { id, linkId, type, saleId: sale.id, body: JSON.stringify(message), state: 'waiting', createdAt: now, ...nothingYet };
    });
    await syncLinks.addDeliveries(scope, deliveries);
    await pushDeliveries({ pushQueue, ids }, scope, deliveries, now);
  };
}
