import { randomUUID } from 'node:crypto';
import type { SetApart } from '@comptoir/core/shop-sync/quarantine.js';
import type { ShopLink } from '@comptoir/core/shop-sync/shop-link.js';
import type { SyncRun } from '@comptoir/core/shop-sync/sync-run.js';
import { minutesAfter, NOON } from './builders.js';

/** A record of a shop that was imported at noon. */
export function aShopLink(changes: Partial<ShopLink> = {}): ShopLink {
  return {
    entity: 'orders',
    externalId: '12',
    localId: randomUUID(),
    digest: 'd'.repeat(64),
    shopUpdatedAt: NOON,
    importedAt: NOON,
    goneAt: null,
    ...changes,
  };
}

/** A run that began at noon, with a lease of a minute. */
export function aSyncRun(changes: Partial<SyncRun> = {}): SyncRun {
  return {
    id: randomUUID(),
    job: 'orders',
    dryRun: false,
    openedAt: NOON,
    since: minutesAfter(NOON, -60),
    cursor: null,
    outcome: null,
    reason: null,
    counts: { read: 0, unchanged: 0, quarantined: 0, gone: 0, requests: 0, writes: {} },
    vanished: null,
    accepted: null,
    expected: 0,
    startedAt: NOON,
    finishedAt: null,
    leaseUntil: minutesAfter(NOON, 1),
    holder: randomUUID(),
    ...changes,
  };
}

/** What is wrong with the order 13. */
export function aRefusal(changes: Partial<SetApart> = {}): SetApart {
  return {
    externalId: '13',
    code: 'invalid_request',
    reason: 'currency: not one this establishment sells in.',
    digest: 'a'.repeat(64),
    ...changes,
  };
}
