import { expect } from 'chai';
import { endAll, start } from '../app/program.js';
import { demoDirectory, removeDirectories } from '../app/till.js';
import { requireProgram } from '../support/requires.js';
import { blocksOf, patternOf } from './pages.js';
import { ROOT, run } from './run-example.js';

const commands = blocksOf('ticketing.md').filter(({ language }) => language === 'sh');

/** Between the answers of two blocks of commands. */
const BETWEEN = '\u0001';

describe('docs/ticketing.md', function () {
  this.timeout(120_000);
  let answers: readonly string[] = [];

  before(async function () {
    requireProgram(this, 'curl');
    const bash = requireProgram(this, 'bash');
    const directory = await demoDirectory();
    const { storefront = '', platform = '' } = await start(['serve', '--demo'], { COMPTOIR_DATA_DIR: directory }).ready;
    const here = (code: string) => code.replaceAll('http://127.0.0.1:3000', storefront).replaceAll('http://127.0.0.1:3001', platform);
    const script = commands.map(({ code }) => here(code)).join(`\nprintf '${BETWEEN}'\n`);
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', LC_ALL: 'C.UTF-8', COMPTOIR_DATA_DIR: directory };
    const { stdout } = await run(bash, ['-euo', 'pipefail', '-c', script], { cwd: ROOT, env });
    answers = stdout.split(BETWEEN);
  });

  after(async () => {
    await endAll();
    await removeDirectories();
  });

  for (const [place, { code, shown }] of commands.entries()) {
    it(`shows what is answered to: ${code.slice(0, 100).split('\n')[0]}`, () => {
      expect(answers[place]?.trim()).to.match(patternOf((shown ?? '').replaceAll('\n', '')));
    });
  }
});
