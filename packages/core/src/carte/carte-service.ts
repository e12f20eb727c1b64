import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { PickupSlotStore } from '../sites/pickup-slot-store.js';
import { hasPublicMenu } from '../sites/site.js';
import { type Carte, presentCarte } from './carte.js';
import type { Menus } from './menus.js';
import { takenSlots } from './taken-slots.js';

export interface CarteService {
  /** The public menu. Throws `unknown_shop` when there is none under this slug. */
  bySlug(slug: string): Promise<Carte>;
}

export function makeCarteService(deps: { menus: Menus; pickupSlots: Pick<PickupSlotStore, 'taken'>; clock: Clock }): CarteService {
  return {
    async bySlug(slug) {
      const found = await deps.menus.bySlug(slug, hasPublicMenu);
      if (found === null) throw new DomainError('unknown_shop');
      const { site, menu } = found;
      const now = deps.clock.now();
      return presentCarte(site, menu, await takenSlots(deps.pickupSlots, site, now), now);
    },
  };
}
