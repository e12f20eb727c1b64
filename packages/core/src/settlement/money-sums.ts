import { compareText } from '../kit/compare-text.js';
import { addDays, instantAt } from '../sites/wall-time.js';
import type { MoneySource } from './listed-payment.js';
import type { RecordedMethod } from './recorded-payment.js';

/** Money that came in and went back in one period, by its source and method. */
export interface MoneySum {
  /** Which of the periods, from 0. */
  readonly period: number;
  readonly source: MoneySource;
  readonly method: RecordedMethod;
  readonly payments: number;
  readonly paidCents: number;
  readonly refunds: number;
  readonly refundedCents: number;
}

/** Sums in the order they are shown in. */
export function bySum(left: MoneySum, right: MoneySum): number {
  return left.period - right.period || compareText(left.source, right.source) || compareText(left.method, right.method);
}

/** The sums of all periods together, by source and method, in the same order. */
export function totalSums(sums: readonly MoneySum[]): readonly MoneySum[] {
  const totals = new Map<string, MoneySum>();
  for (const sum of sums) {
    const key = `${sum.source} ${sum.method}`;
    totals.set(key, plus(totals.get(key), { ...sum, period: 0 }));
  }
  return [...totals.values()].sort(bySum);
}

function plus(left: MoneySum | undefined, right: MoneySum): MoneySum {
  if (left === undefined) return right;
  return {
    ...right,
    payments: left.payments + right.payments,
    paidCents: left.paidCents + right.paidCents,
    refunds: left.refunds + right.refunds,
    refundedCents: left.refundedCents + right.refundedCents,
  };
}

/** One movement of money, at its instant. */
export interface MoneyMove extends Pick<MoneySum, 'source' | 'method'> {
  readonly at: Date;
  readonly kind: 'payment' | 'refund';
  readonly amountCents: number;
}

/** The sums of the moves that fall into one of the periods between the instants, which ascend. */
export function sumsOf(moves: readonly MoneyMove[], instants: readonly Date[]): readonly MoneySum[] {
  const sums = moves.flatMap(({ at, source, method, kind, amountCents }): MoneySum[] => {
    const period = instants.findLastIndex((instant) => instant <= at);
    if (period < 0 || period >= instants.length - 1) return [];
    const counted = kind === 'payment' ? { payments: 1, paidCents: amountCents } : { refunds: 1, refundedCents: amountCents };
    return [{ period, source, method, payments: 0, paidCents: 0, refunds: 0, refundedCents: 0, ...counted }];
  });
  const periods = [...new Set(sums.map(({ period }) => period))].sort((left, right) => left - right);
  return periods.flatMap((period) => totalSums(sums.filter((sum) => sum.period === period)).map((sum) => ({ ...sum, period })));
}

/** A calendar day of the establishment, and the instant it begins. */
export interface CalendarDay {
  readonly date: string;
  readonly start: Date;
}

/** The days from `from` to `to`, both included, and the one after: where it begins, the last one ends. Dates as `YYYY-MM-DD`. */
export function calendarDays(from: string, to: string, timezone: string): readonly CalendarDay[] {
  const days: CalendarDay[] = [];
  const end = addDays(to, 1);
  for (let date = from; date <= end; date = addDays(date, 1)) days.push({ date, start: instantAt(date, '00:00', timezone) });
  return days;
}
