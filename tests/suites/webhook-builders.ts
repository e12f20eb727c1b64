import { randomUUID } from 'node:crypto';
import type { ReorderSuggestion } from '@comptoir/core/reorder/reorder.js';
import type { ClaimWish, EventBatch, NewEvent } from '@comptoir/core/webhooks/webhook-log-store.js';
import { minutesAfter, NOON } from './builders.js';

/** Order 1042 has changed. */
export function anEventOfShop(changes: Partial<NewEvent> = {}): NewEvent {
  return { id: randomUUID(), action: 'update', externalId: '1042', replayOf: null, ...changes };
}

export function aBatch(changes: Partial<EventBatch> = {}): EventBatch {
  return { entity: 'orders', sessionId: randomUUID(), receivedAt: NOON, events: [anEventOfShop()], ...changes };
}

export function aClaim(changes: Partial<ClaimWish> = {}): ClaimWish {
  return { token: randomUUID(), limit: 50, leaseUntil: minutesAfter(NOON, 5), ...changes };
}

/** Two pieces of something that lasts five days. */
export function aSuggestion(changes: Partial<ReorderSuggestion> = {}): ReorderSuggestion {
  return {
    itemId: 'galette',
    variantId: null,
    vendorId: null,
    quantity: 2,
    reorderPoint: 3,
    available: 1,
    incoming: 0,
    demand: 6,
    windowDays: 30,
    daysOfCover: 5,
    calculatedAt: NOON,
    ...changes,
  };
}
