import type { Database } from '@comptoir/adapters-db/database.js';
import { Container } from 'inversify';
import type { CommandContext } from './commands/command.js';
import { certificatesModule } from './modules/certificates-module.js';
import { hostsModule } from './modules/hosts-module.js';
import { type KitValues, kitModule } from './modules/kit-module.js';
import { persistenceModule } from './modules/persistence-module.js';
import { servicesModule } from './modules/services-module.js';
import { vhostsModule } from './modules/vhosts-module.js';
import { TOKENS } from './tokens.js';

/** The whole product on one database, wired. Nothing is made before it is asked for, and closing the database is the caller's. */
export function makeContainer(kit: KitValues, database: Database): Container {
  const container = new Container();
  container.load(kitModule(kit), persistenceModule(database), certificatesModule(), servicesModule(), vhostsModule(), hostsModule());
  return container;
}

/** What commands work on, wherever they run. */
export function commandContextOf(container: Container): CommandContext {
  return {
    services: container.get(TOKENS.services),
    database: container.get(TOKENS.database),
    passwords: container.get(TOKENS.passwords),
    production: container.get(TOKENS.config).production,
    progress: () => undefined,
  };
}
