import { setTimeout as pause } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { makeIds } from '@comptoir/core/kit/ids.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Persistence } from '@comptoir/core/stores.js';
import type { VhostsDeps } from '@comptoir/core/vhosts/vhosts-service.js';
import { withoutWebServer } from '@comptoir/core/vhosts/without-web-server.js';

/** What a process of the product gives its vhosts; certificates come from nowhere. */
export function vhostsDepsOn(persistence: Persistence, webServer: VhostsDeps['webServer']): VhostsDeps {
  return {
    ...withoutWebServer(),
    certificates: {
      provision: () => Promise.reject(new Error('There are none here.')),
      retire: async () => undefined,
      pathsOf: (domain) => ({ certPath: `/none/${domain}`, keyPath: `/none/${domain}` }),
    },
    transact: persistence.transact,
    views: persistence.views.vhosts,
    clock: systemClock,
    ids: makeIds(systemClock, nodeCrypto),
    logger: silentLogger,
    pause,
    webServer,
    toAscii: domainToASCII,
    reservedHosts: new Set(['manage.example']),
  };
}
