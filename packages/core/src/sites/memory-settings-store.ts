import type { MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { SettingsStore } from './settings-store.js';

/** Settings without a database. */
export function makeMemorySettings(table: MemoryTable<ReadonlyMap<string, unknown>>): SettingsStore {
  const keyOf = (scope: Scope) => `${scope.tenantId} ${scope.siteId}`;
  const all = (scope: Scope) => table.get(keyOf(scope)) ?? new Map<string, unknown>();
  return {
    get: async (scope, key) => all(scope).get(key),
    async set(scope, key, value) {
      const others = [...all(scope)].filter(([name]) => name !== key);
      table.set(keyOf(scope), new Map(value === undefined ? others : [...others, [key, value]]));
    },
    list: async (scope) => new Map([...all(scope)].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}
