import { DomainError } from './kit/errors.js';
import { silentLogger } from './kit/logger.js';
import type { OrderLinks } from './orders/orders-service.js';
import type { Links, ServiceDeps } from './services.js';
import { withoutWebServer } from './vhosts/without-web-server.js';

const refuse = (): never => {
  throw new DomainError('not_configured');
};

const NO_PAGES: Omit<Links, keyof OrderLinks> = {
  verifyEmail: refuse,
  resetPassword: refuse,
  onboard: refuse,
  login: refuse,
  menu: refuse,
  picture: () => null,
  shopItem: refuse,
};

/**
 * What the core asks for, for a host where nobody signs in: it has no platform, sends no mail and signs no token, and every call
 * that would need one is refused with `not_configured`. Menus and orders need none of it.
 * @public
 */
export function withoutSignIn(
  links: OrderLinks,
): Pick<
  ServiceDeps,
  'links' | 'mailer' | 'passwords' | 'signedTokens' | 'identityProvider' | 'logger' | 'health' | 'knownPermissions' | 'vhosts'
> {
  return {
    links: { ...links, ...NO_PAGES },
    vhosts: withoutWebServer(),
    mailer: { send: async () => refuse() },
    passwords: { hash: async () => refuse(), verify: async () => false, nobodysHash: '', isOutdated: () => false },
    signedTokens: { signJwt: refuse, readJwt: () => null, seal: refuse, unseal: () => undefined },
    identityProvider: null,
    logger: silentLogger,
    health: { version: 'embedded', checks: {} },
    knownPermissions: () => [],
  };
}
