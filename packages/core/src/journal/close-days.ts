import type { JournalHead } from './journal-entry.js';
import { type Counted, NO_TOTALS, withSale } from './journal-totals.js';
import type { ClosedPeriod, Closure, RegisterState } from './register-state.js';

/** A register after periods of it were closed, and the closures in their order. */
export interface Closed {
  readonly state: RegisterState;
  readonly closures: readonly Closure[];
}

/**
 * Closes the open day of a register when it is before `today`, then its month and its year when those are over too. Closing a month includes its days,
 * closing a year its months: totals carry on. Nothing is open or over: no closures.
 */
export function closeBefore(state: RegisterState, today: string, heads: readonly Pick<JournalHead, 'type' | 'number' | 'link'>[]): Closed {
  const { openDay } = state;
  if (openDay === null || openDay >= today) return { state, closures: [] };
  const over = (['day', 'month', 'year'] as const).filter((period) => labelOf(period, openDay) < labelOf(period, today));
  const upTo = heads.find(({ type }) => type === 'sale')?.number ?? 0;
  const anchors = heads.map(({ type, number, link }) => ({ type, number, link }));
  const closures = over.map((period): Closure => {
    const { perpetual } = state;
    return { period, label: labelOf(period, openDay), upTo, totals: state[period], perpetual, heads: anchors };
  });
  const emptied = Object.fromEntries(over.map((period) => [period, NO_TOTALS]));
  return { state: { ...state, ...emptied, openDay: null, closedTo: upTo }, closures };
}

/** The register with one more sale or refund of the day. A clock that went back does not reopen a day. */
export function withSaleOf(state: RegisterState, day: string, sale: Counted): RegisterState {
  const openDay = state.openDay !== null && state.openDay > day ? state.openDay : day;
  return {
    ...state,
    openDay,
    day: withSale(state.day, sale),
    month: withSale(state.month, sale),
    year: withSale(state.year, sale),
    perpetual: withSale(state.perpetual, sale),
  };
}

/** What a period that holds the day is called. */
export function labelOf(period: ClosedPeriod, day: string): string {
  return day.slice(0, period === 'day' ? 10 : period === 'month' ? 7 : 4);
}
