import { DomainError } from '../kit/errors.js';
import type { VhostPorts } from './vhosts-service.js';

const refuse = async (): Promise<never> => {
  throw new DomainError('nginx_unavailable', { message: 'This host publishes no virtual hosts.' });
};

/** For hosts without a web server: every virtual host is refused, and there is nothing to bring in order. */
export function withoutWebServer(): VhostPorts {
  return {
    webServer: {
      sites: { targetOf: refuse, checkCertificate: refuse, faultOf: refuse },
      files: { all: async () => new Map(), read: refuse, put: refuse, remove: refuse, setAside: refuse, sweep: refuse },
      isSetUp: async () => false,
      fileOf: refuse,
      commonFile: refuse,
      pathOf: (name) => name,
      test: refuse,
      running: refuse,
      reload: refuse,
    },
    toAscii: (name) => name.toLowerCase(),
    reservedHosts: new Set(),
    pause: refuse,
  };
}
