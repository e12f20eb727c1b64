import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DirectoryHeld, lockDirectory } from '@comptoir/adapters-db/kit/directory-lock.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { expect } from 'chai';
import { errorOf } from '../suites/suite.js';
import { skipBecause } from '../support/requires.js';

const MODULE = import.meta.resolve('@comptoir/adapters-db/kit/directory-lock.js');
const PROCESSES = import.meta.resolve('@comptoir/app/adapters/node-processes.js');

describe('the lock of an embedded directory', () => {
  let folder = '';
  let path = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'comptoir-lock-'));
    path = join(folder, 'db.lock');
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** A process that takes the lock, says so, and then waits to be killed. */
  async function holder() {
    const code = `const { lockDirectory } = await import(${JSON.stringify(MODULE)});
      const { nodeProcesses } = await import(${JSON.stringify(PROCESSES)});
      await lockDirectory(${JSON.stringify(path)}, nodeProcesses).then(() => console.log('held'), (error) => console.log(error.name));
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(createInterface(child.stdout), 'line');
    return {
      said: String(said),
      pid: child.pid,
      async kill() {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
    };
  }

  it('is refused to a second taker, naming the process that holds it', async () => {
    const lock = await lockDirectory(path, nodeProcesses);
    const refusal = await errorOf(lockDirectory(path, nodeProcesses));
    expect(refusal).to.be.instanceOf(DirectoryHeld).with.property('owner', process.pid);
    await lock.release();
  });

  it('can be taken again after it was given back', async () => {
    await (await lockDirectory(path, nodeProcesses)).release();
    await (await lockDirectory(path, nodeProcesses)).release();
  });

  it('is refused to another process while its owner lives, and taken over after the owner was killed', async () => {
    const first = await holder();
    expect(first.said).to.equal('held');
    const refused = await errorOf(lockDirectory(path, nodeProcesses));
    expect(refused).to.be.instanceOf(DirectoryHeld).with.property('owner', first.pid);
    await first.kill();
    const lock = await lockDirectory(path, nodeProcesses);
    await lock.release();
  });

  it('is taken over when its process id belongs to somebody else by now', async function () {
    if (process.platform !== 'linux') skipBecause(this, 'only Linux says when a process started');
    await writeFile(path, JSON.stringify({ pid: process.pid, startedAt: 'another boot 1', nonce: 'old' }));
    const lock = await lockDirectory(path, nodeProcesses);
    expect(JSON.parse(await readFile(path, 'utf8')))
      .to.include({ pid: process.pid })
      .and.not.include({ nonce: 'old' });
    await lock.release();
  });

  it('goes to exactly one of many who find a dead owner at the same time', async () => {
    const dead = await holder();
    await dead.kill();
    const takers = await Promise.all(Array.from({ length: 6 }, () => holder()));
    try {
      expect(takers.map(({ said }) => said).sort()).to.deep.equal([...Array(5).fill('DirectoryHeld'), 'held']);
    } finally {
      for (const taker of takers) await taker.kill();
    }
  });

  it('does not give back a lock that somebody else holds by now', async () => {
    const lock = await lockDirectory(path, nodeProcesses);
    await writeFile(path, JSON.stringify({ pid: process.pid, startedAt: 'x', nonce: 'theirs' }));
    await lock.release();
    expect((await stat(path)).isFile()).to.equal(true);
  });

  it('refuses to guess when the lock file is not a lock', async () => {
    await writeFile(path, 'not json');
    expect(await errorOf(lockDirectory(path, nodeProcesses))).to.be.instanceOf(Error);
  });
});
