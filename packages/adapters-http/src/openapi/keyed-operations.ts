import { KEYED_RATE } from '@comptoir/core/keyed/keyed-contract.js';
import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import { LIMIT_DEFAULT, LIMIT_MAX } from '@comptoir/core/kit/page.js';
import { PICKUP_STATUSES, PICKUP_STEPS, type PickupStep } from '@comptoir/core/orders/order.js';
import { SALE_KINDS } from '@comptoir/core/sales/sale.js';
import { BLOCKED_ANSWER, forbiddenAnswer } from './blocked-answer.js';
import { type Content, codeList, type Header, type Operation, type Parameter, type PathItem, type Ref, type Response } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { ANSWERS, BODIES } from './keyed-schemas.js';
import { IDEMPOTENCY_KEY, REPLAYED, REQUEST_ID } from './rpc-operations.js';

export const KEYED_TAG = {
  name: 'Keyed API',
  description: `The catalogue, the stock, the orders and the sales of one establishment, for whoever holds one of its keys; at most ${KEYED_RATE.limit} calls per key in ${KEYED_RATE.windowSecs} seconds.`,
} as const;

export const KEY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'cpt_…',
  description:
    'A key that the establishment has made, for it alone. Its right is `read`, `write` (and read) or `export` (and read); it is shown once.',
} as const;

