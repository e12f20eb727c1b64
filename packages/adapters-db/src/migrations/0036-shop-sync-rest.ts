import { type Kysely, sql } from 'kysely';

/**
 * What a synchronization that was stopped has shown, and what somebody has accepted of it. Events of shops are written three times each, and every index of them as often: the one that only housekeeping looked at becomes one of a few
 * pages. An event has ended no earlier than it came.
 */
const STATEMENTS = [
  'alter table sync_runs add column vanished jsonb',
  'alter table sync_runs add column accepted jsonb',
  'create index sync_runs_stopped on sync_runs (tenant_id, site_id, started_at desc, id desc) where vanished is not null',
  'drop index shop_webhook_logs_finished',
  'create index shop_webhook_logs_received on shop_webhook_logs using brin (received_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
