import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { exerciseEveryPort } from '../suites/all-suites.js';

exerciseEveryPort('PGlite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'comptoir-pglite-'));
  const database = await openDatabase(
    { kind: 'embedded', directory: join(directory, 'db') },
    { logger: silentLogger, processes: nodeProcesses },
  );
  await database.migrate();
  return {
    persistence: database.persistence,
    async close() {
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
});
