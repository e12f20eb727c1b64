import type { CategoryTable, ItemTable, ItemVariantTable } from './catalogue/catalogue-tables.js';
import type { IdempotencyKeyTable, RateLimitTable } from './kit/kit-tables.js';
import type { OrderCounterTable, OrderEventTable, OrderLineTable, OrderTable } from './orders/order-tables.js';
import type { PickupSlotTable, SiteHostTable, SiteSettingTable, SiteTable, TenantTable } from './sites/site-tables.js';

/** Every table: one line each. */
export interface Schema {
  categories: CategoryTable;
  idempotency_keys: IdempotencyKeyTable;
  item_variants: ItemVariantTable;
  items: ItemTable;
  order_counters: OrderCounterTable;
  order_events: OrderEventTable;
  order_lines: OrderLineTable;
  orders: OrderTable;
  pickup_slots: PickupSlotTable;
  rate_limits: RateLimitTable;
  site_hosts: SiteHostTable;
  site_settings: SiteSettingTable;
  sites: SiteTable;
  tenants: TenantTable;
}
