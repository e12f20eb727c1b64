import { z } from 'zod';
import { cursorInput } from '../kit/page.js';
import { isPlainText } from '../kit/validate.js';
import { RUN_STATUSES } from './schedule-run.js';

/** The scheduler as apps see it (interfaces C, decisions §7): fields in snake_case, instants as text. */

/** Schedules of one app. */
export const SCHEDULES_MAX = 1000;
export const TIMEOUT_SECS_MAX = 7200;
const TIMEOUT_SECS_DEFAULT = 60;
const CATCHUP_SECS_MAX = 86_400;
const CATCHUP_SECS_DEFAULT = 60;
/** As JSON text. */
const PAYLOAD_LENGTH_MAX = 65_536;
const CRON_LENGTH_MAX = 100;
const ARGUMENTS_MAX = 64;
const LINE_LENGTH_MAX = 4096;

const plain = (max: number) => z.string().min(1).max(max).refine(isPlainText, 'Must not contain control characters');

const nameSchema = plain(100).refine((name) => name.trim() === name, 'Must not start or end with a space');

const cronSchema = plain(CRON_LENGTH_MAX);

/** Of a value that was JSON before; nested too deeply, it cannot become text again. */
function isShortJson(value: unknown): boolean {
  try {
    return JSON.stringify(value).length <= PAYLOAD_LENGTH_MAX;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const WORK_FIELDS = ['handler_url', 'task', 'command'] as const;

const EXAMPLE = {
  name: 'nightly-report',
  schedule: '30 2 * * *',
  timezone: 'Europe/Paris',
  handler_url: 'https://app.example/tick?key=a-shared-secret',
  payload: { days: 7 },
  timeout_secs: 120,
};

export const registerInput = z
  .strictObject({
    name: nameSchema,
    schedule: cronSchema.optional(),
    cron: cronSchema.optional(),
    handler_url: plain(2048).optional(),
    task: plain(100).optional(),
    command: z.union([plain(LINE_LENGTH_MAX), z.array(plain(LINE_LENGTH_MAX)).min(1).max(ARGUMENTS_MAX)]).optional(),
    kind: z.enum(WORK_FIELDS).optional(),
    payload: z.unknown().refine(isShortJson, `At most ${PAYLOAD_LENGTH_MAX} characters of JSON`).default(null),
    cwd: plain(1024).regex(/^\//, 'Must be an absolute path').optional(),
    timeout_secs: z.int().min(1).max(TIMEOUT_SECS_MAX).default(TIMEOUT_SECS_DEFAULT),
    enabled: z.boolean().default(true),
    timezone: plain(64).default('UTC'),
    catchup_secs: z.int().min(0).max(CATCHUP_SECS_MAX).default(CATCHUP_SECS_DEFAULT),
    overlap: z.boolean().default(false),
  })
  .superRefine((input, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((input.schedule === undefined) === (input.cron === undefined)) fault('schedule', 'Send one of schedule and cron.');
    const given = WORK_FIELDS.filter((field) => input[field] !== undefined);
    if (given.length !== 1) fault('handler_url', `Send exactly one of ${WORK_FIELDS.join(', ')}.`);
    else if (input.kind !== undefined && input.kind !== given[0]) fault('kind', `Does not agree with ${given[0]}.`);
    if (input.cwd !== undefined && input.command === undefined) fault('cwd', 'Only a command has a working directory.');
  })
  .meta({ examples: [EXAMPLE] });

export type RegisterInput = z.output<typeof registerInput>;

export const nameInput = z.strictObject({ name: nameSchema });

export const runsInput = z.strictObject({ name: nameSchema, ...cursorInput.shape });

const instant = z.iso.datetime();

export const registeredOutput = z.object({ name: z.string(), next_run_at: instant.nullable(), enabled: z.boolean() });

const status = z.enum(RUN_STATUSES);

export const listOutput = z.object({
  entries: z.array(
    z.object({
      name: z.string(),
      schedule: z.string(),
      timezone: z.string(),
      kind: z.enum(WORK_FIELDS),
      target: z.string(),
      enabled: z.boolean(),
      timeout_secs: z.int(),
      catchup_secs: z.int(),
      overlap: z.boolean(),
      next_run_at: instant.nullable(),
      last_run: z.object({ at: instant, status, error: z.string().nullable(), took_ms: z.int().nullable() }).nullable(),
    }),
  ),
});

export const runsOutput = z.object({
  runs: z.array(
    z.object({
      due_at: instant,
      trigger: z.enum(['schedule', 'now']),
      status,
      attempts: z.int(),
      started_at: instant.nullable(),
      took_ms: z.int().nullable(),
      http_status: z.int().nullable(),
      error: z.string().nullable(),
      output: z.string().nullable(),
      skipped: z.int(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
