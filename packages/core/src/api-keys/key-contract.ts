import { z } from 'zod';
import { FEED_KINDS } from '../feeds/feeds-service.js';
import { pageInput } from '../kit/page.js';
import { secret } from '../kit/secret.js';
import { idSchema, instantInput, personText, uniqueBy } from '../kit/validate.js';
import { type ApiKey, KEY_RIGHTS } from './api-key.js';
import type { NewKey } from './keys-service.js';
import { isNetwork } from './network.js';

/** The fields a caller may set, whichever kind of key has them. */

export const keyName = personText(1, 80);
export const right = z.enum(KEY_RIGHTS);
export const expiresAt = instantInput.nullable();

const each = (text: string) => text;

export const permissions = z.array(z.enum(FEED_KINDS)).max(FEED_KINDS.length).refine(uniqueBy(each), 'A feed is named twice');
export const ratePerHour = z.int().min(1).max(100_000).nullable();

/** Networks in CIDR notation; none: from anywhere. */
export const networks = z
  .array(z.string().max(50).refine(isNetwork, 'A network such as 203.0.113.0/24 or 2001:db8::/32, with nothing set beyond its length'))
  .max(50)
  .refine(uniqueBy(each), 'A network is named twice');

/** Pages that may embed the widget, as browsers send `Origin`. */
export const origins = z
  .array(
    z
      .string()
      .max(300)
      .regex(/^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/, 'An origin such as https://shop.example, in lower case'),
  )
  .max(50)
  .refine(uniqueBy(each), 'An origin is named twice');

export const byId = z.object({ id: idSchema });

export const keyFilter = pageInput.extend({ ended: z.boolean().optional() }).prefault({});

/** Both keys work meanwhile. */
export const rotateInput = byId.extend({ overlapHours: z.int().min(0).max(168).default(24) });

export const usesInput = byId.extend({ days: z.int().min(1).max(366).default(30) });
export const usesRecord = z.object({ total: z.int(), days: z.array(z.object({ day: z.string(), calls: z.int() })) });

/** What every kind of key shows. Never the secret, nor what it is recognised by. */
export const keyRecord = z.object({
  id: z.string(),
  name: z.string(),
  expiresAt: z.date().nullable(),
  createdAt: z.date(),
  createdBy: z.string(),
  lastUsedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  replacedBy: z.string().nullable(),
});

/** A new key with its secret, which is shown this once: null when the answer is that of an earlier call. */
export function shownOnce<Record extends z.ZodType>(record: Record) {
  return z.object({ key: record, secret: secret(z.string().nullable()) });
}

/** A key as records show it; a contract takes the fields of its kind. */
export function presentKey(key: ApiKey) {
  return { ...key, permissions: [...key.permissions], networks: [...key.networks], origins: [...key.origins] };
}

/** What a kind of key has nothing of. */
export const NO_FIELDS = { right: null, permissions: [], ratePerHour: null, networks: [], origins: [], expiresAt: null } satisfies Omit<
  NewKey,
  'name'
>;
