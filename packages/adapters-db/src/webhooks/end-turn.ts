import type { Scope } from '@comptoir/core/kit/scope.js';
import type { NextTurn, Turn } from '@comptoir/core/webhooks/webhook-log-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';

/** Makes way for the next turn, where something is left. Looks for that under the lock of the turn: what is journaled later finds it gone, or to come. */
export async function endTurn(
  db: Handle,
  { tenantId, siteId }: Scope,
  { entity, number }: Turn,
  restUntil: Date | null,
  now: Date,
): Promise<NextTurn | null> {
  const mine = sql`tenant_id = ${tenantId} and site_id = ${siteId} and entity = ${entity}`;
  const { rows: held } = await sql`select 1 from shop_webhook_turns where ${mine} and number = ${number} for update`.execute(db);
  if (held.length === 0) return null;
  const { rows } = await sql<{ readonly due_at: Date }>`
    select due_at from shop_webhook_logs where ${mine} and finished_at is null and coalesced_into is null order by due_at, id limit 1`.execute(
    db,
  );
  const [first] = rows;
  if (first === undefined) {
    await sql`delete from shop_webhook_turns where ${mine}`.execute(db);
    return null;
  }
  const at = new Date(Math.max(first.due_at.getTime(), now.getTime(), restUntil?.getTime() ?? 0));
  await sql`update shop_webhook_turns set number = ${number + 1}, at = ${at}, resting = ${restUntil !== null} where ${mine}`.execute(db);
  return { entity, number: number + 1, at };
}
