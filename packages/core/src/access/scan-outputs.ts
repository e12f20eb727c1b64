import { z } from 'zod';
import { countRecord, occupancyAnswer, scanRecord } from './access-contract.js';
import type { Scan } from './scan.js';

/** Scans and counts as the back office sees them: the records of the keyed API, with dates as dates. */

const entry = z.object({ gate: z.string(), at: z.date() });

export const scanOutput = scanRecord.extend({
  at: z.date(),
  receivedAt: z.date(),
  elsewhere: entry.nullable(),
  annulledAt: z.date().nullable(),
  /** Who scanned: a key, a device. */
  actor: z.string(),
});

export const occupancyOutput = occupancyAnswer.omit({ ok: true, occupancy: true }).extend({ inside: z.int() });

export const countOutput = countRecord.extend({ at: z.date() });

export function scanOutputOf({ holder, ...scan }: Scan): z.input<typeof scanOutput> {
  return {
    ...scan,
    admitted: scan.reason === null,
    ticketId: holder?.kind === 'ticket' ? holder.id : null,
    passId: holder?.kind === 'pass' ? holder.id : null,
  };
}
