import { type Kysely, sql } from 'kysely';

/**
 * Groups and passes. An invoice is named by its id alone: a draft may be deleted, and the group stays. `used` of a pass is what its uses add
 * up to; it may go beyond `entries`, because somebody was let in while a gate was offline. Uses are append-only for everybody, the owner of the
 * tables included; so an establishment whose passes were used stays.
 */
const STATEMENTS = [
  `create table visitor_groups (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    status text not null check (status in ('requested', 'quoted', 'confirmed', 'visited', 'cancelled', 'declined')),
    kind text not null check (kind in ('school', 'tour', 'company', 'other')),
    name text not null,
    contact jsonb not null,
    size int not null check (size > 0),
    guided boolean not null,
    guide text,
    language text not null,
    wished_on text,
    session_id text,
    quote jsonb,
    invoice_id text,
    notes text,
    searched text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, session_id) references ticket_sessions (tenant_id, site_id, id)
  )`,
  'create index visitor_groups_newest on visitor_groups (tenant_id, site_id, id collate "C" desc)',
  'create index visitor_groups_of_session on visitor_groups (session_id, site_id) where session_id is not null',
  `create table passes (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    kind text not null check (kind in ('season', 'entries', 'member', 'other')),
    name text not null,
    owner jsonb not null,
    code text not null unique,
    valid_from text,
    valid_until text,
    entries int check (entries > 0),
    used int not null check (used >= 0),
    once_per_day boolean not null,
    blocked_at timestamptz,
    blocked_reason text,
    searched text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create index passes_newest on passes (tenant_id, site_id, id collate "C" desc)',
  `create table pass_uses (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    pass_id text not null,
    at timestamptz not null,
    day text not null,
    gate text,
    entries int not null check (entries in (1, -1)),
    annuls text,
    actor text not null,
    primary key (tenant_id, site_id, id),
    check ((entries = -1) = (annuls is not null)),
    unique (tenant_id, site_id, annuls),
    foreign key (tenant_id, site_id, pass_id) references passes (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, annuls) references pass_uses (tenant_id, site_id, id)
  )`,
  'create index pass_uses_of_pass on pass_uses (tenant_id, site_id, pass_id, day)',
  `create function refuse_pass_use_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Uses of passes are append-only: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger pass_uses_append_only before update or delete or truncate on pass_uses
    for each statement execute function refuse_pass_use_change()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
