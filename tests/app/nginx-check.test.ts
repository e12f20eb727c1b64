import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '@comptoir/app/config.js';
import { checkVhostDirectory } from '@comptoir/app/doctor/checks.js';
import { checkNginx } from '@comptoir/app/doctor/nginx-check.js';
import { findNginx } from '@comptoir/app/find-nginx.js';
import { expect } from 'chai';
import { aNginx, type TestNginx } from '../support/nginx.js';
import { emptyDirectory, removeDirectories } from './till.js';

describe('comptoir doctor on nginx', () => {
  let nginx: TestNginx;

  before(async function () {
    nginx = await aNginx(this);
    await nginx.start();
  });
  after(async () => {
    await nginx?.close();
    await removeDirectories();
  });

  const configOf = (changes: Readonly<Record<string, string>> = {}): Config =>
    readConfig({ COMPTOIR_NGINX_CONF: nginx.options.configuration, COMPTOIR_VHOST_DIR: nginx.options.directory, ...changes }, '/srv');

  it('finds it where it is', async () => {
    const directory = await emptyDirectory();
    await mkdir(join(directory, 'bin'));
    await writeFile(join(directory, 'bin', 'nginx'), '', { mode: 0o755 });
    expect(findNginx(`:${join(directory, 'bin')}`)).to.equal(join(directory, 'bin', 'nginx'));
    await writeFile(join(directory, 'nginx'), '', { mode: 0o644 });
    expect(findNginx(directory)).to.not.equal(join(directory, 'nginx'));
  });

  it('is content when it runs and reads the virtual hosts, the first of which may be still to come', async () => {
    const { outcome, message } = await checkNginx(configOf(), nginx.options.program);
    expect([outcome, message.includes(nginx.options.directory)]).to.deep.equal(['ok', true]);
  });

  it('only notes that it is not installed, or not set up', async () => {
    expect(await checkNginx(configOf(), null)).to.have.property('outcome', 'note');
    const missing = await checkNginx(configOf({ COMPTOIR_NGINX_CONF: '/nowhere/nginx.conf' }), nginx.options.program);
    expect([missing.outcome, missing.message.includes('COMPTOIR_NGINX_CONF')]).to.deep.equal(['note', true]);
  });

  it('wants a directory that virtual hosts can be written to, once there are some', async () => {
    const of = (directory: string) => checkVhostDirectory(configOf({ COMPTOIR_VHOST_DIR: directory }));
    expect(await of(nginx.options.directory)).to.deep.equal({ outcome: 'ok', message: nginx.options.directory });
    expect(await of(nginx.path('later'))).to.have.property('outcome', 'note');
    const file = await of(nginx.options.configuration);
    expect([file.outcome, file.message.includes('COMPTOIR_VHOST_DIR')]).to.deep.equal(['failed', true]);
  });

  it('fails when it does not read the virtual hosts, is not valid, or does not run', async () => {
    const messageOf = async (changes: Readonly<Record<string, string>>) => {
      const { outcome, message } = await checkNginx(configOf(changes), nginx.options.program);
      expect(outcome).to.equal('failed');
      return message;
    };
    expect(await messageOf({ COMPTOIR_VHOST_DIR: '/srv/other' })).to.include('COMPTOIR_VHOST_DIR');
    await writeFile(nginx.path('bad.conf'), 'nonsense;');
    expect(await messageOf({ COMPTOIR_NGINX_CONF: nginx.path('bad.conf') })).to.include('nonsense');
    const others = () => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    };
    const foreign = await checkNginx(configOf(), nginx.options.program, others);
    expect([foreign.outcome, foreign.message.includes('may not be reloaded')]).to.deep.equal(['failed', true]);
    await nginx.stop();
    expect(await messageOf({})).to.include('not running');
  });
});
