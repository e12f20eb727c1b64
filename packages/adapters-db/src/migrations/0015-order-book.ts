import { type Kysely, sql } from 'kysely';

/**
 * Orders of every channel in one book: those that are sent besides those that are picked up, with what the back office knows of them.
 * Orders that are there already are found by their number and their customer, as `orderWords` has it for nearly every name.
 */
const STATEMENTS = [
  'alter table orders drop constraint orders_channel_check',
  'alter table orders drop constraint orders_status_check',
  `alter table orders
    alter column pickup_at drop not null,
    add constraint orders_channel_check check (channel in ('takeaway', 'boutique', 'shop', 'backoffice')),
    add constraint orders_status_check check (case when channel in ('takeaway', 'boutique')
      then status in ('queued', 'accepted', 'ready', 'collected', 'rejected', 'cancelled')
      else status in ('draft', 'confirmed', 'preparing', 'shipped', 'delivered', 'returned', 'cancelled') end),
    add constraint orders_pickup_check check ((channel in ('takeaway', 'boutique')) = (pickup_at is not null)),
    add column client_id uuid,
    add column billing_address jsonb,
    add column delivery_address jsonb,
    add column discounts jsonb not null default '[]',
    add column assigned_to uuid,
    add column priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
    add column invoice_number text,
    add column invoice_status text,
    add column custom_inputs jsonb not null default '{}',
    add column sealed_at timestamptz,
    add column paid_cents bigint not null default 0 check (paid_cents >= 0),
    add column refunded_cents bigint not null default 0 check (refunded_cents >= 0),
    add column search_words text[] not null default '{}',
    add constraint orders_client_key foreign key (tenant_id, site_id, client_id) references clients (tenant_id, site_id, id)`,
  `update orders set search_words = array_remove(regexp_split_to_array(
      regexp_replace(normalize(lower(concat_ws(' ', customer_name, customer_email, customer_phone)), NFKD), '[\u0300-\u036f]', '', 'g'),
      '[^[:alnum:]]+'), '') || lpad(sequence::text, greatest(3, length(sequence::text)), '0') || sequence::text`,
  'alter table orders alter column search_words drop default',
  'create index orders_words on orders using gin (array_to_tsvector(search_words))',
  'create index orders_client on orders (client_id, site_id, placed_at desc) where client_id is not null',
  'create unique index orders_invoice_number on orders (invoice_number, site_id, tenant_id) where invoice_number is not null',
  `alter table order_lines
    alter column item_id drop not null,
    add column id text,
    add column kind text not null default 'item' check (kind in ('item', 'shipping', 'custom')),
    add column discount_cents bigint not null default 0 check (discount_cents >= 0),
    add column external_key text,
    add column fulfilled int not null default 0 check (fulfilled between 0 and quantity),
    add column returned int not null default 0 check (returned between 0 and quantity),
    add column invoiced int not null default 0 check (invoiced between 0 and quantity),
    add constraint order_lines_item_check check ((kind = 'item') = (item_id is not null)),
    add constraint order_lines_total_check check (total_cents = unit_price_cents * quantity - discount_cents)`,
  'update order_lines set id = (position + 1)::text',
  'alter table order_lines alter column id set not null, add constraint order_lines_id_key unique (tenant_id, order_id, id)',
  'create unique index order_lines_external on order_lines (order_id, external_key) where external_key is not null',
  `alter table order_events
    add column kind text not null default 'status',
    add column data jsonb`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
