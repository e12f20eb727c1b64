import { type Kysely, sql } from 'kysely';

/**
 * Registers and their shifts, cash beside sales, copies of receipts, archives of the journal; and what sales keep of discounts, rounding, shifts and
 * online orders. What the rules call records is append-only for everybody; of a shift only the closing is written, once.
 */
const STATEMENTS = [
  `create table till_registers (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    name text collate "C" not null,
    active boolean not null,
    training boolean not null,
    created_at timestamptz(3) not null,
    primary key (tenant_id, site_id, id),
    unique (tenant_id, site_id, name),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table till_shifts (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    register_id uuid not null,
    register text collate "C" not null,
    number int not null check (number > 0),
    opened_at timestamptz(3) not null,
    opened_by text not null,
    float_cents bigint not null check (float_cents >= 0),
    from_number bigint not null check (from_number >= 0),
    closed_at timestamptz(3),
    closed_by text,
    report jsonb,
    primary key (tenant_id, site_id, id),
    unique (tenant_id, site_id, register_id, number),
    foreign key (tenant_id, site_id, register_id) references till_registers (tenant_id, site_id, id),
    check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (report is null))
  )`,
  'create unique index till_shifts_open on till_shifts (tenant_id, site_id, register_id) where closed_at is null',
  'create index till_shifts_newest on till_shifts (site_id, opened_at desc, id desc)',
  `create table till_cash_movements (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    shift_id uuid not null,
    direction text not null check (direction in ('in', 'out')),
    amount_cents bigint not null check (amount_cents > 0),
    reason text not null,
    at timestamptz(3) not null,
    by text not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, shift_id) references till_shifts (tenant_id, site_id, id)
  )`,
  'create index till_cash_movements_shift on till_cash_movements (tenant_id, site_id, shift_id)',
  `create table sale_copies (
    tenant_id uuid not null,
    site_id uuid not null,
    sale_id uuid not null,
    number int not null check (number > 0),
    at timestamptz(3) not null,
    by text not null,
    primary key (tenant_id, site_id, sale_id, number),
    foreign key (tenant_id, site_id, sale_id) references sales (tenant_id, site_id, id)
  )`,
  `create table journal_archives (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    from_day date not null,
    to_day date not null check (to_day >= from_day and to_day - from_day < 366),
    at timestamptz(3) not null,
    by text not null,
    header text not null,
    chains jsonb not null,
    entries bigint not null,
    digest text not null check (digest ~ '^[0-9a-f]{64}$'),
    signature text not null,
    key_id text not null,
    primary key (tenant_id, site_id, id),
    unique (tenant_id, site_id, from_day, to_day),
    foreign key (tenant_id, site_id) references sites (tenant_id, id)
  )`,
  `create function refuse_till_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Records of the till are append-only: % of % is refused.', lower(tg_op), tg_table_name using errcode = 'insufficient_privilege';
    end
  $$`,
  ...['till_cash_movements', 'sale_copies', 'journal_archives'].map(
    (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_till_change()`,
  ),
  `create trigger till_shifts_stay before delete or truncate on till_shifts for each statement execute function refuse_till_change()`,
  `create function till_shift_only_closes() returns trigger language plpgsql as $$
    begin
      if old.closed_at is not null or new.closed_at is null or
        (to_jsonb(new) - 'closed_at' - 'closed_by' - 'report') <> (to_jsonb(old) - 'closed_at' - 'closed_by' - 'report') then
        raise exception 'A shift is only ever closed.' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end
  $$`,
  'create trigger till_shifts_only_close before update on till_shifts for each row execute function till_shift_only_closes()',
  `alter table sales
    add column order_id text,
    add column shift_id uuid,
    add column rounding text not null default 'rate' check (rounding in ('rate', 'line', 'sum_by_net', 'sum_by_net_keep_gross')),
    add column discounts jsonb not null default '[]',
    add column cash_rounding_cents bigint not null default 0,
    add foreign key (tenant_id, order_id) references orders (tenant_id, id),
    add foreign key (tenant_id, site_id, shift_id) references till_shifts (tenant_id, site_id, id)`,
  "create unique index sales_order on sales (tenant_id, site_id, order_id) where order_id is not null and kind = 'sale'",
  'create index sales_of_order on sales (tenant_id, order_id) where order_id is not null',
  // The check has no name of its own: it is the one about payments.
  `do $$
    declare found text;
    begin
      select conname into strict found from pg_constraint
        where conrelid = 'sales'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%cents_in(payments%';
      execute format('alter table sales drop constraint %I', found);
    end
  $$`,
  "alter table sales add constraint sales_paid check (cents_in(payments, 'amountCents') = total_cents + cash_rounding_cents)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
