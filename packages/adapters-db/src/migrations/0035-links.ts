import { type Kysely, sql } from 'kysely';

/**
 * Links between online shops and tills (decisions §5). A movement is there once for ever: its key says so. Whoever records a sale only adds deliveries,
 * and takes the weakest lock on the link for that; whoever applies a call of the shop holds a lock that does not stand in the way of it.
 */
const STATEMENTS = [
  `create table sync_links (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    name text not null,
    url text,
    secret text not null,
    retiring jsonb not null,
    disabled_reason text check (disabled_reason in ('person', 'gone')),
    disabled_at timestamptz,
    received int not null,
    delivered int not null,
    dead int not null,
    created_at timestamptz not null,
    last_seen_at timestamptz,
    last_delivered_at timestamptz,
    primary key (tenant_id, site_id, id),
    check ((disabled_reason is null) = (disabled_at is null)),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  // A shop names its link, and nothing else.
  'create unique index sync_links_id on sync_links (id)',
  `create table sync_calls (
    tenant_id uuid not null,
    site_id uuid not null,
    link_id uuid not null,
    id text not null,
    digest text not null,
    answer jsonb not null,
    at timestamptz not null,
    primary key (tenant_id, site_id, link_id, id),
    foreign key (tenant_id, site_id, link_id) references sync_links (tenant_id, site_id, id) on delete cascade
  )`,
  'create index sync_calls_at on sync_calls (at)',
  `create table sync_movements (
    tenant_id uuid not null,
    site_id uuid not null,
    link_id uuid not null,
    id text not null,
    key text not null,
    quantity int not null check (quantity <> 0),
    reason text,
    at timestamptz not null,
    primary key (tenant_id, site_id, link_id, id),
    foreign key (tenant_id, site_id, link_id) references sync_links (tenant_id, site_id, id) on delete cascade
  )`,
  `create table sync_deliveries (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    link_id uuid not null,
    type text not null check (type in ('sale.created', 'refund.created')),
    sale_id text not null,
    body text not null,
    state text not null check (state in ('waiting', 'held', 'delivered', 'dead')),
    attempts int not null,
    last_status int,
    last_error text,
    created_at timestamptz not null,
    last_attempt_at timestamptz,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, link_id) references sync_links (tenant_id, site_id, id) on delete cascade
  )`,
  'create index sync_deliveries_newest on sync_deliveries (site_id, created_at desc, id desc)',
  'create index sync_deliveries_of_link on sync_deliveries (link_id, created_at desc, id desc)',
  `create index sync_deliveries_held on sync_deliveries (link_id, created_at, id) where state = 'held'`,
  `create index sync_deliveries_over on sync_deliveries (created_at) where state in ('delivered', 'dead')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
