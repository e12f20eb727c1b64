import { publicUrlsOf } from '@comptoir/app/addresses.js';
import { readConfig } from '@comptoir/app/config.js';
import { makeContainer } from '@comptoir/app/container.js';
import { HOST_TOKENS, SERVICE_TOKENS, TOKENS } from '@comptoir/app/tokens.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import { TEST_SECRET } from '../support/service-deps.js';
import { memoryDatabase } from './memory-database.js';

function wired(): ReturnType<typeof makeContainer> {
  const config = readConfig({}, '/srv');
  const publicUrls = publicUrlsOf(config, new Map());
  const kit = {
    config,
    logger: silentLogger,
    publicUrls,
    ownPorts: new Set<number>(),
    stopping: new AbortController().signal,
    secrets: [TEST_SECRET] as const,
  };
  return makeContainer(kit, memoryDatabase(makeMemoryPersistence()));
}

describe('the container', () => {
  for (const [name, token] of [...Object.entries(TOKENS), ...Object.entries(SERVICE_TOKENS), ...Object.entries(HOST_TOKENS)]) {
    it(`resolves ${name} (${String(token)}), the same one every time`, () => {
      const container = wired();
      const resolved = container.get<unknown>(token);
      expect(resolved).to.not.equal(undefined);
      expect(container.get<unknown>(token)).to.equal(resolved);
    });
  }

  it('has every service of the inventory under its own token', () => {
    const container = wired();
    const services = container.get(TOKENS.services);
    expect(Object.keys(SERVICE_TOKENS)).to.have.members(Object.keys(services));
    for (const [name, service] of Object.entries(services)) {
      const token = Object.entries(SERVICE_TOKENS).find(([candidate]) => candidate === name)?.[1];
      expect(token, name).to.not.equal(undefined);
      if (token !== undefined) expect(container.get<unknown>(token), name).to.equal(service);
    }
  });

  it('can build every router', () => {
    const registry = makeRegistry(ROUTERS);
    for (const router of Object.keys(ROUTERS))
      expect(
        registry.all().some(([path]) => path.startsWith(`${router}.`)),
        router,
      ).to.equal(true);
  });

  it('gives two containers nothing in common', () => {
    expect(wired().get(TOKENS.services)).to.not.equal(wired().get(TOKENS.services));
  });
});
