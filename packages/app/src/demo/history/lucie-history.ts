import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { drawDays, minutesAfter, momentOf } from './calendar.js';
import type { History } from './history.js';
import { drawLines } from './past-lines.js';
import type { Place } from './past-order.js';
import { aGuest, aTakeaway } from './pickup-orders.js';

const ORDERS = 600;
const DAYS = 364;
const LUNCH = [11, 14] as const;
const DINNER = [18, 21] as const;

/** A year of meals that were taken away. */
export function lucieHistory(place: Place): History {
  const { dice, timezone, wares } = place;
  // Whatever was ordered then has been collected by now.
  const until = minutesAfter(place.now, -120);
  const days = drawDays(dice, ORDERS, { today: wallTimeAt(until, timezone).date, days: DAYS });
  const orders = days.map((date) => {
    const placedAt = momentOf(dice, date, dice.chance(45) ? LUNCH : DINNER, timezone, until);
    return aTakeaway(place, { customer: aGuest(place), placedAt, lines: drawLines(dice, wares) });
  });
  return { clients: [], orders, stock: [] };
}
