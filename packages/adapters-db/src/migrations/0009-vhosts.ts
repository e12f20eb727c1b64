import { type Kysely, sql } from 'kysely';

/**
 * Virtual hosts of the apps on the machine: of no tenant, so without its column. The key of `vhost_hosts` is what gives a host
 * name to one vhost. The lease is one row, for the web server's files.
 */
const STATEMENTS = [
  `create table vhosts (
    domain text primary key,
    app_id text not null,
    target jsonb not null,
    cert_path text not null,
    key_path text not null,
    automatic boolean not null,
    quarantine text,
    updated_at timestamptz not null
  )`,
  `create table vhost_hosts (
    host text primary key,
    domain text not null references vhosts (domain) on delete cascade,
    position int not null,
    unique (domain, position)
  )`,
  `create table vhost_lease (
    id int primary key check (id = 1),
    holder text not null,
    lease_until timestamptz not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
