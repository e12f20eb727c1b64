import { type Kysely, sql } from 'kysely';

/**
 * What an online shop knows products and variants by, and how far it is from what is here. One product of the shop is one here, however many imports run: the database says so,
 * among products that are not deleted. A combination belongs to its product, which is how it is found.
 */
const STATEMENTS = [
  `alter table items
    add column width_mm int check (width_mm >= 0),
    add column height_mm int check (height_mm >= 0),
    add column depth_mm int check (depth_mm >= 0)`,
  'alter table item_variants add column external_id text',
  'drop index items_external',
  `create unique index items_external on items (external_id, site_id, tenant_id)
    where external_id is not null and deleted_at is null`,
  // The last comparison of each establishment with its shop.
  `create table drift_reports (
    tenant_id uuid not null,
    site_id uuid not null,
    started_at timestamptz not null,
    finished_at timestamptz not null,
    requests int not null,
    entities jsonb not null,
    primary key (tenant_id, site_id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