/** `/api/v1` of the storefront (interfaces A, decisions §4). */
export function keyedPaths(errors: ErrorAnswers): Record<string, PathItem> {
  const read = reader(errors);
  const write = writer(errors);
  return {
    '/api/v1/shop': { get: read('shop', 'The establishment, what it has switched on, and the key.', ANSWERS.shop()) },
    '/api/v1/catalogue': {
      get: read('catalogue', 'The whole catalogue, also what the public does not see.', ANSWERS.catalogue(), { etag: 'the catalogue' }),
    },
    '/api/v1/catalogue/items': {
      post: write('create-item', 'Adds an item to the catalogue.', ANSWERS.item(), {
        status: '201',
        etag: 'the item',
        body: { required: true, content: BODIES.create() },
        parameters: [IDEMPOTENCY_KEY],
        refusals: ['duplicate_sku', 'unknown_category', 'invalid_options', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/catalogue/items/{id}': {
      get: read('item', 'One item.', ANSWERS.item(), { etag: 'the item', parameters: [ITEM_ID], refusals: ['unknown_item'] }),
      patch: write('update-item', 'Changes of an item what is sent, and nothing else.', ANSWERS.item(), {
        etag: 'the item',
        body: { required: true, content: BODIES.update() },
        parameters: [ITEM_ID, IF_MATCH],
        refusals: ['unknown_item', 'managed_by_sync', 'duplicate_sku', 'stale', 'unknown_category', 'invalid_options', 'in_use'],
      }),
      delete: write('delete-item', 'Takes an item out of the catalogue.', ANSWERS.deleted(), {
        parameters: [ITEM_ID, IF_MATCH],
        refusals: ['unknown_item', 'managed_by_sync', 'last_item', 'stale', 'in_use'],
      }),
    },
    '/api/v1/stock': {
      get: read('stock', 'What is there of everything whose stock is kept.', ANSWERS.stock(), {
        forbidden: ['feature_disabled'],
        refusals: ['not_available'],
      }),
    },
    '/api/v1/orders': {
      get: read('orders', 'Online orders, newest first.', ANSWERS.orders(), { parameters: ORDERS_LIST, refusals: ['invalid_request'] }),
    },
    '/api/v1/orders/{id}': {
      get: read('read-order', 'One online order.', ANSWERS.order(), { parameters: [ORDER_ID], refusals: ['unknown_order'] }),
    },
    '/api/v1/sales': {
      get: read('sales', 'Sales and refunds of the till, newest first.', ANSWERS.sales(), {
        description: 'They are made at the till and never change. Amounts of a refund are negative.',
        parameters: SALES_LIST,
        refusals: ['invalid_request'],
      }),
    },
    '/api/v1/sales/{id}': {
      get: read('sale', 'One sale or refund.', ANSWERS.sale(), { etag: 'the sale', parameters: [SALE_ID], refusals: ['unknown_sale'] }),
    },
    ...Object.fromEntries(STEPS.map(([step, summary]) => [`/api/v1/orders/{id}/${step}`, { post: takeStep(write, step, summary) }])),
  };
}

const STEPS: readonly (readonly [PickupStep, string])[] = [
  ['accept', 'Accepts a queued order.'],
  ['reject', 'Rejects a queued order.'],
  ['ready', 'Marks an accepted order ready for pickup.'],
  ['collect', 'Marks a ready order as collected.'],
  ['cancel', 'Cancels an order that has not been collected.'],
];

function takeStep(write: MakeOperation, step: PickupStep, summary: string): Operation {
  return write(`${step}-order`, summary, ANSWERS.order(), {
    description: `From ${PICKUP_STEPS[step].from.map((status) => `\`${status}\``).join(', ')}.`,
    body: { required: false, content: BODIES.step() },
    parameters: [ORDER_ID, IDEMPOTENCY_KEY],
    refusals: ['unknown_order', 'invalid_transition', ...IDEMPOTENCY_REFUSALS],
  });
}

/** What sets an operation apart. */
interface Particulars {
  readonly status?: string;
  readonly description?: string;
  /** What the `ETag` of the answer changes with. */
  readonly etag?: string;
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly body?: NonNullable<Operation['requestBody']>;
  readonly refusals?: readonly ErrorCode[];
  readonly forbidden?: readonly [ErrorCode, ...ErrorCode[]];
}

type MakeOperation = (operationId: string, summary: string, content: Content, particulars?: Particulars) => Operation;

const EVERY_CALL: readonly ErrorCode[] = ['missing_key', 'invalid_key', 'rate_limited', 'internal', 'store_unavailable'];
const BODY_REFUSALS: readonly ErrorCode[] = ['invalid_request', 'invalid_json', 'unsupported_media_type', 'payload_too_large'];
const IDEMPOTENCY_REFUSALS: readonly ErrorCode[] = ['idempotency_in_flight', 'idempotency_key_reused'];

function reader(errors: ErrorAnswers): MakeOperation {
  return (operationId, summary, content, { etag, parameters = [], refusals = [], forbidden, ...rest } = {}) => ({
    ...common(operationId, summary, rest),
    parameters: etag === undefined ? parameters : [...parameters, IF_NONE_MATCH],
    responses: {
      '200': { description: summary, headers: headersOf(etag), content },
      ...(etag !== undefined && { '304': { description: 'What the caller has (`If-None-Match`) is still so.' } }),
      '403': forbidden === undefined ? BLOCKED_ANSWER : forbiddenAnswer(...forbidden),
      ...errors.of([...EVERY_CALL, ...refusals]),
    },
  });
}

function writer(errors: ErrorAnswers): MakeOperation {
  return (operationId, summary, content, { status = '200', etag, parameters = [], body, refusals = [], ...rest } = {}) => ({
    ...common(operationId, summary, rest),
    parameters,
    ...(body !== undefined && { requestBody: body }),
    responses: {
      [status]: { description: summary, headers: { ...headersOf(etag), ...replayed(parameters) }, content },
      '403': forbiddenAnswer('insufficient_scope'),
      ...errors.of([...EVERY_CALL, ...(body === undefined ? [] : BODY_REFUSALS), ...refusals]),
    },
  });
}

function common(operationId: string, summary: string, { description }: Pick<Particulars, 'description'>) {
  return { operationId, summary, ...(description !== undefined && { description }), tags: [KEYED_TAG.name], security: [{ key: [] }] };
}

function headersOf(etag: string | undefined): NonNullable<Response['headers']> {
  const tag: Record<string, Header> =
    etag === undefined ? {} : { ETag: { description: `Strong; changes with ${etag}.`, schema: { type: 'string' } } };
  return { 'X-Request-Id': REQUEST_ID, RateLimit: RATE_LIMIT, 'RateLimit-Policy': RATE_POLICY, ...tag };
}

function replayed(parameters: readonly (Parameter | Ref)[]): NonNullable<Response['headers']> {
  return parameters.includes(IDEMPOTENCY_KEY) ? { 'Idempotent-Replayed': REPLAYED } : {};
}

const RATE_LIMIT: Header = { description: 'What is left: `"default";r=119;t=60`.', schema: { type: 'string' } };
const RATE_POLICY: Header = { description: 'What holds: `"default";q=120;w=60`.', schema: { type: 'string' } };

const ITEM_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the item.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
  example: 'galette-complete',
};

const ORDER_ID: Parameter = { ...ITEM_ID, description: 'The id of the order.', example: '4fJ8sQ2mWz7LxK9vB1cN3d' };

const SALE_ID: Parameter = { ...ITEM_ID, description: 'The id of the sale.', example: '0196a3de-4f1c-7b52-9d3a-2f6c8e1b7a40' };

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: `The \`ETag\` of the item the caller has seen; another one now: ${codeList(['stale'])}.`,
  schema: { type: 'string' },
  example: '"1"',
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of what the caller has.',
  schema: { type: 'string' },
  example: '"none"',
};

const PAGE: readonly Parameter[] = [
  { name: 'cursor', in: 'query', description: '`nextCursor` of the page before.', schema: { type: 'string' } },
  {
    name: 'limit',
    in: 'query',
    description: 'At most this many.',
    schema: { type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
    example: LIMIT_DEFAULT,
  },
];

const ORDERS_LIST: readonly Parameter[] = [
  {
    name: 'status',
    in: 'query',
    description: 'Only orders in this state.',
    schema: { type: 'string', enum: PICKUP_STATUSES },
    example: 'queued',
  },
  ...PAGE,
];

const DAY_OR_INSTANT = { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] } as const;

const SALES_LIST: readonly Parameter[] = [
  { name: 'kind', in: 'query', description: 'Only these.', schema: { type: 'string', enum: SALE_KINDS }, example: 'sale' },
  {
    name: 'from',
    in: 'query',
    description: 'The first day, by the clocks of the establishment, or the first instant.',
    schema: DAY_OR_INSTANT,
    example: '2026-05-01',
  },
  {
    name: 'to',
    in: 'query',
    description: 'The last day, or the first instant that does not count.',
    schema: DAY_OR_INSTANT,
    example: '2026-05-31',
  },
  ...PAGE,
];
