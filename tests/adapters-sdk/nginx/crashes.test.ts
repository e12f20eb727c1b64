import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { VhostInput } from '@comptoir/core/vhosts/vhost-contract.js';
import { expect } from 'chai';
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres.js';
import { aMachine, type Machine } from './a-machine.js';
import { CRASH_STEPS, type CrashStep, type PublisherTask } from './publisher-task.js';
import { visit } from './visit.js';

const TIME_LIMIT_MS = 60_000;
const PROGRAM = fileURLToPath(new URL('./publisher-process.js', import.meta.url));

describe('publishing virtual hosts from several processes', function () {
  this.timeout(TIME_LIMIT_MS);
  let given: TestDatabase;
  let database: Database;
  let machine: Machine;

  before(async function () {
    given = await createMigratedDatabase(this);
    database = await openDatabase({ kind: 'postgres', url: given.url }, { logger: silentLogger, processes: nodeProcesses });
    machine = await aMachine(this, { persistence: database.persistence });
  });
  after(async () => {
    await machine?.nginx.close();
    await database?.close();
    await given?.drop();
  });

  /** What became of each input, or 'killed'. */
  async function publishElsewhere(inputs: readonly VhostInput[], crash: CrashStep | null = null): Promise<readonly string[] | 'killed'> {
    const task: PublisherTask = { databaseUrl: given.url, options: machine.nginx.options, inputs, crash };
    try {
      return JSON.parse((await promisify(execFile)(process.execPath, [PROGRAM, JSON.stringify(task)])).stdout);
    } catch (error) {
      if (error instanceof Error && 'signal' in error && error.signal === 'SIGKILL') return 'killed';
      throw error;
    }
  }

  async function pageOf(input: VhostInput): Promise<string> {
    return (await visit(machine.nginx, await readFile(input.cert_path, 'utf8'), input.domain, '/')).text;
  }

  for (const [index, step] of CRASH_STEPS.entries()) {
    it(`leaves a server that starts and serves when it is killed ${step}`, async () => {
      // A lease of a process that was killed runs out; here the time has passed already.
      const survivor = machine.another({ clock: { now: () => new Date(Date.now() + 60_000 * (index + 1)) } });
      const [old, changed] = await Promise.all(['old', 'changed'].map((name) => machine.root(`${name}-${index}`, name)));
      const before = await machine.site(`crash-${index}.example`, { root: old });
      await survivor.upsert('demo', before);

      expect(await publishElsewhere([{ ...before, root: changed }], step)).to.equal('killed');
      await machine.nginx.stop();
      await machine.nginx.start();
      expect(await pageOf(before)).to.equal(step === 'before the file' ? 'old' : 'changed');

      await survivor.reconcile();
      expect(await pageOf(before)).to.equal(step === 'after the commit' ? 'changed' : 'old');
      await survivor.upsert('demo', { ...before, root: changed });
      expect(await pageOf(before)).to.equal('changed');
    });
  }

  it('takes turns, and loses nothing', async () => {
    const inputsOf = (who: string) => Promise.all(Array.from({ length: 6 }, (_, index) => machine.site(`${who}-${index}.example`)));
    const [first, second] = await Promise.all([inputsOf('first'), inputsOf('second')]);
    const outcomes = await Promise.all([publishElsewhere(first), publishElsewhere(second)]);

    expect(outcomes.flat()).to.deep.equal(Array.from({ length: 12 }, () => 'published'));
    const files = await readdir(machine.nginx.path('vhosts'));
    for (const input of [...first, ...second]) {
      expect(files).to.include(`${input.domain}.comptoir.conf`);
      expect(await pageOf(input)).to.include('nothing here yet');
    }
    expect(await machine.nginx.webServer.test()).to.deep.equal({ ok: true, conflicts: new Set() });
  });

  it('gives a name that both want to one of them', async () => {
    const aliases = ['wanted.example'];
    const [left, right] = await Promise.all([machine.site('left.example', { aliases }), machine.site('right.example', { aliases })]);
    const outcomes = await Promise.all([publishElsewhere([left]), publishElsewhere([right])]);
    expect(outcomes.flat().sort()).to.deep.equal(['host_taken', 'published']);
    expect(await machine.nginx.webServer.test()).to.deep.equal({ ok: true, conflicts: new Set() });
  });
});
