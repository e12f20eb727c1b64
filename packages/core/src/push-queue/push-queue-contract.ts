import { z } from 'zod';
import { LIMIT_DEFAULT, LIMIT_MAX } from '../kit/page.js';
import { isPlainText } from '../kit/validate.js';

/** The limits and shapes of the queue's calls (decisions §7). */

/** Of a payload, as JSON in UTF-8. */
export const PAYLOAD_BYTES_MAX = 256 * 1024;
const BATCH_MAX = 1000;
const DELAY_SECS_MAX = 366 * 86_400;
const URL_LENGTH_MAX = 2048;
const IDS_MAX = 1000;

const queueName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'Letters, digits and . _ : - only, at most 128')
  .meta({ example: 'mails' });

const attempts = z.int().min(1).max(100);

/** Any JSON, as text from here on. */
const payload = z
  .unknown()
  .transform((value, context) => {
    const text = value === undefined ? null : jsonText(value);
    if (text !== null && utf8Length(text) <= PAYLOAD_BYTES_MAX) return text;
    context.addIssue({ code: 'custom', message: `Any JSON of at most ${PAYLOAD_BYTES_MAX} bytes` });
    return z.NEVER;
  })
  .meta({ example: { order: 'A7' } });

const message = z.strictObject({
  queue: queueName,
  payload,
  delay_secs: z.number().min(0).max(DELAY_SECS_MAX).optional(),
  dedup_id: z.string().min(1).max(255).refine(isPlainText, 'Must not contain control characters').optional(),
  max_attempts: attempts.optional(),
});

export type PushedMessage = z.output<typeof message>;

const receipt = z.object({ id: z.string(), deduplicated: z.boolean() });

export const pushInput = message;
export const pushOutput = receipt;
export const pushBatchInput = z.strictObject({ messages: z.array(message).min(1).max(BATCH_MAX) });
export const pushBatchOutput = z.object({ messages: z.array(receipt) });

export const workerInput = z.strictObject({
  queue: queueName,
  handler_url: z
    .url({ protocol: /^https?$/ })
    .max(URL_LENGTH_MAX)
    .meta({ example: 'https://shop.example/jobs' }),
  concurrency: z.int().min(1).max(256).default(8),
  visibility_timeout_secs: z.int().min(1).max(43_200).default(30),
  max_attempts: attempts.default(5),
});
export const workerOutput = z.object({
  queue: z.string(),
  handler_url: z.string(),
  concurrency: z.int(),
  visibility_timeout_secs: z.int(),
  max_attempts: z.int(),
});

export const workersOutput = z.object({ workers: z.array(workerOutput) });
export const unregisterInput = z.strictObject({ queue: queueName });
export const unregisterOutput = z.object({ queue: z.string(), unregistered: z.boolean() });

export const deadListInput = z.strictObject({
  queue: queueName.optional(),
  limit: z.int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
  cursor: z.string().max(4000).optional(),
});
export const deadListOutput = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      queue: z.string(),
      payload: z.unknown(),
      attempts: z.int(),
      last_status: z.int().nullable(),
      last_error: z.string(),
      dead_at: z.string(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

const CHOICE = 'Choose by exactly one of ids, queue and all';

export const messageSelectionInput = z
  .strictObject({
    ids: z.array(z.string().min(1).max(64)).min(1).max(IDS_MAX).optional(),
    queue: queueName.optional(),
    all: z.literal(true).optional(),
  })
  .refine(({ ids, queue, all }) => [ids, queue, all].filter((each) => each !== undefined).length === 1, CHOICE)
  .meta({ example: { queue: 'mails' } });
export type MessageSelectionInput = z.output<typeof messageSelectionInput>;
export const countOutput = z.object({ count: z.int() });

export const statsInput = z.strictObject({ queue: queueName.optional() });
export const statsOutput = z.object({
  queues: z.array(
    z.object({
      queue: z.string(),
      ready: z.int(),
      delayed: z.int(),
      in_delivery: z.int(),
      dead: z.int(),
      oldest_age_secs: z.number().nullable(),
    }),
  ),
});

/** Null: nested more deeply than can be written. */
function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Bytes of the text in UTF-8. A half of a character counts as the three bytes of its replacement. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
