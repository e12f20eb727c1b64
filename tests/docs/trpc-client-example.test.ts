import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { comptoir, endAll, start } from '../app/program.js';
import { demoDirectory, removeDirectories } from '../app/till.js';
import { ROOT, run, runExample } from './run-example.js';

const EXAMPLE = 'docs/examples/trpc-client.mjs';
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

describe(EXAMPLE, function () {
  this.timeout(60_000);
  let directory = '';
  let platform = '';

  before(async () => {
    directory = await demoDirectory();
    platform = (await start(['serve', '--demo'], { COMPTOIR_DATA_DIR: directory }).ready).platform ?? '';
  });

  after(async () => {
    await endAll();
    await removeDirectories();
  });

  const example = (variables: Readonly<Record<string, string>>) => runExample(EXAMPLE, { COMPTOIR_URL: platform, ...variables });

  it('is typed by its comments', async () => {
    const { stdout } = await run(process.execPath, [TSC, '-p', 'docs/examples', '--listFilesOnly'], { cwd: ROOT });
    expect(stdout).to.include(EXAMPLE).and.to.include('rpc/app-router.d.ts');
    await run(process.execPath, [TSC, '-p', 'docs/examples'], { cwd: ROOT }).catch((failed: { stdout: string }) => {
      throw new Error(failed.stdout);
    });
  });

  it('signs in as the account of the demonstration and shows the organisation, in one request', async () => {
    const { stdout, stderr } = await example({});
    expect(stderr).to.equal('');
    expect(stdout).to.match(/^Maison Demo, since \w+ \d+, \d{4}$/m);
    expect(stdout).to.match(/^Establishments \([1-9]\d*\)$/m);
    expect(stdout).to.match(/^ {2}chez-lucie: Chez Lucie, /m);
    expect(stdout).to.include('Lucie Demo <admin@demo.test>: owner');
    expect(stdout).to.include('Refused, as it should be: users.get with unknown_record (404)');
    expect(stdout).to.match(/^4 calls, 1 request$/m);
  });

  it('takes a token instead, and believes that alone', async () => {
    const mint = ['tokens', 'mint', '--email', 'admin@demo.test', '--site', 'chez-lucie', '--json'];
    const { token }: { token: string } = JSON.parse((await comptoir(mint, { COMPTOIR_DATA_DIR: directory })).stdout);
    expect((await example({ COMPTOIR_TOKEN: token, COMPTOIR_PASSWORD: 'wrong' })).stdout).to.include('Maison Demo');
  });

  it('says why it is refused, or that nobody answers, and fails', async () => {
    const refused = await example({ COMPTOIR_PASSWORD: 'wrong' });
    expect([refused.code, refused.stdout]).to.deep.equal([1, '']);
    expect(refused.stderr).to.match(/^Refused: invalid_login, /);
    const alone = await example({ COMPTOIR_URL: 'http://127.0.0.1:1' });
    expect([alone.code, alone.stdout]).to.deep.equal([1, '']);
    expect(alone.stderr).to.match(/^No answer from http:\/\/127\.0\.0\.1:1: /);
  });
});
