import { type Kysely, sql } from 'kysely';

/** What the daily work on orders needs. */
const STATEMENTS = [
  // A forecast that was given back does not stand in the way of the next one of the same order. Still one index for every reference.
  'drop index stock_actions_reference',
  `create unique index stock_actions_reference on stock_actions (reference, site_id, tenant_id, reason, item_id, variant_id,
    (case status when 'CANCELLED' then id else '00000000-0000-0000-0000-000000000000' end)) where reference is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
