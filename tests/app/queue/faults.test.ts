import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { until } from '../../adapters-http/until.js';
import { textOf } from '../../adapters-sdk/push/text-of.js';
import { aWorker } from '../../suites/queue-builders.js';
import { listeningAddress } from '../../support/listening.js';
import { startDedicatedServer } from '../../support/postgres.js';
import { type PostgresServer, withClient } from '../../support/postgres-server.js';
import { testDeps } from '../../support/service-deps.js';

const ASKED = process.env['COMPTOIR_TEST_QUEUE_MESSAGES'];
/** A long run takes many more, and is alone on its machine: then what the queue promises is held to the second. */
const IS_ALONE = Boolean(ASKED);
const MESSAGES = Number(ASKED || 3_000);
const BATCH = 500;
const APP = 'faults';
const VISIBILITY_SECS = 2;
/** What was answered this long before a fault may not have been written down: it was in flight, for as long as its lease lasts at most. */
const IN_FLIGHT_MS = IS_ALONE ? 1_000 : VISIBILITY_SECS * 1_000;
const RECOVERY_MS = IS_ALONE ? 5_000 : 20_000;

/** A handler that remembers when each message came. */
interface Sink {
  readonly server: Server;
  readonly arrivals: ReadonlyMap<string, readonly number[]>;
  /** Resolves at the delivery after which the condition holds; `count` is of all deliveries. */
  when(condition: (count: number) => boolean): Promise<void>;
}

function aSink(): Sink {
  const arrivals = new Map<string, number[]>();
  const waiting = new Map<(count: number) => boolean, () => void>();
  let count = 0;
  const server = createServer(async (request, response) => {
    const { id }: { id: string } = JSON.parse(await textOf(request));
    arrivals.set(id, [...(arrivals.get(id) ?? []), Date.now()]);
    count += 1;
    response.writeHead(204).end();
    for (const [condition, reach] of waiting) if (condition(count)) reach();
  }).listen(0, '127.0.0.1');
  return {
    server,
    arrivals,
    async when(condition) {
      if (condition(count)) return;
      await new Promise<void>((resolve) => waiting.set(condition, resolve));
      waiting.delete(condition);
    },
  };
}

describe('the queue under faults, on PostgreSQL', function () {
  this.timeout(120_000 + MESSAGES * 10);
  let postgres: PostgresServer;
  let database: Database;
  let services: Services;
  let sink: Sink;
  const dispatchers = new Set<ChildProcess>();
  const faultsAt: number[] = [];

  before(async function () {
    postgres = await startDedicatedServer(this);
    database = await openDatabase({ kind: 'postgres', url: postgres.url }, { logger: silentLogger, processes: nodeProcesses });
    await database.migrate();
    services = makeServices(testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto }));
    sink = aSink();
    const handlerUrl = await listeningAddress(sink.server);
    await services.pushQueue.register(aWorker({ appId: APP, handlerUrl, concurrency: 16, visibilityTimeoutSecs: VISIBILITY_SECS }));
  });

  after(async () => {
    for (const dispatcher of dispatchers) dispatcher.kill('SIGKILL');
    sink?.server.closeAllConnections();
    sink?.server.close();
    await database?.close();
    await postgres?.dispose();
  });

  function startDispatcher(): ChildProcess {
    const program = fileURLToPath(new URL('./dispatcher-process.js', import.meta.url));
    const child = spawn(process.execPath, [program, postgres.url], { stdio: ['ignore', 'ignore', 'inherit'] });
    dispatchers.add(child);
    return child;
  }

  async function kill(dispatcher: ChildProcess): Promise<void> {
    const ended = once(dispatcher, 'exit');
    dispatcher.kill('SIGKILL');
    await ended;
    dispatchers.delete(dispatcher);
  }

  async function push(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let left = count; left > 0; left -= BATCH) {
      const messages = Array.from({ length: Math.min(BATCH, left) }, (_, n) => ({ queue: 'mails', payload: String(n) }));
      ids.push(...(await services.pushQueue.push(APP, messages)).map(({ id }) => id));
    }
    return ids;
  }

  /** Lets a share of the messages through, does it, and tells how long nothing came afterwards. */
  async function faultAfter(share: number, fault: () => Promise<unknown>): Promise<number> {
    await sink.when(() => sink.arrivals.size >= share * MESSAGES);
    await fault();
    const at = Date.now();
    faultsAt.push(at);
    let last = 0;
    await sink.when((count) => {
      last = last === 0 ? count : last;
      return count > last || sink.arrivals.size === MESSAGES;
    });
    return Date.now() - at;
  }

  it('loses nothing, delivers twice only what was in flight, and goes on within seconds', async () => {
    const ids = await push(MESSAGES);
    const [first] = [startDispatcher(), startDispatcher()];

    const pauses = [
      await faultAfter(0.15, () => kill(first)),
      await faultAfter(0.35, async () => startDispatcher()),
      await faultAfter(0.5, () => withClient(postgres.url, (client) => client.query(TERMINATE))),
      await faultAfter(0.7, async () => {
        await postgres.stop();
        faultsAt.push(Date.now());
        await postgres.start();
      }),
    ];
    await sink.when(() => sink.arrivals.size === MESSAGES);
    await until(async () => (await services.pushQueue.depths(APP)).every((depth) => depth.ready + depth.inDelivery + depth.delayed === 0));

    expect([...sink.arrivals.keys()].sort()).to.deep.equal(ids.sort());
    for (const pause of pauses) expect(pause).to.be.below(RECOVERY_MS);
    const twice = [...sink.arrivals.values()].filter((arrivals) => arrivals.length > 1);
    const unexplained = twice.filter(([firstAt = 0]) => !faultsAt.some((at) => Math.abs(at - firstAt) < IN_FLIGHT_MS));
    expect(unexplained).to.deep.equal([]);
    expect((await services.pushQueue.depths(APP))[0]).to.include({ dead: 0 });
  });
});

/** Every connection of the product, as a network that breaks would end them. */
const TERMINATE = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'comptoir'";
