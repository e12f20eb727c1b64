import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { endAll, start } from '../app/program.js';
import { demoDirectory, removeDirectories } from '../app/till.js';
import { requireProgram } from '../support/requires.js';
import { blocksOf, patternOf } from './pages.js';
import { ROOT } from './run-example.js';

const PAGE = 'sync.md';
const BETWEEN = '---- block ----';
const run = promisify(execFile);

/** One that nobody listens on. */
async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe(`docs/${PAGE}`, function () {
  this.timeout(120_000);
  let directory = '';
  let storefront = '';

  before(async () => {
    directory = await demoDirectory();
    const loopback = { COMPTOIR_ALLOW_LOOPBACK_HANDLERS: '1' };
    storefront = (await start(['serve', '--demo'], { COMPTOIR_DATA_DIR: directory, ...loopback }).ready).storefront ?? '';
  });
  after(async () => {
    await endAll();
    await removeDirectories();
  });

  it('shows commands that do what it says, one after the other in one shell', async function () {
    for (const program of ['bash', 'curl', 'openssl']) requireProgram(this, program);
    const blocks = blocksOf(PAGE).filter(({ language }) => language === 'sh');
    const port = await aFreePort();
    const script = blocks
      .map(({ code }) => code)
      .join(`\necho '${BETWEEN}'\n`)
      .replaceAll('npx comptoir', 'node packages/app/bin/comptoir.js')
      .replaceAll('http://127.0.0.1:3000', storefront)
      .replaceAll('4100', String(port));
    const env = { PATH: process.env['PATH'], COMPTOIR_DATA_DIR: directory };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: ROOT, env });

    const outputs = stdout.split(`${BETWEEN}\n`);
    expect(outputs).to.have.length(blocks.length);
    for (const [index, { shown }] of blocks.entries()) if (shown !== null) expect(outputs[index]?.trim()).to.match(patternOf(shown));
  });
});
