import { SYNC_RATE } from '@comptoir/core/links/receive-sync.js';
import { refundCreated, saleCreated } from '@comptoir/core/links/sale-event.js';
import { TOLERANCE_SECS } from '@comptoir/core/links/signed-message.js';
import { syncAnswer, syncBody, syncItem, syncMovement } from '@comptoir/core/links/sync-contract.js';
import type { z } from 'zod';
import { forbiddenAnswer } from './blocked-answer.js';
import { json, type Operation, type Parameter, type PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { exampleOf } from './example-of.js';
import { type JsonSchema, schemaOf } from './json-schema.js';
import { plainOf } from './plain-value.js';
import { REPLAYED, REQUEST_ID } from './rpc-operations.js';

export const SYNC_TAG = {
  name: 'Signed synchronization',
  description: 'What an online shop and the till tell each other, signed by both with the secret of their link (Standard Webhooks).',
} as const;

/** The secret of a link signs every call. */
export const SYNC_SCHEME = {
  type: 'apiKey',
  in: 'header',
  name: 'webhook-signature',
  description:
    'HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the 32 bytes of the secret, in base 64, after `v1,`; several separated by spaces.',
} as const;

const header = (name: string, description: string, example: string): Parameter => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
});

const LINK = header('X-Sync-Link', 'The id of the link.', '0196e0f2-7c3a-7b1e-9c5d-3f2a1b0c9d8e');
const MESSAGE_ID = header('webhook-id', 'Of the message, the same when it is sent again.', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W');
const TIMESTAMP = header(
  'webhook-timestamp',
  `Seconds since 1970; at most ${TOLERANCE_SECS} before or after the clock of who receives it.`,
  '1777881600',
);

/** `POST /api/sync` (decisions §5). */
export function syncPaths(errors: ErrorAnswers): Record<string, PathItem> {
  return { '/api/sync': { post: receiveSync(errors) } };
}

function receiveSync(errors: ErrorAnswers): Operation {
  return {
    operationId: 'sync',
    summary: 'Takes the catalogue and the stock movements of a linked online shop.',
    description: `A call whose \`webhook-id\` came before is answered as it was then and does nothing. Items are upserted by their key, movements count once for ever by their id; a bad one is an error of its own, and the others are applied. At most ${SYNC_RATE.limit} calls in ${SYNC_RATE.windowSecs} seconds per link.`,
    tags: [SYNC_TAG.name],
    security: [{ signature: [] }],
    parameters: [LINK, MESSAGE_ID, TIMESTAMP],
    requestBody: {
      required: true,
      content: json(
        { $ref: '#/components/schemas/SyncCall' },
        { type: 'catalogue', data: { complete: true, categories: ['Céramique'], items: [exampleBy(syncItem, 'item')] } },
      ),
    },
    responses: {
      '200': {
        description: 'What was applied, what was so already, and what could not be applied.',
        headers: { 'X-Request-Id': REQUEST_ID, 'Idempotent-Replayed': REPLAYED },
        content: json({ $ref: '#/components/schemas/SyncAnswer' }, { ok: true, applied: 1, ignored: 0, errors: [] }),
      },
      '403': forbiddenAnswer('feature_disabled'),
      ...errors.of([
        'invalid_request',
        'invalid_json',
        'invalid_signature',
        'stale_timestamp',
        'unknown_link',
        'payload_too_large',
        'unsupported_media_type',
        'idempotency_key_reused',
        'rate_limited',
        'internal',
        'store_unavailable',
      ]),
    },
  };
}

/** What the till tells the shop. */
export function syncWebhooks(): Record<string, PathItem> {
  return {
    'sale.created': { post: told('sale-created', 'The till has sold something.', 'SaleCreated', saleCreated) },
    'refund.created': { post: told('refund-created', 'The till has taken something back.', 'RefundCreated', refundCreated) },
  };
}

function told(operationId: string, summary: string, name: string, contract: z.ZodType): Operation {
  return {
    operationId,
    summary,
    description:
      'Signed as calls of the shop are; with two signatures while the secret of the link is being replaced. Sent until any 2xx is answered: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the attempt before, under one `webhook-id`. 410 disables the link.',
    tags: [SYNC_TAG.name],
    security: [{ signature: [] }],
    parameters: [LINK, MESSAGE_ID, TIMESTAMP],
    requestBody: { required: true, content: json({ $ref: `#/components/schemas/${name}` }, exampleBy(contract, 'event')) },
    responses: {
      '2XX': { description: 'The shop has it.' },
      '410': { description: 'The shop wants nothing any more: the link is disabled.' },
    },
  };
}

function exampleBy(contract: z.ZodType, subject: string): unknown {
  return plainOf(exampleOf(contract, schemaOf(contract, 'input'), subject));
}

/** Of calls, with the members of their lists, which the contract reads one by one. */
export const SYNC_SCHEMAS = {
  SyncCall: withMembers(),
  SyncItem: schemaOf(syncItem, 'input'),
  SyncMovement: schemaOf(syncMovement, 'input'),
  SyncAnswer: schemaOf(syncAnswer, 'output'),
  SaleCreated: schemaOf(saleCreated, 'output'),
  RefundCreated: schemaOf(refundCreated, 'output'),
} satisfies Record<string, JsonSchema>;

function withMembers(): JsonSchema {
  const members: Readonly<Record<string, string>> = { items: 'SyncItem', movements: 'SyncMovement' };
  const call = schemaOf(syncBody, 'input');
  const refine = (schema: JsonSchema): JsonSchema => ({
    ...schema,
    ...(schema.oneOf !== undefined && { oneOf: schema.oneOf.map(refine) }),
    ...(schema.properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => {
          const member = members[name];
          return [name, member === undefined ? refine(property) : { ...property, items: { $ref: `#/components/schemas/${member}` } }];
        }),
      ),
    }),
  });
  return refine(call);
}
