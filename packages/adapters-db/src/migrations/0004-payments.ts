import { type Kysely, sql } from 'kysely';

/**
 * Payments by card, what orders and their history say of them, and the memory of the payment sandbox. A payment is found by what a
 * provider says of it, before the tenant is known, so its id alone is unique too.
 */
const STATEMENTS = [
  `alter table orders
    add column payment_method text not null default 'at_pickup' check (payment_method in ('at_pickup', 'card')),
    add column payment_status text check (payment_status in ('pending', 'failed', 'paid', 'expired', 'refund_due', 'refunded')),
    add constraint orders_payment_check check ((payment_method = 'card') = (payment_status is not null))`,
  'alter table order_events add column payment text',
  // What nobody has answered: few at a time, and looked for all the time.
  `create index orders_unanswered on orders (pickup_at, id) where status = 'queued' and payment_method = 'at_pickup'`,
  `create table payments (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null unique,
    order_id text not null,
    provider text not null,
    method text not null check (method = 'card'),
    amount_cents bigint not null check (amount_cents > 0),
    currency text not null,
    status text not null check (status in ('pending', 'failed', 'paid', 'expired', 'refund_due', 'refunded')),
    attempt int not null check (attempt >= 0),
    provider_ref text,
    checkout_url text,
    expires_at timestamptz not null,
    paid_at timestamptz,
    refunded_at timestamptz,
    due_at timestamptz,
    tries int not null,
    version int not null,
    primary key (tenant_id, id),
    unique (tenant_id, order_id),
    check ((status in ('paid', 'refund_due', 'refunded')) = (paid_at is not null)),
    check ((status = 'refunded') = (refunded_at is not null)),
    check (status <> 'refund_due' or due_at is not null),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
  )`,
  'create index payments_due on payments (due_at) where due_at is not null',
  `create table sandbox_checkouts (
    ref text primary key,
    payment_id text not null,
    attempt int not null,
    status text not null check (status in ('open', 'paid', 'failed')),
    amount_cents bigint not null,
    currency text not null,
    description text not null,
    return_url text not null,
    cancel_url text not null,
    webhook_url text not null,
    locale text not null,
    expires_at timestamptz not null,
    refunded_at timestamptz
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
