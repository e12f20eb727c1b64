import { type Kysely, sql } from 'kysely';

/**
 * People, their sessions and links, members of tenants, keys and the audit log.
 * People belong to no tenant, and neither does what is theirs alone: those tables have no `tenant_id`. All others follow the rules
 * of the foundation: `tenant_id` first in keys, foreign keys carry it, further indexes start with something else.
 */
const STATEMENTS = [
  `alter table tenants
    add column status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
    add column suspended_reason text`,
  `create table tenant_settings (
    tenant_id uuid not null references tenants (id) on delete cascade,
    key text not null,
    value jsonb not null,
    primary key (tenant_id, key)
  )`,
  `create table users (
    id uuid primary key,
    email text not null,
    email_verified_at timestamptz,
    name text not null,
    locale text not null check (locale in ('fr', 'en')),
    password_hash text,
    token_version int not null,
    super_admin boolean not null,
    notifications jsonb not null,
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  'create unique index users_email on users (email) where deleted_at is null',
  `create table provider_accounts (
    issuer text not null,
    subject text not null,
    user_id uuid not null references users (id),
    primary key (issuer, subject)
  )`,
  `create table members (
    tenant_id uuid not null references tenants (id),
    user_id uuid not null references users (id),
    active boolean not null,
    joined_at timestamptz not null,
    primary key (tenant_id, user_id)
  )`,
  // Both columns, so that a check of a foreign key reads one row on either index.
  'create unique index members_of_user on members (user_id, tenant_id)',
  `create table member_assignments (
    tenant_id uuid not null,
    user_id uuid not null,
    position int not null,
    role text not null check (role in ('owner', 'admin', 'manager', 'staff', 'viewer')),
    site_id uuid,
    primary key (tenant_id, user_id, position),
    unique nulls not distinct (tenant_id, user_id, role, site_id),
    foreign key (tenant_id, user_id) references members (tenant_id, user_id) on delete cascade,
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create index member_assignments_site on member_assignments (site_id)',
  `create table sessions (
    id uuid primary key,
    user_id uuid not null references users (id),
    kind text not null check (kind in ('browser', 'oidc', 'token')),
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    address text not null,
    user_agent text
  )`,
  'create index sessions_of_user on sessions (user_id)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table one_time_tokens (
    hash text primary key,
    purpose text not null check (purpose in ('verify-email', 'reset-password', 'invite')),
    user_id uuid references users (id),
    details jsonb,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    check ((purpose = 'invite') = (user_id is null))
  )`,
  'create index one_time_tokens_of_user on one_time_tokens (user_id) where used_at is null',
  'create index one_time_tokens_expiry on one_time_tokens (expires_at)',
  `create table throttles (
    bucket text primary key,
    count int not null,
    last_at timestamptz not null
  )`,
  'create index throttles_age on throttles (last_at)',
  `create table api_keys (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null unique,
    kind text not null check (kind in ('keyed', 'feed', 'liveChat')),
    name text not null,
    hash text not null,
    access text check (access in ('read', 'write', 'export')),
    permissions jsonb not null,
    rate_per_hour int,
    networks jsonb not null,
    origins jsonb not null,
    expires_at timestamptz,
    created_at timestamptz not null,
    created_by text not null,
    last_used_at timestamptz,
    revoked_at timestamptz,
    replaced_by text,
    primary key (tenant_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create index api_keys_newest on api_keys (site_id, created_at desc)',
  `create table api_key_uses (
    tenant_id uuid not null,
    key_id text not null,
    day date not null,
    calls bigint not null check (calls >= 0),
    primary key (tenant_id, key_id, day),
    foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
  )`,
  // No foreign keys: an entry outlives what it is about, and never keeps it from going.
  `create table audit_entries (
    id uuid primary key,
    tenant_id uuid,
    site_id uuid,
    at timestamptz not null,
    actor text not null,
    session_id text,
    action text not null,
    subject_id text,
    input jsonb,
    request_id text not null,
    address text not null
  )`,
  'create index audit_entries_newest on audit_entries (tenant_id, at desc, id desc)',
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is append-only: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger audit_entries_append_only before update or delete or truncate on audit_entries
    for each statement execute function refuse_audit_change()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
