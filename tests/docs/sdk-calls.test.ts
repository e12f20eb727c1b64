import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SDK_CALLS } from '@comptoir/core/sdk-calls.js';
import { expect } from 'chai';
import { endAll, start } from '../app/program.js';
import { emptyDirectory, removeDirectories } from '../app/till.js';
import { requireProgram } from '../support/requires.js';
import { blocksOf } from './pages.js';

const run = promisify(execFile);

const PAGES = ['sdk/certificates.md', 'sdk/queue.md', 'sdk/scheduler.md', 'sdk/vhosts.md'];
const OF_THIS_PROCESS = 'http://127.0.0.1:3080';

/** The objects of a text that holds nothing else, by the names of their fields. */
function shapesIn(text: string): readonly string[] {
  const objects = text.trim().split(/(?<=\})\s*(?=\{"ok")/);
  return objects.map((object) => Object.keys(JSON.parse(object)).join(' '));
}

describe('docs/sdk, on its calls', function () {
  this.timeout(60_000);
  after(async () => {
    await endAll();
    await removeDirectories();
  });

  it('shows a command for each of them', () => {
    const commands = PAGES.flatMap((page) => blocksOf(page).filter(({ language }) => /^(?:ba)?sh$/.test(language))).map(({ code }) => code);
    const isShown = ({ path }: { readonly path: string }) =>
      commands.some((code) => code.includes(`/__platform/sdk${path} `) || code.includes(`sdk ${path.slice(1)} `));
    expect(SDK_CALLS.filter((call) => !isShown(call)).map(({ path }) => path)).to.deep.equal([]);
  });

  it('shows commands of the queue and of schedules that answer in the shape that is shown', async function () {
    requireProgram(this, 'curl');
    const { sdk = '' } = await start(['sdk'], { COMPTOIR_DATA_DIR: await emptyDirectory() }).ready;
    const here = (code: string) => code.replaceAll(OF_THIS_PROCESS, sdk);
    for (const page of ['sdk/queue.md', 'sdk/scheduler.md']) {
      const blocks = blocksOf(page).filter(({ language }) => language === 'sh');
      const preparation = blocks.filter(({ code, shown }) => shown === null && code.startsWith('export ')).map(({ code }) => code);
      const shown = blocks.filter((block) => block.shown !== null);
      expect(shown, page).to.have.length.of.at.least(3);
      for (const block of shown) {
        const calls = block.code
          .split('\n')
          .filter((line) => !line.includes('/metrics'))
          .join('\n');
        const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here([...preparation, calls].join('\n'))]);
        expect(shapesIn(stdout), block.code).to.deep.equal(shapesIn(block.shown ?? ''));
      }
    }
  });
});
