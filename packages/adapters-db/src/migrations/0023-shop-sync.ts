import { type Kysely, sql } from 'kysely';

/**
 * Bookkeeping of the synchronization with online shops: what each record of a shop is here, the runs, and the records that are set apart. The
 * columns stand in the order in which they are inserted as records.
 */
const STATEMENTS = [
  `create table shop_links (
    tenant_id uuid not null,
    site_id uuid not null,
    entity text not null check (entity in ('vendors', 'categories', 'products', 'customers', 'orders')),
    external_id text not null,
    local_id text not null,
    digest text not null,
    shop_updated_at timestamptz,
    imported_at timestamptz not null,
    gone_at timestamptz,
    primary key (tenant_id, site_id, entity, external_id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create index shop_links_local on shop_links (tenant_id, site_id, entity, local_id)',
  `create table sync_runs (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    job text not null check (job in ('orders', 'products', 'full')),
    dry_run boolean not null,
    opened_at timestamptz not null,
    since timestamptz,
    cursor jsonb,
    outcome text check (outcome in ('completed', 'completed_with_quarantine', 'failed', 'timed_out')),
    reason text,
    read bigint not null,
    unchanged bigint not null,
    quarantined bigint not null,
    gone bigint not null,
    requests bigint not null,
    writes jsonb not null,
    expected bigint not null,
    started_at timestamptz not null,
    finished_at timestamptz,
    lease_until timestamptz not null,
    holder uuid not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    check ((outcome is null) = (finished_at is null))
  )`,
  'create index sync_runs_newest on sync_runs (tenant_id, site_id, started_at desc, id desc)',
  `create index sync_runs_good on sync_runs (tenant_id, site_id, job, opened_at desc)
    where not dry_run and outcome in ('completed', 'completed_with_quarantine')`,
  // Begun twice, a job would import everything twice.
  'create unique index sync_runs_open on sync_runs (tenant_id, site_id, job) where outcome is null and not dry_run',
  `create table sync_quarantine (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    entity text not null check (entity in ('vendors', 'categories', 'products', 'customers', 'orders')),
    external_id text not null,
    code text not null,
    reason text not null,
    attempts int not null check (attempts > 0),
    first_at timestamptz not null,
    last_at timestamptz not null,
    next_try_at timestamptz,
    digest text,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create index sync_quarantine_newest on sync_quarantine (tenant_id, site_id, last_at desc)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
