import { DomainError } from '../kit/errors.js';
import type { MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import type { Site } from '../sites/site.js';
import type { ApiKey, KeyKind } from './api-key.js';
import type { ApiKeyStore, ApiKeyViews } from './api-key-store.js';

interface UseRow {
  readonly keyId: string;
  readonly day: string;
  readonly calls: number;
}

export interface ApiKeyTables {
  readonly apiKeys: MemoryTable<ApiKey>;
  readonly uses: MemoryTable<UseRow>;
  readonly sites: MemoryTable<Site>;
}

/** Keys without a database. */
export function makeMemoryApiKeys({ apiKeys, uses, sites }: ApiKeyTables): { store: ApiKeyStore; views: ApiKeyViews } {
  const own = (key: ApiKey | undefined, scope: Scope, kind: KeyKind) =>
    key?.tenantId === scope.tenantId && key.siteId === scope.siteId && key.kind === kind ? key : null;
  return {
    store: {
      async create(scope, key) {
        if (apiKeys.get(key.id) !== undefined) throw new DomainError('duplicate');
        if (sites.get(scope.siteId)?.tenantId !== scope.tenantId) throw new DomainError('unknown_shop');
        apiKeys.set(key.id, { ...key, tenantId: scope.tenantId, siteId: scope.siteId });
      },
      async change(scope, kind, id, decide) {
        const before = own(apiKeys.get(id), scope, kind);
        if (before === null) throw new DomainError('unknown_record');
        const { tenantId, siteId } = before;
        const after = { ...decide(before), id, kind, tenantId, siteId };
        apiKeys.set(id, after);
        return after;
      },
      async countUses(counted) {
        for (const { tenantId, keyId, day, calls, lastUsedAt } of counted) {
          const key = apiKeys.get(keyId);
          if (key?.tenantId !== tenantId) continue;
          const known = uses.get(`${keyId} ${day}`)?.calls ?? 0;
          uses.set(`${keyId} ${day}`, { keyId, day, calls: known + calls });
          if (key.lastUsedAt === null || key.lastUsedAt < lastUsedAt) apiKeys.set(keyId, { ...key, lastUsedAt });
        }
      },
    },
    views: {
      async byId(kind, id) {
        const key = apiKeys.committed.get(id);
        return key?.kind === kind ? key : null;
      },
      get: async (scope, kind, id) => own(apiKeys.committed.get(id), scope, kind),
      async list(scope, kind, filter, now) {
        const search = filter.search?.toLowerCase() ?? '';
        const matching = [...apiKeys.committed.values()]
          .flatMap((key) => own(key, scope, kind) ?? [])
          .filter(({ name }) => name.toLowerCase().includes(search))
          .filter((key) => filter.ended === undefined || hasEnded(key, now) === filter.ended)
          .sort(newestFirst);
        return pageRows(matching, filter);
      },
      async uses(scope, id, sinceDay) {
        const key = apiKeys.committed.get(id);
        if (key?.tenantId !== scope.tenantId || key.siteId !== scope.siteId) return [];
        return [...uses.committed.values()]
          .filter(({ keyId, day }) => keyId === id && day >= sinceDay)
          .sort((left, right) => (left.day < right.day ? -1 : 1))
          .map(({ day, calls }) => ({ day, calls }));
      },
    },
  };
}

function hasEnded({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now);
}

function newestFirst(left: ApiKey, right: ApiKey): number {
  return right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : -1);
}
