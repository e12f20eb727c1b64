import { TICKET_LANGUAGES } from '@comptoir/core/ticketing/offer.js';
import { DAYS_DEFAULT, DAYS_MAX, ticketCatalogSchema } from '@comptoir/core/ticketing/ticket-catalog-contract.js';
import { BLOCKED_ANSWER } from './blocked-answer.js';
import { json, type Operation, type Parameter } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { exampleOf } from './example-of.js';
import { schemaOf } from './json-schema.js';
import { plainOf } from './plain-value.js';
import { REQUEST_ID } from './rpc-operations.js';

export const TICKET_TAG = {
  name: 'Tickets',
  description:
    "What museums sell tickets for. For the caller's own server. No authentication; booking and payment are on the till's own page.",
} as const;

/** `GET /api/ticketing/catalog` (interfaces A, decisions §3). */
export function readTicketCatalog(errors: ErrorAnswers): Operation {
  const schema = schemaOf(ticketCatalogSchema, 'output');
  return {
    operationId: 'ticket-catalog',
    summary: 'What a museum sells tickets for online, and when.',
    description:
      'Cached for 30 seconds, for 5 seconds with the sessions of an offer. Each `bookingUrl` opens the booking page at the offer, the day and the session.',
    tags: [TICKET_TAG.name],
    security: [{}],
    parameters: PARAMETERS,
    responses: {
      '200': {
        description: 'The catalogue.',
        headers: { 'X-Request-Id': REQUEST_ID, ETag: ETAG, 'Cache-Control': CACHE_CONTROL },
        content: json({ $ref: '#/components/schemas/TicketCatalog' }, plainOf(exampleOf(ticketCatalogSchema, schema, 'catalog'))),
      },
      '304': { description: 'What the caller has (`If-None-Match`) is still so.' },
      '403': BLOCKED_ANSWER,
      ...errors.of(['invalid_request', 'unknown_shop', 'internal', 'store_unavailable']),
    },
  };
}

const PARAMETERS: readonly Parameter[] = [
  {
    name: 'slug',
    in: 'query',
    required: true,
    description: 'The public id of the establishment.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
    example: 'musee-des-ondes',
  },
  {
    name: 'lang',
    in: 'query',
    description: 'The language of texts, where there are any in it.',
    schema: { type: 'string', enum: TICKET_LANGUAGES, default: 'fr' },
    example: 'en',
  },
  {
    name: 'offer',
    in: 'query',
    description: 'The id of the offer whose sessions are wanted; that of no offer has none.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
    example: 'nuit-des-ondes',
  },
  {
    name: 'from',
    in: 'query',
    description: 'The first day of sessions, by the calendar of the establishment; today, when left out.',
    schema: { type: 'string', format: 'date' },
    example: '2026-06-16',
  },
  {
    name: 'days',
    in: 'query',
    description: 'How many days of sessions.',
    schema: { type: 'integer', minimum: 1, maximum: DAYS_MAX, default: DAYS_DEFAULT },
    example: DAYS_DEFAULT,
  },
];

const ETAG = { description: 'Strong; changes with the catalogue.', schema: { type: 'string' } } as const;
const CACHE_CONTROL = {
  description: 'As long as it may be kept: `public, max-age=30`, with sessions `public, max-age=5`.',
  schema: { type: 'string' },
} as const;
