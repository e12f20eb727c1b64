import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { exerciseEveryPort } from '../suites/all-suites.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';

describe('on a PostgreSQL server', () => {
  let given: TestDatabase | undefined;

  before(async function () {
    given = await createMigratedDatabase(this);
  });

  after(async () => given?.drop());

  exerciseEveryPort('PostgreSQL', async () => {
    if (given === undefined) throw new Error('There is no database to run on.');
    const database = await openDatabase(
      { kind: 'postgres', url: given.url, poolSize: 30 },
      { logger: silentLogger, processes: nodeProcesses },
    );
    return database;
  });
});
