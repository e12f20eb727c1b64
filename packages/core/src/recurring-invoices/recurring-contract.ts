import { z } from 'zod';
import { day, typedInput } from '../invoices/invoice-contract.js';
import { personal } from '../kit/secret.js';
import { personText } from '../kit/validate.js';
import { RECURRING_MODES, RECURRING_STATUSES } from './recurring-invoice.js';

const recurrence = z.discriminatedUnion('every', [
  z.object({ every: z.literal('month'), day: z.union([z.int().min(1).max(31), z.literal('last')]) }),
  z.object({ every: z.literal('week'), weekday: z.int().min(1).max(7) }),
  z.object({ every: z.literal('year'), month: z.int().min(1).max(12), day: z.int().min(1).max(31) }),
]);

/** What is invoiced each time. Who is invoiced must be known from the beginning. */
const content = typedInput.refine(({ clientId, buyer }) => clientId !== null || buyer !== null, {
  path: ['buyer'],
  message: 'Say who is invoiced: a client or a buyer',
});

/** Often that of the client. */
const name = personal(personText(1, 120));
const maxCount = z.int().min(1).max(10_000).nullable();

export const recurringCreate = z.object({
  name,
  recurrence,
  startDate: day,
  endDate: day.nullable().default(null),
  maxCount: maxCount.default(null),
  mode: z.enum(RECURRING_MODES).default('draft'),
  content,
});

export type RecurringCreate = z.output<typeof recurringCreate>;

/** Absent leaves, null clears. */
export const recurringPatch = z
  .object({
    name,
    recurrence,
    startDate: day,
    endDate: day.nullable(),
    maxCount,
    mode: z.enum(RECURRING_MODES),
    content,
  })
  .partial();

export type RecurringPatch = z.output<typeof recurringPatch>;

const text = z.string();

export const recurringRecord = z.object({
  id: text,
  name: text,
  status: z.enum(RECURRING_STATUSES),
  recurrence,
  startDate: text,
  endDate: text.nullable(),
  maxCount: z.int().nullable(),
  count: z.int(),
  mode: z.enum(RECURRING_MODES),
  content: z.record(text, z.unknown()),
  nextDate: text.nullable(),
  fault: text.nullable(),
  createdAt: z.date(),
  version: z.int(),
});

export const runRecord = z.object({ period: text, invoiceId: text, at: z.date() });
