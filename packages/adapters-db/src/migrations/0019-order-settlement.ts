import { type Kysely, sql } from 'kysely';

/**
 * What was paid for orders and given back, parcels and returns. Money is only ever added: a trigger lets recorded payments take their
 * steps and nothing else, and refunds stay as they were written.
 */
const STATEMENTS = [
  `create table order_payments (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    order_id text not null,
    position int not null,
    method text not null,
    amount_cents bigint not null check (amount_cents > 0),
    status text not null check (status in ('authorized', 'captured', 'voided')),
    reference text,
    note text,
    received_at timestamptz not null,
    recorded_at timestamptz not null,
    captured_at timestamptz,
    voided_at timestamptz,
    reconciled_at timestamptz,
    recorded_by text not null,
    primary key (tenant_id, site_id, id),
    unique (tenant_id, order_id, position),
    check ((status = 'captured') = (captured_at is not null)),
    check ((status = 'voided') = (voided_at is not null)),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index order_payments_received on order_payments (site_id, received_at desc, id desc)',
  `create table order_refunds (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    order_id text not null,
    payment_id uuid not null,
    return_id uuid,
    amount_cents bigint not null check (amount_cents > 0),
    method text not null,
    reason text,
    reference text,
    recorded_at timestamptz not null,
    recorded_by text not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, payment_id) references order_payments (tenant_id, site_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index order_refunds_order on order_refunds (order_id, tenant_id)',
  'create index order_refunds_recorded on order_refunds (site_id, recorded_at desc, id desc)',
  `create function keep_recorded_money() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and tg_table_name = 'order_payments'
        and (old.order_id, old.method, old.amount_cents, old.received_at, old.recorded_at, old.recorded_by)
          = (new.order_id, new.method, new.amount_cents, new.received_at, new.recorded_at, new.recorded_by)
        and (old.status = new.status or old.status = 'authorized') then
        return new;
      end if;
      raise exception 'Recorded money stays as it was written: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  'create trigger order_payments_kept before update or delete on order_payments for each row execute function keep_recorded_money()',
  'create trigger order_refunds_kept before update or delete on order_refunds for each row execute function keep_recorded_money()',
  `create table fulfilments (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    order_id text not null,
    state text not null check (state in ('packed', 'shipped', 'delivered', 'cancelled')),
    lines jsonb not null check (jsonb_array_length(lines) > 0),
    carrier text,
    tracking_number text,
    tracking_url text,
    address jsonb,
    note text,
    created_at timestamptz not null,
    shipped_at timestamptz,
    delivered_at timestamptz,
    cancelled_at timestamptz,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index fulfilments_order on fulfilments (order_id, tenant_id)',
  'create index fulfilments_newest on fulfilments (site_id, created_at desc, id desc)',
  `create table goods_returns (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    order_id text not null,
    state text not null check (state in ('requested', 'received', 'cancelled')),
    lines jsonb not null check (jsonb_array_length(lines) > 0),
    reason text,
    created_at timestamptz not null,
    received_at timestamptz,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index goods_returns_order on goods_returns (order_id, tenant_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
