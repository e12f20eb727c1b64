import { z } from 'zod';
import { cursorInput } from '../kit/page.js';
import { secret } from '../kit/secret.js';
import { instantInput, personText, uniqueBy } from '../kit/validate.js';
import { dayOrInstant } from '../sales/sale-period.js';
import { TICKET_STATES } from '../ticketing/ticket.js';
import { DIRECTIONS, SCAN_REASONS } from './scan.js';

/** Access control as the keyed API speaks of it (decisions §4). */

const text = z.string();
const ok = z.literal(true);
const instant = z.iso.datetime();
const nextCursor = text.nullable().meta({ description: 'Null: there are no more.', examples: [null] });

export const UPLOAD_MAX = 500;

export const gateName = personText(1, 40).meta({ description: 'The gate, as it is called.', examples: ['Entrée principale'] });
const code = secret(
  personText(1, 200).meta({ description: 'What the reader read, or a person typed.', examples: ['k4m7p9qrst2vwxyz3abc5defgh'] }),
);
const nonce = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/, '1 to 100 visible characters')
  .meta({ description: 'Chosen by the device for this scan: sent again at the same gate, it is this scan.', examples: ['0196a3de-7c11'] });
const direction = z.enum(DIRECTIONS).default('entry');
const at = instantInput.optional().meta({ description: 'When it happened; now, when left out.' });

export const scanInput = z.object({ code, gate: gateName, direction, nonce, at });

export const uploadInput = z.object({
  gate: gateName,
  scans: z
    .array(
      z.object({
        code,
        direction,
        nonce,
        at: instantInput.meta({ description: 'When it happened.' }),
        reason: z.enum(SCAN_REASONS).optional().meta({ description: 'Why the device refused; left out when it let somebody through.' }),
      }),
    )
    .min(1)
    .max(UPLOAD_MAX)
    .refine(
      uniqueBy((scan: { readonly nonce: string }) => scan.nonce),
      'A nonce is named twice',
    ),
});

export const annulInput = z.object({ gate: gateName, nonce });

