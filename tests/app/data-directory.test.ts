import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, type Environment, readConfig } from '@comptoir/app/config.js';
import { ensureDataDirectory, resolveSecrets } from '@comptoir/app/data-directory.js';
import { expect } from 'chai';
import { skipBecause } from '../support/requires.js';
import { comptoir, endAll } from './program.js';
import { emptyDirectory, removeDirectories } from './till.js';

async function configIn(environment: Environment = {}): Promise<Config> {
  return readConfig({ ...environment, COMPTOIR_DATA_DIR: join(await emptyDirectory(), 'data') }, '/');
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(ConfigError);
  return String(error);
}

describe('the data directory', () => {
  after(removeDirectories);
  afterEach(endAll);

  it('is made for its owner alone', async () => {
    const config = await configIn();
    await ensureDataDirectory(config);
    expect(await modeOf(config.dataDirectory)).to.equal('700');
    await ensureDataDirectory(config);
  });

  it('is named when it cannot be made', async () => {
    const config = await configIn();
    await writeFile(config.dataDirectory, 'a file in its place');
    expect(await refusalOf(ensureDataDirectory(config))).to.include('COMPTOIR_DATA_DIR');
  });

  it('ends every command when nothing can be made there, with a line that names it', async function () {
    if (process.platform !== 'linux') skipBecause(this, 'only Linux has /proc');
    this.timeout(60_000);
    const variables = { COMPTOIR_DATA_DIR: '/proc/x/y', COMPTOIR_SECRET: 's'.repeat(40) };
    for (const command of [['serve'], ['sdk'], ['migrate'], ['demo'], ['users', 'create', '--email', 'a@b.example', '--name', 'A']]) {
      const { code, signal, stderr } = await comptoir(command, variables);
      expect({ code, signal }, command[0]).to.deep.equal({ code: 1, signal: null });
      expect(stderr, command[0]).to.match(/^comptoir: COMPTOIR_DATA_DIR cannot be used: ENOENT.*\/proc\/x/m);
    }
    const { code, stdout } = await comptoir(['doctor'], variables);
    expect(code).to.equal(1);
    expect(stdout).to.match(/failed +data directory +\/proc\/x\/y cannot be made/);
  });
});

describe('the secret', () => {
  after(removeDirectories);

  it('is the one of the environment, and nothing is written', async () => {
    const config = await configIn({ COMPTOIR_SECRET: 's'.repeat(40) });
    await ensureDataDirectory(config);
    expect(await resolveSecrets(config)).to.deep.equal(['s'.repeat(40)]);
    expect(await readdir(config.dataDirectory)).to.deep.equal([]);
  });

  it('is generated once, for its owner alone, and used again', async () => {
    const config = await configIn();
    await ensureDataDirectory(config);
    const [first, second] = await Promise.all([resolveSecrets(config), resolveSecrets(config)]);
    expect(Buffer.byteLength(first[0])).to.be.at.least(32);
    expect(second).to.deep.equal(first);
    expect(await resolveSecrets(config)).to.deep.equal(first);
    expect(await readdir(config.dataDirectory)).to.deep.equal(['secret']);
    expect(await modeOf(join(config.dataDirectory, 'secret'))).to.equal('600');
  });

  it('differs between installations', async () => {
    const configs = [await configIn(), await configIn()];
    const secrets = await Promise.all(
      configs.map(async (config) => {
        await ensureDataDirectory(config);
        return (await resolveSecrets(config))[0];
      }),
    );
    expect(new Set(secrets).size).to.equal(2);
  });

  it('must be given in production', async () => {
    const config = await configIn({ NODE_ENV: 'production' });
    await ensureDataDirectory(config);
    expect(await refusalOf(resolveSecrets(config))).to.include('COMPTOIR_SECRET');
    expect(await readdir(config.dataDirectory)).to.deep.equal([]);
  });

  it('is refused when others can read its file', async () => {
    const config = await configIn();
    await ensureDataDirectory(config);
    const [secret] = await resolveSecrets(config);
    await chmod(join(config.dataDirectory, 'secret'), 0o644);
    expect(await refusalOf(resolveSecrets(config)))
      .to.include('chmod 600')
      .and.not.include(secret);
  });

  it('is refused when its file was cut short', async () => {
    const config = await configIn();
    await mkdir(config.dataDirectory);
    const path = join(config.dataDirectory, 'secret');
    await writeFile(path, 'short\n', { mode: 0o600 });
    expect(await refusalOf(resolveSecrets(config)))
      .to.include('COMPTOIR_SECRET')
      .and.not.include('short');
    expect(await readFile(path, 'utf8')).to.equal('short\n');
  });
});
