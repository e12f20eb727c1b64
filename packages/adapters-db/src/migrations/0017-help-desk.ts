import { type Kysely, sql } from 'kysely';

/** Texts are kept apart from headings, so that lists need not read them. A slug that was replaced stays, and leads on. */
const slugTable = (name: string, of: string) => `create table ${name} (
    tenant_id uuid not null,
    site_id uuid not null,
    language text not null,
    slug text not null,
    owner_id text not null,
    current boolean not null,
    primary key (tenant_id, site_id, slug, language),
    foreign key (tenant_id, site_id, owner_id) references ${of} (tenant_id, site_id, id) on delete cascade
  )`;

const STATEMENTS = [
  `create table kb_categories (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    position int not null,
    translations jsonb not null,
    names text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
  )`,
  `create table kb_articles (
    tenant_id uuid not null,
    site_id uuid not null,
    id text not null,
    category_id text,
    status text not null check (status in ('draft', 'published')),
    published_at timestamptz,
    position int not null,
    tags text[] not null,
    headings jsonb not null,
    bodies jsonb not null,
    search_words text[] not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null,
    primary key (tenant_id, site_id, id),
    foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade,
    foreign key (tenant_id, site_id, category_id) references kb_categories (tenant_id, site_id, id)
  )`,
  'create index kb_articles_position on kb_articles (site_id, position, created_at, id collate "C")',
  'create index kb_articles_category on kb_articles (category_id, site_id)',
  // '' stands for no category, so that the articles of each are found by plain equality, in the order of display.
  `create index kb_articles_published on kb_articles (site_id, (coalesce(category_id, '')), position, created_at, id collate "C")
    where status = 'published'`,
  'create index kb_articles_words on kb_articles using gin (array_to_tsvector(search_words))',
  slugTable('kb_article_slugs', 'kb_articles'),
  'create index kb_article_slugs_owner on kb_article_slugs (owner_id, site_id)',
  slugTable('kb_category_slugs', 'kb_categories'),
  'create index kb_category_slugs_owner on kb_category_slugs (owner_id, site_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
