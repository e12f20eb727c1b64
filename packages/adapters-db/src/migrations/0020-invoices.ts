import { type Kysely, sql } from 'kysely';

/**
 * Quotes, invoices and credit notes. What is issued adds up, has a number that no other has, and is never changed: the triggers refuse it
 * to everybody, the owner of the tables included. Only what happens to it afterwards is written beside it.
 */
const STATEMENTS = [
  `create table invoices (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null unique,
    kind text not null check (kind in ('quote', 'invoice', 'credit_note')),
    status text not null check (status in ('draft', 'sent', 'accepted', 'refused', 'expired', 'converted', 'issued', 'partially_paid',
      'paid', 'overdue', 'cancelled', 'refunded')),
    series text not null,
    number text,
    issue_date date,
    delivery_date date,
    due_date date,
    currency text not null,
    language text not null,
    prices text not null check (prices in ('gross', 'net')),
    rounding text not null check (rounding in ('line', 'sum_by_net', 'sum_by_net_keep_gross')),
    seller jsonb,
    buyer jsonb not null,
    client_id uuid,
    buyer_name text not null,
    lines jsonb not null check (jsonb_array_length(lines) > 0),
    taxes jsonb not null,
    net_cents bigint not null,
    tax_cents bigint not null,
    gross_cents bigint not null check (gross_cents >= 0),
    paid_cents bigint not null check (paid_cents >= 0),
    credited_cents bigint not null check (credited_cents between 0 and gross_cents),
    order_id text,
    order_number text,
    quote_id uuid,
    recurring_id uuid,
    credit_of jsonb,
    credited_id uuid generated always as ((credit_of ->> 'id')::uuid) stored,
    credit_request jsonb,
    reason text,
    reference text,
    note text,
    terms text,
    mentions jsonb not null,
    draft jsonb,
    search_words text[] not null,
    created_at timestamptz not null,
    sent_at timestamptz,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    foreign key (tenant_id, site_id, client_id) references clients (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, credited_id) references invoices (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, quote_id) references invoices (tenant_id, site_id, id),
    check ((status = 'draft') = (number is null)),
    check ((number is null) = (issue_date is null)),
    check ((number is null) = (seller is null)),
    check ((kind = 'credit_note') = (credit_of is not null)),
    check (net_cents + tax_cents = gross_cents),
    check (cents_in(lines, 'netCents') = net_cents and cents_in(lines, 'taxCents') = tax_cents and cents_in(lines, 'grossCents') = gross_cents),
    check (cents_in(taxes, 'netCents') = net_cents and cents_in(taxes, 'taxCents') = tax_cents)
  )`,
  'create unique index invoices_number on invoices (tenant_id, site_id, number)',
  'create index invoices_newest on invoices (tenant_id, site_id, created_at desc, id desc)',
  'create index invoices_kind on invoices (tenant_id, site_id, kind, created_at desc, id desc)',
  'create index invoices_status on invoices (tenant_id, site_id, status, created_at desc, id desc)',
  'create index invoices_issued on invoices (tenant_id, site_id, issue_date, id)',
  'create index invoices_due_date on invoices (tenant_id, site_id, due_date, id)',
  'create index invoices_total on invoices (tenant_id, site_id, gross_cents, id)',
  'create index invoices_client on invoices (client_id, site_id) where client_id is not null',
  'create index invoices_order on invoices (order_id, site_id) where order_id is not null',
  'create index invoices_credited on invoices (credited_id) where credited_id is not null',
  'create index invoices_words on invoices using gin (array_to_tsvector(search_words))',
  // What may fall due or expire: few, and looked for all the time.
  `create index invoices_waiting on invoices (due_date, id) where status in ('sent', 'issued', 'partially_paid')`,
  // What the dashboard adds up, without a look at the rows.
  `create index invoices_owed on invoices (tenant_id, site_id) include (due_date, gross_cents, paid_cents, credited_cents, client_id, buyer_name)
    where kind = 'invoice' and status in ('issued', 'partially_paid', 'overdue')`,
  `create index invoices_sums on invoices (tenant_id, site_id, issue_date) include (kind, net_cents, tax_cents, gross_cents)
    where issue_date is not null`,
  `create table invoice_series (
    tenant_id uuid not null,
    site_id uuid not null,
    kind text not null check (kind in ('quote', 'invoice', 'credit_note')),
    series text not null,
    pattern text not null,
    yearly boolean not null,
    year int,
    last bigint,
    last_date date,
    primary key (tenant_id, site_id, kind, series),
    unique (tenant_id, site_id, pattern),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table invoice_payments (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    invoice_id uuid not null,
    at timestamptz not null,
    amount_cents bigint not null check (amount_cents <> 0),
    means text not null check (means in ('transfer', 'card', 'cash', 'cheque', 'direct_debit', 'other')),
    reference text,
    actor text not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, invoice_id) references invoices (tenant_id, site_id, id)
  )`,
  'create index invoice_payments_invoice on invoice_payments (invoice_id, at)',
  'create index invoice_payments_at on invoice_payments (tenant_id, site_id, at) include (amount_cents)',
  `create table invoice_links (
    tenant_id uuid not null,
    site_id uuid not null,
    token_hash text not null unique,
    invoice_id uuid not null,
    created_at timestamptz not null,
    primary key (tenant_id, site_id, token_hash),
    foreign key (tenant_id, site_id, invoice_id) references invoices (tenant_id, site_id, id)
  )`,
  `create table recurring_invoices (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    name text not null,
    status text not null check (status in ('active', 'paused', 'ended')),
    recurrence jsonb not null,
    start_date date not null,
    end_date date,
    max_count int,
    count int not null,
    mode text not null check (mode in ('draft', 'issue', 'send')),
    content jsonb not null,
    client_id uuid generated always as ((content ->> 'clientId')::uuid) stored,
    next_date date,
    fault text,
    search_words text[] not null,
    created_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, client_id) references clients (tenant_id, site_id, id),
    check ((status = 'ended') = (next_date is null))
  )`,
  `create index recurring_invoices_due on recurring_invoices (next_date, id) where status = 'active'`,
  'create index recurring_invoices_client on recurring_invoices (client_id, site_id) where client_id is not null',
  'create index recurring_invoices_words on recurring_invoices using gin (array_to_tsvector(search_words))',
  // The invoice of a run may be a draft, which somebody deletes: its period does not come again for that.
  `create table recurring_invoice_runs (
    tenant_id uuid not null,
    site_id uuid not null,
    recurring_id uuid not null,
    period date not null,
    invoice_id uuid not null,
    at timestamptz not null,
    primary key (tenant_id, site_id, recurring_id, period),
    foreign key (tenant_id, site_id, recurring_id) references recurring_invoices (tenant_id, site_id, id) on delete cascade
  )`,
  `create function refuse_issued_change() returns trigger language plpgsql as $$
    declare
      -- What happens to it afterwards; and what the database itself works out of the rest, after this.
      life constant text[] := array['status', 'paid_cents', 'credited_cents', 'sent_at', 'version', 'credited_id'];
    begin
      if tg_op = 'DELETE' and old.status = 'draft' then
        return old;
      end if;
      if tg_op = 'UPDATE' and (old.status = 'draft' or (new.status <> 'draft' and to_jsonb(new) - life = to_jsonb(old) - life)) then
        return new;
      end if;
      raise exception 'What is issued is never changed: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  'create trigger invoices_immutable before update or delete on invoices for each row execute function refuse_issued_change()',
  `create function refuse_invoice_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Invoices and their payments stay: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  'create trigger invoices_stay before truncate on invoices for each statement execute function refuse_invoice_change()',
  `create trigger invoice_payments_stay before update or delete or truncate on invoice_payments
    for each statement execute function refuse_invoice_change()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
