import { z } from 'zod';
import { secret } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';
import { GRACE_HOURS } from './grace-hours.js';
import { goodSecrets } from './signing-secrets.js';
import { DELIVERY_STATES, SALE_EVENTS, type SyncDelivery } from './sync-delivery.js';
import { DISABLED_REASONS, type SyncLink } from './sync-link.js';

/** Links as people see and set them. A secret is in the answer that made it, and nowhere else. */

const text = z.string();

export const linkName = personText(1, 80);
export const linkUrl = personText(1, 2_000);

export const linkCreate = z.object({ name: linkName, url: linkUrl.nullable().default(null) });
export const linkUpdate = z.object({ id: idSchema, name: linkName.optional(), url: linkUrl.nullable().optional() });

export const graceHours = z.int().min(0).max(GRACE_HOURS.max).default(GRACE_HOURS.default);
export const rotateInput = z.object({ id: idSchema, graceHours });

export const linkRecord = z.object({
  id: text,
  name: text,
  url: text.nullable(),
  disabled: z.object({ reason: z.enum(DISABLED_REASONS), at: z.date() }).nullable(),
  /** Good now, the signing one included. */
  secretsCount: z.int(),
  counts: z.object({ received: z.int(), delivered: z.int(), dead: z.int() }),
  createdAt: z.date(),
  lastSeenAt: z.date().nullable(),
  lastDeliveredAt: z.date().nullable(),
});

export const shownLink = linkRecord.extend({ secret: secret(text) });

export const deliveryRecord = z.object({
  id: text,
  linkId: text,
  type: z.enum(SALE_EVENTS),
  saleId: text,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  lastStatus: z.int().nullable(),
  lastError: text.nullable(),
  createdAt: z.date(),
  lastAttemptAt: z.date().nullable(),
});

export const pingRecord = z.object({ delivered: z.boolean(), status: z.int().nullable(), error: text.nullable(), tookMs: z.int() });

export function presentLink(link: SyncLink, now: Date): z.output<typeof linkRecord> {
  const { id, name, url, disabled, counts, createdAt, lastSeenAt, lastDeliveredAt } = link;
  const secretsCount = goodSecrets(link, now).length;
  return { id, name, url, disabled, secretsCount, counts, createdAt, lastSeenAt, lastDeliveredAt };
}

export function presentDelivery(delivery: SyncDelivery): z.output<typeof deliveryRecord> {
  const { id, linkId, type, saleId, state, attempts, lastStatus, lastError, createdAt, lastAttemptAt } = delivery;
  return { id, linkId, type, saleId, state, attempts, lastStatus, lastError, createdAt, lastAttemptAt };
}
