import { isoWeekday } from '@comptoir/core/sites/wall-time.js';

/** Months of a calendar, as `YYYY-MM`, and their days, as `YYYY-MM-DD`. */

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

export function daysOf(month: string): readonly string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}

/** The days in rows from Monday to Sunday; null where a row has none of this month. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const days = daysOf(month);
  const before = isoWeekday(`${month}-01`) - 1;
  const cells = [...Array<null>(before).fill(null), ...days];
  const rows = Math.ceil(cells.length / 7);
  return Array.from({ length: rows }, (_, row) => Array.from({ length: 7 }, (_cell, column) => cells[row * 7 + column] ?? null));
}

/** True for a day that is in the calendar, written as it should be. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && daysOf(monthOf(text)).includes(text);
}
