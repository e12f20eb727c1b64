import type { JournalTotals } from '../journal/journal-totals.js';
import { DomainError } from '../kit/errors.js';

/** A till that somebody stands at. What it sells names it by name, so that it may be renamed only while it has sold nothing. */
export interface TillRegister {
  readonly id: string;
  readonly name: string;
  /** False: nothing is sold at it any more. */
  readonly active: boolean;
  /** True: what is rung up is practice, which counts nowhere. */
  readonly training: boolean;
  readonly createdAt: Date;
}

/** What paid online orders are sold on. */
export const ONLINE_REGISTER = 'online';
/** Whose chains tell of what is of the establishment and of no register. */
export const SITE_REGISTER = 'site';
/** Registers that are nobody's to make. */
export const OWN_REGISTERS: readonly string[] = [ONLINE_REGISTER, SITE_REGISTER];

/** How long a shift may be open before it sells nothing more. */
export const SHIFT_HOURS_MAX = 24;

export interface Shift {
  readonly id: string;
  readonly registerId: string;
  readonly register: string;
  /** Counted per register from 1. */
  readonly number: number;
  readonly openedAt: Date;
  /** As `actorName` gives it. */
  readonly openedBy: string;
  /** Cash in the drawer when it was opened. */
  readonly floatCents: number;
  /** The last entry of the register's chain of sales before it was opened; 0: there was none. */
  readonly from: number;
  /** Null while it is open. */
  readonly closed: ShiftClosing | null;
}

export interface ShiftClosing {
  readonly at: Date;
  readonly by: string;
  readonly report: ShiftReport;
}

/** What a shift comes to: the Z report once it is closed, the X report before. */
export interface ShiftReport {
  /** The last entry of the chain of sales that it covers. */
  readonly upTo: number;
  readonly totals: JournalTotals;
  /** Of the register, since ever. */
  readonly perpetual: JournalTotals;
  readonly floatCents: number;
  readonly inCents: number;
  readonly outCents: number;
  /** By method: cash always, others where they were used or counted. */
  readonly methods: readonly MethodCount[];
}

export interface MethodCount {
  readonly method: string;
  readonly expectedCents: number;
  /** Null: it was not counted. */
  readonly countedCents: number | null;
  /** Counted less expected; null: it was not counted. */
  readonly differenceCents: number | null;
}

export const CASH_DIRECTIONS = ['in', 'out'] as const;
export type CashDirection = (typeof CASH_DIRECTIONS)[number];

/** Cash that was put into the drawer or taken out of it, beside what is sold. */
export interface CashMovement {
  readonly id: string;
  readonly shiftId: string;
  readonly direction: CashDirection;
  readonly amountCents: number;
  readonly reason: string;
  readonly at: Date;
  readonly by: string;
}

/** A receipt that was printed again. */
export interface SaleCopy {
  readonly saleId: string;
  /** Counted per sale from 1. */
  readonly number: number;
  readonly at: Date;
  readonly by: string;
}

/** Throws `invalid_request` for a register that nothing is sold at for money. */
export function requireSelling({ name, active, training }: TillRegister): void {
  if (active && !training) return;
  const message = active ? `The register "${name}" is in training.` : `The register "${name}" is not in use any more.`;
  throw new DomainError('invalid_request', { message, issues: [{ path: 'register', message }] });
}
