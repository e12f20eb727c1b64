import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { ScheduleRun } from '@comptoir/core/scheduler/schedule-run.js';
import { LEASE_MS } from '@comptoir/core/scheduler/ticker.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { expect } from 'chai';
import { until } from '../../adapters-http/until.js';
import { definition } from '../../core/scheduler/schedules.js';
import { listeningAddress } from '../../support/listening.js';
import { plainHttp } from '../../support/plain-http.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres.js';
import { testDeps } from '../../support/service-deps.js';

const PROCESS = fileURLToPath(new URL('./scheduler-process.js', import.meta.url));
const APP = 'demo';
const SCHEDULES = 20;
/** How many processes are killed; more make it a soak test. */
const KILLS = Number(process.env['COMPTOIR_SCHEDULER_KILLS'] ?? 5);

interface Call {
  readonly key: string;
  readonly requestId: string;
}

describe('three processes that run schedules, and are killed again and again', function () {
  this.timeout((KILLS + 12) * 5000);
  const calls: Call[] = [];
  const processes: ChildProcess[] = [];
  let postgres: TestDatabase;
  let database: Database;
  let services: Services;
  let sink: Server;
  let lastKillAt = new Date(0);

  before(async function () {
    postgres = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: postgres.url }, { logger: silentLogger, processes: nodeProcesses });
    services = makeServices(testDeps({ persistence: database.persistence, clock: systemClock, crypto: nodeCrypto, outgoing: plainHttp }));
    sink = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { name, due_at } = JSON.parse(Buffer.concat(chunks).toString());
        calls.push({ key: `${name} ${due_at}`, requestId: String(request.headers['x-request-id']) });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await soak(await listeningAddress(sink));
  });
  after(async () => {
    for (const child of processes) child.kill('SIGKILL');
    sink?.close();
    sink?.closeAllConnections();
    await database?.close();
    await postgres?.drop();
  });

  async function startProcess(): Promise<void> {
    const child = spawn(process.execPath, [PROCESS, postgres.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    processes.push(child);
    if (child.stdout !== null) await once(child.stdout, 'data');
  }

  /** A process is killed in the middle of its work: with the call that makes it so many. */
  async function moreCalls(count: number): Promise<void> {
    const wanted = calls.length + count;
    await until(() => calls.length >= wanted);
  }

  async function soak(origin: string): Promise<void> {
    await Promise.all([startProcess(), startProcess(), startProcess()]);
    const url = `${origin}/tick`;
    for (let index = 0; index < SCHEDULES; index += 1) {
      const fields = { name: `n${index}`, schedule: '* * * * * *', handler_url: url, overlap: true, catchup_secs: 600 };
      await services.scheduler.register(APP, definition(fields));
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await moreCalls(1 + Math.floor(Math.random() * 2 * SCHEDULES));
      processes.shift()?.kill('SIGKILL');
      lastKillAt = new Date();
      await startProcess();
    }
    await moreCalls(SCHEDULES);
    for (const child of processes) child.kill('SIGTERM');
    await Promise.all(processes.map((child) => (child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null)));
  }

  const allRuns = async (): Promise<readonly (readonly ScheduleRun[])[]> =>
    Promise.all(
      Array.from({ length: SCHEDULES }, async (_, index) => {
        const page = await database.persistence.views.schedules.runs(APP, `n${index}`, { before: null, limit: 10_000 });
        return [...(page ?? [])].reverse();
      }),
    );

  it('calls handlers for no due time twice, except for the runs of a process that was killed, under the same id', async () => {
    const runs = new Map((await allRuns()).flat().map((run) => [run.id, run]));
    const idsOf = new Map<string, string[]>();
    for (const { key, requestId } of calls) idsOf.set(key, [...(idsOf.get(key) ?? []), requestId]);
    for (const [key, ids] of idsOf) {
      expect(new Set(ids).size, key).to.equal(1);
      expect(ids.length, key).to.be.at.most(runs.get(ids[0] ?? '')?.attempts ?? 0);
    }
    expect(calls.length).to.be.greaterThan(SCHEDULES);
  });

  it('leaves no second of any schedule out of the record', async () => {
    const entries = await services.scheduler.list(APP);
    for (const [index, runs] of (await allRuns()).entries()) {
      const nextRunAt = entries.find(({ schedule }) => schedule.name === `n${index}`)?.schedule.nextRunAt;
      const [first] = runs;
      const recorded = runs.reduce((sum, run) => sum + Math.max(1, run.skipped), 0);
      expect(recorded, `n${index}`).to.equal((Number(nextRunAt) - Number(first?.dueAt)) / 1000);
    }
  });

  it('leaves open only what killed processes had, which the next one brings to its end: nothing that was started is lost', async () => {
    const open = (await allRuns()).flat().filter(({ leaseUntil }) => leaseUntil !== null);
    for (const { startedAt } of open) expect(startedAt).to.be.at.most(lastKillAt);
    for (const { schedule } of await services.scheduler.list(APP)) await services.scheduler.register(APP, { ...schedule, enabled: false });

    const later = { now: () => new Date(Date.now() + LEASE_MS) };
    const deps = testDeps({ persistence: database.persistence, clock: later, crypto: nodeCrypto, outgoing: plainHttp });
    const { ticker } = makeServices(deps);
    while ((await ticker.turn()).more);
    await ticker.idle();

    const heard = new Set(calls.map(({ requestId }) => requestId));
    const started = (await allRuns()).flat().filter(({ status }) => status !== 'skipped_missed');
    expect(started.filter(({ id, status }) => status !== 'succeeded' || !heard.has(id))).to.deep.equal([]);
  });
});
