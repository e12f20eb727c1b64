import { journalText } from './journal-entry.js';
import { addTotals, type Counted, type JournalTotals, NO_TOTALS } from './journal-totals.js';
import { CLOSED_PERIODS, CLOSURES, type ClosedPeriod, type Closure, type RegisterState } from './register-state.js';
import { makeRunningTotals } from './running-totals.js';

/** A closure and where it stands. */
export interface NumberedClosure extends Closure {
  readonly number: number;
}

/** Adds the sales of a register up anew, and compares with what its closures say. */
export interface TotalsVerifier {
  /** In the order of their numbers. The numbers of closures that are wrong. */
  take(number: number, sale: Counted): readonly number[];
  /** The numbers of closures that are wrong; and whether the state at the end of the chain is right. */
  end(state: RegisterState | null): { readonly closures: readonly number[]; readonly stateIsRight: boolean };
}

export function makeTotalsVerifier(closures: readonly NumberedClosure[]): TotalsVerifier {
  const waiting = [...closures].sort((one, other) => one.upTo - other.upTo || one.number - other.number);
  const sums: Record<ClosedPeriod | 'shift' | 'perpetual', JournalTotals> = {
    day: NO_TOTALS,
    month: NO_TOTALS,
    year: NO_TOTALS,
    perpetual: NO_TOTALS,
    shift: NO_TOTALS,
  };

  /** Where shifts began, in their order. One register has no two at once. */
  const begun = waiting.flatMap(({ period, from, upTo }) => (period === 'shift' && from !== undefined && from < upTo ? [from] : []));

  /** Since the sums were looked at last: adding to one is a quarter of the work. */
  const pending = makeRunningTotals();

  const settle = (): void => {
    const since = pending.take();
    for (const period of [...CLOSURES, 'perpetual' as const]) sums[period] = addTotals(sums[period], since);
  };

  const compare = (closure: NumberedClosure): readonly number[] => {
    const { period, totals, perpetual, number, from, upTo } = closure;
    // Nothing was sold in it, whatever was sold before it.
    if (period === 'shift' && from === upTo) sums.shift = NO_TOTALS;
    const isRight = same(sums[period], totals) && same(sums.perpetual, perpetual);
    sums[period] = NO_TOTALS;
    return isRight ? [] : [number];
  };

  /** Those that cover no more than the sales before this number. */
  const due = (number: number): readonly number[] => {
    const wrong: number[] = [];
    for (let next = waiting[0]; next !== undefined && next.upTo < number; next = waiting[0]) {
      waiting.shift();
      settle();
      wrong.push(...compare(next));
    }
    return wrong;
  };

  /** What was sold before a shift began is not its own. */
  const beginShift = (number: number): void => {
    const [from] = begun;
    if (from === undefined || from >= number) return;
    begun.shift();
    settle();
    sums.shift = NO_TOTALS;
  };

  return {
    take(number, sale) {
      const wrong = due(number);
      beginShift(number);
      pending.add(sale);
      return wrong;
    },
    end(state) {
      const wrong = due(Number.POSITIVE_INFINITY);
      settle();
      const isRight = state === null || [...CLOSED_PERIODS, 'perpetual' as const].every((period) => same(sums[period], state[period]));
      return { closures: wrong, stateIsRight: isRight };
    },
  };
}

function same(left: JournalTotals, right: JournalTotals): boolean {
  return journalText(left) === journalText(right);
}
