import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { hostScope } from '@comptoir/core/kit/scope.js';
import type { ClaimedJob, PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import { expect } from 'chai';
import { NOON } from '../suites/builders.js';
import { aJob, aWant } from '../suites/queue-builders.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';
import { withClient } from '../support/postgres-server.js';

const TOKEN = '6f1c1f0e-5a38-4d0e-9d5c-0a7c2f1b9e11';
const BACKLOG = 20_000;
const CLAIMED = 100;

/** What everybody's sessions have read of the messages; a session that ends has said so. */
const ROWS_READ = `select sum(idx_tup_fetch + seq_tup_read)::int as rows from pg_stat_user_tables where relname = 'queue_messages'`;

describe('the push queue on a PostgreSQL server', function () {
  this.timeout(60_000);
  let given: TestDatabase;
  let database: Database;

  const open = () => openDatabase({ kind: 'postgres', url: given.url, poolSize: 1 }, { logger: silentLogger, processes: nodeProcesses });
  const on = <Result>(work: (queue: PushQueueStore) => Promise<Result>) =>
    database.persistence.transact(hostScope('tests'), ({ pushQueue }) => work(pushQueue), 'one-call');
  const claim = () => on((queue) => queue.claim([aWant({ limit: CLAIMED })], TOKEN, NOON));
  const acknowledge = (jobs: readonly ClaimedJob[]) =>
    on((queue) =>
      queue.settle(
        jobs.map(({ id, lease }) => ({ id, token: lease.token, settlement: { kind: 'acked' } })),
        NOON,
      ),
    );
  const run = async (text: string) => withClient(given.url, async (client) => (await client.query(text)).rows[0]);

  before(async function () {
    given = await createMigratedDatabase(this);
    database = await open();
  });
  after(async () => {
    await database?.close();
    await given?.drop();
  });

  it('reads only what it claims of a backlog, also on a connection that has known the queue empty', async () => {
    await on((queue) => queue.push([aJob()], NOON));
    for (let turn = 0; turn < 8; turn += 1) await acknowledge(await claim());
    await run('vacuum analyze queue_messages');
    for (let turn = 0; turn < 8; turn += 1) await acknowledge(await claim());
    await on((queue) =>
      queue.push(
        Array.from({ length: BACKLOG }, () => aJob()),
        NOON,
      ),
    );

    const claimed = await claim();
    expect(await acknowledge(claimed)).to.equal(CLAIMED);
    await database.close();
    database = await open();

    expect((await run(ROWS_READ)).rows).to.be.below(BACKLOG / 2);
  });
});
