import { EVENTS_MAX, WEBHOOK_ACTIONS, WEBHOOK_ENTITIES } from '@comptoir/core/webhooks/shop-event.js';
import type { Operation, PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import type { JsonSchema } from './json-schema.js';
import { REQUEST_ID } from './rpc-operations.js';

export const SHOP_WEBHOOK_TAG = {
  name: 'Shop webhooks',
  description: 'What an online shop tells of its customers, products and orders.',
} as const;

/** `POST /api/webhooks/shop/{entity}` (interfaces D). */
export function shopWebhookPaths(errors: ErrorAnswers): Record<string, PathItem> {
  return { '/api/webhooks/shop/{entity}': { post: receiveEvents(errors) } };
}

function receiveEvents(errors: ErrorAnswers): Operation {
  return {
    operationId: 'receive-shop-events',
    summary:
      'Journals events of the online shop. The shop is read again for each record they name, however often and in whatever order they come.',
    tags: [SHOP_WEBHOOK_TAG.name],
    security: [{ webhookSecret: [] }],
    parameters: [
      { name: 'entity', in: 'path', required: true, schema: { type: 'string', enum: WEBHOOK_ENTITIES }, example: 'orders' },
      {
        name: 'site',
        in: 'query',
        description: 'The slug of the establishment; not needed on a host name of its own.',
        schema: { type: 'string' },
        example: 'atelier-nord',
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: BATCH, example: [{ entity: 'orders', action: 'update', id: 1042 }] } },
    },
    responses: {
      '202': {
        description: 'All of the events are journaled, and will be processed.',
        headers: { 'X-Request-Id': REQUEST_ID },
        content: { 'application/json': { schema: ANSWER, example: ANSWER_EXAMPLE } },
      },
      ...errors.of([
        'invalid_request',
        'invalid_json',
        'invalid_batch',
        'invalid_secret',
        'unknown_entity',
        'payload_too_large',
        'unsupported_media_type',
        'rate_limited',
        'internal',
        'store_unavailable',
      ]),
    },
  };
}

const BATCH: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: EVENTS_MAX,
  items: {
    type: 'object',
    required: ['entity', 'action', 'id'],
    properties: {
      entity: { type: 'string', enum: WEBHOOK_ENTITIES, description: 'That of the path; `customer`, `product` and `order` are taken too.' },
      action: { type: 'string', enum: WEBHOOK_ACTIONS, description: 'A hint: what the shop has now is what counts.' },
      id: {
        description: 'The id in the shop; of an order it may be the platform’s.',
        oneOf: [
          { type: 'string', pattern: '^[\\x21-\\x7e]{1,80}$' },
          { type: 'integer', minimum: 0 },
        ],
      },
    },
  },
};

const ANSWER: JsonSchema = {
  type: 'object',
  required: ['ok', 'accepted', 'sessionId'],
  properties: {
    ok: { type: 'boolean', const: true },
    accepted: { type: 'integer', minimum: 1 },
    sessionId: { type: 'string', description: 'Names this request in the journal (`webhooks.listLogs`).' },
  },
};

const ANSWER_EXAMPLE = { ok: true, accepted: 1, sessionId: '0196e0f2-7c3a-7b1e-9c5d-3f2a1b0c9d8e' };
