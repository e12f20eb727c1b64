import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSpawnedCommands } from '@comptoir/adapters-sdk/commands/spawned-commands.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { signalGroup } from '@comptoir/app/adapters/signal-group.js';
import type { Command, Commands } from '@comptoir/core/scheduler/scheduled-work.js';
import { expect } from 'chai';
import { until } from '../../adapters-http/until.js';

/** How long the programs sleep that are not to be waited for. */
const SLEEP_MS = 60_000;

describe('commands', function () {
  this.timeout(SLEEP_MS);

  let root: string;
  let outside: string;
  let commands: Commands;

  before(async () => {
    [root, outside] = [await mkdtemp(join(tmpdir(), 'comptoir-root-')), await mkdtemp(join(tmpdir(), 'comptoir-out-'))];
    await mkdir(join(root, 'app'));
    await writeFile(join(root, 'notes'), 'echo no', { mode: 0o600 });
    await symlink(outside, join(root, 'leads-out'));
    await symlink(join(root, 'app'), join(outside, 'leads-in'));
    commands = makeSpawnedCommands({ roots: [root], environment: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' }, signalGroup });
  });
  after(() => Promise.all([root, outside].map((path) => rm(path, { recursive: true }))));

  const run = (argv: readonly string[], changes: Partial<Command> = {}) =>
    commands.run({ argv, cwd: null, input: '', timeoutMs: 10_000, ...changes });
  const script = (source: string, changes: Partial<Command> = {}) => run(['sh', '-c', source], changes);

  it('are run in their directory, and say how they ended and what they wrote', async () => {
    expect(await script('pwd; echo bad >&2; exit 3', { cwd: join(root, 'app') })).to.deep.equal({
      kind: 'exited',
      code: 3,
      output: `${join(root, 'app')}\nbad\n`,
    });
    expect(await script('pwd')).to.deep.include({ code: 0, output: `${root}\n` });
  });

  it('get their arguments as they are: no shell reads them', async () => {
    expect(await run(['printf', '%s\n', '$HOME', '*', 'a b; touch x | `id`'])).to.deep.include({
      output: '$HOME\n*\na b; touch x | `id`\n',
    });
  });

  it('read what they are given, and need not', async () => {
    expect(await run(['cat'], { input: '{"name":"é"}' })).to.deep.include({ code: 0, output: '{"name":"é"}' });
    expect(await run(['true'], { input: 'x'.repeat(1_000_000) })).to.deep.include({ kind: 'exited', code: 0 });
  });

  it('see nothing of the environment but what they are to see', async () => {
    process.env['COMPTOIR_TEST_SECRET'] = 'secret';
    const { output } = { output: '', ...(await run(['env'])) };
    delete process.env['COMPTOIR_TEST_SECRET'];
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split('=')[0])
        .sort(),
    ).to.deep.equal(['LANG', 'PATH']);
  });

  it('leave the end of a long output, in whole characters', async () => {
    const outcome = await script(`i=0; while [ $i -lt 3000 ]; do printf 'é€'; i=$((i+1)); done; echo the end`);
    const { output } = { output: '', ...outcome };
    expect(Buffer.byteLength(output)).to.be.within(8188, 8192);
    expect(output).to.match(/^[é€]+the end\n$/u);
  });

  it('are ended at their time limit with everything they started', async () => {
    const file = join(root, 'child');
    const startedAt = performance.now();
    expect(await script(`echo so far; sleep 60 & echo $! > ${file}; wait`, { timeoutMs: 300 })).to.deep.equal({
      kind: 'timed-out',
      output: 'so far\n',
    });
    expect(performance.now() - startedAt).to.be.lessThan(SLEEP_MS / 2);
    const child = Number(await readFile(file, 'utf8'));
    await until(() => !nodeProcesses.isRunning(child));
  });

  it('are killed when they do not end', async () => {
    const startedAt = performance.now();
    expect(await script('trap "" TERM; echo no; while :; do sleep 0.1; done', { timeoutMs: 200 })).to.deep.equal({
      kind: 'timed-out',
      output: 'no\n',
    });
    expect(performance.now() - startedAt).to.be.at.least(2000);
  });

  it('leave nothing running behind them that holds on to their output', async () => {
    const startedAt = performance.now();
    const file = join(root, 'left');
    expect(await script(`sleep 60 & echo $! > ${file}; echo done`)).to.deep.equal({ kind: 'exited', code: 0, output: 'done\n' });
    expect(performance.now() - startedAt).to.be.lessThan(SLEEP_MS / 2);
    const left = Number(await readFile(file, 'utf8'));
    await until(() => !nodeProcesses.isRunning(left));
  });

  it('are not waited for by way of a daemon that holds on to their output', async () => {
    const file = join(root, 'daemon');
    expect(
      await script(`setsid sh -c 'echo $$ > ${file}; sleep 5' & while [ ! -s ${file} ]; do sleep 0.05; done; echo done`),
    ).to.deep.include({ output: 'done\n' });
    signalGroup(Number(await readFile(file, 'utf8')), 'SIGKILL');
  });

  it('are all ended when the host stops', async () => {
    const running = script('echo up; sleep 60');
    const file = join(root, 'up');
    const other = script(`touch ${file}; sleep 60`);
    await until(() =>
      readFile(file).then(
        () => true,
        () => false,
      ),
    );
    commands.endAll();
    expect(await running).to.deep.include({ kind: 'killed', signal: 'SIGTERM' });
    expect(await other).to.deep.include({ kind: 'killed', signal: 'SIGTERM' });
  });

  it('say when they are ended from outside', async () => {
    expect(await script('kill -SEGV $$')).to.deep.equal({ kind: 'killed', signal: 'SIGSEGV', output: '' });
  });

  const NOT_STARTED: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['a program that is not there', ['no-such-program'], /ENOENT/],
    ['a file that is no program', ['./notes'], /EACCES/],
    ['more arguments than the system takes', ['true', 'x'.repeat(200_000)], /E2BIG/],
  ];
  for (const [what, argv, reason] of NOT_STARTED) {
    it(`say that ${what} was not started`, async () => {
      const outcome = await run(argv);
      expect(outcome.kind).to.equal('not-started');
      expect(outcome).to.have.property('reason').that.matches(reason);
    });
  }

  it('work under an allowed root only, wherever links lead', async () => {
    const DIRECTORIES: readonly (readonly [string, RegExp | null])[] = [
      [root, null],
      [join(root, 'app'), null],
      [join(root, 'app', '..', 'app'), null],
      [join(outside, 'leads-in'), null],
      [outside, /no allowed root/],
      [join(root, 'leads-out'), /no allowed root/],
      [join(root, '..'), /no allowed root/],
      [`${root}-beside`, /no such directory/],
      [join(root, 'missing'), /no such directory/],
      ['/etc/hostname', /no such directory/],
    ];
    for (const [cwd, fault] of DIRECTORIES) {
      const found = await commands.directoryFault(cwd);
      if (fault === null) expect(found, cwd).to.equal(null);
      else expect(found, cwd).to.match(fault);
    }
    expect(await run(['pwd'], { cwd: join(root, 'leads-out') })).to.have.property('kind', 'not-started');
  });
});
