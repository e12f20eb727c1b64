import { RECORD_TYPES } from '@comptoir/core/journal/journal-entry.js';
import { PICKUP_STATUSES, PICKUP_STEPS, type PickupStep, TICKETING_STATUSES } from '@comptoir/core/orders/order.js';
import { SALE_KINDS } from '@comptoir/core/sales/sale.js';
import { accessPaths } from './access-operations.js';
import type { Operation, Parameter, PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { IDEMPOTENCY_REFUSALS, type MakeOperation, makeKeyedOperations } from './keyed-operation.js';
import { ifMatch, PAGE, PERIOD } from './keyed-parameters.js';
import { ANSWERS, BODIES } from './keyed-schemas.js';
import { PHOTO_BODY, PHOTO_REFUSALS, PHOTO_RULES } from './photo-operations.js';
import { IDEMPOTENCY_KEY } from './rpc-operations.js';
import { ticketPaths } from './ticket-operations.js';

export const KEY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'cpt_…',
  description:
    'A key that the establishment has made, for it alone. Its right is `read`, `write` (and read) or `export` (and read); it is shown once.',
} as const;

/** `/api/v1` of the storefront (interfaces A, decisions §4). */
export function keyedPaths(errors: ErrorAnswers): Record<string, PathItem> {
  const { read, write } = makeKeyedOperations(errors);
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
    '/api/v1/catalogue/items/{id}/photo': {
      put: write('set-photo', 'Gives an item the photo that is the body.', ANSWERS.item(), {
        description: PHOTO_RULES,
        etag: 'the item',
        body: PHOTO_BODY,
        parameters: [ITEM_ID, IF_MATCH],
        refusals: ['unknown_item', 'managed_by_sync', 'stale', ...PHOTO_REFUSALS],
      }),
      delete: write('delete-photo', 'Takes an item its photo.', ANSWERS.item(), {
        etag: 'the item',
        parameters: [ITEM_ID, IF_MATCH],
        refusals: ['unknown_item', 'managed_by_sync', 'stale'],
      }),
    },
    '/api/v1/stock': {
      get: read('stock', 'What is there of everything whose stock is kept.', ANSWERS.stock(), {
        forbidden: ['feature_disabled'],
        refusals: ['not_available'],
      }),
    },
    ...accessPaths(errors),
    '/api/v1/orders': {
      get: read('orders', 'Online orders, newest first.', ANSWERS.orders(), { parameters: ORDERS_LIST, refusals: ['invalid_request'] }),
    },
    '/api/v1/orders/{id}': {
      get: read('read-order', 'One online order.', ANSWERS.order(), { parameters: [ORDER_ID], refusals: ['unknown_order'] }),
    },
    '/api/v1/sales': {
      get: read('sales', 'Sales and refunds of the till, newest first.', ANSWERS.sales(), {
        description: 'They never change once they are recorded. Amounts of a refund are negative.',
        parameters: SALES_LIST,
        refusals: ['invalid_request'],
      }),
      post: write('record-sale', 'Records a sale.', ANSWERS.sale(), {
        description: 'Its goods leave the stock and it goes into the fiscal journal, in one step.',
        status: '201',
        body: { required: true, content: BODIES.sell() },
        parameters: [IDEMPOTENCY_KEY],
        refusals: ['unknown_item', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/sales/{id}': {
      get: read('sale', 'One sale or refund.', ANSWERS.sale(), { etag: 'the sale', parameters: [SALE_ID], refusals: ['unknown_sale'] }),
    },
    '/api/v1/sales/{id}/receipt': {
      get: read('receipt', 'The receipt of a sale or refund, as data and as text.', ANSWERS.receipt(), {
        description: 'As it is printed first. A duplicate is asked of the till, because the journal keeps that it was printed.',
        parameters: [SALE_ID],
        refusals: ['unknown_sale'],
      }),
    },
    '/api/v1/sales/{id}/refund': {
      post: write('refund-sale', 'Takes back lines of a sale.', ANSWERS.sale(), {
        description: 'The refund is a record of its own, with the opposite sign.',
        status: '201',
        body: { required: true, content: BODIES.refund() },
        parameters: [SALE_ID, IDEMPOTENCY_KEY],
        refusals: ['unknown_sale', 'unknown_item', 'over_refunded', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/ticketing/orders': {
      get: read('bookings', 'Bookings of tickets, newest first.', ANSWERS.bookings(), {
        parameters: BOOKINGS_LIST,
        forbidden: ['feature_disabled'],
        refusals: ['invalid_request'],
      }),
      post: write('book-tickets', 'Books tickets, paid at the desk and confirmed at once.', ANSWERS.booking(), {
        status: '201',
        body: { required: true, content: BODIES.book() },
        parameters: [IDEMPOTENCY_KEY],
        refusals: ['unknown_session', 'unknown_rate', 'session_full', 'session_past', 'session_cancelled', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/ticketing/orders/{id}': {
      get: read('read-booking', 'One booking of tickets.', ANSWERS.booking(), {
        parameters: [BOOKING_ID],
        forbidden: ['feature_disabled'],
        refusals: ['unknown_order'],
      }),
    },
    '/api/v1/ticketing/orders/{id}/cancel': {
      post: write('cancel-tickets', 'Cancels a booking: its tickets are void, what was paid by card goes back.', ANSWERS.booking(), {
        body: { required: false, content: BODIES.cancelBooking() },
        parameters: [BOOKING_ID, IDEMPOTENCY_KEY],
        refusals: ['unknown_order', 'invalid_transition', ...IDEMPOTENCY_REFUSALS],
      }),
    },
    '/api/v1/journal': {
      get: read('journal', 'The fiscal journal, chain by chain.', ANSWERS.journal(), {
        description: 'For keys with the right `export`.',
        parameters: JOURNAL_LIST,
        forbidden: ['insufficient_scope'],
        refusals: ['invalid_request'],
      }),
    },
    '/api/v1/journal/verify': {
      get: read('verify-journal', 'Whether the fiscal journal is what it was.', ANSWERS.verified(), {
        description: 'Checks every digest, link, signature, number and total of every chain. For keys with the right `export`.',
        forbidden: ['insufficient_scope'],
      }),
    },
    ...ticketPaths(errors),
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

const ITEM_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the item.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
  example: 'galette-complete',
};

const ORDER_ID: Parameter = { ...ITEM_ID, description: 'The id of the order.', example: '4fJ8sQ2mWz7LxK9vB1cN3d' };

const BOOKING_ID: Parameter = { ...ITEM_ID, description: 'The id of the booking.', example: '7hJ8sQ2mWz7LxK9vB1cN3e' };

const SALE_ID: Parameter = { ...ITEM_ID, description: 'The id of the sale.', example: '0196a3de-4f1c-7b52-9d3a-2f6c8e1b7a40' };

const IF_MATCH = ifMatch('item');

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

const BOOKINGS_LIST: readonly Parameter[] = [
  {
    name: 'status',
    in: 'query',
    description: 'Only bookings in this state.',
    schema: { type: 'string', enum: TICKETING_STATUSES },
    example: 'confirmed',
  },
  ...PAGE,
];

const SALES_LIST: readonly Parameter[] = [
  { name: 'kind', in: 'query', description: 'Only these.', schema: { type: 'string', enum: SALE_KINDS }, example: 'sale' },
  ...PERIOD,
  ...PAGE,
];

const JOURNAL_LIST: readonly Parameter[] = [
  { name: 'register', in: 'query', description: 'Only of this till.', schema: { type: 'string' }, example: 'Caisse 1' },
  { name: 'type', in: 'query', description: 'Only these chains.', schema: { type: 'string', enum: RECORD_TYPES }, example: 'sale' },
  ...SALES_LIST.filter(({ name }) => name !== 'kind'),
];
