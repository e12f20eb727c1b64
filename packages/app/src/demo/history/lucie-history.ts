import { addDays, wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { drawDays, momentOf } from './calendar.js';
import { type History, NO_BOOKS } from './history.js';
import { drawLines } from './past-lines.js';
import type { Place } from './past-order.js';
import { aGuest, aTakeaway } from './pickup-orders.js';

const ORDERS = 600;
const DAYS = 364;
const LUNCH = [11, 14] as const;
const DINNER = [18, 21] as const;

/** A year of meals that were taken away, up to yesterday: the first order of today is number 001. */
export function lucieHistory(place: Place): History {
  const { dice, timezone, wares, now } = place;
  const yesterday = addDays(wallTimeAt(now, timezone).date, -1);
  const orders = drawDays(dice, ORDERS, { today: yesterday, days: DAYS }).map((date) => {
    const placedAt = momentOf(dice, date, dice.chance(45) ? LUNCH : DINNER, timezone, now);
    return aTakeaway(place, { customer: aGuest(place), placedAt, lines: drawLines(dice, wares) });
  });
  return { ...NO_BOOKS, clients: [], orders, stock: [] };
}
