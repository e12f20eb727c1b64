import { type Kysely, sql } from 'kysely';

/**
 * What was sold and taken back: append-only, numbered without gaps per establishment, and every record adds up. A sale outlives
 * what is done to the catalogue, and keeps its establishment from being deleted.
 */
const STATEMENTS = [
  // Immutable, so that checks may use it.
  `create function cents_in(list jsonb, field text) returns bigint language sql immutable as $$
    select coalesce(sum((member ->> field)::bigint), 0)::bigint from jsonb_array_elements(list) as member
  $$`,
  `create table sales (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null unique,
    kind text not null check (kind in ('sale', 'refund')),
    number bigint not null check (number > 0),
    register text not null,
    at timestamptz not null,
    refund_of uuid,
    lines jsonb not null check (jsonb_array_length(lines) > 0),
    taxes jsonb not null,
    payments jsonb not null,
    total_cents bigint not null,
    currency text not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    foreign key (tenant_id, site_id, refund_of) references sales (tenant_id, site_id, id),
    check ((kind = 'refund') = (refund_of is not null)),
    check (case kind when 'sale' then total_cents >= 0 else total_cents <= 0 end),
    check (cents_in(lines, 'totalCents') = total_cents),
    check (cents_in(taxes, 'netCents') + cents_in(taxes, 'taxCents') = total_cents),
    check (cents_in(payments, 'amountCents') = total_cents)
  )`,
  'create unique index sales_number on sales (site_id, number desc, tenant_id)',
  'create index sales_refunds on sales (refund_of) where refund_of is not null',
  'create index sales_at on sales (site_id, at)',
  `create table sale_counters (
    tenant_id uuid not null,
    site_id uuid not null,
    last bigint not null,
    primary key (tenant_id, site_id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create function refuse_sale_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Sales are append-only: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger sales_append_only before update or delete or truncate on sales
    for each statement execute function refuse_sale_change()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
