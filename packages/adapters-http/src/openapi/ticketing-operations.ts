import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import { completeInput, holdInput, publicBooking } from '@comptoir/core/ticketing/booking-contract.js';
import { HOLD_MINUTES, HOLD_RATE } from '@comptoir/core/ticketing/booking-service.js';
import { forbiddenAnswer } from './blocked-answer.js';
import { json, type Operation, type Parameter, type PathItem, type Response } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { exampleOf } from './example-of.js';
import { type JsonSchema, schemaOf } from './json-schema.js';
import { plainOf } from './plain-value.js';
import { IDEMPOTENCY_KEY, REPLAYED, REQUEST_ID } from './rpc-operations.js';

export const TICKETING_TAG = {
  name: 'Tickets',
  description: 'What museums sell tickets for, and bookings of them. No authentication.',
} as const;

export const TICKETING_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  TicketHold: schemaOf(holdInput, 'input'),
  TicketCompletion: schemaOf(completeInput, 'input'),
  TicketBooking: schemaOf(publicBooking, 'output'),
};

const BODY_REFUSALS: readonly ErrorCode[] = ['invalid_request', 'invalid_json', 'payload_too_large', 'unsupported_media_type'];
const NOT_FOR_PAGES = 'Not open to the pages of other sites.';

/** Bookings of the public (`/api/ticketing/…`). */
export function bookingPaths(errors: ErrorAnswers): Readonly<Record<string, PathItem>> {
  return {
    '/api/ticketing/holds': { post: hold(errors) },
    '/api/ticketing/orders/{id}': { get: of(errors, 'booking', 'A booking as it stands.', ['unknown_order']) },
    '/api/ticketing/orders/{id}/complete': {
      post: {
        ...of(errors, 'complete-booking', 'Says who comes and how it is paid.', [...CHANGES, 'payment_not_offered', ...BODY_REFUSALS]),
        description: `${NOT_FOR_PAGES} Paid at the desk it is confirmed at once; by card it waits for the payment at \`payUrl\`.`,
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/TicketCompletion' }, COMPLETION) },
      },
    },
    '/api/ticketing/orders/{id}/cancel': {
      post: of(errors, 'cancel-booking', 'Cancels a booking, or lets go of a hold.', [...CHANGES, 'session_past', 'ticket_used']),
    },
    '/api/ticketing/orders/{id}/events': { get: follow(errors) },
  };
}

const CHANGES: readonly ErrorCode[] = ['unknown_order', 'invalid_transition'];

const COMPLETION = { customer: { name: 'Ada Lovelace', email: 'ada@example.org' }, payment: 'at_pickup' } as const;

const HOLD = {
  slug: 'musee-des-ondes',
  sessionId: 'ondes-10h',
  lines: [{ rateId: 'plein', quantity: 2 }],
  lang: 'fr',
} as const;

function hold(errors: ErrorAnswers): Operation {
  return {
    ...common('hold-tickets', `Holds seats of a session for ${HOLD_MINUTES} minutes.`),
    description: `${NOT_FOR_PAGES} At most ${HOLD_RATE.limit} holds in ${HOLD_RATE.windowSecs / 60} minutes per establishment. A call that comes again shows its booking as it stands.`,
    parameters: [IDEMPOTENCY_KEY],
    requestBody: { required: true, content: json({ $ref: '#/components/schemas/TicketHold' }, HOLD) },
    responses: {
      '201': { ...answer('The seats are held.'), headers: { 'X-Request-Id': REQUEST_ID, 'Idempotent-Replayed': REPLAYED } },
      '403': forbiddenAnswer('cross_origin'),
      ...errors.of([
        ...BODY_REFUSALS,
        'unknown_shop',
        'unknown_session',
        'unknown_rate',
        'session_full',
        'session_past',
        'session_cancelled',
        'idempotency_in_flight',
        'idempotency_key_reused',
        'rate_limited',
        'internal',
        'store_unavailable',
      ]),
    },
  };
}

function of(errors: ErrorAnswers, operationId: string, summary: string, refusals: readonly ErrorCode[]): Operation {
  return {
    ...common(operationId, summary),
    description: NOT_FOR_PAGES,
    parameters: [BOOKING_ID],
    responses: {
      '200': answer('The booking.'),
      '403': forbiddenAnswer('cross_origin'),
      ...errors.of([...refusals, 'internal', 'store_unavailable']),
    },
  };
}

function follow(errors: ErrorAnswers): Operation {
  return {
    ...common('booking-events', 'The life of a booking as server-sent events.'),
    description: `${NOT_FOR_PAGES} As those of an order.`,
    parameters: [BOOKING_ID],
    responses: {
      '200': {
        description: 'Events named `status`.',
        headers: { 'X-Request-Id': REQUEST_ID },
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      '403': forbiddenAnswer('cross_origin'),
      ...errors.of(['unknown_order', 'too_many_streams', 'internal', 'store_unavailable']),
    },
  };
}

function answer(description: string): Response {
  const example = { ok: true, order: plainOf(exampleOf(publicBooking, schemaOf(publicBooking, 'output'), 'booking')) };
  const schema: JsonSchema = {
    type: 'object',
    required: ['ok', 'order'],
    properties: { ok: { type: 'boolean', const: true }, order: { $ref: '#/components/schemas/TicketBooking' } },
  };
  return { description, headers: { 'X-Request-Id': REQUEST_ID }, content: json(schema, example) };
}

function common(operationId: string, summary: string) {
  return { operationId, summary, tags: [TICKETING_TAG.name], security: [{}] };
}

const BOOKING_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The unguessable id of the booking.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
  example: '7hJ8sQ2mWz7LxK9vB1cN3e',
};
