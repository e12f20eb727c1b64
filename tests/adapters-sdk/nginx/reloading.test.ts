import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { aMachine, type Machine } from './a-machine.js';
import { visit } from './visit.js';

const TIME_LIMIT_MS = 60_000;
const RELOADS = 12;

describe('an nginx that is reloaded', function () {
  this.timeout(TIME_LIMIT_MS);
  const signals: string[] = [];
  let machine: Machine;
  let mayEndWorkers = true;

  before(async function () {
    machine = await aMachine(this, { nginx: { signal } });
  });
  after(() => machine?.nginx.close());

  function signal(pid: number, name: 'SIGHUP' | 'SIGQUIT'): void {
    signals.push(name);
    if (name === 'SIGQUIT' && !mayEndWorkers) throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    process.kill(pid, name);
  }

  async function children(): Promise<readonly string[]> {
    const pid = (await readFile(machine.nginx.path('nginx.pid'), 'utf8')).trim();
    const pids = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
    return Promise.all(pids.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').then((title) => title.replaceAll('\0', ''))));
  }

  /** Every visit after a change sees the change, and none of those under way fails. */
  async function changeUnderLoad(domain: string): Promise<void> {
    const input = await machine.site(domain, { root: await machine.root(domain, '0') });
    const ca = await readFile(input.cert_path, 'utf8');
    const page = () => visit(machine.nginx, ca, domain, '/').then(({ text }) => text, String);
    await machine.vhosts.upsert('demo', input);
    const answers: string[] = [];
    let busy = true;
    const visitor = (async () => {
      while (busy) answers.push(await page());
    })();
    for (let version = 1; version <= RELOADS; version += 1) {
      await machine.vhosts.upsert('demo', { ...input, root: await machine.root(`${domain}-${version}`, String(version)) });
      expect(await Promise.all([page(), page(), page()])).to.deep.equal(Array(3).fill(String(version)));
    }
    busy = false;
    await visitor;
    expect(answers.filter((answer) => !/^\d+$/.test(answer))).to.deep.equal([]);
  }

  it('has its old workers end as soon as the new ones are there, and takes none for crashed', async () => {
    await changeUnderLoad('quick.example');
    expect(signals).to.include('SIGQUIT');
    // Longer than it takes nginx to look after its children.
    await wait(300);
    expect(await children()).to.deep.equal(Array(2).fill('nginx: worker process'));
    expect(await machine.nginx.errors()).to.not.match(/\[(?:alert|crit|emerg|error)\]/);
  });

  it('is waited for where its workers may not be signalled', async () => {
    mayEndWorkers = false;
    await changeUnderLoad('slow.example');
  });
});
