import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { endAll, start } from '../app/program.js';
import { emptyDirectory, removeDirectories } from '../app/till.js';
import { requireProgram } from '../support/requires.js';
import { blocksOf } from './pages.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

describe('docs/examples/site', function () {
  this.timeout(60_000);
  let directory = '';
  let edge = '';
  let sdk = '';

  before(async function () {
    requireProgram(this, 'bash');
    requireProgram(this, 'curl');
    directory = await emptyDirectory();
    const addresses = await start(['serve', '--only', 'edge,sdk'], { COMPTOIR_DATA_DIR: directory }).ready;
    edge = addresses.edge ?? '';
    sdk = addresses.sdk ?? '';
  });

  after(async () => {
    await endAll();
    await removeDirectories();
  });

  /** What a block of the README prints, line by line, with the addresses of this run. */
  async function runBlock(code: string): Promise<readonly string[]> {
    const script = code
      .replaceAll('.comptoir', directory)
      .replaceAll('http://127.0.0.1:8444', edge)
      .replaceAll('curl ', 'curl -sS -w "\\n" ');
    const { stdout } = await run('bash', ['-ec', script], { cwd: ROOT });
    return stdout.trim().split('\n');
  }

  it('is typed', async () => {
    await run(process.execPath, [TSC, '-p', 'docs/examples/site'], { cwd: ROOT }).catch((failed: { stdout: string }) => {
      throw new Error(failed.stdout);
    });
  });

  it('is installed, asked and changed as its README says', async () => {
    const [install, ask, change, ...others] = blocksOf('examples/site/README.md').map(({ code }) => code);
    expect(others).to.deep.equal([]);
    await runBlock(install ?? '');
    const asked = (await runBlock(ask ?? '')).join('\n');
    expect(asked).to.include('<p>Hello, Ada.</p>').and.to.include('{"ok":true,"echo":{"a":1}}').and.to.include('max-width: 40rem');

    const [before, purge, after] = await runBlock(change ?? '');
    expect(before).to.include('"error":"not_found"');
    expect(JSON.parse(purge ?? '')).to.include({ ok: true, host: 'lucie.example', evicted: true, generation: 2 });
    expect(after).to.equal('new');
  });

  it('loads its script under the name that the page has', async () => {
    const home = (await run('curl', ['-sS', '-H', 'Host: lucie.example', `${edge}/`])).stdout;
    const script = /src="(\/islands\/clock-[A-Z0-9]+\.js)"/.exec(home)?.[1] ?? '';
    expect((await run('curl', ['-sS', '-H', 'Host: lucie.example', `${edge}${script}`])).stdout).to.include('toLocaleTimeString');
  });

  it('is among the figures of the edge and of the SDK', async () => {
    for (const origin of [edge, sdk]) {
      const { stdout } = await run('curl', ['-sS', `${origin}/metrics`]);
      expect(stdout).to.include('comptoir_edge_site_generation{site="lucie.example"} 2');
    }
  });
});
