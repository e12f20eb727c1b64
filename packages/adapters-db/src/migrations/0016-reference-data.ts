import { type Kysely, sql } from 'kysely';

/** The tenant is part of it, so that nobody learns of a rate by naming the establishment of another as their own. */
const RATED = 'tenant_id::text || site_id::text || country || category';
const RATE_OF = `text_range(${RATED}, ${RATED}, '[]')`;

/** What the orders of an establishment are reckoned with: tax rates, coupons, and what deliveries cost. */
const STATEMENTS = [
  // A range over text lets an exclusion constraint compare texts without an extension: a range of one text overlaps only its like.
  `create type text_range as range (subtype = text, collation = "C")`,
  `create table tax_rates (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    name text not null,
    country text not null,
    category text not null,
    basis_points int not null check (basis_points between 0 and 10000),
    valid_from date,
    valid_to date,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    check (valid_from <= valid_to),
    constraint tax_rates_overlap exclude using gist (
      ${RATE_OF} with &&,
      daterange(valid_from, valid_to, '[]') with &&
    )
  )`,
  'create index tax_rates_country on tax_rates (site_id, country, category)',
  `create table coupons (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    code text not null,
    code_key text not null,
    description text,
    kind text not null check (kind in ('percent', 'amount', 'freeShipping')),
    value bigint not null check (value >= 0),
    active boolean not null,
    valid_from timestamptz,
    valid_to timestamptz,
    minimum_cents bigint not null check (minimum_cents >= 0),
    max_discount_cents bigint check (max_discount_cents > 0),
    "limit" bigint check ("limit" > 0),
    limit_per_client bigint check (limit_per_client > 0),
    product_ids jsonb not null,
    category_ids jsonb not null,
    first_order_only boolean not null,
    stackable boolean not null,
    batch_id text,
    redeemed bigint not null default 0 check (redeemed >= 0),
    redeemed_cents bigint not null default 0,
    search_words text[] not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create unique index coupons_code on coupons (code_key, site_id, tenant_id)',
  'create index coupons_by_code on coupons (site_id, code collate "C", id collate "C")',
  'create index coupons_newest on coupons (site_id, created_at, id collate "C")',
  'create index coupons_redeemed on coupons (site_id, redeemed, id collate "C")',
  'create index coupons_batch on coupons (batch_id, site_id) where batch_id is not null',
  'create index coupons_words on coupons using gin (array_to_tsvector(search_words))',
  // No foreign key to the order or the client: what was redeemed is history, whatever becomes of them.
  `create table coupon_redemptions (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    coupon_id text not null,
    order_id text not null,
    client_id text,
    amount_cents bigint not null,
    at timestamptz not null,
    released_at timestamptz,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, coupon_id) references coupons (tenant_id, site_id, id)
  )`,
  `create unique index coupon_redemptions_once on coupon_redemptions (order_id, coupon_id, site_id, tenant_id)
    where released_at is null`,
  'create index coupon_redemptions_coupon on coupon_redemptions (coupon_id, site_id, client_id)',
  'create index coupon_redemptions_newest on coupon_redemptions (site_id, at, id collate "C")',
  `create table shipping_zones (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    name text not null,
    countries jsonb not null,
    postcodes jsonb not null,
    position int not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table shipping_methods (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    zone_id text not null,
    name text not null,
    carrier text,
    prices jsonb not null,
    free_from_cents bigint check (free_from_cents >= 0),
    tax_basis_points int not null check (tax_basis_points between 0 and 10000),
    delivery_days_min int not null,
    delivery_days_max int not null check (delivery_days_max >= delivery_days_min),
    tracking_url text,
    active boolean not null,
    position int not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, zone_id) references shipping_zones (tenant_id, site_id, id)
  )`,
  'create index shipping_methods_zone on shipping_methods (zone_id, site_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
