import { shopCatalogSchema } from '@comptoir/core/boutique/boutique-contract.js';
import { carteSchema } from '@comptoir/core/carte/carte-contract.js';
import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import { ORDER_RATE, orderInputSchema, placedOrderSchema, shopOrderInputSchema } from '@comptoir/core/orders/order-contract.js';
import { ticketCatalogSchema } from '@comptoir/core/ticketing/ticket-catalog-contract.js';
import { BLOCKED, BLOCKED_ANSWER, forbiddenAnswer } from './blocked-answer.js';
import { challengePaths } from './challenge-operations.js';
import { IDEMPOTENCY_PARAMETER, REPLAYED_HEADER, REQUEST_ID_HEADER } from './common-components.js';
import { type DocumentOptions, json, LICENSE, type OpenApiDocument, type Operation, type Parameter, type Response } from './document.js';
import { type ErrorAnswers, errorSchemas, makeErrorAnswers } from './error-answers.js';
import { exampleOf } from './example-of.js';
import { guestPaths } from './guest-operations.js';
import { HEALTH_TAG, healthPaths } from './health-operations.js';
import { type JsonSchema, schemaOf } from './json-schema.js';
import { KEYED_TAG } from './keyed-operation.js';
import { KEY_SCHEME, keyedPaths } from './keyed-operations.js';
import { KEYED_SCHEMAS } from './keyed-schemas.js';
import { PAYMENT_TAG, paymentPaths } from './payment-operations.js';
import { PHOTO_TAG, photoPaths } from './photo-operations.js';
import { plainOf } from './plain-value.js';
import { IDEMPOTENCY_KEY, REPLAYED, REQUEST_ID } from './rpc-operations.js';
import { SYNC_SCHEMAS, SYNC_SCHEME, SYNC_TAG, syncPaths, syncWebhooks } from './sync-operations.js';
import { readTicketCatalog } from './ticket-catalog-operation.js';
import { bookingPaths, TICKETING_SCHEMAS, TICKETING_TAG } from './ticketing-operations.js';

const SHOP_TAG = {
  name: 'Online shops',
  description: "What shops and museum shops sell online; picked up in store. For the caller's own server. No authentication.",
} as const;

const TAG = {
  name: 'Menus and takeaway orders',
  description: 'What guests and their tools call. No authentication. Send a `User-Agent` that names the calling tool.',
} as const;

/** The version of the storefront's interface (interfaces, "Versioning"). */
export const STOREFRONT_VERSION = '1.4.0';

/** The storefront host as an OpenAPI 3.1 document. */
export function makeStorefrontDocument({ publicUrl, version }: DocumentOptions): OpenApiDocument {
  const errors = makeErrorAnswers('public');
  const paths = {
    '/api/carte': { get: readCarte(errors) },
    '/api/boutique/catalog': { get: readShopCatalog(errors) },
    '/api/boutique/order': { post: placeShopOrder(errors) },
    ...bookingPaths(errors),
    ...paymentPaths(errors),
    '/api/ticketing/catalog': { get: readTicketCatalog(errors) },
    '/api/order': { post: placeOrder(errors) },
    '/api/order/{id}': { get: readOrder(errors) },
    '/api/order/{id}/events': { get: followOrder(errors) },
    ...photoPaths(errors),
    ...guestPaths(errors),
    ...keyedPaths(errors),
    ...syncPaths(errors),
    ...healthPaths(errors),
    ...challengePaths(errors),
  };
  return {
    openapi: '3.1.1',
    info: { title: 'Comptoir storefront', version, description: DESCRIPTION, license: LICENSE },
    servers: [{ url: publicUrl, description: 'This server.' }],
    security: [{}],
    tags: [TAG, SHOP_TAG, TICKETING_TAG, PAYMENT_TAG, PHOTO_TAG, KEYED_TAG, SYNC_TAG, HEALTH_TAG],
    paths,
    webhooks: syncWebhooks(),
    components: {
      schemas: {
        Carte: schemaOf(carteSchema, 'output'),
        OrderInput: schemaOf(orderInputSchema, 'input'),
        PlacedOrder: schemaOf(placedOrderSchema, 'output'),
        ShopOrderInput: schemaOf(shopOrderInputSchema, 'input'),
        ShopCatalog: schemaOf(shopCatalogSchema, 'output'),
        TicketCatalog: schemaOf(ticketCatalogSchema, 'output'),
        ...TICKETING_SCHEMAS,
        ...KEYED_SCHEMAS,
        ...SYNC_SCHEMAS,
        Blocked: BLOCKED,
        ...errorSchemas('public'),
      },
      responses: errors.responses,
      parameters: { 'Idempotency-Key': IDEMPOTENCY_PARAMETER },
      headers: { 'Idempotent-Replayed': REPLAYED_HEADER, 'X-Request-Id': REQUEST_ID_HEADER },
      securitySchemes: { key: KEY_SCHEME, signature: SYNC_SCHEME },
    },
  };
}

