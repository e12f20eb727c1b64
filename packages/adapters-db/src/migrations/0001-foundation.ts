import { type Kysely, sql } from 'kysely';

/**
 * Tenants, establishments, catalogue, takeaway orders, idempotency and rate limits.
 * `tenant_id` comes first in every key and foreign keys carry it too, so that no row can point at another tenant's.
 *
 * Further indexes do not start with columns of a key that others refer to: on a table without statistics, which every new
 * database has, the checks of foreign keys would be planned on them and read a whole tenant per check.
 */
const STATEMENTS = [
  `create table tenants (
    id uuid primary key,
    name text not null,
    created_at timestamptz not null default now()
  )`,
  `create table sites (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    slug text not null unique check (length(slug) between 1 and 64),
    trade text not null check (trade in ('restaurant', 'bar', 'shop', 'museum')),
    name text not null,
    description text,
    address jsonb not null,
    phone text,
    website text,
    timezone text not null,
    currency text not null,
    languages jsonb not null,
    hours jsonb not null,
    exceptions jsonb not null,
    features jsonb not null,
    ordering jsonb not null,
    version bigint not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id)
  )`,
  `create table site_hosts (
    host text primary key,
    tenant_id uuid not null,
    site_id uuid not null,
    position int not null,
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create index site_hosts_site on site_hosts (tenant_id, site_id)',
  `create table site_settings (
    tenant_id uuid not null,
    site_id uuid not null,
    key text not null,
    value jsonb not null,
    primary key (tenant_id, site_id, key),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table categories (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    name text not null,
    position int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table items (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    category_id text,
    name text not null,
    description text,
    price_cents bigint not null check (price_cents >= 0),
    tax_basis_points int not null check (tax_basis_points >= 0),
    photo text,
    allergens jsonb not null,
    visible boolean not null,
    sold_out_until timestamptz,
    position int not null,
    managed_by text not null check (managed_by in ('till', 'sync')),
    option_groups jsonb not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, category_id) references categories (tenant_id, site_id, id)
  )`,
  'create index items_category on items (category_id, site_id)',
  `create table item_variants (
    tenant_id uuid not null,
    site_id uuid not null,
    item_id text not null,
    id text not null,
    name text not null,
    price_cents bigint not null check (price_cents >= 0),
    position int not null,
    primary key (tenant_id, site_id, item_id, id),
    foreign key (tenant_id, site_id, item_id) references items (tenant_id, site_id, id) on delete cascade
  )`,
  `create table pickup_slots (
    tenant_id uuid not null,
    site_id uuid not null,
    starts_at timestamptz not null,
    taken int not null check (taken >= 0),
    primary key (tenant_id, site_id, starts_at),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table order_counters (
    tenant_id uuid not null,
    site_id uuid not null,
    service_day date not null,
    last int not null,
    primary key (tenant_id, site_id, service_day),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table orders (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null unique,
    channel text not null check (channel in ('takeaway')),
    sequence int not null,
    service_day date not null,
    status text not null check (status in ('queued', 'accepted', 'ready', 'collected', 'rejected', 'cancelled')),
    placed_at timestamptz not null,
    pickup_at timestamptz not null,
    customer_name text not null,
    customer_phone text,
    customer_email text,
    note text,
    dropped jsonb not null,
    total_cents bigint not null check (total_cents >= 0),
    currency text not null,
    version int not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id)
  )`,
  'create index orders_newest on orders (site_id, placed_at desc, id desc)',
  `create table order_lines (
    tenant_id uuid not null,
    order_id text not null,
    position int not null,
    item_id text not null,
    name text not null,
    variant jsonb,
    options jsonb not null,
    quantity int not null check (quantity > 0),
    unit_price_cents bigint not null,
    total_cents bigint not null,
    tax_basis_points int not null,
    note text,
    primary key (tenant_id, order_id, position),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  `create table order_events (
    tenant_id uuid not null,
    order_id text not null,
    sequence int not null,
    status text not null,
    at timestamptz not null,
    actor text not null,
    reason text,
    primary key (tenant_id, order_id, sequence),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  `create table idempotency_keys (
    tenant_id uuid not null,
    owner text not null,
    route text not null,
    key text not null,
    fingerprint text not null,
    outcome jsonb not null,
    created_at timestamptz not null,
    primary key (tenant_id, owner, route, key)
  )`,
  'create index idempotency_keys_age on idempotency_keys (created_at)',
  `create table rate_limits (
    tenant_id uuid not null,
    site_id uuid not null,
    bucket text not null,
    hits bigint[] not null,
    updated_at timestamptz not null,
    primary key (tenant_id, site_id, bucket)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
