import { addDays, instantAt, isoWeekday } from '@comptoir/core/sites/wall-time.js';
import type { Dice } from './dice.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How busy a shop is in each month, from January on, in percent. */
const SEASONS = [85, 80, 90, 95, 105, 100, 90, 65, 100, 105, 145, 240];

/** How a day of the past is to the others: weekends, the season, and a trade that has grown. */
function weightOfDay(date: string, daysAgo: number): number {
  const season = SEASONS[Number(date.slice(5, 7)) - 1] ?? 100;
  const weekend = isoWeekday(date) >= 6 ? 1.6 : 1;
  const growth = Math.max(0.5, 1.2 - daysAgo / 1200);
  // What is under way now has to be seen.
  const fresh = daysAgo < 6 ? 3 : 1;
  return season * weekend * growth * fresh;
}

/** Days of the past, drawn so that busy ones come up more often; `today` is the last one. */
export function drawDays(dice: Dice, count: number, { today, days }: { readonly today: string; readonly days: number }): readonly string[] {
  const dates = Array.from({ length: days }, (_, daysAgo) => addDays(today, -daysAgo));
  let sum = 0;
  const ends = dates.map((date, daysAgo) => {
    sum += weightOfDay(date, daysAgo);
    return sum;
  });
  const draw = () => firstAbove(ends, dice.between(0, Math.floor(sum) - 1));
  return Array.from({ length: count }, () => dates[draw()] ?? today).sort();
}

function firstAbove(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A moment of the day between two hours of the wall clock; when it is still to come, the same moment a day before. */
export function momentOf(dice: Dice, date: string, hours: readonly [from: number, to: number], timezone: string, now: Date): Date {
  const minutes = dice.between(hours[0] * 60, hours[1] * 60 - 1);
  const moment = new Date(instantAt(date, '00:00', timezone).getTime() + minutes * MINUTE_MS + dice.between(0, 59) * 1000);
  return moment.getTime() < now.getTime() ? moment : new Date(moment.getTime() - DAY_MS);
}

export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}

/** While people are at work, so many days later: never on a Sunday, and the next day when it would not be after the instant. */
export function workingHour(dice: Dice, instant: Date, days: number): Date {
  const midnight = Math.floor(instant.getTime() / DAY_MS + days) * DAY_MS;
  const day = new Date(midnight).getUTCDay() === 0 ? midnight + DAY_MS : midnight;
  const hour = day + dice.between(8 * 60, 16 * 60) * MINUTE_MS;
  return hour > instant.getTime() ? new Date(hour) : workingHour(dice, instant, days + 1);
}
