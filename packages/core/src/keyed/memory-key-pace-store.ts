import type { MemoryTable } from '../kit/memory-database.js';
import type { RateLimitStore } from '../kit/rate-limit.js';
import type { Site } from '../sites/site.js';
import { type KeyPaceStore, paceBucket } from './key-pace-store.js';

/** The pace of keys in a single process. */
export function makeMemoryKeyPaces(rateLimits: RateLimitStore, sites: MemoryTable<Site>): KeyPaceStore {
  return {
    take: (calls, policy, now) =>
      Promise.all(
        calls.map(async ({ scope, keyId }) => {
          const site = sites.get(scope.siteId);
          const version = site?.tenantId === scope.tenantId ? site.version : null;
          const take = version === null ? rateLimits.peek : rateLimits.take;
          return { rate: await take(scope, paceBucket(keyId), policy, now), version };
        }),
      ),
  };
}
