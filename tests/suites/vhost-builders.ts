import type { Vhost } from '@comptoir/core/vhosts/vhost.js';
import { freshName, NOON } from './builders.js';

/** A vhost of the app `demo` that hands requests on to a server of this machine. */
export function aVhost(changes: Partial<Vhost> = {}): Vhost {
  return {
    domain: `${freshName('shop')}.example`,
    appId: 'demo',
    aliases: [],
    target: { kind: 'proxy', scheme: 'http', host: '127.0.0.1', port: 4000 },
    certPath: '/srv/certs/shop.example/current/fullchain.pem',
    keyPath: '/srv/certs/shop.example/current/privkey.pem',
    automatic: false,
    quarantine: null,
    updatedAt: NOON,
    ...changes,
  };
}
