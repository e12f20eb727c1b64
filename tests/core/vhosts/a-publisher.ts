import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeIds } from '@comptoir/core/kit/ids.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { vhostInputSchema } from '@comptoir/core/vhosts/vhost-contract.js';
import { makeVhostsService, type VhostsDeps } from '@comptoir/core/vhosts/vhosts-service.js';
import { NOON } from '../../suites/builders.js';
import { repeatableCrypto } from '../support.js';
import { aMemoryWebServer } from './memory-web-server.js';

/** Virtual hosts on a web server that does as it is told. */
export function aPublisher(changes: Partial<VhostsDeps> = {}) {
  const persistence = makeMemoryPersistence();
  const webServer = aMemoryWebServer();
  const clock = fixedClock(NOON);
  const retired: string[] = [];
  const issued: string[] = [];
  const deps: VhostsDeps = {
    transact: persistence.transact,
    views: persistence.views.vhosts,
    webServer,
    clock,
    ids: makeIds(clock, repeatableCrypto()),
    logger: silentLogger,
    pause: async (milliseconds) => clock.advance(milliseconds),
    certificates: {
      async provision({ domain }) {
        issued.push(domain);
        return { certPath: `/certs/${domain}`, keyPath: '/key', reused: false };
      },
      async retire(domain) {
        retired.push(domain);
      },
      pathsOf: (domain) => ({ certPath: `/certs/${domain}`, keyPath: '/key' }),
    },
    toAscii: (name) => name.toLowerCase(),
    reservedHosts: new Set(['manage.example']),
    ...changes,
  };
  return { persistence, webServer, clock, issued, retired, deps, vhosts: makeVhostsService(deps) };
}

export const inputOf = (domain: string, certPath = '/cert', aliases: readonly string[] = []) =>
  vhostInputSchema.parse({ domain, cert_path: certPath, key_path: '/key', aliases });
