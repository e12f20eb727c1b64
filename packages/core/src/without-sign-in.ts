import { withoutCertificates } from './certificates/without-certificates.js';
import { DomainError } from './kit/errors.js';
import { silentLogger } from './kit/logger.js';
import type { OrderLinks } from './orders/orders-service.js';
import { makeMemoryPhotoFiles } from './photos/memory-photo-files.js';
import type { Links, ServiceDeps } from './service-deps.js';
import { withoutWebServer } from './vhosts/without-web-server.js';

const refuse = (): never => {
  throw new DomainError('not_configured');
};

const NO_CALLS = 'This server calls nobody.';

const NO_PAGES: Omit<Links, keyof OrderLinks> = {
  booking: refuse,
  verifyEmail: refuse,
  resetPassword: refuse,
  onboard: refuse,
  login: refuse,
  menu: refuse,
  picture: () => null,
  shopItem: refuse,
  tickets: refuse,
  sentOrder: refuse,
  pay: refuse,
  payReturn: refuse,
  paymentWebhook: refuse,
  invoice: refuse,
  vendorPortal: refuse,
  confirmSubscription: refuse,
  unsubscribe: refuse,
  shopWebhook: refuse,
  home: refuse,
};

const NO_SCHEDULES: Pick<ServiceDeps, 'commands' | 'cronTimes' | 'tasks'> = {
  commands: null,
  cronTimes: { next: () => null, faultOf: () => ({ field: 'schedule', message: 'This server runs no schedules.' }) },
  tasks: { names: [], run: async () => refuse(), endAll: () => undefined },
};

/**
 * What the core asks for, for a host where nobody signs in: it has no platform, sends no mail, calls nobody, delivers nothing, runs no
 * schedules, has no certificates, signs no token and keeps no fiscal journal, and every call that would need one is refused. Menus and orders need none of it.
 * Nobody uploads photos there either: items have addresses.
 * @public
 */
export function withoutSignIn(links: OrderLinks): Omit<ServiceDeps, 'persistence' | 'clock' | 'crypto'> {
  return {
    certificates: withoutCertificates,
    ...NO_SCHEDULES,
    links: { ...links, ...NO_PAGES },
    vhosts: withoutWebServer(),
    htmlCleaner: { clean: refuse },
    mailer: { send: async () => refuse() },
    outgoing: { post: async () => ({ kind: 'forbidden', reason: NO_CALLS }), faultOf: () => NO_CALLS },
    timers: { after: refuse },
    passwords: { hash: async () => refuse(), verify: async () => false, nobodysHash: '', isOutdated: () => false },
    invoiceRenderer: { render: async () => refuse() },
    ticketRenderer: { render: async () => refuse() },
    photoFiles: makeMemoryPhotoFiles(),
    photoRenderer: { render: async () => refuse() },
    journalSigner: { keyId: '', sign: refuse, verify: () => null, publicKeys: () => [] },
    signedTokens: { signJwt: refuse, readJwt: () => null, seal: refuse, unseal: () => undefined },
    identityProvider: null,
    shopSync: null,
    paymentProviders: [],
    logger: silentLogger,
    supplierRecalc: false,
    health: { version: 'embedded', checks: {} },
    knownPermissions: () => [],
  };
}
