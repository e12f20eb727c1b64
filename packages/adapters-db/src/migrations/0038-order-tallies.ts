import { type Kysely, sql } from 'kysely';

/**
 * How many orders there are, kept by month, so that a list says its exact total without counting years of them. What happens to orders of the last week
 * writes nothing here: months are counted when they have been over for longer, and only what comes later of them is added, one row for each order that
 * comes, goes or changes, which no transaction waits for. Between the week and the count is a day, longer than any transaction lasts.
 */
const STATEMENTS = [
  `alter table orders add column placed_month date not null generated always as (date_trunc('month', placed_at at time zone 'UTC')::date) stored`,
  // With what lists filter by, so that it alone finds a page of them.
  'drop index orders_newest',
  'create index orders_newest on orders (site_id, tenant_id, placed_at desc, id desc) include (status, channel, payment_state, priority)',
  // By month, so that the months that are not kept are counted by the index alone. Few values, so that it is a fraction of the table.
  'drop index orders_tally',
  'create index orders_tally on orders (site_id, tenant_id, placed_month, status, channel, payment_state, priority)',
  // The orders of the months before this one are kept.
  `create table order_tally_marks (
    tenant_id uuid not null,
    site_id uuid not null,
    until date not null,
    primary key (tenant_id, site_id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  // How many there were when they were counted, and what came later: their sum is how many there are.
  `create table order_tallies (
    tenant_id uuid not null,
    site_id uuid not null,
    month date not null,
    status text not null,
    channel text not null,
    payment_state text not null,
    priority text not null,
    orders int not null,
    counted boolean not null
  )`,
  'create index order_tallies_month on order_tallies (site_id, tenant_id, month)',
  'create index order_tallies_changed on order_tallies (site_id, tenant_id, month) where not counted',
  `create function keep_order_tallies() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      insert into order_tallies values (old.tenant_id, old.site_id, old.placed_month, old.status, old.channel, old.payment_state, old.priority, -1, false);
    end if;
    if tg_op <> 'DELETE' then
      insert into order_tallies values (new.tenant_id, new.site_id, new.placed_month, new.status, new.channel, new.payment_state, new.priority, 1, false);
    end if;
    return null;
  end $$`,
  `create trigger order_tallies_of_new_orders after insert on orders
    for each row when (new.placed_at < now() - interval '7 days') execute function keep_order_tallies()`,
  `create trigger order_tallies_of_changed_orders after update on orders
    for each row when (least(old.placed_at, new.placed_at) < now() - interval '7 days'
      and (old.tenant_id, old.site_id, old.placed_month, old.status, old.channel, old.payment_state, old.priority)
        is distinct from (new.tenant_id, new.site_id, new.placed_month, new.status, new.channel, new.payment_state, new.priority))
    execute function keep_order_tallies()`,
  `create trigger order_tallies_of_gone_orders after delete on orders
    for each row when (old.placed_at < now() - interval '7 days') execute function keep_order_tallies()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
