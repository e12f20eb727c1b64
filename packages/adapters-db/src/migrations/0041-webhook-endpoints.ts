import { type Kysely, sql } from 'kysely';

/**
 * Endpoints of integrators and what they are told. An endpoint without an establishment hears of all of its organisation. Whoever makes a change only
 * adds deliveries, and takes the weakest lock on the endpoint for that.
 */
const STATEMENTS = [
  `create table webhook_endpoints (
    tenant_id uuid not null references tenants on delete cascade,
    id uuid not null,
    site_id uuid,
    name text not null,
    description text,
    url text not null,
    types jsonb,
    secret text not null,
    retiring jsonb not null,
    disabled_reason text check (disabled_reason in ('person', 'gone', 'failing')),
    disabled_at timestamptz,
    failing_since timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (tenant_id, id),
    check ((disabled_reason is null) = (disabled_at is null)),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table webhook_deliveries (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    endpoint_id uuid not null,
    event_id uuid not null,
    type text not null,
    body text not null,
    state text not null check (state in ('waiting', 'delivered', 'failed')),
    attempts int not null,
    last jsonb,
    created_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade
  )`,
  'create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, id)',
  'create index webhook_deliveries_of_site on webhook_deliveries (site_id)',
  'create index webhook_deliveries_age on webhook_deliveries (created_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
