import type { ApiKeyTable, ApiKeyUseTable } from './api-keys/api-key-tables.js';
import type { AuditEntryTable } from './audit/audit-tables.js';
import type { CategoryTable, ItemCodeTable, ItemTable, ItemVariantTable } from './catalogue/catalogue-tables.js';
import type {
  MemberAssignmentTable,
  MemberTable,
  OneTimeTokenTable,
  ProviderAccountTable,
  SessionTable,
  ThrottleTable,
  UserTable,
} from './identity/identity-tables.js';
import type { IdempotencyKeyTable, RateLimitTable } from './kit/kit-tables.js';
import type { OrderCounterTable, OrderEventTable, OrderLineTable, OrderTable } from './orders/order-tables.js';
import type { PickupSlotTable, SiteHostTable, SiteSettingTable, SiteTable } from './sites/site-tables.js';
import type { StockActionTable, StockLevelTable } from './stock/stock-tables.js';
import type { TenantSettingTable, TenantTable } from './tenants/tenant-tables.js';
import type { VhostHostTable, VhostLeaseTable, VhostTable } from './vhosts/vhost-tables.js';

/** Every table: one line each. */
export interface Schema {
  api_key_uses: ApiKeyUseTable;
  api_keys: ApiKeyTable;
  audit_entries: AuditEntryTable;
  categories: CategoryTable;
  idempotency_keys: IdempotencyKeyTable;
  item_codes: ItemCodeTable;
  item_variants: ItemVariantTable;
  items: ItemTable;
  member_assignments: MemberAssignmentTable;
  members: MemberTable;
  one_time_tokens: OneTimeTokenTable;
  order_counters: OrderCounterTable;
  order_events: OrderEventTable;
  order_lines: OrderLineTable;
  orders: OrderTable;
  pickup_slots: PickupSlotTable;
  provider_accounts: ProviderAccountTable;
  rate_limits: RateLimitTable;
  sessions: SessionTable;
  site_hosts: SiteHostTable;
  site_settings: SiteSettingTable;
  sites: SiteTable;
  stock_actions: StockActionTable;
  stock_levels: StockLevelTable;
  tenant_settings: TenantSettingTable;
  tenants: TenantTable;
  throttles: ThrottleTable;
  users: UserTable;
  vhost_hosts: VhostHostTable;
  vhost_lease: VhostLeaseTable;
  vhosts: VhostTable;
}
