import { openDatabase } from '@comptoir/adapters-db/database.js';
import { makeNginx } from '@comptoir/adapters-sdk/nginx/make-nginx.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { makeVhostsService } from '@comptoir/core/vhosts/vhosts-service.js';
import type { WebServer } from '@comptoir/core/vhosts/web-server.js';
import type { CrashStep, PublisherTask } from './publisher-task.js';
import { vhostsDepsOn } from './vhosts-deps.js';

/** A process of its own that publishes vhosts, and may be killed at a step. Started with a `PublisherTask` as its argument. */

function dieIf(wanted: boolean): void {
  if (wanted) process.kill(process.pid, 'SIGKILL');
}

function dyingServer(webServer: WebServer, crash: CrashStep | null): WebServer {
  return {
    ...webServer,
    files: {
      ...webServer.files,
      async put(file) {
        dieIf(crash === 'before the file');
        await webServer.files.put(file);
        dieIf(crash === 'after the file');
      },
    },
    async test() {
      const outcome = await webServer.test();
      dieIf(crash === 'after the test');
      return outcome;
    },
    async reload() {
      const pid = await webServer.reload();
      dieIf(crash === 'after the reload');
      return pid;
    },
  };
}

/** The only transactions that matter here are those that save a vhost. */
function dyingTransact({ transact }: Persistence, crash: CrashStep | null): Persistence['transact'] {
  return async (scope, work) => {
    let saved = false;
    const result = await transact(scope, (stores, views) => {
      const save: typeof stores.vhosts.save = (vhost) => {
        saved = true;
        return stores.vhosts.save(vhost);
      };
      return work({ ...stores, vhosts: { ...stores.vhosts, save } }, views);
    });
    dieIf(saved && crash === 'after the commit');
    return result;
  };
}

async function publishAll({ databaseUrl, options, inputs, crash }: PublisherTask): Promise<readonly string[]> {
  const database = await openDatabase({ kind: 'postgres', url: databaseUrl }, { logger: silentLogger, processes: nodeProcesses });
  const webServer = makeNginx({ ...options, fallbackCertificate: async () => null, signal: (pid, signal) => process.kill(pid, signal) });
  const persistence = { ...database.persistence, transact: dyingTransact(database.persistence, crash) };
  const vhosts = makeVhostsService(vhostsDepsOn(persistence, dyingServer(webServer, crash)));
  const outcomes = inputs.map((input) =>
    vhosts.upsert('demo', input).then(
      () => 'published',
      (error: unknown) => (hasCode(error, 'host_taken') ? 'host_taken' : String(error)),
    ),
  );
  return Promise.all(outcomes).finally(() => database.close());
}

process.stdout.write(JSON.stringify(await publishAll(JSON.parse(process.argv[2] ?? ''))));
