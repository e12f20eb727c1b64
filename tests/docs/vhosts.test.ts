import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { comptoir, endAll, start } from '../app/program.js';
import { emptyDirectory, removeDirectories } from '../app/till.js';
import { aCertificate } from '../support/certificate.js';
import { aNginx, type TestNginx } from '../support/nginx.js';
import { requireProgram } from '../support/requires.js';
import { blocksOf, patternOf } from './pages.js';

const run = promisify(execFile);

describe('docs/sdk, on virtual hosts', function () {
  this.timeout(120_000);
  let nginx: TestNginx;
  let variables: Record<string, string>;
  /** The machine of the pages, in a directory of the test's own. */
  let here: (text: string) => string;

  before(async function () {
    nginx = await aNginx(this);
    const { http, https } = nginx.options.ports;
    here = (text) => text.replaceAll(/(?:\/srv|\/run\/comptoir|\/var\/log\/comptoir|\/var\/lib\/comptoir)\//g, `${nginx.directory}/`);
    const conf = blocksOf('sdk/nginx.md').find(({ language }) => language === 'nginx')?.code ?? '';
    // Its own socket tells the test that it runs, and a test that runs as root has its own files to read.
    const ownServer = `http {\n  server { listen unix:${nginx.path('own.sock')}; }`;
    await writeFile(
      nginx.options.configuration,
      `${process.getuid?.() === 0 ? 'user root;\n' : ''}${here(conf).replace('http {', ownServer)}`,
    );
    await nginx.start();
    variables = {
      COMPTOIR_DATA_DIR: await emptyDirectory(),
      COMPTOIR_NGINX_CONF: nginx.options.configuration,
      COMPTOIR_VHOST_DIR: nginx.options.directory,
      COMPTOIR_ROOTS: nginx.path('sites'),
      COMPTOIR_CERT_DIR: nginx.path('certs'),
      COMPTOIR_NGINX_HTTP_PORT: String(http),
      COMPTOIR_NGINX_HTTPS_PORT: String(https),
    };
    await mkdir(nginx.path('sites', 'shop'));
    await aCertificate(this, nginx.path('certs', 'shop'), ['shop.example', 'www.shop.example']);
  });

  after(async () => {
    await endAll();
    await nginx?.close();
    await removeDirectories();
  });

  it('shows commands that answer what they are said to', async function () {
    requireProgram(this, 'curl');
    const { sdk = '' } = await start(['serve', '--only', 'sdk,worker'], variables).ready;
    for (const { language, code, shown } of blocksOf('sdk/vhosts.md')) {
      if (language !== 'sh' || shown === null) continue;
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here(code).replace('http://127.0.0.1:3080', sdk)]);
      expect(stdout).to.match(patternOf(here(shown)));
    }
  });

  it('shows units that systemd accepts', async function () {
    const analyze = requireProgram(this, 'systemd-analyze');
    const programs: Readonly<Record<string, string>> = {
      '/usr/sbin/nginx': requireProgram(this, 'nginx'),
      '/usr/bin/comptoir': process.execPath,
    };
    const units = blocksOf('sdk/nginx.md').filter(({ language }) => language === 'ini');
    const paths = units.map(({ code }) => nginx.path(code.includes('/usr/sbin/nginx') ? 'comptoir-nginx.service' : 'comptoir.service'));
    for (const [index, { code }] of units.entries()) {
      const unit = code.replace(/(?<=^ExecStart=)\S+/m, (program) => programs[program] ?? program);
      await writeFile(paths[index] ?? '', unit);
    }
    expect(new Set(paths).size).to.equal(2);
    const { stderr } = await run(analyze, ['verify', '--man=no', ...paths]);
    // It speaks of other units of the machine too.
    expect(stderr.split('\n').filter((line) => line.includes('comptoir'))).to.deep.equal([]);
  });

  it('shows units that keep what the platform knows from other users of the machine', () => {
    const units = blocksOf('sdk/nginx.md').filter(({ language }) => language === 'ini');
    expect(units).to.have.length(2);
    // Both have the directory, and systemd gives it the mode of whichever starts last.
    for (const { code } of units) expect(code).to.match(/^StateDirectory=comptoir\nStateDirectoryMode=0700$/m);
  });

  it('shows a configuration that doctor is content with', async () => {
    const { stdout } = await comptoir(['doctor'], variables);
    expect(stdout).to.match(/^ok +nginx +.* reads /m);
  });
});
