import { z } from 'zod';
import { cursorInput, pageInput } from '../kit/page.js';
import { secret } from '../kit/secret.js';
import { idSchema, instantInput, personText, uniqueBy } from '../kit/validate.js';
import { graceHours } from '../links/link-contract.js';
import { goodSecrets } from '../links/signing-secrets.js';
import { DELIVERY_STATES, type WebhookDelivery } from './webhook-delivery.js';
import { DISABLED_REASONS, type WebhookEndpoint } from './webhook-endpoint.js';
import { WEBHOOK_EVENT_TYPES } from './webhook-event.js';

/** Webhook endpoints as people see and set them. A secret is in the answer that made it, and nowhere else. */

const text = z.string();
const type = z.enum(WEBHOOK_EVENT_TYPES);

const fields = {
  name: personText(1, 80),
  description: personText(0, 500, { multiline: true }).nullable(),
  url: personText(1, 2_000),
  /** Null: every event, those that come later too. */
  types: z
    .array(type)
    .min(1)
    .max(WEBHOOK_EVENT_TYPES.length)
    .refine(
      uniqueBy((one: string) => one),
      'Each type once',
    )
    .nullable(),
  enabled: z.boolean(),
};

export const endpointCreate = z.object({
  ...fields,
  description: fields.description.default(null),
  types: fields.types.default(null),
  enabled: fields.enabled.default(true),
});
export const endpointUpdate = z.object(fields).partial().extend({ id: idSchema });
export const endpointList = pageInput.prefault({});

/** What to rotate: of the online shop that tells the platform (no `id`), or of an endpoint that the platform tells. */
export const rotateSecretInput = z.object({ dropOld: z.boolean().default(false), id: idSchema.optional(), graceHours }).prefault({});

export const endpointRecord = z.object({
  id: text,
  /** Null: it hears of every establishment of the organisation. */
  siteId: text.nullable(),
  name: text,
  description: text.nullable(),
  url: text,
  types: z.array(type).nullable(),
  enabled: z.boolean(),
  disabled: z.object({ reason: z.enum(DISABLED_REASONS), at: z.date() }).nullable(),
  failingSince: z.date().nullable(),
  /** Good now, the signing one included. */
  secretsCount: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

export const shownEndpoint = endpointRecord.extend({ secret: secret(text) });

export const deliveriesInput = cursorInput
  .extend({
    endpointId: idSchema.optional(),
    type: type.optional(),
    state: z.enum(DELIVERY_STATES).optional(),
    from: instantInput.optional(),
    to: instantInput.optional(),
  })
  .prefault({});

export const deliveryRecord = z.object({
  id: text,
  endpointId: text,
  eventId: text,
  type,
  siteId: text,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  lastAttemptAt: z.date().nullable(),
  lastStatus: z.int().nullable(),
  lastError: text.nullable(),
  lastTookMs: z.int().nullable(),
  /** The beginning of what the endpoint answered last. */
  lastAnswer: text.nullable(),
  createdAt: z.date(),
});

/** With the body that is sent. */
export const wholeDelivery = deliveryRecord.extend({ body: text });

export const redeliverInput = z.union([z.object({ id: idSchema }), z.object({ endpointId: idSchema, since: instantInput })]);

export const testRecord = z.object({
  delivered: z.boolean(),
  status: z.int().nullable(),
  error: text.nullable(),
  answer: text.nullable(),
  tookMs: z.int(),
});

export function presentEndpoint(endpoint: WebhookEndpoint, now: Date): z.output<typeof endpointRecord> {
  const { id, siteId, name, description, url, types, disabled, failingSince, createdAt, updatedAt } = endpoint;
  const [enabled, secretsCount] = [disabled === null, goodSecrets(endpoint, now).length];
  const kept = types === null ? null : [...types];
  return { id, siteId, name, description, url, types: kept, enabled, disabled, failingSince, secretsCount, createdAt, updatedAt };
}

export function presentDelivery(delivery: WebhookDelivery): z.output<typeof wholeDelivery> {
  const { id, endpointId, eventId, type: of, siteId, state, attempts, last, body, createdAt } = delivery;
  return {
    ...{ id, endpointId, eventId, type: of, siteId, state, attempts, createdAt, body },
    lastAttemptAt: last?.at ?? null,
    lastStatus: last?.status ?? null,
    lastError: last?.error ?? null,
    lastTookMs: last?.tookMs ?? null,
    lastAnswer: last?.answer ?? null,
  };
}
