import { type Kysely, sql } from 'kysely';

/**
 * What a museum sells tickets for, when people are let in, and what was booked: orders of the channel `ticketing`, with what is particular to them
 * beside the order. The seats of a session are the hottest row of the product: no index has its counters in it, so that changing them touches no index.
 */
const STATEMENTS = [
  `create table offers (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    kind text not null check (kind in ('show', 'exhibition', 'visit')),
    title jsonb not null,
    description jsonb not null,
    photo text,
    duration_minutes int check (duration_minutes > 0),
    online boolean not null,
    position int not null,
    rates jsonb not null check (jsonb_typeof(rates) = 'array'),
    search_text text not null,
    deleted_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table ticket_sessions (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    offer_id text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    sold_until timestamptz not null,
    capacity int check (capacity >= 0),
    held_seats int not null check (held_seats >= 0),
    confirmed_seats int not null check (confirmed_seats >= 0),
    cancelled_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    check (ends_at > starts_at),
    check (sold_until between starts_at and ends_at),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, offer_id) references offers (tenant_id, site_id, id)
  ) with (fillfactor = 50)`,
  'create index ticket_sessions_start on ticket_sessions (site_id, starts_at, id collate "C")',
  'create index ticket_sessions_offer on ticket_sessions (offer_id, site_id, starts_at, id collate "C")',
  'alter table orders drop constraint orders_channel_check',
  'alter table orders drop constraint orders_status_check',
  `alter table orders
    add constraint orders_channel_check check (channel in ('takeaway', 'boutique', 'shop', 'backoffice', 'ticketing')),
    add constraint orders_status_check check (case
      when channel in ('takeaway', 'boutique') then status in ('queued', 'accepted', 'ready', 'collected', 'rejected', 'cancelled')
      when channel = 'ticketing' then status in ('held', 'confirmed', 'cancelled')
      else status in ('draft', 'confirmed', 'preparing', 'shipped', 'delivered', 'returned', 'cancelled') end)`,
  `create or replace function order_counts(status text) returns boolean language sql immutable as $$
    select status not in ('draft', 'held', 'rejected', 'cancelled', 'returned')
  $$`,
  'alter table order_lines drop constraint order_lines_kind_check',
  `alter table order_lines
    add constraint order_lines_kind_check check (kind in ('item', 'shipping', 'custom', 'ticket')),
    add constraint order_lines_rate_check check (kind <> 'ticket' or variant is not null)`,
  `create table bookings (
    tenant_id uuid not null,
    site_id uuid not null,
    order_id text not null,
    session_id text not null,
    offer_id text not null,
    seats int not null check (seats > 0),
    held_until timestamptz,
    language text not null,
    primary key (tenant_id, site_id, order_id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id),
    foreign key (tenant_id, site_id, session_id) references ticket_sessions (tenant_id, site_id, id)
  )`,
  'create index bookings_session on bookings (session_id, site_id, order_id collate "C")',
  // What is held and may lapse: few at a time, and looked for all the time.
  'create index bookings_lapsing on bookings (held_until, order_id) where held_until is not null',
  `create table tickets (
    tenant_id uuid not null,
    site_id uuid not null,
    id text collate "C" not null,
    code text collate "C" not null,
    order_id text not null,
    session_id text not null,
    offer_id text not null,
    rate_id text not null,
    rate_name text not null,
    state text not null check (state in ('valid', 'used', 'cancelled')),
    used_at timestamptz,
    primary key (tenant_id, id),
    constraint tickets_code_key unique (code),
    check (state <> 'used' or used_at is not null),
    foreign key (tenant_id, site_id, order_id) references bookings (tenant_id, site_id, order_id)
  ) with (fillfactor = 90)`,
  'create index tickets_order on tickets (order_id, id)',
  'create index tickets_session on tickets (session_id, site_id, code)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