const DESCRIPTION = `The public side of Comptoir: menus, takeaway orders that are paid at pickup, online shops that may take cards, and what museums sell tickets for. And the API of one establishment for whoever holds one of its keys.

Prices are euros with at most two decimals, instants ISO 8601. Prices and totals that a caller sends are ignored. The default \`User-Agent\` of the HTTP libraries of Python, Go and Java is refused with 403 \`{"error": "blocked"}\`.`;

function readCarte(errors: ErrorAnswers): Operation {
  return {
    ...common('carte', 'The public menu of an establishment.'),
    description: 'Open to the pages of any site (CORS). Cached for 60 seconds.',
    parameters: [slugParameter('chez-lucie')],
    responses: {
      '200': {
        description: 'The menu.',
        headers: { 'X-Request-Id': REQUEST_ID, ETag: ETAG, 'Cache-Control': CACHE_CONTROL },
        content: json({ $ref: '#/components/schemas/Carte' }, plainOf(exampleOf(carteSchema, schemaOf(carteSchema, 'output'), 'carte'))),
      },
      '304': { description: 'What the caller has (`If-None-Match`) is still so.' },
      '403': BLOCKED_ANSWER,
      ...errors.of(['invalid_request', 'unknown_shop', 'internal', 'store_unavailable']),
    },
  };
}

function slugParameter(example: string): Parameter {
  return {
    name: 'slug',
    in: 'query',
    required: true,
    description: 'The public id of the establishment.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
    example,
  };
}

function readShopCatalog(errors: ErrorAnswers): Operation {
  return {
    ...common('shop-catalog', 'What a shop sells online.', SHOP_TAG.name),
    description: 'Cached for 15 seconds. A shop that takes no orders now answers `open: false` and no categories.',
    parameters: [slugParameter('atelier-nord')],
    responses: {
      '200': {
        description: 'The catalogue.',
        headers: { 'X-Request-Id': REQUEST_ID, ETag: ETAG, 'Cache-Control': CACHE_CONTROL },
        content: json(
          { $ref: '#/components/schemas/ShopCatalog' },
          plainOf(exampleOf(shopCatalogSchema, schemaOf(shopCatalogSchema, 'output'), 'shop')),
        ),
      },
      '304': { description: 'What the caller has (`If-None-Match`) is still so.' },
      '403': BLOCKED_ANSWER,
      ...errors.of(['invalid_request', 'unknown_shop', 'internal', 'store_unavailable']),
    },
  };
}

function placeShopOrder(errors: ErrorAnswers): Operation {
  const operation = placeOrder(errors, ['payment_not_offered']);
  return {
    ...operation,
    ...common('place-shop-order', "Orders a shop's items, for pickup in store.", SHOP_TAG.name),
    description: `${operation.description} Paid at pickup, or by card on the page of a payment provider: the answer then says where, as \`payUrl\`.`,
    requestBody: {
      required: true,
      content: json(
        { $ref: '#/components/schemas/ShopOrderInput' },
        plainOf(exampleOf(shopOrderInputSchema, schemaOf(shopOrderInputSchema, 'input'), 'order')),
      ),
    },
  };
}

