import { type Kysely, sql } from 'kysely';

/**
 * How much each client ordered, kept beside the client so that lists sort by it at any size. The database keeps it, because orders are
 * written in several places and none of them may forget it; `countsAsOrdered` of the core says the same of an order.
 */
const STATEMENTS = [
  `create function order_counts(status text) returns boolean language sql immutable as $$
    select status not in ('draft', 'rejected', 'cancelled', 'returned')
  $$`,
  `create function recount_client(orders_of orders) returns void language plpgsql as $$
  begin
    -- Waits for whoever is counting for the client; what they wrote is seen by the next statement.
    perform from clients where tenant_id = orders_of.tenant_id and site_id = orders_of.site_id and id = orders_of.client_id for no key update;
    update clients set (orders_count, spent_cents, first_order_at, last_order_at) = (
      select count(*), coalesce(sum(total_cents - refunded_cents), 0), min(placed_at), max(placed_at) from orders
      where tenant_id = orders_of.tenant_id and site_id = orders_of.site_id and client_id = orders_of.client_id and order_counts(status))
    where tenant_id = orders_of.tenant_id and site_id = orders_of.site_id and id = orders_of.client_id;
  end $$`,
  `create function keep_client_figures() returns trigger language plpgsql as $$
  declare
    counted boolean := tg_op <> 'INSERT' and old.client_id is not null and order_counts(old.status);
    counts boolean := tg_op <> 'DELETE' and new.client_id is not null and order_counts(new.status);
  begin
    if counted and counts and old.client_id = new.client_id then
      update clients set spent_cents = spent_cents + (new.total_cents - new.refunded_cents) - (old.total_cents - old.refunded_cents)
      where tenant_id = new.tenant_id and site_id = new.site_id and id = new.client_id
        and new.total_cents - new.refunded_cents <> old.total_cents - old.refunded_cents;
      return null;
    end if;
    if counted then
      perform recount_client(old);
    end if;
    if counts then
      update clients set orders_count = orders_count + 1, spent_cents = spent_cents + new.total_cents - new.refunded_cents,
        first_order_at = least(first_order_at, new.placed_at), last_order_at = greatest(last_order_at, new.placed_at)
      where tenant_id = new.tenant_id and site_id = new.site_id and id = new.client_id;
    end if;
    return null;
  end $$`,
  `create trigger client_figures_of_new_orders after insert on orders
    for each row when (new.client_id is not null) execute function keep_client_figures()`,
  `create trigger client_figures_of_changed_orders after update of client_id, status, total_cents, refunded_cents on orders
    for each row when (old.client_id is not null or new.client_id is not null) execute function keep_client_figures()`,
  `create trigger client_figures_of_gone_orders after delete on orders
    for each row when (old.client_id is not null) execute function keep_client_figures()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
