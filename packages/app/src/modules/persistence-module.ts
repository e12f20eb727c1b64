import type { Database } from '@comptoir/adapters-db/database.js';
import type { Health } from '@comptoir/core/health/health-service.js';
import { ContainerModule } from 'inversify';
import { TOKENS } from '../tokens.js';
import { VERSION } from '../version.js';

/** The database is opened and closed by whoever makes the container: both take time and can fail, wiring does neither. */
export function persistenceModule(database: Database): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TOKENS.database).toConstantValue(database);
    bind(TOKENS.persistence)
      .toResolvedValue(({ persistence }: Database) => persistence, [TOKENS.database])
      .inSingletonScope();
    bind(TOKENS.health).toResolvedValue(healthOf, [TOKENS.database]).inSingletonScope();
  });
}

function healthOf(database: Database): Health {
  const ping = async () => {
    await database.ping();
  };
  return { version: VERSION, checks: { database: ping } };
}
