import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { comptoir, endAll, start } from '../app/program.js';
import { demoDirectory, removeDirectories } from '../app/till.js';
import { requireProgram } from '../support/requires.js';
import { type HesitantFront, hesitantFront } from './hesitant-front.js';
import { type Block, blocksOf, patternOf } from './pages.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

const blocks = blocksOf('rpc.md');
const commands = blocks.filter(({ language }) => language === 'sh');

/** Between the answers of two blocks of commands. */
const BETWEEN = '\u0001';

describe('docs/rpc.md', function () {
  this.timeout(120_000);
  let platform = '';
  let environment: Record<string, string>;

  before(async () => {
    const directory = await demoDirectory();
    environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', LC_ALL: 'C.UTF-8', COMPTOIR_DATA_DIR: directory };
    const ready = await start(['serve', '--demo'], { COMPTOIR_DATA_DIR: directory }).ready;
    platform = ready.platform ?? '';
  });

  after(async () => {
    await endAll();
    await removeDirectories();
  });

  describe('shows commands', () => {
    let answers: readonly string[] = [];

    before(async function () {
      requireProgram(this, 'curl');
      const bash = requireProgram(this, 'bash');
      const script = commands.map(({ code }) => code.replace('http://127.0.0.1:3001', platform)).join(`\nprintf '${BETWEEN}'\n`);
      const { stdout } = await run(bash, ['-euo', 'pipefail', '-c', script], { cwd: ROOT, env: environment });
      answers = stdout.split(BETWEEN);
    });

    for (const [place, { code, shown }] of commands.entries()) {
      it(`that answer what they are said to: ${code.slice(0, 100).split('\n')[0]}`, () => {
        const answer = answers[place]?.replaceAll('\r', '').replaceAll('}{', '}\n{').trim();
        if (shown === null) expect(answer).not.to.include('"error"');
        else expect(answer).to.match(patternOf(shown));
      });
    }
  });

  describe('shows programs', () => {
    let folder = '';
    let front: HesitantFront;

    before(async () => {
      const mint = ['tokens', 'mint', '--email', 'admin@demo.test', '--site', 'chez-lucie', '--json'];
      const { stdout } = await comptoir(mint, { COMPTOIR_DATA_DIR: environment['COMPTOIR_DATA_DIR'] ?? '' });
      const { token }: { token: string } = JSON.parse(stdout);
      environment = { ...environment, COMPTOIR_TOKEN: token };
      // Inside the workspace, so that the packages are found as a user's project would find them.
      folder = await mkdtemp(join(fileURLToPath(new URL('.', import.meta.url)), 'rpc-'));
    });

    beforeEach(async () => {
      front = await hesitantFront(platform);
      environment = { ...environment, COMPTOIR_URL: front.address };
    });

    afterEach(() => front.close());
    after(() => rm(folder, { recursive: true }));

    async function expectShown(program: string, args: readonly string[], { shown }: Block): Promise<void> {
      const { stdout, stderr } = await run(program, args, { env: environment });
      expect(stderr).to.equal('');
      expect(stdout.trim()).to.equal(shown?.trim());
      const [first, second, ...others] = front.keys;
      expect(first, 'the refused call had a key').to.be.a('string');
      expect(second, 'and was repeated with the same').to.equal(first);
      expect(others, 'another call has another').to.have.length(1).and.not.include(first);
    }

    it('in TypeScript that compile, do what is shown, and wait when they are told to', async () => {
      const block = theBlock('ts');
      await writeFile(join(folder, 'client.ts'), block.code);
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['client.ts'] }));
      const { stdout } = await run(process.execPath, [TSC, '-p', folder]).catch((failed: { stdout: string }) => failed);
      expect(stdout).to.equal('');
      await expectShown(process.execPath, [join(folder, 'client.js')], block);
    });

    it('in Python that do what is shown, and wait when they are told to', async function () {
      const python = requireProgram(this, 'python3');
      const block = theBlock('python');
      await writeFile(join(folder, 'client.py'), block.code);
      await expectShown(python, [join(folder, 'client.py')], block);
    });
  });
});

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2022',
  types: ['node'],
  skipLibCheck: true,
};

function theBlock(wanted: string): Block {
  const [block, ...others] = blocks.filter(({ language }) => language === wanted);
  if (block === undefined || others.length > 0) throw new Error(`The page has not one program in ${wanted}.`);
  return block;
}
