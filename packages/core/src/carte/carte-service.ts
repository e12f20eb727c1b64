import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { PickupSlotStore } from '../sites/pickup-slot-store.js';
import { type Carte, presentCarte } from './carte.js';
import { type Menus, publicScope } from './menus.js';

const HOUR_MS = 3_600_000;

export interface CarteService {
  /** The public menu. Throws `unknown_shop` when there is none under this slug. */
  bySlug(slug: string): Promise<Carte>;
}

export function makeCarteService(deps: { menus: Menus; pickupSlots: Pick<PickupSlotStore, 'taken'>; clock: Clock }): CarteService {
  return {
    async bySlug(slug) {
      const found = await deps.menus.bySlug(slug);
      if (found === null) throw new DomainError('unknown_shop');
      const { site, menu } = found;
      const now = deps.clock.now();
      const horizon = new Date(now.getTime() + site.ordering.horizonHours * HOUR_MS);
      const taken =
        site.features.onlineOrders && site.features.slots ? await deps.pickupSlots.taken(publicScope(site), now, horizon) : new Map();
      return presentCarte(site, menu, taken, now);
    },
  };
}
