import { z } from 'zod';
import type { JournalTotals } from './journal-totals.js';
import { NO_TOTALS } from './journal-totals.js';

/** What the chain of sales of a register has added up, since the last closure of each period and since ever. */
export interface RegisterState {
  /** `YYYY-MM-DD`: the day that is open. Days follow each other, whatever the clock does; null: none is. */
  readonly openDay: string | null;
  readonly day: JournalTotals;
  readonly month: JournalTotals;
  readonly year: JournalTotals;
  readonly perpetual: JournalTotals;
  /** The number of the last entry that a closure of a day covers. */
  readonly closedTo: number;
  /** The software that recorded last. */
  readonly version: string;
}

export function emptyState(version: string): RegisterState {
  return { openDay: null, day: NO_TOTALS, month: NO_TOTALS, year: NO_TOTALS, perpetual: NO_TOTALS, closedTo: 0, version };
}

const totals = z.object({
  count: z.int(),
  totalCents: z.int(),
  absoluteCents: z.int(),
  taxes: z.array(z.object({ taxBasisPoints: z.int(), netCents: z.int(), taxCents: z.int() })).readonly(),
  payments: z.array(z.object({ method: z.string(), amountCents: z.int() })).readonly(),
});

const registerState = z.object({
  openDay: z.string().nullable(),
  day: totals,
  month: totals,
  year: totals,
  perpetual: totals,
  closedTo: z.int(),
  version: z.string(),
});

/** The state in a head of a chain of sales. */
export function stateIn(text: string): RegisterState {
  return registerState.parse(JSON.parse(text));
}

export const CLOSED_PERIODS = ['day', 'month', 'year'] as const;
export type ClosedPeriod = (typeof CLOSED_PERIODS)[number];

/** A shift is closed beside the periods of the calendar: neither ends with the other. */
export const CLOSURES = [...CLOSED_PERIODS, 'shift'] as const;

/** The snapshot of an entry of type `closure`. */
export const closureSnapshot = z.object({
  period: z.enum(CLOSURES),
  /** `2026-11-22`, `2026-11` or `2026`; of a shift its number. */
  label: z.string(),
  /** Of a shift: the last entry of the chain of sales before it was opened. */
  from: z.int().optional(),
  /** The last entry of the chain of sales that it covers; 0: none was ever written. */
  upTo: z.int(),
  totals,
  perpetual: totals,
  /** Where the other chains of the register ended. */
  heads: z.array(z.object({ type: z.string(), number: z.int(), link: z.string() })).readonly(),
});
export type Closure = z.output<typeof closureSnapshot>;
