import type { Database } from '@comptoir/adapters-db/database.js';
import type { Persistence } from '@comptoir/core/stores.js';

/** The database port without a database, for what asks it for nothing but its persistence. */
export function memoryDatabase(persistence: Persistence): Database {
  return {
    kind: 'embedded',
    persistence,
    migrate: async () => [],
    pendingMigrations: async () => [],
    ping: async () => new Date(),
    close: async () => undefined,
  };
}
