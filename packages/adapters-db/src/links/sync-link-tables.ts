import type { Scope } from '@comptoir/core/kit/scope.js';
import type { DeliveryState, SaleEvent, SyncDelivery } from '@comptoir/core/links/sync-delivery.js';
import type { Disabled, SyncLink } from '@comptoir/core/links/sync-link.js';
import type { RememberedCall, SyncMovement } from '@comptoir/core/links/sync-link-store.js';
import type { Selectable } from 'kysely';
import { type Json, json } from '../kit/json.js';

interface KeptSecret {
  readonly secret: string;
  readonly until: string;
}

interface OfSite {
  tenant_id: string;
  site_id: string;
}

export interface SyncLinkTable extends OfSite {
  id: string;
  name: string;
  url: string | null;
  secret: string;
  retiring: Json<readonly KeptSecret[]>;
  disabled_reason: Disabled['reason'] | null;
  disabled_at: Date | null;
  received: number;
  delivered: number;
  dead: number;
  created_at: Date;
  last_seen_at: Date | null;
  last_delivered_at: Date | null;
}

export interface SyncCallTable extends OfSite {
  link_id: string;
  id: string;
  digest: string;
  answer: Json<unknown>;
  at: Date;
}

export interface SyncMovementTable extends OfSite {
  link_id: string;
  id: string;
  key: string;
  quantity: number;
  reason: string | null;
  at: Date;
}

export interface SyncDeliveryTable extends OfSite {
  id: string;
  link_id: string;
  type: SaleEvent;
  sale_id: string;
  body: string;
  state: DeliveryState;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  created_at: Date;
  last_attempt_at: Date | null;
}

/** What of a link changes. */
export function linkColumns({ name, url, secret, retiring, disabled, counts, lastSeenAt, lastDeliveredAt }: SyncLink) {
  return {
    name,
    url,
    secret,
    retiring: json(retiring.map((old) => ({ secret: old.secret, until: old.until.toISOString() }))),
    disabled_reason: disabled?.reason ?? null,
    disabled_at: disabled?.at ?? null,
    ...counts,
    last_seen_at: lastSeenAt,
    last_delivered_at: lastDeliveredAt,
  };
}

export function linkOf(row: Selectable<SyncLinkTable>): SyncLink {
  const { disabled_reason: reason, disabled_at: at } = row;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    name: row.name,
    url: row.url,
    secret: row.secret,
    retiring: row.retiring.map(({ secret, until }) => ({ secret, until: new Date(until) })),
    disabled: reason === null || at === null ? null : { reason, at },
    counts: { received: row.received, delivered: row.delivered, dead: row.dead },
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    lastDeliveredAt: row.last_delivered_at,
  };
}

export function callOf({ id, digest, answer, at }: Selectable<SyncCallTable>): RememberedCall {
  return { id, digest, answer, at };
}

export function movementOf({ id, key, quantity, reason, at }: Selectable<SyncMovementTable>): SyncMovement {
  return { id, key, quantity, reason, at };
}

/** What of a delivery changes. */
export function deliveryColumns({ state, attempts, lastStatus, lastError, lastAttemptAt }: SyncDelivery) {
  return { state, attempts, last_status: lastStatus, last_error: lastError, last_attempt_at: lastAttemptAt };
}

export function deliveryRow({ tenantId, siteId }: Scope, delivery: SyncDelivery) {
  const { id, linkId, type, saleId, body, createdAt } = delivery;
  const kept = { tenant_id: tenantId, site_id: siteId, id, link_id: linkId, type, sale_id: saleId, body, created_at: createdAt };
  return { ...kept, ...deliveryColumns(delivery) };
}

export function deliveryOf(row: Selectable<SyncDeliveryTable>): SyncDelivery {
  return {
    id: row.id,
    linkId: row.link_id,
    type: row.type,
    saleId: row.sale_id,
    body: row.body,
    state: row.state,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    lastAttemptAt: row.last_attempt_at,
  };
}
