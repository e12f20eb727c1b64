import { type Kysely, sql } from 'kysely';

/**
 * Certificates of the host and of the apps on it, so of no tenant. Private keys are in no table: they are files, beside the
 * certificates that they belong to. A row also is the lease of its issuance, which has to outlive the process that took it.
 */
const STATEMENTS = [
  `create table certificates (
    domain text not null,
    staging boolean not null,
    app_id text not null,
    names jsonb not null,
    email text,
    webroot text,
    copies jsonb not null,
    issued_names jsonb,
    serial text,
    not_before timestamptz,
    not_after timestamptz,
    renewal_id text,
    fence bigint not null,
    lease_holder text,
    lease_until timestamptz,
    failure_fence bigint,
    failure_names jsonb,
    failure_type text,
    failure_detail text,
    failure_count int,
    failed_at timestamptz,
    retry_at timestamptz,
    look_at timestamptz,
    primary key (domain, staging),
    check ((lease_holder is null) = (lease_until is null))
  )`,
  'create index certificates_look on certificates (look_at) where look_at is not null',
  `create table acme_orders (
    id uuid primary key,
    account text not null,
    domain text not null,
    name_set text not null,
    at timestamptz not null,
    outcome text not null check (outcome in ('open', 'issued', 'failed'))
  )`,
  'create index acme_orders_account on acme_orders (account, at)',
  'create index acme_orders_domain on acme_orders (domain, at)',
  'create index acme_orders_age on acme_orders (at)',
  `create table acme_challenges (
    token text primary key,
    key_authorization text not null,
    expires_at timestamptz not null
  )`,
  'create index acme_challenges_age on acme_challenges (expires_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
