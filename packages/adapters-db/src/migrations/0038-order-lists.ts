import { type Kysely, sql } from 'kysely';

/**
 * Lists of orders at any size: how many there are, what is on a page, and what is found by words.
 *
 * How many orders there are, kept by month, so that a list says its exact total without counting years of them. What happens to orders of the last week
 * writes nothing here: months are counted when they have been over for longer, and only what comes later of them is added, in rows of its own,
 * which no transaction waits for. Between the week and the count is a day, longer than any transaction lasts.
 */
const STATEMENTS = [
  `alter table orders add column placed_month date not null generated always as (date_trunc('month', placed_at at time zone 'UTC')::date) stored`,
  // With what lists filter by, so that it alone finds a page of them.
  'drop index orders_newest',
  'create index orders_newest on orders (site_id, tenant_id, placed_at desc, id desc) include (status, channel, payment_state, priority)',
  // Orders whose goods are promised: few of all, and the list that is looked at all day. As `UNSEALED_STATUSES` has it.
  `create index orders_open on orders (site_id, tenant_id, placed_at desc, id desc)
    where channel <> 'ticketing' and status in ('accepted', 'confirmed', 'preparing', 'queued', 'ready', 'shipped')`,
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
    insert into order_tallies values (old.tenant_id, old.site_id, old.placed_month, old.status, old.channel, old.payment_state, old.priority, -1, false);
    if tg_op = 'UPDATE' then
      insert into order_tallies values (new.tenant_id, new.site_id, new.placed_month, new.status, new.channel, new.payment_state, new.priority, 1, false);
    end if;
    return null;
  end $$`,
  `create trigger order_tallies_of_changed_orders after update on orders
    for each row when (least(old.placed_at, new.placed_at) < now() - interval '7 days'
      and (old.tenant_id, old.site_id, old.placed_month, old.status, old.channel, old.payment_state, old.priority)
        is distinct from (new.tenant_id, new.site_id, new.placed_month, new.status, new.channel, new.payment_state, new.priority))
    execute function keep_order_tallies()`,
  `create trigger order_tallies_of_gone_orders after delete on orders
    for each row when (old.placed_at < now() - interval '7 days') execute function keep_order_tallies()`,
  // What orders are found by, in rows as narrow as can be: how many there are of a word is counted here, for orders are wide. Steps of an order do not
  // touch it.
  `create table order_words (
    tenant_id uuid not null,
    site_id uuid not null,
    order_id text not null,
    words text not null,
    primary key (tenant_id, order_id)
  )`,
  `insert into order_words select tenant_id, site_id, id, array_to_string(search_words, ' ') from orders order by placed_at`,
  `create index order_words_found on order_words using gin (array_to_tsvector(string_to_array(words, ' ')))`,
  `create function keep_order_words() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      update order_words set words = array_to_string(new.search_words, ' ') where tenant_id = new.tenant_id and order_id = new.id;
    else
      delete from order_words where tenant_id = old.tenant_id and order_id = old.id;
    end if;
    return null;
  end $$`,
  `create trigger order_words_of_changed_orders after update on orders
    for each row when (old.search_words is distinct from new.search_words) execute function keep_order_words()`,
  `create trigger order_words_of_gone_orders after delete on orders for each row execute function keep_order_words()`,
  // New orders all at once: an online shop brings thousands, and years of them.
  `create function keep_new_orders() returns trigger language plpgsql as $$
  begin
    insert into order_words select tenant_id, site_id, id, array_to_string(search_words, ' ') from new_orders;
    insert into order_tallies
      select tenant_id, site_id, placed_month, status, channel, payment_state, priority, count(*), false from new_orders
      where placed_at < now() - interval '7 days'
      group by tenant_id, site_id, placed_month, status, channel, payment_state, priority;
    return null;
  end $$`,
  `create trigger new_orders_kept after insert on orders referencing new table as new_orders
    for each statement execute function keep_new_orders()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
