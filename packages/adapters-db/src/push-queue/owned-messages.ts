import type { OwnedMessages } from '@comptoir/core/push-queue/push-queue-store.js';
import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '../kit/json.js';

/** True for messages and dead letters that are among these. A payload is only read as JSON where the queue is one of those asked for. */
export function isOf(of: OwnedMessages | undefined): RawBuilder<unknown> {
  if (of === undefined) return sql`true`;
  const { tenantId, siteId } = of.owner;
  return sql`case when queue = any(${of.queues}::text[]) then payload::jsonb @> ${jsonText({ tenantId, siteId })}::jsonb else false end`;
}
