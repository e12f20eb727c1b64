import type { CatalogueStore, CatalogueViews } from './catalogue/catalogue-store.js';
import type { Category } from './catalogue/item.js';
import type { CrudStore } from './kit/crud.js';
import type { IdempotencyStore } from './kit/idempotency.js';
import type { RateLimitStore } from './kit/rate-limit.js';
import type { Transact } from './kit/transact.js';
import type { OrderStore } from './orders/order-store.js';
import type { OrderViews } from './orders/order-views.js';
import type { PickupSlotStore } from './sites/pickup-slot-store.js';
import type { SettingsStore } from './sites/settings-store.js';
import type { SiteStore, SiteViews } from './sites/site-store.js';

/** What a transaction may write to: one line per port. */
export interface Stores {
  readonly catalogue: CatalogueStore;
  readonly categories: CrudStore<Category>;
  readonly idempotency: IdempotencyStore;
  readonly orders: OrderStore;
  readonly pickupSlots: PickupSlotStore;
  readonly rateLimits: RateLimitStore;
  readonly settings: SettingsStore;
  readonly sites: SiteStore;
}

/** What screens and hosts read, outside transactions: one line per port. */
export interface Views {
  readonly catalogue: CatalogueViews;
  readonly orders: OrderViews;
  readonly pickupSlots: Pick<PickupSlotStore, 'taken'>;
  readonly sites: SiteViews;
}

/** A persistence of the whole product: in memory, embedded or on a server. */
export interface Persistence {
  readonly transact: Transact<Stores>;
  readonly views: Views;
}
