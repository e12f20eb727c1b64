import { type Kysely, sql } from 'kysely';

/**
 * The whole catalogue and the stock ledger. Codes (skus and sync keys) of items and variants share one table each name once, which
 * is what makes them unique over both; those of a deleted product are not in it.
 *
 * The ledger writes '' as the variant of an item without variants, so that a unit is a key, found by plain equality.
 */
const STATEMENTS = [
  `alter table items
    add column sku text,
    add column barcode text,
    add column manage_stock boolean not null default false,
    add column bundle jsonb not null default '[]',
    add column reference text,
    add column purchase_price_cents bigint check (purchase_price_cents >= 0),
    add column weight_grams int check (weight_grams >= 0),
    add column sync_key text,
    add column external_id text,
    add column default_vendor_id text,
    add column data jsonb not null default '{}',
    add column created_at timestamptz not null default now(),
    add column updated_at timestamptz not null default now(),
    add column deleted_at timestamptz,
    add column version int not null default 1`,
  `alter table item_variants
    add column sku text,
    add column barcode text,
    add column sync_key text`,
  `create table item_codes (
    tenant_id uuid not null,
    site_id uuid not null,
    kind text not null check (kind in ('sku', 'sync')),
    code text not null,
    item_id text not null,
    variant_id text,
    primary key (tenant_id, site_id, kind, code),
    foreign key (tenant_id, site_id, item_id) references items (tenant_id, site_id, id) on delete cascade
  )`,
  'create index item_codes_item on item_codes (item_id, site_id)',
  'create index items_barcode on items (barcode, site_id) where barcode is not null',
  'create index item_variants_barcode on item_variants (barcode, site_id) where barcode is not null',
  'create index items_external on items (external_id, site_id) where external_id is not null',
  `create table stock_levels (
    tenant_id uuid not null,
    site_id uuid not null,
    item_id text not null,
    variant_id text not null default '',
    stock bigint not null,
    reserved bigint not null check (reserved >= 0),
    threshold int,
    updated_at timestamptz not null,
    primary key (tenant_id, site_id, item_id, variant_id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  // No foreign key to the level: the ledger outlives what it is about.
  `create table stock_actions (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    item_id text not null,
    variant_id text not null default '',
    direction text not null check (direction in ('INCREMENT', 'DECREMENT')),
    quantity bigint not null check (quantity > 0),
    status text not null check (status in ('PENDING', 'COMPLETED', 'CANCELLED')),
    reason text not null check (reason in ('OPENING_BALANCE', 'SHOP_SYNC', 'SALE', 'REFUND', 'DELIVERY', 'RECEIPT', 'COUNT',
      'ADJUSTMENT', 'LOSS', 'TRANSFER', 'SYNC_MOVEMENT', 'ORDER_FORECAST')),
    stock_before bigint,
    stock_after bigint,
    reference text,
    note text,
    actor text not null,
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (tenant_id, site_id, id),
    check ((status = 'COMPLETED') = (stock_before is not null and stock_after is not null)),
    check (stock_after - stock_before = case direction when 'INCREMENT' then quantity else -quantity end),
    check ((status = 'PENDING') = (settled_at is null)),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create unique index stock_actions_reference on stock_actions (reference, site_id, tenant_id, reason, item_id, variant_id)
    where reference is not null`,
  'create index stock_actions_unit on stock_actions (item_id, site_id, tenant_id, created_at, id)',
  'create index stock_actions_latest on stock_actions (site_id, tenant_id, created_at, id)',
  'alter table orders drop constraint orders_channel_check',
  `alter table orders add constraint orders_channel_check check (channel in ('takeaway', 'boutique'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
