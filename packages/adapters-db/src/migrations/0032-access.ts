import { type Kysely, sql } from 'kysely';

/**
 * Who was let in where. Scans are kept for good and never changed, but for being annulled once. What gates have counted stands beside them, one
 * row per gate and hour: how many are inside is asked with every scan.
 */
const STATEMENTS = [
  'alter table api_keys drop constraint api_keys_kind_check',
  `alter table api_keys add constraint api_keys_kind_check check (kind in ('keyed', 'feed', 'liveChat', 'device'))`,
  `create table access_gates (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    name text not null,
    details jsonb not null,
    search_words text[] not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    unique (tenant_id, site_id, name),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  // Neither a ticket nor a pass is a foreign key: a scan outlives them.
  `create table access_scans (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    gate text not null,
    nonce text not null,
    direction text not null check (direction in ('entry', 'exit')),
    at timestamptz(3) not null,
    received_at timestamptz(3) not null,
    code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
    holder_kind text check (holder_kind in ('ticket', 'pass')),
    holder_id uuid,
    session_id uuid,
    reason text,
    forced text,
    counts boolean not null,
    uses boolean not null,
    elsewhere_gate text,
    elsewhere_at timestamptz(3),
    actor text not null,
    annulled_at timestamptz(3),
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id),
    check ((holder_kind is null) = (holder_id is null)),
    check (holder_id is not null or reason is not null),
    check (reason is null or not (counts or uses)),
    check (annulled_at is null or reason is null)
  )`,
  'create unique index access_scans_nonce on access_scans (site_id, gate, nonce, tenant_id)',
  'create index access_scans_holder on access_scans (holder_id, at) where counts and annulled_at is null',
  'create index access_scans_latest on access_scans (site_id, at desc, id desc)',
  `create function refuse_scan_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.annulled_at is null and to_jsonb(new) - 'annulled_at' = to_jsonb(old) - 'annulled_at' then
        return new;
      end if;
      raise exception 'Scans are append-only: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
    end
  $$`,
  'create trigger access_scans_append_only before update or delete on access_scans for each row execute function refuse_scan_change()',
  'create trigger access_scans_stay before truncate on access_scans for each statement execute function refuse_scan_change()',
  `create table access_counts (
    tenant_id uuid not null,
    site_id uuid not null,
    day date not null,
    hour smallint not null check (hour between 0 and 23),
    gate text not null,
    entries int not null check (entries >= 0),
    exits int not null check (exits >= 0),
    arrivals int not null check (arrivals between 0 and entries),
    primary key (tenant_id, site_id, day, gate, hour),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table attendance_counts (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    day date not null,
    hour smallint not null check (hour between 0 and 23),
    at timestamptz(3) not null,
    count int not null check (count <> 0),
    note text,
    actor text not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create index attendance_counts_day on attendance_counts (site_id, day, hour)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
