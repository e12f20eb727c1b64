import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { SyncDelivery } from '@comptoir/core/links/sync-delivery.js';
import { NO_COUNTS, type SyncLink } from '@comptoir/core/links/sync-link.js';
import type { RememberedCall, SyncMovement } from '@comptoir/core/links/sync-link-store.js';
import { NOON } from './builders.js';

export const A_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
export const AN_OLDER_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

/** A shop that is told of sales. */
export function aSyncLink({ tenantId, siteId }: Scope, changes: Partial<SyncLink> = {}): SyncLink {
  return {
    id: randomUUID(),
    tenantId,
    siteId,
    name: 'La boutique',
    url: 'https://shop.example/hook',
    secret: A_SECRET,
    retiring: [],
    disabled: null,
    counts: NO_COUNTS,
    createdAt: NOON,
    lastSeenAt: null,
    lastDeliveredAt: null,
    ...changes,
  };
}

export function aDelivery(linkId: string, changes: Partial<SyncDelivery> = {}): SyncDelivery {
  return {
    id: randomUUID(),
    linkId,
    type: 'sale.created',
    saleId: 'one',
    body: '{}',
    state: 'waiting',
    attempts: 0,
    lastStatus: null,
    lastError: null,
    createdAt: NOON,
    lastAttemptAt: null,
    ...changes,
  };
}

export function aMovement(changes: Partial<SyncMovement> = {}): SyncMovement {
  return { id: 'mv-1', key: 'TASSE-01', quantity: -2, reason: 'order 1042', at: NOON, ...changes };
}

export function aRememberedCall(changes: Partial<RememberedCall> = {}): RememberedCall {
  return { id: 'msg-1', digest: 'd'.repeat(64), answer: { ok: true, applied: 1, ignored: 0, errors: [] }, at: NOON, ...changes };
}
