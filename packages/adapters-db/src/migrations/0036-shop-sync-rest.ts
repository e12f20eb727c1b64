import { type Kysely, sql } from 'kysely';

/**
 * Events of shops are written three times each, and every index of them as often: the one that only housekeeping looked at becomes one of a few
 * pages. An event has ended no earlier than it came.
 */
const STATEMENTS = [
  'drop index shop_webhook_logs_finished',
  'create index shop_webhook_logs_received on shop_webhook_logs using brin (received_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
