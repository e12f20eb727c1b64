import type { Attempt, DeliveryState, WebhookDelivery } from '@comptoir/core/webhook-endpoints/webhook-delivery.js';
import type { Disabled, WebhookEndpoint } from '@comptoir/core/webhook-endpoints/webhook-endpoint.js';
import type { WebhookEventType } from '@comptoir/core/webhook-endpoints/webhook-event.js';
import type { Selectable } from 'kysely';
import { type Json, json } from '../kit/json.js';

interface KeptSecret {
  readonly secret: string;
  readonly until: string;
}

type KeptAttempt = Omit<Attempt, 'at'> & { readonly at: string };

export interface WebhookEndpointTable {
  tenant_id: string;
  id: string;
  site_id: string | null;
  name: string;
  description: string | null;
  url: string;
  types: Json<readonly WebhookEventType[]> | null;
  secret: string;
  retiring: Json<readonly KeptSecret[]>;
  disabled_reason: Disabled['reason'] | null;
  disabled_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface WebhookDeliveryTable {
  tenant_id: string;
  site_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  type: WebhookEventType;
  body: string;
  state: DeliveryState;
  attempts: number;
  last: Json<KeptAttempt> | null;
  created_at: Date;
}

/** What of an endpoint changes. */
export function endpointColumns(endpoint: WebhookEndpoint) {
  const { name, description, url, types, secret, retiring, disabled, failingSince, updatedAt } = endpoint;
  return {
    name,
    description,
    url,
    types: types === null ? null : json(types),
    secret,
    retiring: json(retiring.map((old) => ({ secret: old.secret, until: old.until.toISOString() }))),
    disabled_reason: disabled?.reason ?? null,
    disabled_at: disabled?.at ?? null,
    failing_since: failingSince,
    updated_at: updatedAt,
  };
}

export function endpointOf(row: Selectable<WebhookEndpointTable>): WebhookEndpoint {
  const { disabled_reason: reason, disabled_at: at } = row;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    name: row.name,
    description: row.description,
    url: row.url,
    types: row.types,
    secret: row.secret,
    retiring: row.retiring.map(({ secret, until }) => ({ secret, until: new Date(until) })),
    disabled: reason === null || at === null ? null : { reason, at },
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** As JSON says it: deliveries are written many at once. */
export function deliveryRow({ id, endpointId, eventId, type, body, state, attempts, last, createdAt }: WebhookDelivery) {
  return {
    id,
    endpoint_id: endpointId,
    event_id: eventId,
    type,
    body,
    state,
    attempts,
    last: last === null ? null : keptOf(last),
    created_at: createdAt,
  };
}

/** What of a delivery changes. */
export function deliveryColumns({ state, attempts, last }: WebhookDelivery) {
  return { state, attempts, last: last === null ? null : json(keptOf(last)) };
}

export function deliveryOf(row: Selectable<WebhookDeliveryTable>): WebhookDelivery {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    type: row.type,
    body: row.body,
    state: row.state,
    attempts: row.attempts,
    last: row.last === null ? null : { ...row.last, at: new Date(row.last.at) },
    createdAt: row.created_at,
  };
}

function keptOf(last: Attempt): KeptAttempt {
  return { ...last, at: last.at.toISOString() };
}
