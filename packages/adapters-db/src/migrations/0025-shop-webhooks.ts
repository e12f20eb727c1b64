import { type Kysely, sql } from 'kysely';

/**
 * What online shops tell: every event is a row, and the first that waits about a record is also the work to be done for all that came after
 * it. So what is looked for while events stream in has an index of the few unfinished rows, and the unique one is what later events find it by.
 */
const STATEMENTS = [
  `create table shop_webhook_logs (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    session_id uuid not null,
    entity text not null check (entity in ('customers', 'products', 'orders')),
    action text not null check (action in ('create', 'update', 'delete')),
    external_id text not null,
    state text not null check (state in ('received', 'processing', 'completed', 'failed')),
    received_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    attempts int not null,
    due_at timestamptz not null,
    result text check (result in ('imported', 'ignored', 'gone')),
    reason text,
    coalesced_into uuid,
    coalesced int not null,
    replay_of uuid,
    token uuid,
    primary key (tenant_id, site_id, id),
    check ((state = 'received') = (started_at is null)),
    check ((state in ('completed', 'failed')) = (finished_at is not null)),
    check ((state = 'completed') = (result is not null)),
    check (state <> 'failed' or reason is not null),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  // Turns look entries up by their ids alone: by the key, the planner would read all of the establishment while it believes that there are few.
  'create index shop_webhook_logs_id on shop_webhook_logs (id)',
  `create unique index shop_webhook_logs_waiting on shop_webhook_logs (external_id, site_id, entity, tenant_id)
    where state = 'received' and coalesced_into is null`,
  `create index shop_webhook_logs_due on shop_webhook_logs (site_id, entity, due_at, id)
    where finished_at is null and coalesced_into is null`,
  'create index shop_webhook_logs_coalesced on shop_webhook_logs (coalesced_into) where coalesced_into is not null',
  'create index shop_webhook_logs_newest on shop_webhook_logs (site_id, received_at desc, id desc)',
  `create index shop_webhook_logs_failed on shop_webhook_logs (site_id, received_at desc, id desc) where state = 'failed'`,
  'create index shop_webhook_logs_session on shop_webhook_logs (session_id)',
  'create index shop_webhook_logs_finished on shop_webhook_logs (finished_at) where finished_at is not null',
  // The one turn of work that is to come or under way.
  `create table shop_webhook_turns (
    tenant_id uuid not null,
    site_id uuid not null,
    entity text not null,
    number bigint not null,
    at timestamptz not null,
    resting boolean not null,
    primary key (tenant_id, site_id, entity),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table shop_webhook_paces (
    tenant_id uuid not null,
    site_id uuid not null,
    level double precision not null,
    at timestamptz not null,
    strikes int not null,
    wait_until timestamptz,
    primary key (tenant_id, site_id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table reorder_suggestions (
    tenant_id uuid not null,
    site_id uuid not null,
    item_id text not null,
    variant_id text not null default '',
    vendor_id text,
    quantity bigint not null check (quantity >= 0),
    reorder_point bigint not null,
    available bigint not null,
    incoming bigint not null,
    demand bigint not null,
    window_days int not null,
    days_of_cover int,
    calculated_at timestamptz not null,
    primary key (tenant_id, site_id, item_id, variant_id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create index reorder_suggestions_needed on reorder_suggestions (site_id, days_of_cover, item_id, variant_id) where quantity > 0',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
