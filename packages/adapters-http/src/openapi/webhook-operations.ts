import { TOLERANCE_SECS } from '@comptoir/core/links/signed-message.js';
import { FAILING_DAYS_MAX } from '@comptoir/core/webhook-endpoints/webhook-endpoint.js';
import { eventSchema, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEventType } from '@comptoir/core/webhook-endpoints/webhook-event.js';
import type { z } from 'zod';
import { json, type Operation, type Parameter, type PathItem } from './document.js';
import { exampleOf } from './example-of.js';
import { type JsonSchema, schemaOf } from './json-schema.js';
import { plainOf } from './plain-value.js';
import { pascal } from './shared-schemas.js';

export const WEBHOOK_TAG = {
  name: 'Webhooks of integrators',
  description:
    'What endpoints that were added with `webhooks.create` are told. Payloads hold ids, numbers, states and amounts in cents, and nothing of a person.',
} as const;

/** The secret of the endpoint signs every event. */
export const WEBHOOK_SCHEME = {
  type: 'apiKey',
  in: 'header',
  name: 'webhook-signature',
  description:
    'Standard Webhooks: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the 32 bytes of the secret, in base 64, after `v1,`; two, separated by a space, while the secret is being replaced.',
} as const;

const header = (name: string, description: string, example: string): Parameter => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
});

const HEADERS = [
  header('webhook-id', 'Of the event, the same when it is sent again: take each once.', '0197a000-0000-7000-8000-000000000001'),
  header('webhook-timestamp', `Seconds since 1970; refuse what is ${TOLERANCE_SECS} before or after your clock.`, '1777881600'),
];

const RETRIES = `Sent until any 2xx is answered within 20 s: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the attempt before, under one \`webhook-id\`. 410, or nothing but failures for ${FAILING_DAYS_MAX} days, disables the endpoint. Events may come twice, and in another order than they happened.`;

/** What the platform tells integrators. */
export function webhookItems(): Record<string, PathItem> {
  return Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, { post: told(type) }]));
}

function told(type: WebhookEventType): Operation {
  const contract = eventSchema(type, WEBHOOK_EVENTS[type].data);
  const name = `${nameOf(WEBHOOK_EVENTS[type].data)}Event`;
  const schema = { allOf: [{ $ref: `#/components/schemas/${name}` }, { properties: { type: { const: type } } }] };
  return {
    operationId: type.replace(/[._]/g, '-'),
    summary: WEBHOOK_EVENTS[type].summary,
    description: RETRIES,
    tags: [WEBHOOK_TAG.name],
    security: [{ webhookSignature: [] }],
    parameters: HEADERS,
    requestBody: { required: true, content: json(schema, plainOf(exampleOf(contract, schemaOf(contract, 'output'), 'event'))) },
    responses: {
      '2XX': { description: 'The endpoint has it.' },
      '410': { description: 'The endpoint wants nothing any more, and is disabled.' },
    },
  };
}

/** Of events, one for each kind of payload: most types say the same of an order, in another moment of its life. */
export function webhookSchemas(): Record<string, JsonSchema> {
  const payloads = [...new Set<z.ZodObject>(WEBHOOK_EVENT_TYPES.map((type) => WEBHOOK_EVENTS[type].data))];
  return Object.fromEntries(payloads.map((data) => [`${nameOf(data)}Event`, eventOf(data)]));
}

function eventOf(data: z.ZodObject): JsonSchema {
  const types = WEBHOOK_EVENT_TYPES.filter((type) => WEBHOOK_EVENTS[type].data === data);
  const schema = schemaOf(eventSchema('', data), 'output');
  return { ...schema, properties: { ...schema.properties, type: { type: 'string', enum: types } } };
}

/** After the first event that has it: `OrderCreated`. */
function nameOf(data: z.ZodObject): string {
  const [first = ''] = WEBHOOK_EVENT_TYPES.filter((type) => WEBHOOK_EVENTS[type].data === data);
  return first.split(/[._]/).map(pascal).join('');
}
