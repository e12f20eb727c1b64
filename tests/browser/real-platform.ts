import { once } from 'node:events';
import { createServer } from 'node:http';
import { makePlatform } from '@comptoir/adapters-http/platform/platform.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { listeningAddress } from '../support/listening.js';
import { anOutbox, type Outbox, TEST_SECRET, testDeps, testLinks } from '../support/service-deps.js';

export interface RealPlatform {
  readonly url: string;
  readonly services: Services;
  readonly outbox: Outbox;
  close(): Promise<void>;
}

/** The platform as the server runs it, but for where data, mails and password hashes go. */
export async function startPlatform(changes: Partial<ServiceDeps> = {}): Promise<RealPlatform> {
  const outbox = anOutbox();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  const url = await listeningAddress(server);
  const here = (path: string) => url + new URL(path).pathname + new URL(path).search;
  const links = {
    ...testLinks,
    verifyEmail: (token: string) => here(testLinks.verifyEmail(token)),
    resetPassword: (token: string) => here(testLinks.resetPassword(token)),
    onboard: (payload: string) => here(testLinks.onboard(payload)),
    login: () => here(testLinks.login()),
    shopWebhook: (slug: string, entity: string) => here(testLinks.shopWebhook(slug, entity)),
  };
  const persistence = makeMemoryPersistence();
  const services = makeServices(testDeps({ persistence, clock: systemClock, crypto: nodeCrypto, links, mailer: outbox, ...changes }));
  services.dispatcher.start();
  const app = makePlatform(services, {
    publicUrl: url,
    trustProxyHops: 0,
    logger: silentLogger,
    health: {},
    production: false,
    platformDomain: null,
    storefrontUrl: 'https://shop.example',
    devBypass: false,
    registry: makeRegistry(ROUTERS),
    identityProvider: null,
    signedTokens: makeSignedTokens([TEST_SECRET]),
  });
  server.on('request', app.callback());
  return {
    url,
    services,
    outbox,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await services.dispatcher.stop();
    },
  };
}
