import { IDEMPOTENCY_KEPT_HOURS, type IdempotencyClaim, type IdempotencyStore, inFlight, type RememberedCall } from './idempotency.js';
import type { MemoryTable } from './memory-database.js';

interface CallRow {
  readonly key: string;
  readonly call: RememberedCall;
  readonly at: number;
}

export type IdempotencyTable = MemoryTable<CallRow>;

/** Remembered calls without a database. One transaction runs at a time, so a claim never meets an open one. */
export function makeMemoryIdempotency(table: IdempotencyTable): IdempotencyStore {
  const keyOf = (tenantId: string, claim: IdempotencyClaim) => [tenantId, claim.owner, claim.route, claim.key].join('\n');
  const keptSince = (now: Date) => now.getTime() - IDEMPOTENCY_KEPT_HOURS * 3_600_000;
  return {
    async claim(scope, claim, now) {
      const row = table.get(keyOf(scope.tenantId, claim));
      return row !== undefined && row.at > keptSince(now) ? row.call : null;
    },
    async remember(scope, claim, outcome, now) {
      const key = keyOf(scope.tenantId, claim);
      const existing = table.get(key);
      if (existing !== undefined && existing.at > keptSince(now)) throw inFlight();
      table.set(key, { key, call: { fingerprint: claim.fingerprint, outcome }, at: now.getTime() });
    },
    async forgetBefore(before) {
      const old = [...table.values()].filter(({ at }) => at < before.getTime());
      for (const { key } of old) table.delete(key);
      return old.length;
    },
  };
}
