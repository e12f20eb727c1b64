import { type Kysely, sql } from 'kysely';

/**
 * The photos that are kept, and since when no item uses them. They are named by their content and may be of several tenants at once,
 * so the table belongs to none; who uses one is told by the items.
 */
const STATEMENTS = [
  `create table photos (
    hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
    unused_since timestamptz
  )`,
  `create index items_stored_photo on items (substring(photo from 9 for 64)) where photo like '/photos/%'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