/** What the code stands for. */
const scannedTicket = z.object({
  kind: z.enum(['ticket', 'pass']),
  id: text,
  label: text.meta({ description: 'The rate of a ticket, or whose pass it is.', examples: ['Plein tarif'] }),
  state: z.enum(TICKET_STATES).nullable().meta({ description: 'Null for a pass.' }),
  offerId: text.nullable(),
  sessionId: text.nullable(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
});

const entry = z.object({ gate: text, at: instant });
const reason = z
  .enum(SCAN_REASONS)
  .nullable()
  .meta({ description: 'Null: admitted.', examples: [null] });

export const scanAnswer = z.object({
  ok,
  admitted: z.boolean(),
  reason,
  direction: z.enum(DIRECTIONS),
  ticket: scannedTicket,
  elsewhere: entry.nullable().meta({ description: 'Where somebody was let in with it before.', examples: [null] }),
  occupancy: z.int().meta({ description: 'How many are inside now: entries less exits of the day.', examples: [41] }),
  at: instant,
});

/** Kept for good. */
export const scanRecord = z.object({
  id: text,
  gate: text,
  nonce: text,
  direction: z.enum(DIRECTIONS),
  at: instant,
  receivedAt: instant.meta({ description: 'Later than `at` where the device was offline.' }),
  admitted: z.boolean(),
  reason,
  forced: z.enum(SCAN_REASONS).nullable().meta({ description: 'Why it would have been refused, had the device not been offline.' }),
  codeHash: text.meta({ description: 'SHA-256 of the code, hexadecimal.' }),
  ticketId: text.nullable(),
  passId: text.nullable(),
  sessionId: text.nullable(),
  elsewhere: entry.nullable(),
  annulledAt: instant.nullable(),
});

export type ScanRecord = z.output<typeof scanRecord>;

export const scansQuery = cursorInput.extend({ gate: gateName.optional(), from: dayOrInstant.optional(), to: dayOrInstant.optional() });
export const scansAnswer = z.object({ ok, scans: z.array(scanRecord), nextCursor });
export const annulAnswer = z.object({ ok, scan: scanRecord });

const counts = { entries: z.int(), exits: z.int(), inside: z.int().meta({ description: 'Never below zero.' }) };

export const occupancyAnswer = z.object({
  ok,
  day: z.iso.date(),
  occupancy: z.int(),
  entries: z.int(),
  exits: z.int(),
  gates: z.array(z.object({ gate: text, ...counts })),
});

export const uploadAnswer = z.object({
  ok,
  kept: z.int().meta({ description: 'Scans that are kept now.' }),
  repeated: z.int().meta({ description: 'Those of them that were kept already.' }),
  conflicts: z.array(
    z.object({
      nonce: text,
      gate: text.meta({ description: 'The gate that let them in offline.' }),
      at: instant,
      reason: z.enum(SCAN_REASONS),
      ticketId: text.nullable(),
      elsewhere: entry.nullable().meta({ description: 'The other gate.' }),
    }),
  ),
  occupancy: z.int(),
});

/** For gates that go offline: whoever has it can decide, and let nobody in. */
export const offlineTicket = z.object({
  hash: text.meta({ description: 'SHA-256 of the code, hexadecimal.' }),
  id: text,
  sessionId: text,
  offerId: text,
  label: text,
  startsAt: instant,
  endsAt: instant,
  state: z.enum(TICKET_STATES),
  inside: z.int(),
  lastEntry: entry.nullable(),
});

export const offlineQuery = cursorInput.extend({
  from: dayOrInstant.optional(),
  to: dayOrInstant.optional(),
});

export const ticketsAnswer = z.object({ ok, tickets: z.array(offlineTicket), nextCursor });

export const offlinePass = z.object({
  hash: text.meta({ description: 'SHA-256 of the code, hexadecimal.' }),
  id: text,
  label: text,
  from: instant.nullable(),
  until: instant.nullable(),
  entriesLeft: z.int().nullable(),
  oncePerDay: z.boolean(),
  usedToday: z.boolean(),
  blocked: z.boolean(),
});

export const passesQuery = cursorInput;
export const offlinePassesAnswer = z.object({ ok, passes: z.array(offlinePass), nextCursor });

const rules = {
  offerIds: z.array(text).meta({ description: 'The offers it lets in; empty: all.' }),
  earlyMinutes: z.int(),
  lateMinutes: z.int(),
  reentry: z.boolean(),
};

export const gatesAnswer = z.object({
  ok,
  site: z.object({ name: text, timezone: text }),
  rules: z.object(rules).meta({ description: 'What holds at a gate of which nothing is said.' }),
  gates: z.array(z.object({ name: text, ...rules })),
});

const hours = { scanned: z.int(), counted: z.int(), total: z.int().meta({ description: 'Both together, never below zero.' }) };

export const dayRecord = z.object({
  day: z.iso.date(),
  ...hours,
  hours: z.array(z.object({ hour: z.int().meta({ description: '0 to 23, by the clocks of the establishment.' }), ...hours })),
});

export const attendanceQuery = z.object({ from: dayOrInstant.optional(), to: dayOrInstant.optional() });
export const attendanceAnswer = z.object({ ok, total: z.int(), days: z.array(dayRecord) });

export const countInput = z.object({
  count: z
    .int()
    .min(-100_000)
    .max(100_000)
    .refine((count) => count !== 0, 'Not zero')
    .meta({ description: 'How many came; negative takes back.', examples: [25] }),
  at,
  note: personText(1, 200).optional(),
});

export const countRecord = z.object({ id: text, day: z.iso.date(), hour: z.int(), count: z.int(), note: text.nullable(), at: instant });
export const countAnswer = z.object({ ok, attendance: countRecord });
