import { type Kysely, sql } from 'kysely';

/**
 * Two indexes that began with the same columns looked alike to a planner that knows nothing of an establishment yet: links were looked for by what the
 * shop calls a record in the index of what it is called here, one hundred times through all of them.
 */
const STATEMENTS = ['drop index shop_links_local', 'create index shop_links_local on shop_links (local_id, entity, site_id, tenant_id)'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
