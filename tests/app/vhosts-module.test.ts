import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { publicUrlsOf } from '@comptoir/app/addresses.js';
import { readConfig } from '@comptoir/app/config.js';
import { makeContainer } from '@comptoir/app/container.js';
import { TOKENS } from '@comptoir/app/tokens.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { vhostInputSchema } from '@comptoir/core/vhosts/vhost-contract.js';
import { expect } from 'chai';
import { refusalOf } from '../suites/suite.js';
import { TEST_SECRET } from '../support/service-deps.js';
import { memoryDatabase } from './memory-database.js';
import { emptyDirectory, removeDirectories } from './till.js';

describe('the virtual hosts of the bundled server', () => {
  after(removeDirectories);

  async function refusalFor(changes: object, directory: string = '/nowhere'): Promise<readonly [code: string, field: string | undefined]> {
    const platform = { COMPTOIR_PLATFORM_DOMAIN: 'shops.example', COMPTOIR_PLATFORM_URL: 'https://manage.example' };
    const config = readConfig({ COMPTOIR_DATA_DIR: directory, COMPTOIR_STOREFRONT_URL: 'https://till.example', ...platform }, '/srv');
    const stopping = new AbortController().signal;
    const ownPorts = new Set<number>();
    const kit = {
      config,
      ownPorts,
      logger: silentLogger,
      publicUrls: publicUrlsOf(config, new Map()),
      stopping,
      secrets: [TEST_SECRET] as const,
    };
    const { vhosts } = makeContainer(kit, memoryDatabase(makeMemoryPersistence())).get(TOKENS.services);
    const input = {
      domain: 'shop.example',
      cert_path: `${directory}/cert.pem`,
      key_path: `${directory}/key.pem`,
      root: undefined,
      ...changes,
    };
    const { code, issues } = await refusalOf(vhosts.upsert('demo', vhostInputSchema.parse(input)));
    return [code, issues[0]?.path];
  }

  it('cannot have the names of the platform itself, but those below its domain', async () => {
    for (const domain of ['shops.example', 'MANAGE.example', 'till.example'])
      expect((await refusalFor({ domain }))[0]).to.equal('host_taken');
    expect(await refusalFor({ domain: 'chez-lucie.shops.example' })).to.deep.equal(['invalid_request', 'cert_path']);
  });

  it('cannot stand in front of the SDK', async () => {
    expect(await refusalFor({ proxy_pass: 'http://localhost:3080' })).to.deep.equal(['invalid_request', 'proxy_pass']);
    expect(await refusalFor({ proxy_pass: 'http://localhost:3000' })).to.deep.equal(['invalid_request', 'cert_path']);
  });

  it('cannot show the data directory', async () => {
    const directory = await emptyDirectory();
    await mkdir(join(directory, 'outbox'));
    await mkdir(join(directory, 'site'));
    // Nothing of it is there yet, and its name is another one than that of where it is.
    await symlink(directory, join(directory, 'site', 'link'));
    for (const data of [directory, join(directory, 'site', 'link')]) {
      for (const root of [data, join(data, 'outbox')]) expect(await refusalFor({ root }, data)).to.deep.equal(['invalid_request', 'root']);
      expect(await refusalFor({ root: join(data, 'site') }, data)).to.deep.equal(['invalid_request', 'cert_path']);
    }
  });
});
