import { type Kysely, sql } from 'kysely';

/** What the daily work on orders needs. */
const STATEMENTS = [
  // A forecast that was given back does not stand in the way of the next one of the same order. Still one index for every reference.
  'drop index stock_actions_reference',
  `create unique index stock_actions_reference on stock_actions (reference, site_id, tenant_id, reason, item_id, variant_id,
    (case status when 'CANCELLED' then id else '00000000-0000-0000-0000-000000000000' end)) where reference is not null`,
  // Since when an order is in its state: orders that are forgotten on their way are found by it.
  'alter table orders add column status_since timestamptz',
  `update orders set status_since = coalesce(
    (select max(at) from order_events where order_events.tenant_id = orders.tenant_id and order_events.order_id = orders.id), placed_at)`,
  'alter table orders alter column status_since set not null',
  // As `paymentStateOf` has it.
  `alter table orders add column payment_state text not null generated always as (case
    when payment_status in ('refunded', 'refund_due') then 'refunded'
    when payment_status = 'paid' then 'paid'
    when refunded_cents > 0 and paid_cents <= refunded_cents then 'refunded'
    when paid_cents - refunded_cents >= total_cents then 'paid'
    when paid_cents > refunded_cents then 'partly_paid'
    else 'unpaid' end) stored`,
  `create table order_notes (
    tenant_id uuid not null,
    order_id text not null,
    id uuid not null,
    text text not null,
    author text not null,
    at timestamptz not null,
    primary key (tenant_id, order_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id) on delete cascade
  )`,
  // Lists, newest first or by amount. The index alone answers how many there are: see orders_tally.
  'drop index orders_newest',
  'create index orders_newest on orders (site_id, tenant_id, placed_at desc, id desc)',
  'create index orders_amount on orders (site_id, tenant_id, total_cents, id)',
  'create index orders_status on orders (site_id, tenant_id, status, placed_at desc, id desc)',
  'create index orders_assigned on orders (assigned_to, site_id, placed_at desc, id desc) where assigned_to is not null',
  // Few values, so that it is a fraction of the table: whatever is counted by them is counted here.
  'create index orders_tally on orders (site_id, tenant_id, status, channel, payment_state, priority)',
  'create unique index orders_number on orders (site_id, tenant_id, service_day, sequence)',
  `create index orders_sealable on orders (greatest(status_since, pickup_at), id) where status in ('ready', 'shipped')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
