import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { hostScope } from '@comptoir/core/kit/scope.js';
import type { NewJob, Settlement } from '@comptoir/core/push-queue/push-job.js';
import type { ClaimedJob, PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import { expect } from 'chai';
import { NOON } from '../suites/builders.js';
import { aJob, aWant, secondsAfter } from '../suites/queue-builders.js';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres.js';
import { withClient } from '../support/postgres-server.js';

const TOKEN = '6f1c1f0e-5a38-4d0e-9d5c-0a7c2f1b9e11';
const BACKLOG = 20_000;
const CLAIMED = 100;

/** What everybody's sessions have read of the messages and their names; a session that ends has said so. */
const ROWS_READ = `select sum(idx_tup_fetch + seq_tup_read)::int as rows from pg_stat_user_tables where relname in ('queue_messages', 'queue_names')`;

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

  it('reads only what a call is about where both tables were analyzed while they were empty', async () => {
    const named = (count: number) => Array.from({ length: count }, (_, n) => aJob({ dedupId: `${n}` }));
    const pushAll = async (jobs: readonly NewJob[]) => {
      for (let done = 0; done < jobs.length; done += 1000) await on((queue) => queue.push(jobs.slice(done, done + 1000), NOON));
    };
    const settle = async (jobs: readonly ClaimedJob[], settlement: Settlement) =>
      on((queue) =>
        queue.settle(
          jobs.map(({ id, lease }) => ({ id, token: lease.token, settlement })),
          NOON,
        ),
      );
    await run('alter table queue_messages set (autovacuum_enabled = off)');
    await run('alter table queue_names set (autovacuum_enabled = off)');
    await pushAll(named(1000));
    await run('delete from queue_messages');
    await run('delete from queue_names');
    await run('analyze queue_messages, queue_names');
    await pushAll(named(BACKLOG));
    await database.close();
    const { rows: before } = await run(ROWS_READ);
    database = await open();

    const claimed = await claim();
    expect(claimed).to.have.length(CLAIMED);
    const settled = [
      await settle(claimed.slice(0, 20), { kind: 'acked' }),
      await settle(claimed.slice(20, 40), { kind: 'again', attempts: 1, runAt: NOON }),
      await settle(claimed.slice(40, 60), { kind: 'dead', attempts: 1, status: 400, error: 'No.' }),
      await on((queue) => queue.reclaim(null, secondsAfter(NOON, 60), 1000)),
    ];
    expect(settled).to.deep.equal([20, 20, 20, CLAIMED - 60]);
    const horizon = { appId: 'demo', queue: 'mails', leaseSecs: 30, waitSecs: 60 };
    expect(await on((queue) => queue.reclaimAhead([horizon], NOON, 1000))).to.equal(0);
    expect(await on((queue) => queue.bringForward([horizon], NOON, 1000))).to.equal(0);
    const again = await on((queue) => queue.push(named(CLAIMED), NOON));
    expect(again.filter(({ deduplicated }) => deduplicated)).to.have.length(CLAIMED);
    await database.close();
    const { rows: after } = await run(ROWS_READ);
    database = await open();

    expect(after - before).to.be.below(BACKLOG / 4);
  });
});
