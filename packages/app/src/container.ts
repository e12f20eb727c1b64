import type { Database } from '@comptoir/adapters-db/database.js';
import { Container } from 'inversify';
import { hostsModule } from './modules/hosts-module.js';
import { type KitValues, kitModule } from './modules/kit-module.js';
import { persistenceModule } from './modules/persistence-module.js';
import { servicesModule } from './modules/services-module.js';

/** The whole product on one database, wired. Nothing is made before it is asked for, and closing the database is the caller's. */
export function makeContainer(kit: KitValues, database: Database): Container {
  const container = new Container();
  container.load(kitModule(kit), persistenceModule(database), servicesModule(), hostsModule());
  return container;
}
