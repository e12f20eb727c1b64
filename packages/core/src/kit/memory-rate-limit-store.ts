import type { MemoryTable } from './memory-database.js';
import { type RateLimitStore, type RatePolicy, rateStateOf } from './rate-limit.js';
import type { Scope } from './scope.js';

interface BucketRow {
  readonly key: string;
  readonly hits: readonly number[];
}

export type RateLimitTable = MemoryTable<BucketRow>;

/** Rate limits of a single process. */
export function makeMemoryRateLimits(table: RateLimitTable): RateLimitStore {
  const keyOf = (scope: Scope, bucket: string) => `${scope.tenantId} ${scope.siteId} ${bucket}`;
  const recent = (key: string, policy: RatePolicy, now: Date) =>
    (table.get(key)?.hits ?? []).filter((hit) => hit > now.getTime() - policy.windowSecs * 1000);
  return {
    async take(scope, bucket, policy, now) {
      const key = keyOf(scope, bucket);
      const before = recent(key, policy, now);
      if (before.length >= policy.limit) return rateStateOf(before, policy, now, false);
      const hits = [...before, now.getTime()];
      table.set(key, { key, hits });
      return rateStateOf(hits, policy, now, true);
    },
    peek: async (scope, bucket, policy, now) => rateStateOf(recent(keyOf(scope, bucket), policy, now), policy, now, false),
    async forgetBefore(before) {
      const old = [...table.values()].filter(({ hits }) => (hits.at(-1) ?? 0) < before.getTime());
      for (const { key } of old) table.delete(key);
      return old.length;
    },
  };
}
