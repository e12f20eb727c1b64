import type { Clock } from '../kit/clock.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { Stores, TransactAll } from '../stores.js';
import { makeEventBook, type Told, type ToldOfSite } from './event-book.js';
import { notingStores } from './noting-stores.js';
import type { WebhookDelivery } from './webhook-delivery.js';
import { hears, type Listener } from './webhook-endpoint.js';
import { eventText } from './webhook-event.js';
import { pushWebhooks } from './webhook-queue.js';

interface Deps {
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * `transact` that tells the webhook endpoints of the establishment what was done, whoever did it and wherever: the deliveries and their messages on the
 * queue are there exactly when the change is. Who listens is looked up within the transaction, after its last write, and only when there is something
 * to tell: one look-up by an index where nobody does, and none where only orders were placed or changed, which find that out on their way. What is
 * written by one call alone is told to nobody.
 */
export function tellingEndpoints(transact: TransactAll, deps: Deps): TransactAll {
  return async (scope, work, writes) => {
    if (writes === 'one-call') return transact(scope, work, writes);
    return transact(scope, async (stores, seen) => {
      const book = makeEventBook();
      const result = await work(notingStores(stores, book), seen);
      for (const ofSite of book.told()) await tell(stores, ofSite, deps);
      return result;
    });
  };
}

async function tell({ webhookEndpoints, pushQueue }: Stores, { scope, events }: ToldOfSite, { clock, ids }: Deps): Promise<void> {
  const listeners = await webhookEndpoints.listening(scope);
  if (listeners.length === 0) return;
  const now = clock.now();
  const deliveries = events.flatMap((event) => deliveriesOf(scope, event, listeners, ids, now));
  if (deliveries.length === 0) return;
  const { tenantId, siteId } = scope;
  const messages = deliveries.map(({ id: deliveryId, endpointId }) => ({ tenantId, siteId, endpointId, deliveryId }));
  await webhookEndpoints.addDeliveries(scope, deliveries);
  await pushWebhooks({ pushQueue, ids }, messages, now);
}

function deliveriesOf(scope: Scope, { type, data }: Told, listeners: readonly Listener[], ids: Ids, now: Date): readonly WebhookDelivery[] {
  const wanting = listeners.filter((listener) => hears(listener, type));
  if (wanting.length === 0) return [];
  const { tenantId, siteId } = scope;
  const eventId = ids.uuid();
  const body = eventText(scope, { id: eventId, type, at: now, data });
  const common = { tenantId, siteId, eventId, type, body, state: 'waiting', attempts: 0, last: null, createdAt: now } as const;
  return wanting.map(({ id: endpointId }) => ({ id: ids.uuid(), endpointId, ...common }));
}
