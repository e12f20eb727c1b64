import type { PickupSlotStore } from '../sites/pickup-slot-store.js';
import type { Site } from '../sites/site.js';
import type { TakenSlots } from './carte.js';
import { publicScope } from './menus.js';

const HOUR_MS = 3_600_000;

/** The orders per pickup time from now to the horizon; none are looked up where they do not count. */
export async function takenSlots(pickupSlots: Pick<PickupSlotStore, 'taken'>, site: Site, now: Date): Promise<TakenSlots> {
  if (!site.features.onlineOrders || !site.features.slots) return new Map();
  return pickupSlots.taken(publicScope(site), now, new Date(now.getTime() + site.ordering.horizonHours * HOUR_MS));
}
