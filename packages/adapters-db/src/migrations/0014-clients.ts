import { type Kysely, sql } from 'kysely';

/**
 * Clients of an establishment, what happened to them and what was noted about them. The address and the external id are unique among
 * those that were not merged into another. The lists show who is neither merged nor made anonymous, so their indexes hold only those.
 */
const STATEMENTS = [
  `create table clients (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    kind text not null check (kind in ('person', 'company')),
    first_name text,
    last_name text,
    company text,
    email text,
    phone text,
    language text,
    vat_number text,
    registration text,
    birthday date,
    addresses jsonb not null default '[]',
    billing_address_id text,
    delivery_address_id text,
    tags text[] not null default '{}',
    email_consent jsonb,
    consent text not null generated always as
      (case when email_consent is null then 'unasked' when (email_consent ->> 'granted')::boolean then 'granted' else 'withdrawn' end) stored,
    custom_inputs jsonb not null default '{}',
    external_id text,
    merged_into uuid,
    anonymized_at timestamptz,
    sort_name text not null,
    search_words text[] not null,
    likeness text[] not null,
    orders_count int not null default 0,
    spent_cents bigint not null default 0,
    has_orders boolean not null generated always as (orders_count > 0) stored,
    first_order_at timestamptz,
    last_order_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, merged_into) references clients (tenant_id, site_id, id)
  )`,
  'create unique index clients_email on clients (email, site_id, tenant_id) where email is not null and merged_into is null',
  'create unique index clients_external on clients (external_id, site_id, tenant_id) where external_id is not null and merged_into is null',
  'create index clients_merged on clients (merged_into) where merged_into is not null',
  // A few values many times over: so small that counting the clients of a list reads nothing else.
  'create index clients_counted on clients (tenant_id, site_id, kind, consent, has_orders) where merged_into is null and anonymized_at is null',
  'create index clients_newest on clients (tenant_id, site_id, created_at, id) where merged_into is null and anonymized_at is null',
  'create index clients_named on clients (tenant_id, site_id, sort_name collate "C", id) where merged_into is null and anonymized_at is null',
  'create index clients_spending on clients (tenant_id, site_id, spent_cents, id) where merged_into is null and anonymized_at is null',
  'create index clients_ordering on clients (tenant_id, site_id, last_order_at nulls first, id) where merged_into is null and anonymized_at is null',
  'create index clients_words on clients using gin (array_to_tsvector(search_words))',
  'create index clients_tags on clients using gin (tags)',
  `create table client_events (
    tenant_id uuid not null,
    site_id uuid not null,
    client_id uuid not null,
    sequence bigint generated always as identity,
    kind text not null,
    at timestamptz not null,
    actor text not null,
    facts jsonb not null,
    primary key (tenant_id, site_id, client_id, sequence),
    foreign key (tenant_id, site_id, client_id) references clients (tenant_id, site_id, id) on delete cascade
  )`,
  `create table client_notes (
    tenant_id uuid not null,
    site_id uuid not null,
    client_id uuid not null,
    id uuid not null,
    text text not null,
    author text not null,
    at timestamptz not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, client_id) references clients (tenant_id, site_id, id) on delete cascade
  )`,
  'create index client_notes_of_client on client_notes (tenant_id, site_id, client_id, at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
