import { randomUUID } from 'node:crypto';
import type { WebhookDelivery } from '@comptoir/core/webhook-endpoints/webhook-delivery.js';
import type { EndpointScope, WebhookEndpoint } from '@comptoir/core/webhook-endpoints/webhook-endpoint.js';
import { NOON } from './builders.js';
import { A_SECRET } from './link-builders.js';

/** An endpoint that is told everything. */
export function anEndpoint({ tenantId, siteId }: EndpointScope, changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id: randomUUID(),
    tenantId,
    siteId,
    name: 'Entrepôt',
    description: null,
    url: 'https://integrator.example/hook',
    types: null,
    secret: A_SECRET,
    retiring: [],
    disabled: null,
    failingSince: null,
    createdAt: NOON,
    updatedAt: NOON,
    ...changes,
  };
}

/** An event that waits for it. */
export function aWebhookDelivery(
  { id: endpointId, tenantId, siteId }: WebhookEndpoint,
  changes: Partial<WebhookDelivery> = {},
): WebhookDelivery {
  return {
    id: randomUUID(),
    tenantId,
    siteId: siteId ?? '',
    endpointId,
    eventId: randomUUID(),
    type: 'order.created',
    body: '{}',
    state: 'waiting',
    attempts: 0,
    last: null,
    createdAt: NOON,
    ...changes,
  };
}
