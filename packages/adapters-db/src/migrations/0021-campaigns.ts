import { type Kysely, sql } from 'kysely';

/**
 * Mails to many: what they say, to whom, and what became of each. A recipient is claimed and settled by its row alone, so what is looked
 * for while a campaign is sent has an index of those few rows: who waits, who is claimed, and how many were claimed in the last minute.
 */
const NAMED = `
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
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade`;

const STATEMENTS = [
  `create table email_templates (${NAMED})`,
  `create table segments (${NAMED})`,
  `create table campaign_tags (${NAMED})`,
  `create table campaigns (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    name text not null,
    subject text,
    template_id uuid not null,
    segment_id uuid,
    tags text[] not null,
    sender_name text,
    reply_to text,
    status text not null check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'failed')),
    scheduled_at timestamptz,
    started_at timestamptz,
    finished_at timestamptz,
    failure text,
    run int not null,
    content jsonb not null default '[]',
    search_words text[] not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    check ((status = 'failed') = (failure is not null)),
    check (status <> 'scheduled' or scheduled_at is not null),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, template_id) references email_templates (tenant_id, site_id, id),
    foreign key (tenant_id, site_id, segment_id) references segments (tenant_id, site_id, id)
  )`,
  'create index campaigns_newest on campaigns (site_id, created_at desc, id desc)',
  'create index campaigns_template on campaigns (template_id)',
  'create index campaigns_segment on campaigns (segment_id) where segment_id is not null',
  'create index campaigns_words on campaigns using gin (array_to_tsvector(search_words))',
  `create table campaign_recipients (
    tenant_id uuid not null,
    site_id uuid not null,
    campaign_id uuid not null,
    address text not null,
    client_id uuid,
    state text not null check (state in ('pending', 'claimed', 'sent', 'failed', 'skipped', 'bounced', 'uncertain')),
    reason text,
    tries int not null default 0,
    token uuid,
    claimed_at timestamptz,
    due_at timestamptz not null,
    queued_at timestamptz not null,
    changed_at timestamptz not null,
    unsubscribed_at timestamptz,
    primary key (tenant_id, site_id, campaign_id, address),
    foreign key (tenant_id, site_id, campaign_id) references campaigns (tenant_id, site_id, id) on delete cascade
  )`,
  `create index campaign_recipients_due on campaign_recipients (campaign_id, due_at, address collate "C") where state = 'pending'`,
  `create index campaign_recipients_claimed on campaign_recipients (campaign_id, claimed_at) where state = 'claimed'`,
  'create index campaign_recipients_token on campaign_recipients (token) where token is not null',
  'create index campaign_recipients_pace on campaign_recipients (site_id, claimed_at) where claimed_at is not null',
  // For whoever wants to know what was sent to them, or to be forgotten.
  'create index campaign_recipients_address on campaign_recipients (address, site_id)',
  'create index campaign_recipients_client on campaign_recipients (client_id, site_id) where client_id is not null',
  'create index campaign_recipients_changed on campaign_recipients (campaign_id, changed_at desc, address collate "C")',
  `create table newsletter_subscribers (
    tenant_id uuid not null,
    site_id uuid not null,
    id uuid not null,
    email text not null,
    language text,
    state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
    source text not null,
    created_at timestamptz not null,
    confirmed_at timestamptz,
    ended_at timestamptz,
    primary key (tenant_id, site_id, id),
    check (state <> 'confirmed' or confirmed_at is not null),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  'create unique index newsletter_email on newsletter_subscribers (email, site_id, tenant_id)',
  'create index newsletter_newest on newsletter_subscribers (site_id, created_at desc, id desc)',
  'create index newsletter_addresses on newsletter_subscribers (site_id, email collate "C")',
  // By the SHA-256 of the address: that it is not to be written to is known on when the address is forgotten.
  `create table mail_suppressions (
    tenant_id uuid not null,
    site_id uuid not null,
    address_hash bytea not null,
    at timestamptz not null,
    primary key (tenant_id, site_id, address_hash),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
