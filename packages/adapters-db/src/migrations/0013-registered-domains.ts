import { type Kysely, sql } from 'kysely';

/** Directories limit certificates per registered domain too. Orders made before count towards none: they age within a week. */
const STATEMENTS = [`alter table acme_orders add column registered_domains jsonb not null default '[]'`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
