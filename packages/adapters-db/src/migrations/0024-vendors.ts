import { type Kysely, sql } from 'kysely';

/**
 * Who an establishment buys from. One that was merged into another stays as a signpost for its shop id, so the pair of type and shop id is
 * unique among those that stand. Products name their vendor in a column that was text while there was nothing to name: nothing has ever
 * written it, so it is made anew with its foreign key.
 */
const STATEMENTS = [
  `create table vendors (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    name text not null,
    vendor_type text check (vendor_type in ('supplier', 'manufacturer')),
    external_id text,
    email text,
    phone text,
    note text,
    data jsonb not null default '{}',
    merged_into uuid,
    search_words text[] not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    check (merged_into <> id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, merged_into) references vendors (tenant_id, site_id, id) on delete cascade
  )`,
  `create unique index vendors_external on vendors (external_id, coalesce(vendor_type, ''), site_id, tenant_id)
    where external_id is not null and merged_into is null`,
  'create index vendors_shop_ids on vendors (external_id, site_id) where external_id is not null',
  'create index vendors_named on vendors (tenant_id, site_id, name collate "C", id) where merged_into is null',
  'create index vendors_merged on vendors (merged_into) where merged_into is not null',
  `create unique index vendors_portal on vendors ((data -> 'portal' ->> 'hash')) where data -> 'portal' ->> 'hash' is not null`,
  'create index vendors_words on vendors using gin (array_to_tsvector(search_words))',
  'alter table items drop column default_vendor_id',
  `alter table items
    add column default_vendor_id uuid,
    add constraint items_vendor foreign key (tenant_id, site_id, default_vendor_id) references vendors (tenant_id, site_id, id)`,
  'create index items_by_vendor on items (default_vendor_id, site_id) where default_vendor_id is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
