import { type Carte, type CarteItem, presentCarte } from '../carte/carte.js';
import { type Menus, publicScope } from '../carte/menus.js';
import { takenSlots } from '../carte/taken-slots.js';
import { type Item, type Menu, menuItemsById } from '../catalogue/item.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { PaymentsService } from '../payments/payments-service.js';
import type { PickupSlotStore } from '../sites/pickup-slot-store.js';
import { hasBoutique } from '../sites/site.js';
import { type Remaining, remainingBy } from '../stock/remaining.js';
import type { StockViews } from '../stock/stock-store.js';
import { presentShopCatalog, type ShopCatalog, type ShopLinks } from './shop-catalog.js';

export interface BoutiqueService {
  /** What the shop sells online now. Throws `unknown_shop` when there is none under this slug. */
  catalog(slug: string): Promise<ShopCatalog>;
  /** The same as the shop's own page shows it, with variants, pickup times and ways to pay, closed or not. Throws `unknown_shop`. */
  shopWindow(slug: string): Promise<Carte>;
}

export interface BoutiqueDeps {
  readonly menus: Menus;
  readonly payments: Pick<PaymentsService, 'offered'>;
  readonly pickupSlots: Pick<PickupSlotStore, 'taken'>;
  readonly stockViews: Pick<StockViews, 'levels'>;
  readonly clock: Clock;
  readonly links: ShopLinks;
}

export function makeBoutiqueService({ menus, payments, pickupSlots, stockViews, clock, links }: BoutiqueDeps): BoutiqueService {
  /** The shop with what is left of its items; null where it keeps no stock. */
  async function shopOf(slug: string) {
    const found = await menus.bySlug(slug, hasBoutique);
    if (found === null) throw new DomainError('unknown_shop');
    const { site, menu } = found;
    if (!site.features.stock) return { site, menu, remaining: null };
    return { site, menu, remaining: remainingBy(await stockViews.levels(publicScope(site)), menuItemsById(menu)) };
  }

  return {
    async catalog(slug) {
      const { site, menu, remaining } = await shopOf(slug);
      return presentShopCatalog(site, menu, remaining, links, clock.now());
    },
    async shopWindow(slug) {
      const { site, menu, remaining } = await shopOf(slug);
      const now = clock.now();
      const { methods } = await payments.offered(publicScope(site));
      const carte = { ...presentCarte(site, menu, await takenSlots(pickupSlots, site, now), now), payments: methods };
      return remaining === null ? carte : withRemaining(carte, menu, remaining);
    },
  };
}

/** What is gone cannot be ordered, whatever the catalogue says. */
function withRemaining(carte: Carte, { items }: Menu, remaining: Remaining): Carte {
  const byId = new Map(items.map((item) => [item.id, item]));
  return { ...carte, items: carte.items.map((shown) => itemWithRemaining(shown, byId.get(shown.id), remaining)) };
}

function itemWithRemaining(shown: CarteItem, item: Item | undefined, remaining: Remaining): CarteItem {
  if (item === undefined) return shown;
  const left = remaining.ofItem(item);
  const variants = shown.variants.map((variant) => ({ ...variant, remaining: remaining.ofVariant(item, variant.id) }));
  return { ...shown, available: shown.available && left !== 0, remaining: left, variants };
}