function placeOrder(errors: ErrorAnswers, alsoRefused: readonly ErrorCode[] = []): Operation {
  return {
    ...common('place-order', 'Places a takeaway order.'),
    description: `${NOT_FOR_PAGES} At most ${ORDER_RATE.limit} orders in ${ORDER_RATE.windowSecs / 60} minutes per establishment. Lines with unknown items are dropped.`,
    parameters: [IDEMPOTENCY_KEY],
    requestBody: {
      required: true,
      content: json(
        { $ref: '#/components/schemas/OrderInput' },
        plainOf(exampleOf(orderInputSchema, schemaOf(orderInputSchema, 'input'), 'order')),
      ),
    },
    responses: {
      '200': {
        ...orderAnswer('The order is in the queue of the establishment.'),
        headers: { 'X-Request-Id': REQUEST_ID, 'Idempotent-Replayed': REPLAYED, RateLimit: RATE_LIMIT },
      },
      ...errors.of([
        'invalid_request',
        'invalid_json',
        'unknown_shop',
        'closed',
        'ordering_off',
        'slot_full',
        'sold_out',
        'idempotency_in_flight',
        'payload_too_large',
        'unsupported_media_type',
        'empty_order',
        'invalid_options',
        'invalid_slot',
        'below_minimum',
        'idempotency_key_reused',
        'rate_limited',
        'internal',
        'till_unreachable',
        'store_unavailable',
        ...alsoRefused,
      ]),
      '403': forbiddenAnswer('cross_origin'),
    },
  };
}

function readOrder(errors: ErrorAnswers): Operation {
  return {
    ...common('order', 'An order as it stands.'),
    description: NOT_FOR_PAGES,
    parameters: [ORDER_ID],
    responses: {
      '200': orderAnswer('The order.'),
      '403': forbiddenAnswer('cross_origin'),
      ...errors.of(['unknown_order', 'internal', 'store_unavailable']),
    },
  };
}

function followOrder(errors: ErrorAnswers): Operation {
  return {
    ...common('order-events', 'The life of an order as server-sent events.'),
    description: `${NOT_FOR_PAGES} What happened so far, or since \`Last-Event-ID\`, then every change as it happens; ends after the last one.`,
    parameters: [
      ORDER_ID,
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The last event that was seen.',
        schema: { type: 'integer', minimum: 0 },
        example: 1,
      },
    ],
    responses: {
      '200': {
        description: 'Events named `status`.',
        headers: { 'X-Request-Id': REQUEST_ID },
        content: { 'text/event-stream': { schema: { type: 'string' }, example: EVENTS } },
      },
      '403': forbiddenAnswer('cross_origin'),
      ...errors.of(['unknown_order', 'too_many_streams', 'internal', 'store_unavailable']),
    },
  };
}

function common(operationId: string, summary: string, tag: string = TAG.name) {
  return { operationId, summary, tags: [tag], security: [{}] };
}

const ORDER_ID_EXAMPLE = '4fJ8sQ2mWz7LxK9vB1cN3d';
const NOT_FOR_PAGES = 'Not open to the pages of other sites.';

function orderAnswer(description: string): Response {
  const order = {
    ...placedExample(),
    id: ORDER_ID_EXAMPLE,
    trackingUrl: `https://till.example.org/carte/chez-lucie/order/${ORDER_ID_EXAMPLE}`,
  };
  return {
    description,
    headers: { 'X-Request-Id': REQUEST_ID },
    content: json(ORDER_ANSWER, { ok: true, order }),
  };
}

function placedExample() {
  const example = placedOrderSchema.parse(exampleOf(placedOrderSchema, schemaOf(placedOrderSchema, 'output'), 'order'));
  return { ...example, placedAt: '2026-05-04T10:02:11.000Z', pickupAt: '2026-05-04T10:30:00.000Z' };
}

const ORDER_ANSWER: JsonSchema = {
  type: 'object',
  required: ['ok', 'order'],
  properties: { ok: { type: 'boolean', const: true }, order: { $ref: '#/components/schemas/PlacedOrder' } },
};

const EVENTS = `retry: 3000

id: 2
event: status
data: {"id":"${ORDER_ID_EXAMPLE}","status":"accepted","at":"2026-05-04T10:05:00.000Z"}

`;

const ORDER_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Knowing it is the right to follow the order.',
  schema: { type: 'string' },
  example: ORDER_ID_EXAMPLE,
} as const;

const ETAG = { description: 'Strong; changes with the menu.', schema: { type: 'string' } } as const;
const CACHE_CONTROL = { description: 'As long as it may be kept: `public, max-age=60`.', schema: { type: 'string' } } as const;
const RATE_LIMIT = { description: 'What is left: `"default";r=59;t=600`.', schema: { type: 'string' } } as const;
