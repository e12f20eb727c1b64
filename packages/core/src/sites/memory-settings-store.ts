import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { SettingsStore, SettingsViews } from './settings-store.js';

/** Settings without a database. */
export function makeMemorySettings(table: SettingsTable): { store: SettingsStore; views: SettingsViews } {
  return {
    store: {
      get: async (scope, key) => allOf(table, scope).get(key),
      async set(scope, key, value) {
        const others = [...allOf(table, scope)].filter(([name]) => name !== key);
        table.set(keyOf(scope), new Map(value === undefined ? others : [...others, [key, value]]));
      },
      list: listOf(table),
    },
    views: {
      list: listOf(table.committed),
      async sitesWith(key) {
        const found = [...table.keys()].filter((name) => table.committed.get(name)?.has(key) === true);
        return found.map((name) => name.split(' ')).map(([tenantId = '', siteId = '']) => ({ tenantId, siteId }));
      },
    },
  };
}

type Settings = ReadonlyMap<string, unknown>;
type SettingsTable = MemoryTable<Settings>;

function keyOf({ tenantId, siteId }: Scope): string {
  return `${tenantId} ${siteId}`;
}

function allOf(rows: MemoryRows<Settings>, scope: Scope): Settings {
  return rows.get(keyOf(scope)) ?? new Map<string, unknown>();
}

function listOf(rows: MemoryRows<Settings>): SettingsStore['list'] {
  return async (scope) => new Map([...allOf(rows, scope)].sort(([left], [right]) => (left < right ? -1 : 1)));
}
