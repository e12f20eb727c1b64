import { type Kysely, sql } from 'kysely';

/**
 * What was paid for orders and given back, parcels and returns. Money is only ever added: triggers let recorded payments take their
 * steps and nothing else, and refunds stay as they were written. `sequence` keeps the order in which rows of one order were written,
 * whose lock their writers hold.
 */
const STATEMENTS = [
  'alter table orders add constraint orders_refunded_check check (refunded_cents <= paid_cents)',
  `create table order_payments (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    order_id text not null,
    sequence bigint generated always as identity,
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
    check ((status = 'captured') = (captured_at is not null)),
    check ((status = 'voided') = (voided_at is not null)),
    check (reconciled_at is null or status = 'captured'),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index order_payments_order on order_payments (order_id, tenant_id)',
  'create index order_payments_received on order_payments (site_id, received_at desc, id desc)',
  'create index order_payments_captured on order_payments (site_id, captured_at) where captured_at is not null',
  'create index order_payments_reference on order_payments (site_id, lower(reference) text_pattern_ops) where reference is not null',
  'create index payments_received on payments (site_id, paid_at desc, id desc) where paid_at is not null',
  'create index payments_refunded on payments (site_id, refunded_at) where refunded_at is not null',
  'create index payments_reference on payments (site_id, lower(provider_ref) text_pattern_ops) where provider_ref is not null',
  `create table parcels (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    order_id text not null,
    sequence bigint generated always as identity,
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
    check ((state = 'delivered') = (delivered_at is not null)),
    check ((state = 'cancelled') = (cancelled_at is not null)),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index parcels_order on parcels (order_id, tenant_id)',
  'create index parcels_latest on parcels (site_id, created_at desc, id desc)',
  'create index parcels_tracking on parcels (site_id, lower(tracking_number) text_pattern_ops) where tracking_number is not null',
  `create table goods_returns (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    order_id text not null,
    sequence bigint generated always as identity,
    state text not null check (state in ('requested', 'received', 'cancelled')),
    lines jsonb not null check (jsonb_array_length(lines) > 0),
    reason text,
    created_at timestamptz not null,
    received_at timestamptz,
    version int not null,
    primary key (tenant_id, site_id, id),
    check ((state = 'received') = (received_at is not null)),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index goods_returns_order on goods_returns (order_id, tenant_id)',
  `create table order_refunds (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    order_id text not null,
    sequence bigint generated always as identity,
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
    foreign key (tenant_id, site_id, return_id) references goods_returns (tenant_id, site_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index order_refunds_order on order_refunds (order_id, tenant_id)',
  'create index order_refunds_payment on order_refunds (payment_id, site_id, tenant_id)',
  'create index order_refunds_recorded on order_refunds (site_id, recorded_at)',
  `create function refuse_money_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Recorded money is append-only: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  `create function keep_recorded_money() returns trigger language plpgsql as $$
    declare
      moving constant text[] := array['status', 'captured_at', 'voided_at', 'reconciled_at'];
      times constant text[] := array['reconciled_at'];
    begin
      if to_jsonb(new) - moving = to_jsonb(old) - moving
        and (old.status = 'authorized' or to_jsonb(new) - times = to_jsonb(old) - times) then
        return new;
      end if;
      raise exception 'Recorded money is append-only: this update is refused.' using errcode = 'insufficient_privilege';
    end
  $$`,
  'create trigger order_payments_kept before update on order_payments for each row execute function keep_recorded_money()',
  `create trigger order_payments_append_only before delete or truncate on order_payments
    for each statement execute function refuse_money_change()`,
  `create trigger order_refunds_append_only before update or delete or truncate on order_refunds
    for each statement execute function refuse_money_change()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
