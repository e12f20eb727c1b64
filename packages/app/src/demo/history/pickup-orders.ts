import { sumCents } from '@comptoir/core/kit/money.js';
import { actorName } from '@comptoir/core/kit/scope.js';
import {
  AT_PICKUP,
  type Customer,
  type PickupChannel,
  type PickupLine,
  type PickupStatus,
  UNTOUCHED,
} from '@comptoir/core/orders/order.js';
import type { PastOrder } from '@comptoir/core/orders/order-store.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import { minutesAfter, workingHour } from './calendar.js';
import { eventsOf, type Life, lifeUntil, type Place, standOf } from './past-order.js';
import { FRANCE } from './people.js';

interface Pickup {
  readonly channel: PickupChannel;
  readonly customer: Customer;
  readonly placedAt: Date;
  readonly pickupAt: Date;
  readonly lines: readonly PickupLine[];
}

/** An order of the online shop that is fetched a day or two later, as far as it has come by now; a few never are. */
export function aShopPickup(place: Place, pickup: Omit<Pickup, 'channel' | 'pickupAt'>): PastOrder {
  const { dice, scope } = place;
  const [guest, staff] = ['public', actorName(scope.actor)];
  const { placedAt } = pickup;
  const pickupAt = workingHour(dice, placedAt, dice.between(1, 2));
  const accepted = minutesAfter(placedAt, dice.between(4, 25));
  const queued = { status: 'queued', at: placedAt, actor: guest } as const;
  const given = { ...pickup, channel: 'boutique', pickupAt } as const;
  if (dice.chance(5)) {
    return thePickup(place, given, [queued, { status: 'rejected', at: accepted, actor: staff, reason: 'Article abîmé en rayon' }]);
  }
  return thePickup(place, given, [
    queued,
    { status: 'accepted', at: accepted, actor: staff },
    { status: 'ready', at: minutesAfter(accepted, dice.between(30, 180)), actor: staff },
    { status: 'collected', at: minutesAfter(pickupAt, dice.between(0, 240)), actor: staff },
  ]);
}

/** A meal that was taken away. */
export function aTakeaway(place: Place, pickup: Omit<Pickup, 'channel' | 'pickupAt'>): PastOrder {
  const { dice, scope } = place;
  const [staff, quarter] = [actorName(scope.actor), 15 * 60_000];
  const accepted = minutesAfter(pickup.placedAt, dice.between(1, 5));
  const ready = minutesAfter(accepted, dice.between(12, 25));
  const pickupAt = new Date(Math.ceil(ready.getTime() / quarter) * quarter);
  return thePickup(place, { ...pickup, channel: 'takeaway', pickupAt }, [
    { status: 'queued', at: pickup.placedAt, actor: 'public' },
    { status: 'accepted', at: accepted, actor: staff },
    { status: 'ready', at: ready, actor: staff },
    { status: 'collected', at: minutesAfter(pickupAt, dice.between(1, 12)), actor: staff },
  ]);
}

/** Somebody by their first name, as guests leave it, mostly with a number. */
export function aGuest({ dice }: Place): Customer {
  const phone = dice.chance(70) ? `06 39 98 ${String(dice.between(0, 9999)).padStart(4, '0')}` : null;
  return { name: dice.pick(FRANCE.firstNames), phone, email: null };
}

function thePickup({ ids, scope, timezone, now }: Place, pickup: Pickup, life: Life<PickupStatus>): PastOrder {
  const lived = lifeUntil(life, now);
  const order = {
    ...UNTOUCHED,
    ...pickup,
    ...standOf(lived, 'collected'),
    id: ids.token(),
    tenantId: scope.tenantId,
    siteId: scope.siteId,
    serviceDay: wallTimeAt(pickup.pickupAt, timezone).date,
    note: null,
    dropped: [],
    totalCents: sumCents(pickup.lines.map(({ totalCents }) => totalCents)),
    currency: 'EUR',
    payment: AT_PICKUP,
  };
  return { order, events: eventsOf(lived) };
}
