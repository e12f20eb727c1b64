import type { JournalTotals } from '../journal/journal-totals.js';
import { sumCents } from '../kit/money.js';
import type { CashMovement, MethodCount, Shift, ShiftReport } from './register.js';

/** What was counted of a way of payment. */
export interface Counted {
  readonly method: string;
  readonly amountCents: number;
}

/** What a shift has sold. */
export interface ShiftSales {
  readonly upTo: number;
  readonly totals: JournalTotals;
  readonly perpetual: JournalTotals;
}

/** The report of a shift: of cash the float, what was paid, put in and taken out is to be there; of other methods what was paid. */
export function shiftReport(
  { floatCents }: Pick<Shift, 'floatCents'>,
  sales: ShiftSales,
  movements: readonly Pick<CashMovement, 'direction' | 'amountCents'>[],
  counted: readonly Counted[],
): ShiftReport {
  const moved = (wanted: CashMovement['direction']) =>
    sumCents(movements.filter(({ direction }) => direction === wanted).map(({ amountCents }) => amountCents));
  const [inCents, outCents] = [moved('in'), moved('out')];
  const paid = new Map(sales.totals.payments.map(({ method, amountCents }) => [method, amountCents]));
  const beside = floatCents + inCents - outCents;
  const names = [...new Set(['cash', ...paid.keys(), ...counted.map(({ method }) => method)])];
  const methods = names.map((method) => countOf(method, (paid.get(method) ?? 0) + (method === 'cash' ? beside : 0), counted));
  return { ...sales, floatCents, inCents, outCents, methods };
}

function countOf(method: string, expectedCents: number, counted: readonly Counted[]): MethodCount {
  const countedCents = counted.find((one) => one.method === method)?.amountCents ?? null;
  return { method, expectedCents, countedCents, differenceCents: countedCents === null ? null : countedCents - expectedCents };
}
