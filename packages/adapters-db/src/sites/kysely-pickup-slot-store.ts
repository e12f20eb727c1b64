import type { Scope } from '@comptoir/core/kit/scope.js';
import type { PickupSlotStore } from '@comptoir/core/sites/pickup-slot-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';

/**
 * Takes a place and returns a row, or none when the slot is full. One statement decides: the row lock makes concurrent claims
 * wait, and the condition is tried again on what they left.
 */
export function slotClaim({ tenantId, siteId }: Scope, start: Date, cap: number | null): RawBuilder<{ taken: number }> {
  return sql`
    insert into pickup_slots (tenant_id, site_id, starts_at, taken)
    select ${tenantId}::uuid, ${siteId}::uuid, ${start}::timestamptz, 1 where ${cap}::int is null or ${cap}::int > 0
    on conflict (tenant_id, site_id, starts_at) do update set taken = pickup_slots.taken + 1
    where ${cap}::int is null or pickup_slots.taken < ${cap}::int
    returning taken`;
}

export function makeKyselyPickupSlots(db: Handle): PickupSlotStore {
  return {
    async taken({ tenantId, siteId }, from, to) {
      const { rows } = await sql<{ starts_at: Date; taken: number }>`
        select starts_at, taken from pickup_slots
        where tenant_id = ${tenantId} and site_id = ${siteId} and starts_at >= ${from} and starts_at < ${to} and taken > 0`.execute(db);
      return new Map(rows.map((row) => [row.starts_at.getTime(), row.taken]));
    },

    async claim(scope, start, cap) {
      const { rows } = await slotClaim(scope, start, cap).execute(db);
      return rows.length > 0;
    },

    async release({ tenantId, siteId }, start) {
      await sql`
        update pickup_slots set taken = taken - 1
        where tenant_id = ${tenantId} and site_id = ${siteId} and starts_at = ${start} and taken > 0`.execute(db);
    },
  };
}
